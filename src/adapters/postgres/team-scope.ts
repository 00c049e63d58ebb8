import type { JoinNode, OperationNode, ReferenceNode, WhereNode } from 'kysely'
import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  JoinNode as JoinNodes,
  ListNode,
  OperatorNode,
  OrNode,
  ParensNode,
  ReferenceNode as ReferenceNodes,
  SelectQueryNode,
  TableNode,
  ValueNode,
} from 'kysely'
import { teamColumns } from '../../ports/tables.ts'

/** The column that says whose a row is, or undefined for a table that belongs to nobody. */
export const teamColumnOf = (table: string): string | undefined =>
  (teamColumns as Readonly<Record<string, string>>)[table]

/** A table as one query names it; `table` is null for a subquery, a CTE or a list of values. */
interface Source {
  readonly alias: string
  readonly table: string | null
}

/** "If `from` is fixed to a team, so is `column`"; `from` is null where a value fixes it. */
interface Fact {
  readonly column: string
  readonly from: string | null
}

interface Scope {
  readonly sources: readonly OperationNode[]
  readonly joins?: readonly JoinNode[] | undefined
  readonly where?: WhereNode | undefined
  /** Names defined by `with`: each is a query of its own, and checked as one. */
  readonly cteNames: ReadonlySet<string>
}

/** The first table of a query of which rows of any team could be met; undefined when there is none. */
export function unfilteredTable(scope: Scope): string | undefined {
  const sources = [...scope.sources, ...(scope.joins ?? []).map((join) => join.table)]
    .flatMap((node) => (ListNode.is(node) ? node.items : [node]))
    .map((node) => sourceOf(node, scope.cteNames))
  const facts = scope.where ? factsOf(scope.where.where, sources) : []
  for (const join of scope.joins ?? []) facts.push(...factsOfJoin(join, sources, scope.cteNames))

  const fixed = new Set<string>()
  for (let before = -1; before !== fixed.size;) {
    before = fixed.size
    for (const { column, from } of facts) if (from === null || fixed.has(from)) fixed.add(column)
  }
  return sources.find(({ alias, table }) => {
    const column = table === null ? undefined : teamColumnOf(table)
    return column !== undefined && !fixed.has(`${alias}.${column}`)
  })?.table as string | undefined
}

/** Whether a condition on one table alone fixes its team, whatever else it says. */
export function fixesTeam(condition: OperationNode, table: string): boolean {
  const column = `${table}.${teamColumnOf(table)}`
  return factsOf(condition, [{ alias: table, table }]).some(
    (fact) => fact.column === column && fact.from === null,
  )
}

function sourceOf(node: OperationNode, cteNames: ReadonlySet<string>): Source {
  if (AliasNode.is(node)) {
    const { table } = sourceOf(node.node, cteNames)
    return { alias: IdentifierNode.is(node.alias) ? node.alias.name : '', table }
  }
  if (!TableNode.is(node)) return { alias: '', table: null }
  const { identifier, schema } = node.table
  const isCte = schema === undefined && cteNames.has(identifier.name)
  return { alias: identifier.name, table: isCte ? null : identifier.name }
}

function factsOfJoin(join: JoinNode, sources: readonly Source[], cteNames: ReadonlySet<string>): Fact[] {
  if (!JoinNodes.is(join) || !join.on) return []
  const facts = factsOf(join.on.on, sources)
  if (join.joinType === 'InnerJoin' || join.joinType === 'LateralInnerJoin') return facts
  if (join.joinType !== 'LeftJoin' && join.joinType !== 'LateralLeftJoin') return []
  // A left join's condition decides which rows are joined, never which rows they are joined to.
  const { alias } = sourceOf(join.table, cteNames)
  return facts.filter((fact) => fact.column.startsWith(`${alias}.`))
}

function factsOf(condition: OperationNode, sources: readonly Source[]): Fact[] {
  if (ParensNode.is(condition)) return factsOf(condition.node, sources)
  if (AndNode.is(condition))
    return [...factsOf(condition.left, sources), ...factsOf(condition.right, sources)]
  if (OrNode.is(condition)) {
    // Only what both sides fix by a value is fixed by an "or".
    const right = factsOf(condition.right, sources)
    return factsOf(condition.left, sources).filter(
      ({ column, from }) =>
        from === null && right.some((fact) => fact.column === column && fact.from === null),
    )
  }
  if (!BinaryOperationNode.is(condition) || !OperatorNode.is(condition.operator)) return []
  const left = operandOf(condition.leftOperand, sources)
  const right = operandOf(condition.rightOperand, sources)
  const { operator } = condition.operator
  if (operator === '=') return [...fact(left, right), ...fact(right, left)]
  if (operator === 'in') return fact(left, right)
  // Rows without a team are public.
  if (operator === 'is' && isNull(condition.rightOperand)) return fact(left, { kind: 'value' })
  return []
}

type Operand = { readonly kind: 'column'; readonly column: string } | { readonly kind: 'value' | 'other' }

const fact = (left: Operand, right: Operand): Fact[] => {
  if (left.kind !== 'column' || right.kind === 'other') return []
  return [{ column: left.column, from: right.kind === 'column' ? right.column : null }]
}

function operandOf(node: OperationNode, sources: readonly Source[]): Operand {
  if (ReferenceNodes.is(node)) return referenceOf(node, sources)
  // A subquery is checked as a query of its own.
  if (SelectQueryNode.is(node)) return { kind: 'value' }
  return mentionsColumn(node) ? { kind: 'other' } : { kind: 'value' }
}

function referenceOf(node: ReferenceNode, sources: readonly Source[]): Operand {
  if (!ColumnNode.is(node.column)) return { kind: 'other' }
  const column = node.column.column.name
  const alias = node.table?.table.identifier.name
  // Unqualified, it can only mean the one table that has it: PostgreSQL refuses what is ambiguous.
  const source =
    alias === undefined
      ? (sources.find(({ table }) => table !== null && teamColumnOf(table) === column) ?? sources[0])
      : sources.find((source) => source.alias === alias)
  // Columns of subqueries, CTEs and the query around were filtered where they came from.
  if (!source || source.table === null) return { kind: 'value' }
  return { kind: 'column', column: `${source.alias}.${column}` }
}

const isNull = (node: OperationNode): boolean => ValueNode.is(node) && node.value === null

function mentionsColumn(root: OperationNode): boolean {
  let found = false
  walk(root, (node) => (found ||= ReferenceNodes.is(node) || ColumnNode.is(node)))
  return found
}

/** Calls back for a node and every node below it, whatever their kinds. */
export function walk(node: OperationNode, see: (node: OperationNode) => void): void {
  see(node)
  // These hold names and values, which may be large, and no further nodes.
  if (node.kind === 'ValueNode' || node.kind === 'IdentifierNode' || node.kind === 'PrimitiveValueListNode')
    return
  for (const value of Object.values(node) as unknown[]) {
    if (Array.isArray(value)) for (const item of value) if (isNode(item)) walk(item, see)
    if (isNode(value)) walk(value, see)
  }
}

const isNode = (value: unknown): value is OperationNode =>
  typeof value === 'object' && value !== null && 'kind' in value
