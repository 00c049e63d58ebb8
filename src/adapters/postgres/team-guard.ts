import type { InsertQueryNode as InsertQuery, KyselyPlugin, OperationNode } from 'kysely'
import {
  CommonTableExpressionNameNode,
  DeleteQueryNode,
  InsertQueryNode,
  MergeQueryNode,
  SelectQueryNode,
  UpdateQueryNode,
} from 'kysely'
import { fixesTeam, teamColumnOf, unfilteredTable, walk } from './team-scope.ts'

/** A mistake in the program: the query could reach rows of another team. It was not sent. */
export class TeamGuardError extends Error {
  override readonly name = 'TeamGuardError'
}

/**
 * Refuses, before it is sent, every select, update and delete on a team's table whose conditions do not fix the
 * team, and every insert that does not say it. It reads the builder's tree, subqueries and CTEs included. What it
 * cannot read is SQL text: a whole query written with `sql` passes unseen and must filter by itself, and a filter
 * written with `sql` does not count as one.
 */
export const teamGuard: KyselyPlugin = {
  transformQuery({ node }) {
    const { queries, cteNames } = survey(node)
    for (const query of queries) check(query, cteNames)
    return node
  },
  transformResult: async ({ result }) => result,
}

function check(node: OperationNode, cteNames: ReadonlySet<string>): void {
  if (SelectQueryNode.is(node)) {
    const { joins, where } = node
    requireFilter('select', unfilteredTable({ sources: node.from?.froms ?? [], joins, where, cteNames }))
  } else if (UpdateQueryNode.is(node)) {
    const { joins, where } = node
    const sources = [...(node.table ? [node.table] : []), ...(node.from?.froms ?? [])]
    requireFilter('update', unfilteredTable({ sources, joins, where, cteNames }))
  } else if (DeleteQueryNode.is(node)) {
    const { joins, where } = node
    const sources = [...node.from.froms, ...(node.using?.tables ?? [])]
    requireFilter('delete', unfilteredTable({ sources, joins, where, cteNames }))
  } else if (InsertQueryNode.is(node)) {
    checkInsert(node)
  } else if (MergeQueryNode.is(node)) {
    throw new TeamGuardError('The team guard does not understand merge: use insert with on conflict.')
  }
}

function requireFilter(verb: string, table: string | undefined): void {
  if (table === undefined) return
  throw new TeamGuardError(
    `A ${verb} on ${table} must filter by ${table}.${teamColumnOf(table)}; ` +
      'use acrossTeams(reason) if it spans teams on purpose.',
  )
}

function checkInsert({ into, columns = [], onConflict }: InsertQuery): void {
  const table = into?.table.identifier.name
  const teamColumn = table === undefined ? undefined : teamColumnOf(table)
  if (table === undefined || teamColumn === undefined) return
  if (!columns.some(({ column }) => column.name === teamColumn)) {
    throw new TeamGuardError(`An insert into ${table} must give its ${teamColumn}.`)
  }
  if (!onConflict?.updates) return
  // The row in the way may be another team's, unless the team is part of what conflicts.
  const sameTeam =
    onConflict.columns?.some(({ column }) => column.name === teamColumn) ||
    (onConflict.updateWhere && fixesTeam(onConflict.updateWhere.where, table))
  if (!sameTeam) {
    throw new TeamGuardError(
      `An insert into ${table} that updates on conflict must conflict on ${teamColumn} or filter by it.`,
    )
  }
}

/** One walk over the tree, which every query of the program goes through. */
function survey(root: OperationNode): { queries: OperationNode[]; cteNames: Set<string> } {
  const queries: OperationNode[] = []
  const cteNames = new Set<string>()
  walk(root, (node) => {
    if (node.kind.endsWith('QueryNode')) queries.push(node)
    else if (CommonTableExpressionNameNode.is(node)) {
      const { name } = node.table.table.identifier
      if (teamColumnOf(name)) throw new TeamGuardError(`A common table expression hides the table ${name}.`)
      cteNames.add(name)
    }
  })
  return { queries, cteNames }
}
