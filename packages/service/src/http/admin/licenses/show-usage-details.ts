import type { Static } from 'typebox'
import { requireLicense } from '../../../licensing/licenses/require-license.ts'
import { readDays } from '../../../licensing/usage/days.ts'
import { readUsageDetails } from '../../../licensing/usage/usage-report.ts'
import { Type } from '../../../parsing/type.ts'
import { MAX_USES_A_DAY, OTHER } from '../../../storage/store.ts'
import type { Parts } from '../../parts.ts'
import { adminRoute } from '../admin-route.ts'
import { ByDimension, Format, UsageDetails } from '../schemas.ts'
import { toCsv, toResponse } from '../usage-details.ts'

const Query = Type.Object({
  by: ByDimension,
  from: Type.Optional(Type.String({ description: 'First day; default: the first of the month of `to`' })),
  to: Type.Optional(Type.String({ description: 'Last day, such as `2027-01-31`; default: today' })),
  format: Format,
})

const read = async ({ store, now }: Pick<Parts, 'store' | 'now'>, id: string, query: Static<typeof Query>) => {
  await requireLicense(store, id)
  const days = readDays(query.from, query.to, now())
  return toResponse(await readUsageDetails(store, id, days, query.by ?? 'day'), days)
}

export const showUsageDetails = adminRoute({
  method: 'GET',
  path: '/licenses/:id/usage/details',
  role: 'read',
  operationId: 'showWhatALicenseUsedByDayPlatformEndpointOrSite',
  summary: 'Show the usage of a license by day, platform, endpoint or site',
  description: `Days are in UTC. They are counted together with the quota, so the days of a month add up to the month. Up to ${MAX_USES_A_DAY} combinations of platform, endpoint and site are distinguished for each day and meter; the others are \`${OTHER}\`. Days without usage are left out. Send \`Accept: text/csv\` for CSV.`,
  query: Query,
  data: UsageDetails,
  example: { path: '/licenses/$ID/usage/details?by=platform' },
  handle:
    (parts) =>
    ({ params: { id = '' }, query }) =>
      read(parts, id, query),
  csv:
    (parts) =>
    async ({ params: { id = '' }, query }) =>
      toCsv(`usage-${id}`, await read(parts, id, query)),
})
