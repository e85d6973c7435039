import { type Static, Type } from 'typebox'
import { readMonth, writeDay } from '../../licensing/usage/days.ts'
import { type NamedCounts, readUsageOfAll } from '../../licensing/usage/usage-report.ts'
import type { UseDimension } from '../../storage/store.ts'
import type { Parts } from '../parts.ts'
import { adminRoute } from './admin-route.ts'
import { ByDimension, Format, UsageDetails } from './schemas.ts'

/** As a spreadsheet has it, the heading first. */
export const toLines = (by: UseDimension, rows: readonly NamedCounts[]) => [
  [by, 'scans', 'validations'],
  ...rows.map(({ name, scans, validations }) => [name, scans, validations]),
]

const Query = Type.Object({
  month: Type.Optional(Type.String({ description: 'Such as `2027-01`, in UTC; default: this one' })),
  by: ByDimension,
  format: Format,
})

const read = async ({ store, now }: Pick<Parts, 'store' | 'now'>, { month, by = 'day' }: Static<typeof Query>) => {
  const { startsAt, endsAt } = readMonth(month, now())
  const { rows, total } = await readUsageOfAll(store, { startsAt, endsAt }, by)
  return { by, from: writeDay(startsAt), to: writeDay(Math.min(endsAt - 1, now())), rows: [...rows], total }
}

export const showUsageOfAll = adminRoute({
  method: 'GET',
  path: '/usage/details',
  role: 'read',
  summary: 'Show what all licenses used by day, platform, endpoint or site',
  description:
    'Of a month, in days of UTC: the sum of what each license’s own says. Days without use are left out. As CSV with `Accept: text/csv`, too.',
  query: Query,
  data: UsageDetails,
  example: { path: '/usage/details?by=platform' },
  handle:
    (parts) =>
    ({ query }) =>
      read(parts, query),
  csv:
    (parts) =>
    async ({ query }) => {
      const { by, from, to, rows } = await read(parts, query)
      return { name: `usage-by-${by}-${from}-${to}`, lines: toLines(by, rows) }
    },
})
