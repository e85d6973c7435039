import type { Static } from 'typebox'
import { requireLicense } from '../../../licensing/licenses/require-license.ts'
import { readDays } from '../../../licensing/usage/days.ts'
import { readUsageDetails } from '../../../licensing/usage/usage-report.ts'
import { Type } from '../../../parsing/type.ts'
import { MOST_USES_A_DAY, OTHER } from '../../../storage/store.ts'
import type { Parts } from '../../parts.ts'
import { adminRoute } from '../admin-route.ts'
import { ByDimension, Format, UsageDetails } from '../schemas.ts'
import { toCsv, toResponse } from '../usage-details.ts'

const Query = Type.Object({
  by: ByDimension,
  from: Type.Optional(Type.String({ description: 'The first day; default: the first of the month of `to`' })),
  to: Type.Optional(Type.String({ description: 'The last day, such as `2027-01-31`; default: today' })),
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
  summary: 'Show what a license used by day, platform, endpoint or site',
  description: `Days in UTC, which are counted with the very charge: those of a month add up to the month. Of a day and meter ${MOST_USES_A_DAY} combinations of platform, endpoint and site are told apart, and the rest of them is \`${OTHER}\`. Days without use are left out. As CSV with \`Accept: text/csv\`, too.`,
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
