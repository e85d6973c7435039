import type { LicenseRecord, Store } from '../../storage/store.ts'
import type { Io } from '../io.ts'
import { withCore } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { truncate } from '../output/text-width.ts'
import { counted, localDate } from '../output/times.ts'
import { licenseJson, requireLicense, statusCell } from './license-view.ts'

export type ListOptions = { readonly limit?: number; readonly before?: string; readonly json?: true }

/** What a person looks through at once. A program gets all, unless it asks for less. */
const SCREENFUL = 50
const NAME_COLUMNS = 32
const BATCH = 500

export const listLicenses = (io: Io, { limit, before, json }: ListOptions): Promise<void> =>
  withCore(io, async ({ store }) => {
    if (before !== undefined) await requireLicense(store, before)
    if (json) {
      const licenses = await read(store, before, limit ?? Number.POSITIVE_INFINITY)
      return printJson(
        io,
        licenses.map((license) => licenseJson(license, io.now())),
      )
    }
    const most = limit ?? SCREENFUL
    const found = await read(store, before, most + 1)
    const shown = found.slice(0, most)
    const last = found.length > most ? shown.at(-1) : undefined
    io.out(shown.length === 0 ? nothing(before) : view(shown, io) + footer(last, await store.licenses.count()))
  })

const read = async ({ licenses }: Store, before: string | undefined, most: number): Promise<LicenseRecord[]> => {
  const found: LicenseRecord[] = []
  while (found.length < most) {
    const limit = Math.min(BATCH, most - found.length)
    const batch = await licenses.list({ limit, before: found.at(-1)?.id ?? before })
    found.push(...batch)
    if (batch.length < limit) break
  }
  return found
}

const nothing = (before: string | undefined): string =>
  before === undefined
    ? 'There is no license yet. Make one: npx central-api license create --plan pro\n'
    : `There is no license before ${before}.\n`

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

const footer = (last: LicenseRecord | undefined, total: number): string => {
  const all = `\n${counted(total, 'license')} in all.`
  return last === undefined ? `${all}\n` : `${all} Go on: npx central-api license list --before ${last.id}\n`
}
