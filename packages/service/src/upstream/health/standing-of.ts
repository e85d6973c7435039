// How credentials and budgets stand, summed up for those who watch: of each platform what its credentials' states are, and of
// each bucket what is left to all of them together.

import { ANY, type Budget, type Governor } from '../budgets/governor.ts'
import type { Pool } from '../credentials/pool.ts'
import { endOf } from './end-of.ts'

const STATES = ['working', 'limited', 'expired', 'refused', 'paused'] as const

export const standingOf = (pool: Pool, governor: Pick<Governor, 'list'>, now: number) => {
  const all = pool.list().map((credential) => ({ credential, record: pool.recordOf(credential) }))
  const credentials = [...Map.groupBy(all, ({ credential: { platform } }) => platform)].flatMap(([platform, of]) =>
    STATES.map((state) => ({ platform, state, count: of.filter(({ record }) => record.state === state).length })),
  )
  const endings = all.flatMap(({ credential: { kind, platform }, record }) => {
    const end = endOf(kind, record, now)
    return end === undefined ? [] : [{ platform, hint: record.hint, seconds: Math.round((end - now) / 1_000) }]
  })
  const budgets = [
    ...Map.groupBy(governor.list(), ({ platform, source, bucket }) => [platform, source, bucket].join('\n')),
  ]
  return {
    credentials,
    endings,
    budgets: budgets.flatMap(([, [one, ...others]]) => (one ? [sumOf([one, ...others], now)] : [])),
  }
}

const sumOf = (budgets: readonly [Budget, ...Budget[]], now: number) => {
  const [{ platform, source, bucket }] = budgets
  const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0)
  const limits = budgets.flatMap(({ limit }) => (limit === null ? [] : [limit]))
  return {
    platform,
    // Its source, and its name where it has one: `api`, `api/users`.
    bucket: bucket === ANY ? source : `${source}/${bucket}`,
    left: sum(budgets.map(({ left }) => left)),
    // A sum of some would be less than is left of all.
    limit: limits.length === budgets.length ? sum(limits) : null,
    resetsInSeconds: Math.round((Math.min(...budgets.map(({ resetsAt }) => resetsAt)) - now) / 1_000),
  }
}
