import { readMonth, writeMonth } from '../../licensing/usage/days.ts'
import { cellsOf, MONTH_COLUMNS, rowOfLicense } from '../../licensing/usage/month-rows.ts'
import {
  eachMonthOfLicense,
  type LicenseMonth,
  type PlanMonth,
  readMonthOfLicenses,
  readMonthOfPlans,
} from '../../licensing/usage/usage-report.ts'
import { Type } from '../../parsing/type.ts'
import { adminRoute } from './admin-route.ts'
import { Format, MonthInList } from './schemas.ts'

const MOST = 1_000
const DEFAULT_LIMIT = 100

const ofLicense = (month: LicenseMonth) => ({ ...rowOfLicense(month), licenses: 1 })

const ofPlan = ({ plan, licenses, scans, validations, mediaBytes }: PlanMonth) => ({
  ...{ license: null, name: null, plan, mode: null },
  ...{ licenses, scans, validations, mediaBytes },
})

export const showMonth = adminRoute({
  method: 'GET',
  path: '/usage',
  role: 'read',
  operationId: 'showWhatAllLicensesUsedInAMonth',
  summary: 'Show the usage of all licenses in a month',
  description:
    'For billing: returns a row for each license with usage, ordered by id, or for each plan, by the current plan of its licenses. Send `Accept: text/csv` for CSV, which contains the whole month instead of a page.',
  query: Type.Object({
    month: Type.Optional(Type.String({ description: 'Such as `2027-01`, in UTC; default: the current month' })),
    by: Type.Optional(Type.Enum(['license', 'plan'], { description: 'What each row stands for; default: `license`' })),
    limit: Type.Optional(
      Type.String({
        pattern: '^([1-9][0-9]{0,2}|1000)$',
        description: `Page size: 1 to ${MOST}, default ${DEFAULT_LIMIT}`,
      }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: '`nextCursor` of the previous page' })),
    format: Format,
  }),
  data: Type.Object({
    month: Type.String(),
    rows: Type.Array(MonthInList),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  }),
  example: { path: '/usage?limit=20' },
  handle:
    ({ store, now }) =>
    async ({ query: { month: text, by, limit: most = `${DEFAULT_LIMIT}`, cursor: after } }) => {
      const { startsAt } = readMonth(text, now())
      const month = writeMonth(startsAt)
      if (by === 'plan') return { month, rows: (await readMonthOfPlans(store, startsAt)).map(ofPlan), nextCursor: null }
      const limit = Number(most)
      // One more than is shown, to know whether there is a next page.
      const found = await readMonthOfLicenses(store, { startsAt, limit: limit + 1, after })
      const shown = found.slice(0, limit)
      return {
        month,
        rows: shown.map(ofLicense),
        nextCursor: found.length > limit ? (shown.at(-1)?.licenseId ?? null) : null,
      }
    },
  csv:
    ({ store, now }) =>
    async ({ query: { month: text, by = 'license' } }) => {
      const { startsAt } = readMonth(text, now())
      const name = `usage-by-${by}-${writeMonth(startsAt)}`
      const columns = MONTH_COLUMNS[by]
      const lines = async function* () {
        yield columns
        if (by === 'plan')
          for (const plan of await readMonthOfPlans(store, startsAt)) yield cellsOf(columns, ofPlan(plan))
        else for await (const month of eachMonthOfLicense(store, startsAt)) yield cellsOf(columns, ofLicense(month))
      }
      return { name, lines: lines() }
    },
})
