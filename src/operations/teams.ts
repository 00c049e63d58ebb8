import { CreateTeamRequest, ListTeamsRequest, Team, TeamList, UpdateTeamRequest } from '../contract/access.ts'
import { operation } from './operation.ts'

export const createTeam = operation({
  name: 'teams.create',
  summary: 'Add a team. Nothing of it is visible to any other team.',
  scope: 'teams',
  limitClass: 'other',
  input: CreateTeamRequest,
  output: Team,
  run: ({ services }, input) => services.teams.create(input),
})

export const listTeams = operation({
  name: 'teams.list',
  summary: 'List the teams of this server.',
  scope: 'teams',
  limitClass: 'other',
  input: ListTeamsRequest,
  output: TeamList,
  run: ({ services }, input) => services.teams.list(input),
})

export const updateTeam = operation({
  name: 'teams.update',
  summary: 'Change the name, the limits or the budget of a team.',
  scope: 'teams',
  limitClass: 'other',
  input: UpdateTeamRequest,
  output: Team,
  async run({ services }, input) {
    const team = await services.teams.update(input)
    await services.websets.resume(team.id)
    return team
  },
})
