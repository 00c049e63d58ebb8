import { EgressList, ListEgressRequest } from '../contract/egress.ts'
import { operation } from './operation.ts'

export const listEgress = operation({
  name: 'egress.list',
  summary: 'Say whether anything may leave this machine, and list what did, or was kept from it.',
  // It shows the requests of every team, so it is the operator's. Nothing can be changed: that takes a restart.
  scope: 'teams',
  limitClass: 'other',
  input: ListEgressRequest,
  output: EgressList,
  async run({ services: { egress } }, input) {
    const { mode, permitted } = egress.policy
    return { mode, permitted: [...permitted], ...(await egress.log.list(input)) }
  },
})
