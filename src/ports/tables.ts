import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The shape of each table, as the migrations leave it. bigint columns are read as numbers: all stay below 2^53. */
export interface Tables {
  teams: {
    id: string
    name: string
    is_owner: Generated<boolean>
    zero_retention: Generated<boolean>
    limits: Json<Record<string, number>>
    budget_nanos: number | null
    spent_nanos: Generated<number>
    reserved_nanos: Generated<number>
    created_at: Date
  }
  api_keys: {
    id: string
    team_id: string
    name: string
    hash: Buffer
    hint: string
    scopes: string[]
    limits: Json<Record<string, number>>
    budget_nanos: number | null
    spent_nanos: Generated<number>
    reserved_nanos: Generated<number>
    created_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
  }
  sessions: {
    hash: Buffer
    team_id: string
    key_id: string
    is_link: boolean
    created_at: Date
    expires_at: Date
  }
  rate_limits: { team_id: string; class: string; arrival_at: Date }
  usage_entries: {
    id: string
    team_id: string
    key_id: string
    operation: string
    request_id: string
    searches: Generated<number>
    pages: Generated<number>
    tokens: Generated<number>
    seconds: Generated<number>
    cost_nanos: Generated<number>
    created_at: Date
  }
  reservations: { id: string; team_id: string; key_id: string; nanos: number; expires_at: Date }
  documents: {
    id: string
    team_id: string
    url: string
    address_key: string
    host: string
    version: number
    content_hash: string
    source: string
    first_seen_at: Date
    checked_at: Date
    etag: string | null
    last_modified: string | null
    indexed_version: Generated<number>
  }
  document_addresses: { team_id: string; address_key: string; document_id: string }
  document_versions: {
    document_id: string
    version: number
    team_id: string
    fetched_at: Date
    content_hash: string
    title: string | null
    author: string | null
    published_at: Date | null
    language: string | null
    kind: string
    category: string | null
    text: string
    html: string | null
    details: Json<Record<string, unknown>>
  }
  index_removals: { document_id: string }
  first_steps: { name: string; done_at: Date }
  sources: {
    id: string
    team_id: string
    spec: Json<Record<string, unknown>>
    status: string
    run: number
    checkpoint: Json<Record<string, unknown>>
    counts: Json<Record<string, number>>
    failures: Json<Record<string, { count: number; examples: string[] }>>
    error: string | null
    recrawl_ms: number | null
    due_at: Date | null
    created_at: Date
    started_at: Date | null
    ended_at: Date | null
    updated_at: Date
  }
  source_pages: {
    source_id: string
    team_id: string
    address_key: string
    position: GeneratedAlways<number>
    role: string
    url: string
    host: string
    depth: number
    state: string
    attempts: Generated<number>
    absences: Generated<number>
    due_at: Date
    interval_ms: number | null
    checked_at: Date | null
  }
  readings: {
    team_id: string
    id: string
    kind: string
    question: string
    result: Json<unknown>
    reader: string
    notes: Json<string[]>
    claims: Json<unknown[]>
    document_ids: string[]
    created_at: Date
  }
  websets: {
    id: string
    team_id: string
    key_id: string
    external_id: string | null
    title: string | null
    status: string
    run: number
    active: boolean
    waiting_since: Date | null
    priority: string
    lacking_nanos: number | null
    excludes: Json<{ source: 'import' | 'webset'; id: string }[]>
    metadata: Json<Record<string, string>>
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
  }
  webset_searches: {
    id: string
    team_id: string
    webset_id: string
    position: GeneratedAlways<number>
    status: string
    query: string
    count: number
    behavior: string
    entity: NullableJson<Record<string, unknown>>
    criteria: Json<string[]>
    exclude: Json<{ source: 'import' | 'webset'; id: string }[]>
    scope: Json<Record<string, unknown>[]>
    wants_recall: boolean
    recall: NullableJson<Record<string, unknown>>
    max_people_per_company: number | null
    metadata: Json<Record<string, string>>
    draw_position: NullableJson<Record<string, number>>
    analyzed: Generated<number>
    found: Generated<number>
    partial: Generated<number>
    passes: Generated<number[]>
    seeds: Generated<number>
    started_at: Date | null
    announced_at: Date | null
    canceled_at: Date | null
    canceled_reason: string | null
    created_at: Date
    updated_at: Date
  }
  webset_candidates: {
    search_id: string
    entity_key: string
    team_id: string
    position: GeneratedAlways<number>
    state: string
    url: string
    name: string | null
    document_id: string | null
    by_keyword: boolean
    by_vector: boolean
    is_seed: boolean
  }
  webset_enrichments: {
    id: string
    team_id: string
    webset_id: string
    position: GeneratedAlways<number>
    status: string
    title: string | null
    description: string
    format: string
    options: NullableJson<{ label: string }[]>
    metadata: Json<Record<string, string>>
    revision: number
    created_at: Date
    updated_at: Date
    canceled_at: Date | null
    deleted_at: Date | null
  }
  webset_items: {
    id: string
    team_id: string
    webset_id: string
    position: GeneratedAlways<number>
    source: string
    source_id: string
    entity_key: string
    is_match: boolean
    version: number
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
  }
  webset_item_versions: {
    item_id: string
    version: number
    team_id: string
    name: string
    properties: Json<Record<string, unknown>>
    content_document_id: string | null
    content_version: number | null
    evaluations: Json<unknown[]>
    results: Json<Record<string, unknown>>
    document_ids: string[]
    source_id: string
    created_at: Date
  }
  webset_enrichment_work: {
    item_id: string
    enrichment_id: string
    team_id: string
    webset_id: string
    position: GeneratedAlways<number>
  }
  webset_events: {
    id: string
    team_id: string
    webset_id: string | null
    position: GeneratedAlways<number>
    type: string
    data: NullableJson<Record<string, unknown>>
    item_id: string | null
    item_version: number | null
    created_at: Date
  }
  imports: {
    id: string
    team_id: string
    key_id: string
    status: string
    format: string
    entity: NullableJson<Record<string, unknown>>
    title: string
    count: number
    size: number | null
    identifier: number | null
    metadata: Json<Record<string, string>>
    upload_secret: string | null
    upload_until: Date | null
    upload_id: string | null
    rows_read: Generated<number>
    rows_skipped: Generated<number>
    bytes_read: Generated<number>
    bytes: number | null
    layout: NullableJson<Record<string, unknown>>
    started_at: Date | null
    failed_reason: string | null
    failed_at: Date | null
    failed_message: string | null
    created_at: Date
    updated_at: Date
  }
  import_rows: {
    import_id: string
    number: number
    team_id: string
    entity_key: string
    address_key: string | null
    url: string
    name: string | null
    document_id: string | null
  }
  webset_imports: {
    webset_id: string
    import_id: string
    team_id: string
    position: GeneratedAlways<number>
    loaded: Generated<number>
    is_done: Generated<boolean>
  }
  webhooks: {
    id: string
    team_id: string
    owner_id: string | null
    url: string
    secret: string
    events: string[]
    metadata: Json<Record<string, string>>
    status: string
    run: Generated<number>
    active: Generated<boolean>
    failures: Generated<number>
    failing_since: Date | null
    resume_at: Date
    created_at: Date
    updated_at: Date
  }
  webhook_deliveries: {
    webhook_id: string
    event_id: GeneratedAlways<string>
    team_id: string
    position: GeneratedAlways<number>
    webset_event_id: string | null
    payload: NullableJson<Record<string, unknown>>
    event_type: string
    event_created_at: Date
    state: Generated<string>
    tries: Generated<number>
    attempts: Generated<number>
    due_at: Date
  }
  webhook_attempts: {
    id: string
    team_id: string
    webhook_id: string
    event_id: string
    position: GeneratedAlways<number>
    event_type: string
    url: string
    successful: boolean
    response_status: number
    response_headers: Json<Record<string, string>>
    response_body: string | null
    error: string | null
    attempt: number
    attempted_at: Date
  }
  monitors: {
    id: string
    team_id: string
    webset_id: string
    status: string
    cron: string
    time_zone: string
    behavior: Json<Record<string, unknown>>
    metadata: Json<Record<string, string>>
    next_run_at: Date | null
    created_at: Date
    updated_at: Date
  }
  monitor_runs: {
    id: string
    team_id: string
    monitor_id: string
    type: string
    status: string
    asked_at: Date | null
    search_id: string | null
    failed_reason: string | null
    completed_at: Date | null
    failed_at: Date | null
    canceled_at: Date | null
    created_at: Date
    updated_at: Date
  }
  search_monitors: {
    id: string
    team_id: string
    key_id: string
    name: string | null
    status: string
    search: Json<Record<string, unknown>>
    period: string | null
    output_schema: NullableJson<Record<string, unknown>>
    metadata: NullableJson<Record<string, string>>
    webhook_url: string
    webhook_events: string[] | null
    next_run_at: Date | null
    seen_until: Date | null
    invalid_key_runs: Generated<number>
    created_at: Date
    updated_at: Date
  }
  search_monitor_runs: {
    id: string
    team_id: string
    monitor_id: string
    status: string
    output: NullableJson<Record<string, unknown>>
    document_ids: Generated<string[]>
    fail_reason: string | null
    started_at: Date | null
    completed_at: Date | null
    failed_at: Date | null
    cancelled_at: Date | null
    created_at: Date
    updated_at: Date
  }
  search_monitor_findings: {
    monitor_id: string
    document_id: string
    team_id: string
    content_hash: string
    reported: boolean
    seen_at: Date
  }
  webset_exports: {
    id: string
    team_id: string
    webset_id: string
    format: string
    evidence: boolean
    status: string
    error: string | null
    items: number | null
    bytes: number | null
    sha256: string | null
    created_at: Date
    updated_at: Date
    completed_at: Date | null
    expires_at: Date
  }
  webset_rejudgements: {
    id: string
    team_id: string
    webset_id: string
    key_id: string
    reader: string
    status: string
    error: string | null
    last_position: number
    total: number
    items: number
    claims: number
    agreed: number
    disagreed: number
    unreadable: number
    created_at: Date
    updated_at: Date
    completed_at: Date | null
    expires_at: Date
  }
  webset_disagreements: {
    rejudgement_id: string
    position: number
    team_id: string
    data: Json<Record<string, unknown>>
    document_ids: string[]
  }
  runs: {
    id: string
    team_id: string
    key_id: string
    kind: string
    status: string
    stop_reason: string | null
    request: Json<Record<string, unknown>>
    output: NullableJson<unknown>
    error: NullableJson<{ code: string; reason?: string; message: string; details?: Record<string, unknown> }>
    stop_requested_at: Date | null
    used: Json<Record<string, number>>
    cost_nanos: Generated<number>
    step_count: Generated<number>
    event_count: Generated<number>
    forked_from: string | null
    created_at: Date
    started_at: Date | null
    finished_at: Date | null
    expires_at: Generated<Date | null>
  }
  run_steps: {
    run_id: string
    key: string
    team_id: string
    kind: string
    position: number | null
    outcome: Json<unknown>
    used: Json<Record<string, number>>
    cost_nanos: number
    document_ids: string[]
    finished_at: Date
  }
  run_events: {
    run_id: string
    sequence: number
    team_id: string
    name: string
    data: Json<Record<string, unknown>>
    created_at: Date
  }
  agent_monitors: {
    id: string
    team_id: string
    key_id: string
    status: string
    cadence: string
    fields: Json<unknown>
    version: Generated<number>
    run: Generated<number>
    refreshing_since: Date | null
    entities_total: Generated<number>
    last_refresh_at: Date | null
    next_refresh_at: Date
    total_acus: Generated<number>
    last_refresh_acus: Generated<number>
    idempotency_key: string | null
    request_hash: string
    created_at: Date
  }
  agent_monitor_entities: {
    id: string
    team_id: string
    monitor_id: string
    name: string
    domain: string
    description: string | null
    is_stale: boolean
    created_at: Date
  }
  agent_monitor_contents: {
    entity_id: string
    field_id: string
    team_id: string
    monitor_id: string
    value: Json<unknown>
    citations: Json<unknown[]>
    document_ids: string[]
    updated_at: Date
  }
  agent_monitor_changes: {
    monitor_id: string
    version: number
    team_id: string
    entity_id: string
    field_id: string
    content: Json<unknown>
    document_ids: string[]
    created_at: Date
  }
  agent_monitor_backtests: {
    id: string
    team_id: string
    key_id: string
    request: Json<unknown>
    status: string
    result: NullableJson<unknown>
    error: string | null
    document_ids: Generated<string[]>
    start_time: Date
    end_time: Date
    created_at: Date
    expires_at: Date
  }
  egress_requests: {
    id: string
    at: Date
    method: string
    url: string
    reason: string
    outcome: string
    status: number | null
    bytes: number
    duration_ms: number
    team_id: string | null
    purpose: string
    subject: string | null
    approval_id: string | null
  }
  tasks: {
    id: string
    team_id: string
    key_id: string
    scopes: string[]
    position: GeneratedAlways<number>
    type: string
    status: string
    progress: NullableJson<Record<string, unknown>>
    args: Json<Record<string, unknown>>
    result: NullableJson<Record<string, unknown>>
    result_ref: string | null
    error: NullableJson<{ step: string; message: string; recoverable: boolean }>
    partial_result: NullableJson<Record<string, unknown>>
    checkpoint: Json<Record<string, unknown>>
    attempt: Generated<number>
    worker: string | null
    heartbeat_at: Date | null
    is_open: Generated<boolean>
    idempotency_key: string | null
    created_at: Date
    updated_at: Date
    expires_at: Date | null
  }
  annotations: {
    id: string
    team_id: string
    key_id: string
    position: GeneratedAlways<number>
    kind: string
    subject: NullableJson<Record<string, unknown>>
    subject_type: string | null
    subject_key: string | null
    labels: string[]
    text: string
    metadata: Json<Record<string, string>>
    idempotency_key: string | null
    created_at: Date
    updated_at: Date
  }
  tool_calls: {
    team_id: string
    key_id: string
    tool_call_id: string
    tool: string
    args: Json<Record<string, unknown>>
    attempt: Generated<number>
    worker: string | null
    held_until: Date | null
    result: NullableJson<Record<string, unknown>>
    created_at: Date
    ended_at: Date | null
  }
  task_results: { task_id: string; team_id: string; result: Json<Record<string, unknown>> }
  workflows: {
    id: string
    type: string
    name: string
    description: string
    status: string
    coord_scope: number
    coord_domain_structure: number
    coord_evidence_type: number
    coord_time_horizon: number
    coord_fidelity: number
    archetype: string
    notes: string
  }
  workflow_steps: {
    workflow_id: string
    step_order: number
    name: string
    description: string
    rationale: string
    tools_required: string[]
    outputs: string[]
  }
  workflow_runs: {
    task_id: string
    team_id: string
    type: string
    outcome: string
    duration_ms: number
    item_count: number | null
    cost_dollars: number | null
    coverage: number | null
    ended_at: Date
  }
  approvals: {
    id: string
    team_id: string
    key_id: string
    key_name: string
    tool: string
    operation: string
    class: string
    args: Json<Record<string, unknown>>
    args_hash: string
    tool_call_id: string
    conversation: string | null
    domains: string[]
    results: number | null
    estimated_usd: number
    state: string
    rule: string
    decision: NullableJson<Record<string, unknown>>
    created_at: Date
    expires_at: Date
    used_at: Date | null
    revision: number
  }
  approval_grants: {
    id: string
    team_id: string
    approval_id: string
    key_id: string
    tool: string
    operation: string
    scope: string
    conversation: string | null
    domain: string | null
    max_usd: number
    granted_by: string
    created_at: Date
    revoked_at: Date | null
  }
  approval_policies: { team_id: string; changes: Json<Record<string, unknown>> }
  approval_spending: { team_id: string; key_id: string; day: string; usd: number }
  approval_audit: { team_id: string; number: number; entry: string; previous_hash: string; hash: string }
  index_rebuilds: { id: string; requested_at: Date; finished_at: Date | null; error: string | null }
  job_executors: { id: string; heartbeat_at: Date }
  job_schedules: { name: string; cron: string; time_zone: string; due_at: Date }
}

/** jsonb: read as a value, written as its JSON text. */
type Json<T> = ColumnType<T, string | undefined, string>
type NullableJson<T> = ColumnType<T | null, string | null, string | null>

/** Tables whose rows belong to a team. */
type TeamTable =
  | 'teams'
  | { [Table in keyof Tables]: 'team_id' extends keyof Tables[Table] ? Table : never }[keyof Tables]

/** The column that says whose a row is. Queries on these tables are refused unless they fix it. */
export const teamColumns = {
  teams: 'id',
  api_keys: 'team_id',
  rate_limits: 'team_id',
  usage_entries: 'team_id',
  reservations: 'team_id',
  documents: 'team_id',
  document_addresses: 'team_id',
  document_versions: 'team_id',
  sources: 'team_id',
  source_pages: 'team_id',
  readings: 'team_id',
  sessions: 'team_id',
  websets: 'team_id',
  webset_searches: 'team_id',
  webset_candidates: 'team_id',
  webset_enrichments: 'team_id',
  webset_items: 'team_id',
  webset_item_versions: 'team_id',
  webset_enrichment_work: 'team_id',
  webset_events: 'team_id',
  imports: 'team_id',
  import_rows: 'team_id',
  webset_imports: 'team_id',
  webhooks: 'team_id',
  webhook_deliveries: 'team_id',
  webhook_attempts: 'team_id',
  monitors: 'team_id',
  monitor_runs: 'team_id',
  search_monitors: 'team_id',
  search_monitor_runs: 'team_id',
  search_monitor_findings: 'team_id',
  agent_monitors: 'team_id',
  agent_monitor_entities: 'team_id',
  agent_monitor_contents: 'team_id',
  agent_monitor_changes: 'team_id',
  agent_monitor_backtests: 'team_id',
  webset_exports: 'team_id',
  webset_rejudgements: 'team_id',
  webset_disagreements: 'team_id',
  runs: 'team_id',
  run_steps: 'team_id',
  run_events: 'team_id',
  egress_requests: 'team_id',
  tasks: 'team_id',
  annotations: 'team_id',
  tool_calls: 'team_id',
  task_results: 'team_id',
  workflow_runs: 'team_id',
  approvals: 'team_id',
  approval_grants: 'team_id',
  approval_policies: 'team_id',
  approval_spending: 'team_id',
  approval_audit: 'team_id',
} as const satisfies Record<TeamTable, 'id' | 'team_id'>
