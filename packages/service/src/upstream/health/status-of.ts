// Sums up credentials and budgets for metrics: how many credentials of each platform are in which state, and what is
// left in each bucket over all credentials.

import { type Budget, type Governor, UNNAMED_BUCKET } from '../budgets/governor.ts'
import type { Pool } from '../credentials/pool.ts'
import { endOf } from './end-of.ts'

const STATES = ['working', 'limited', 'expired', 'refused', 'paused'] as const

export const statusOf = (pool: Pool, governor: Pick<Governor, 'list'>, now: number) => {
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
    // The source, followed by the bucket's name if it has one: `api`, `api/users`.
    bucket: bucket === UNNAMED_BUCKET ? source : `${source}/${bucket}`,
    left: sum(budgets.map(({ left }) => left)),
    // If some limits are unknown, their sum could be less than what is left.
    limit: limits.length === budgets.length ? sum(limits) : null,
    resetsInSeconds: Math.round((Math.min(...budgets.map(({ resetsAt }) => resetsAt)) - now) / 1_000),
  }
}
