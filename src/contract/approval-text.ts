import type { Approval, RememberScope } from './approvals.ts'

const longest = 4000

/** A question as a person reads it: what would be done, with what, how much of it, for how much, and where. */
export function describeQuestion(asked: Omit<Approval, 'id' | 'url' | 'object'>): string {
  const { keyName, operation, tool, args, results, estimatedUsd, domains } = asked
  const written = JSON.stringify(args, null, 2)
  const rest = written.length - longest
  return [
    `${keyName} wants to run ${operation}${tool === operation ? '' : ` (${tool})`}.`,
    rest > 0 ? `${written.slice(0, longest)}… and ${rest} characters more` : written,
    ...(results === null ? [] : [`Results: ${results}`]),
    `Estimated cost: ${estimatedUsd > 0 ? `$${estimatedUsd.toFixed(3)}` : 'none'}`,
    ...(domains.length > 0 ? [`Domains: ${domains.join(', ')}`] : []),
  ].join('\n')
}

/** How far an approval of this could reach. */
export const offeredScopes = ({
  class: kind,
  domains,
  conversation,
}: Pick<Approval, 'domains' | 'conversation'> & { readonly class: string }): RememberScope[] => [
  'once',
  ...(conversation === null ? [] : (['conversation'] as const)),
  ...(kind === 'fetch' && domains.length > 0 ? (['domain'] as const) : []),
  'key',
]
