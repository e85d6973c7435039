import { describeLicense, describeUsageOf } from '../../../licensing/licenses/describe-license.ts'
import { ORDERS, readFilter } from '../../../licensing/licenses/license-filter.ts'
import { Type } from '../../../parsing/type.ts'
import { LICENSE_ORDERS } from '../../../storage/store.ts'
import { adminRoute } from '../admin-route.ts'
import { DEFAULT_LISTED, MAX_LISTED, readLimit } from '../read-limit.ts'
import { LicenseInList } from '../schemas.ts'
import { filterFields, requestedFilter } from './filter-fields.ts'
import { readListCursor, writeListCursor } from './list-cursor.ts'

const orders = LICENSE_ORDERS.map((order) => `\`${order}\` (${ORDERS[order]})`).join(', ')

export const listLicenses = adminRoute({
  method: 'GET',
  path: '/licenses',
  role: 'read',
  operationId: 'listLicenses',
  summary: 'List licenses',
  description:
    'Returns licenses with their usage this month. A license must match all filters. The default order is newest first. Send `nextCursor` as `cursor` for the next page, with the same order and filters; it is null on the last page. Licenses that are added or deleted meanwhile do not shift the others.',
  query: Type.Object({
    limit: Type.Optional(Type.String({ description: `Page size: 1 to ${MAX_LISTED}, default ${DEFAULT_LISTED}` })),
    cursor: Type.Optional(Type.String({ maxLength: 2_000, description: '`nextCursor` of the previous page' })),
    order: Type.Optional(Type.Enum([...LICENSE_ORDERS], { description: orders })),
    ...filterFields,
  }),
  data: Type.Object({
    licenses: Type.Array(LicenseInList),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  }),
  example: { path: '/licenses?limit=20&status=active&expiresBefore=2030-12-31&order=expiresAt' },
  handle:
    ({ store, now }) =>
    async ({ query: { limit, cursor, order = 'newest', ...requested } }) => {
      const { licenses: shown, next } = await store.licenses.list({
        limit: readLimit(limit),
        order,
        after: cursor === undefined ? undefined : readListCursor(cursor, order),
        filter: await readFilter(store, requestedFilter(requested), now()),
      })
      const plans = new Map((await store.plans.list()).map((plan) => [plan.name, plan]))
      const usageOf = await describeUsageOf(store, shown, now())
      const licenses = shown.map((license) => {
        const plan = plans.get(license.plan)
        if (plan === undefined) throw new Error(`The plan ${license.plan} of license ${license.id} is not there`)
        return { ...describeLicense(license, now()), usage: usageOf(license, plan) }
      })
      return { licenses, nextCursor: next && writeListCursor(order, next) }
    },
})
