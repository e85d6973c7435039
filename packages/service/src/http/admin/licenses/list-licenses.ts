import { Type } from 'typebox'
import { ApiError } from '../../../errors.ts'
import { describeLicense, describeUsageOf } from '../../../licensing/licenses/describe-license.ts'
import { adminRoute } from '../admin-route.ts'
import { DEFAULT_LISTED, MOST_LISTED, readLimit } from '../read-limit.ts'
import { LicenseInList } from '../schemas.ts'

export const listLicenses = adminRoute({
  method: 'GET',
  path: '/licenses',
  role: 'read',
  summary: 'List licenses',
  description:
    'Newest first, with what each used this month. `nextCursor` is null on the last page; otherwise send it as `cursor` for the next one.',
  query: Type.Object({
    limit: Type.Optional(
      Type.String({ description: `How many at most: 1 to ${MOST_LISTED}, ${DEFAULT_LISTED} if left out` }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: '`nextCursor` of the page before' })),
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'An id, an external id or an address; the last four characters of a key; or a part of the name, of the address or of a site. What is an id or an address, or looks like the end of a key and is one, is not looked for in names.',
      }),
    ),
  }),
  data: Type.Object({
    licenses: Type.Array(LicenseInList),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  }),
  example: { path: '/licenses?limit=20&search=example.com' },
  handle:
    ({ store, now }) =>
    async ({ query }) => {
      const limit = readLimit(query.limit)
      const before = query.cursor
      if (before !== undefined && (await store.licenses.find(before)) === undefined)
        throw wrong('cursor', 'is not one of this list')
      const search = query.search?.trim() || undefined
      // One more than is shown tells whether there is a next page.
      const found = await store.licenses.list({ limit: limit + 1, before, search })
      const shown = found.slice(0, limit)
      const plans = new Map((await store.plans.list()).map((plan) => [plan.name, plan]))
      const usageOf = await describeUsageOf(store, shown, now())
      const licenses = shown.map((license) => {
        const plan = plans.get(license.plan)
        if (plan === undefined) throw new Error(`The plan ${license.plan} of license ${license.id} is not there`)
        return { ...describeLicense(license, now()), usage: usageOf(license, plan) }
      })
      return { licenses, nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null }
    },
})

const wrong = (field: string, message: string): ApiError =>
  new ApiError('invalid_request', { details: [{ field, message }] })
