import { requireLicense } from '../../../licensing/licenses/require-license.ts'
import { writeMonth } from '../../../licensing/usage/days.ts'
import { readUsageHistory } from '../../../licensing/usage/usage-history.ts'
import { Type } from '../../../parsing/type.ts'
import { adminRoute } from '../admin-route.ts'
import { MonthOfUse } from '../schemas.ts'

const MONTHS = 12

export const showUsage = adminRoute({
  method: 'GET',
  path: '/licenses/:id/usage',
  role: 'read',
  summary: 'Show what a license used',
  description: `By calendar months in UTC: this one and the ${MONTHS - 1} before it, oldest first.`,
  data: Type.Object({ months: Type.Array(MonthOfUse) }),
  example: { path: '/licenses/$ID/usage' },
  handle:
    ({ store, now }) =>
    async ({ params: { id = '' } }) => {
      await requireLicense(store, id)
      const history = await readUsageHistory(store, id, now(), MONTHS)
      const months = history.map(({ startsAt, scans, validations }) => ({
        month: writeMonth(startsAt),
        scans,
        validations,
      }))
      return { months }
    },
})
