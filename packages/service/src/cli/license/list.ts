import { describeLicense } from '../../licensing/licenses/describe-license.ts'
import { requireLicense } from '../../licensing/licenses/require-license.ts'
import type { LicenseRecord, Store } from '../../storage/store.ts'
import type { Io } from '../io.ts'
import { withCore } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import { shellQuoted } from '../output/shell-quoted.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { truncate } from '../output/text-width.ts'
import { counted, localDate } from '../output/times.ts'
import { statusCell } from './license-view.ts'

export type ListOptions = {
  readonly limit?: number
  readonly before?: string
  readonly search?: string
  readonly json?: true
}

/** What a person looks through at once. A program gets all, unless it asks for less. */
const SCREENFUL = 50
const NAME_COLUMNS = 32
const BATCH = 500

export const listLicenses = (io: Io, { limit, before, search, json }: ListOptions): Promise<void> =>
  withCore(io, async ({ store }) => {
    if (before !== undefined) await requireLicense(store, before)
    if (json) {
      const licenses = await read(store, { before, search }, limit ?? Number.POSITIVE_INFINITY)
      return printJson(
        io,
        licenses.map((license) => describeLicense(license, io.now())),
      )
    }
    const most = limit ?? SCREENFUL
    const found = await read(store, { before, search }, most + 1)
    const shown = found.slice(0, most)
    const last = found.length > most ? shown.at(-1) : undefined
    if (shown.length === 0) return io.out(nothing({ before, search }))
    const next =
      last &&
      ['npx --no-install central-api license list', ...options({ search, limit }), '--before', last.id].join(' ')
    io.out(
      `${view(shown, io)}\n${counted(await store.licenses.count(), 'license')} in all.${next ? ` Go on: ${next}` : ''}\n`,
    )
  })

type Wanted = { readonly before: string | undefined; readonly search: string | undefined }

const read = async ({ licenses }: Store, { before, search }: Wanted, most: number): Promise<LicenseRecord[]> => {
  const found: LicenseRecord[] = []
  while (found.length < most) {
    const limit = Math.min(BATCH, most - found.length)
    const batch = await licenses.list({ limit, before: found.at(-1)?.id ?? before, search })
    found.push(...batch)
    if (batch.length < limit) break
  }
  return found
}

const nothing = ({ before, search }: Wanted): string => {
  if (search !== undefined) return 'No license has this in its name or a site, at the end of its key, or as its id.\n'
  if (before !== undefined) return `There is no license before ${before}.\n`
  return 'There is no license yet. Make one: npx --no-install central-api license create --plan pro\n'
}

/** What was asked for, as it is asked for again. */
const options = ({
  search,
  limit,
}: {
  readonly search: string | undefined
  readonly limit: number | undefined
}): string[] => [
  ...(search === undefined ? [] : ['--search', shellQuoted(search)]),
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
