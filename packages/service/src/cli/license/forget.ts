// Deletes the data of a person and prints a receipt.

import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { resolveLinks } from '../../files/resolve-links.ts'
import { findPerson, forgetPerson, type Receipt, readEmail } from '../../licensing/licenses/forget-person.ts'
import { storeFile } from '../../storage/address/store-address.ts'
import { commandActor } from '../command-actor.ts'
import type { Io } from '../io.ts'
import { type OpenCore, withCore } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import { withSpinner } from '../output/spinner.ts'
import { table } from '../output/table.ts'
import { isoTime, pluralize } from '../output/times.ts'

export const forgetLicenses = (
  io: Io,
  text: string,
  { dryRun, json }: { readonly dryRun?: true; readonly json?: true },
): Promise<void> =>
  withCore(io, async (core) => {
    const email = readEmail(text)
    if (dryRun) {
      const found = await withSpinner(io, 'Searching', () => findPerson(core, email))
      if (json) printJson(io, { dryRun: true, ...found })
      else io.out(foundView(found))
      return
    }
    const actor = commandActor(io, 'license forget')
    const receipt = await withSpinner(io, 'Deleting', () =>
      forgetPerson({ ...core, now: io.now, randomBytes }, email, actor),
    )
    const olderFiles = await findOlderFiles(core)
    if (json) return printJson(io, { ...receipt, at: isoTime(receipt.at), olderFiles })
    io.out(view(receipt, olderFiles))
  })

type Found = Readonly<Omit<Receipt, 'id' | 'at' | 'compacted'>>

const foundView = (found: Found): string =>
  [
    'Nothing was changed. To delete this permanently, replace --dry-run with --yes.\n\n',
    rowsOf(found),
    listsOf(found),
  ].join('')

/** Previous stores that a restore kept next to the store. */
const findOlderFiles = async ({ config }: OpenCore): Promise<readonly string[]> => {
  const path = storeFile(config.databaseUrl)
  if (path === undefined) return []
  const file = await resolveLinks(path)
  const names = await readdir(dirname(file))
  const isOlder = (name: string) => name.startsWith(`${basename(file)}.before-restore-`)
  return names
    .filter(isOlder)
    .toSorted()
    .map((name) => join(dirname(file), name))
}

const OUTSIDE_STORE = `Delete the data outside the store yourself: earlier backups, exports and reports, data that webhook receivers keep, and your other
copies. Backups from now on do not contain the deleted data.
`

const rowsOf = ({ licenses, keys, sites, auditEntries, events }: Found): string =>
  table(
    [
      ['licenses deleted', String(licenses.length)],
      ['keys deleted', String(keys)],
      ['sites deleted', String(sites)],
      ['audit entries redacted', String(auditEntries)],
      ['webhook events deleted', String(events)],
    ],
    { indent: '  ', right: [1] },
  )

const list = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n${title}\n${lines.map((line) => `  ${printable(line)}\n`).join('')}`

const listsOf = ({ licenses, toldWebhooks, stillMentioned }: Found): string =>
  [
    list('Licenses', licenses),
    list(
      'Webhooks that received events of these licenses',
      toldWebhooks.map(
        ({ webhookId, url, deliveries }) => `${webhookId} ${url ?? '(deleted)'}, ${pluralize(deliveries, 'time')}`,
      ),
    ),
    list(
      'The email address still appears in text that operators wrote',
      stillMentioned.map(({ table: where, id: row, column }) => `${where} ${row}, ${column}`),
    ),
  ].join('')

const view = (receipt: Receipt, olderFiles: readonly string[]): string =>
  [
    `Receipt ${receipt.id}, ${isoTime(receipt.at)}\n\n`,
    rowsOf(receipt),
    listsOf(receipt),
    list('Previous stores that a restore kept', olderFiles),
    `\n${receipt.compacted ? 'The deleted data is no longer in any of the store’s files.' : 'The deleted data may remain in the store’s files until they are cleaned up. See docs/operate/backup.md, “Deleting a person’s data”.'}\n`,
    OUTSIDE_STORE,
  ].join('')
