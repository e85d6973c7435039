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
import { counted, localDate } from '../output/times.ts'
import { toFilter, type WrittenFilter, writeFilter } from './filter-options.ts'
import { statusCell } from './license-view.ts'

export type ListOptions = WrittenFilter & {
  readonly limit?: number
  readonly before?: string
  readonly order?: LicenseOrder
  readonly json?: true
}

/** What a person looks through at once. A program gets all, unless it asks for less. */
const SCREENFUL = 50
const NAME_COLUMNS = 32
const BATCH = 500

export const listLicenses = (io: Io, options: ListOptions): Promise<void> =>
  withCore(io, async ({ store }) => {
    const { limit, json, order = 'newest', before } = options
    if (before !== undefined) await requireLicense(store, before)
    const wanted = {
      order,
      filter: await readFilter(store, toFilter(options), io.now()),
      after: before === undefined ? undefined : await store.licenses.positionOf(before, order),
    }
    if (json) {
      const { licenses } = await read(store, wanted, limit ?? Number.POSITIVE_INFINITY)
      return printJson(
        io,
        licenses.map((license) => describeLicense(license, io.now())),
      )
    }
    const { licenses: shown, next } = await read(store, wanted, limit ?? SCREENFUL)
    if (shown.length === 0) return io.out(nothing(options))
    const go = next && ['npx --no-install central-api license list', ...again(options), '--before', next.id].join(' ')
    io.out(
      `${view(shown, io)}\n${counted(await store.licenses.count(), 'license')} in all.${go ? ` Go on: ${go}` : ''}\n`,
    )
  })

type Wanted = Pick<LicenseQuery, 'order' | 'filter' | 'after'>

const read = async ({ licenses }: Store, { after, ...wanted }: Wanted, most: number): Promise<LicensePage> => {
  const found: LicenseRecord[] = []
  let next: LicensePosition | null = null
  do {
    const limit = Math.min(BATCH, most - found.length)
    const page = await licenses.list({ ...wanted, limit, after: next ?? after })
    found.push(...page.licenses)
    next = page.next
  } while (next !== null && found.length < most)
  return { licenses: found, next }
}

const nothing = (options: ListOptions): string => {
  const { before } = options
  if (writeFilter(options).length > 0) return 'There is no such license.\n'
  if (before !== undefined) return `There is no license behind ${before}.\n`
  return 'There is no license yet. Make one: npx --no-install central-api license create --plan pro\n'
}

/** What was asked for, as it is asked for again. */
const again = ({ limit, order, ...filter }: ListOptions): readonly string[] => [
  ...writeFilter(filter),
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
