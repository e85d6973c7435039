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
  operationId: 'showWhatALicenseUsed',
  summary: 'Show the usage of a license',
  description: `By calendar month in UTC: the current month and the ${MONTHS - 1} before it, oldest first.`,
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
