import { describeLicense } from '../../licensing/licenses/describe-license.ts'
import { readFilter } from '../../licensing/licenses/license-filter.ts'
import { requireLicense } from '../../licensing/licenses/require-license.ts'
import type {
  LicenseOrder,
  LicensePage,
  LicensePosition,
  LicenseQuery,
  LicenseRecord,
  Store,
} from '../../storage/store.ts'
import type { Io } from '../io.ts'
import { withCore } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { truncate } from '../output/text-width.ts'
import { localDate, pluralize } from '../output/times.ts'
import { type FilterOptions, filterArguments, toFilter } from './filter-options.ts'
import { statusCell } from './license-view.ts'

export type ListOptions = FilterOptions & {
  readonly limit?: number
  readonly before?: string
  readonly order?: LicenseOrder
  readonly json?: true
}

/** The default limit on a terminal. JSON output has no default limit. */
const DEFAULT_LIMIT = 50
const NAME_COLUMNS = 32
const BATCH = 500

export const listLicenses = (io: Io, options: ListOptions): Promise<void> =>
  withCore(io, async ({ store }) => {
    const { limit, json, order = 'newest', before } = options
    if (before !== undefined) await requireLicense(store, before)
    const query = {
      order,
      filter: await readFilter(store, toFilter(options), io.now()),
      after: before === undefined ? undefined : await store.licenses.positionOf(before, order),
    }
    if (json) {
      const { licenses } = await read(store, query, limit ?? Number.POSITIVE_INFINITY)
      return printJson(
        io,
        licenses.map((license) => describeLicense(license, io.now())),
      )
    }
    const { licenses: shown, next } = await read(store, query, limit ?? DEFAULT_LIMIT)
    if (shown.length === 0) return io.out(emptyText(options))
    const nextCommand =
      next && ['npx --no-install central-api license list', ...sameOptions(options), '--before', next.id].join(' ')
    io.out(
      `${view(shown, io)}\n${await countText(store, query, options)}${nextCommand ? ` Next page: ${nextCommand}` : ''}\n`,
    )
  })

/** The count of all pages. */
const countText = async (store: Store, query: ListQuery, options: ListOptions): Promise<string> => {
  if (filterArguments(options).length === 0) return `${pluralize(await store.licenses.count(), 'license')} in total.`
  const { licenses } = await read(store, { ...query, after: undefined }, Number.POSITIVE_INFINITY)
  return `${pluralize(licenses.length, 'license matches', 'licenses match')} the filters.`
}

type ListQuery = Pick<LicenseQuery, 'order' | 'filter' | 'after'>

const read = async ({ licenses }: Store, { after, ...query }: ListQuery, max: number): Promise<LicensePage> => {
  const found: LicenseRecord[] = []
  let next: LicensePosition | null = null
  do {
    const limit = Math.min(BATCH, max - found.length)
    const page = await licenses.list({ ...query, limit, after: next ?? after })
    found.push(...page.licenses)
    next = page.next
  } while (next !== null && found.length < max)
  return { licenses: found, next }
}

const emptyText = (options: ListOptions): string => {
  const { before } = options
  if (filterArguments(options).length > 0) return 'No license matches the filters.\n'
  if (before !== undefined) return `There are no licenses after ${before}.\n`
  return 'There are no licenses yet. Create one: npx --no-install central-api license create --plan pro\n'
}

/** The options of this command for the next page. */
const sameOptions = ({ limit, order, ...filter }: ListOptions): readonly string[] => [
  ...filterArguments(filter),
  ...(order === undefined ? [] : ['--order', order]),
  ...(limit === undefined ? [] : ['--limit', String(limit)]),
]

const view = (licenses: readonly LicenseRecord[], io: Io): string => {
  const style = styleFor(io)
  const heading = (text: string) => ({ text, paint: style.dim })
  const day = (time: number | null) => (time === null ? 'never' : localDate(time, io.timeZone))
  return table([
    ['ID', 'NAME', 'PLAN', 'MODE', 'STATUS', 'EXPIRES', 'CREATED'].map(heading),
    ...licenses.map((license) => [
      license.id,
      license.name === null ? '–' : truncate(printable(license.name), NAME_COLUMNS),
      license.plan,
      license.mode,
      statusCell(license, io.now(), style),
      day(license.expiresAt),
      day(license.createdAt),
    ]),
  ])
}
