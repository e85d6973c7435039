// Deletes what is known of a person, and prints a receipt.

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
import { table } from '../output/table.ts'
import { counted, isoTime } from '../output/times.ts'

export const forgetLicenses = (
  io: Io,
  text: string,
  { dryRun, json }: { readonly dryRun?: true; readonly json?: true },
): Promise<void> =>
  withCore(io, async (core) => {
    const email = readEmail(text)
    if (dryRun) {
      const found = await findPerson(core, email)
      if (json) printJson(io, { dryRun: true, ...found })
      else io.out(foundView(found))
      return
    }
    const actor = commandActor(io, 'license forget')
    const receipt = await forgetPerson({ ...core, now: io.now, randomBytes }, email, actor)
    const olderFiles = await findOlderFiles(core)
    if (json) return printJson(io, { ...receipt, at: isoTime(receipt.at), olderFiles })
    io.out(view(receipt, olderFiles))
  })

const foundView = ({ licenses, keys, sites }: Awaited<ReturnType<typeof findPerson>>): string => {
  const what = [counted(keys, 'key'), counted(sites, 'site')].join(' and ')
  const ids = licenses.map((id) => `  ${id}\n`).join('')
  return `Would delete ${counted(licenses.length, 'license')} with ${what}. Nothing is changed; --yes in place of --dry-run does it.\n${ids}`
}

/** What a restore kept of the store before, beside it. */
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

const BEYOND = `Beyond the store, and yours to delete: backups, exports and reports that were made before, what receivers of webhooks keep,
and what you keep elsewhere. A backup that is made from now on holds nothing of what was deleted.
`

const view = (receipt: Receipt, olderFiles: readonly string[]): string => {
  const { id, at, licenses, keys, sites, auditEntries, events, toldWebhooks, stillMentioned, compacted } = receipt
  const rows = [
    ['licenses deleted', String(licenses.length)],
    ['their keys', String(keys)],
    ['their sites', String(sites)],
    ['entries of the audit trail emptied', String(auditEntries)],
    ['events of webhooks deleted', String(events)],
  ]
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? '' : `\n${title}\n${lines.map((line) => `  ${printable(line)}\n`).join('')}`
  return [
    `Receipt ${id}, ${isoTime(at)}\n\n`,
    table(rows, { indent: '  ', right: [1] }),
    list('Licenses', licenses),
    list(
      'Told of these licenses before',
      toldWebhooks.map(
        ({ webhookId, url, deliveries }) => `${webhookId} ${url ?? '(deleted)'}, ${counted(deliveries, 'time')}`,
      ),
    ),
    list(
      'The address still stands in, since somebody wrote it there',
      stillMentioned.map(({ table: where, id: row, column }) => `${where} ${row}, ${column}`),
    ),
    list('Files of the store from before a restore', olderFiles),
    `\n${compacted ? 'What was deleted is in none of the store’s files any more.' : 'What is deleted may stay in files until they are cleaned up: docs/operations.md, “Deleting what is known of a person”.'}\n`,
    BEYOND,
  ].join('')
}
