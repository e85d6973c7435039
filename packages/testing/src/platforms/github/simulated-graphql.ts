// Simulates the part of GitHub's GraphQL API that lists discussions. For tests and benchmarks only.

import { jsonObject } from '@central-api/service/parsing/json-value.ts'
import type { SimulatedRequest, SimulatedResponse } from '../suite/simulator.ts'
import { discussionOf, forumOf, LOGIN } from './simulated-things.ts'

const graphqlError = (type: string, message: string): SimulatedResponse => ({
  body: { data: { repository: null }, errors: [{ type, path: ['repository'], message }] },
})

const CURSOR = /^Y3Vyc29y(?<index>\d+)$/

/** `discussions`: newest first. A cursor belongs to a discussion. */
export const graphqlOf = ({ body }: SimulatedRequest, discussions: readonly number[]): SimulatedResponse => {
  const { query, variables } = jsonObject(JSON.parse(body))
  const { owner, name, first, after } = jsonObject(variables)
  if (!/\bdiscussions\(.*\bCREATED_AT, direction: DESC\b/.test(String(query)))
    return graphqlError('undefinedField', 'Unknown field')
  if (owner !== LOGIN) return graphqlError('NOT_FOUND', 'Could not resolve to a Repository.')
  // A repository that only the owner of the token sees, and one without discussions.
  if (name === 'secret' || name === 'seed') {
    const discussions = { totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] }
    return { body: { data: { repository: { ...forumOf(90), isPrivate: name === 'secret', discussions } } } }
  }
  if (name !== 'acorn-0') return graphqlError('NOT_FOUND', 'Could not resolve to a Repository.')
  const index = CURSOR.exec(String(after ?? ''))?.groups?.index
  const from = index === undefined ? 0 : discussions.indexOf(Number(index)) + 1
  if (typeof after === 'string' && from === 0)
    return graphqlError('INVALID_CURSOR_ARGUMENTS', '`x` does not appear to be a valid cursor.')
  const size = Number(first)
  const shown = discussions.slice(from, from + size)
  const pageInfo = { hasNextPage: from + size < discussions.length, endCursor: `Y3Vyc29y${shown.at(-1)}` }
  const list = { totalCount: discussions.length, pageInfo, nodes: shown.map(discussionOf) }
  return { body: { data: { repository: { ...forumOf(0), discussions: list } } } }
}
