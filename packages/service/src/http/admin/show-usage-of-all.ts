import type { Static } from 'typebox'
import { readMonth } from '../../licensing/usage/days.ts'
import { readUsageOfAll } from '../../licensing/usage/usage-report.ts'
import { Type } from '../../parsing/type.ts'
import type { Parts } from '../parts.ts'
import { adminRoute } from './admin-route.ts'
import { ByDimension, Format, UsageDetails } from './schemas.ts'
import { toCsv, toResponse } from './usage-details.ts'

const Query = Type.Object({
  month: Type.Optional(Type.String({ description: 'Such as `2027-01`, in UTC; default: the current month' })),
  by: ByDimension,
  format: Format,
})

const read = async ({ store, now }: Pick<Parts, 'store' | 'now'>, { month, by = 'day' }: Static<typeof Query>) => {
  const { startsAt, endsAt } = readMonth(month, now())
  const details = await readUsageOfAll(store, { startsAt, endsAt }, by)
  return toResponse(details, { from: startsAt, before: Math.min(endsAt, now() + 1) })
}

export const showUsageOfAll = adminRoute({
  method: 'GET',
  path: '/usage/details',
  role: 'read',
  operationId: 'showWhatAllLicensesUsedByDayPlatformEndpointOrSite',
  summary: 'Show the usage of all licenses by day, platform, endpoint or site',
  description:
    'For one month, with days in UTC: the sum over all licenses. Days without usage are left out. Send `Accept: text/csv` for CSV.',
  query: Query,
  data: UsageDetails,
  example: { path: '/usage/details?by=platform' },
  handle:
    (parts) =>
    ({ query }) =>
      read(parts, query),
  csv:
    (parts) =>
    async ({ query }) =>
      toCsv('usage', await read(parts, query)),
})
