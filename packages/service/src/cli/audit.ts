// central-api audit: what was changed, by whom and from where, newest first.

import type { Command } from 'commander'
import { describeEntry } from '../audit/describe-entry.ts'
import type { AuditEntry, AuditFilter, Facts, Store } from '../storage/store.ts'
import type { Io } from './io.ts'
import { withCore } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { printable } from './output/printable.ts'
import { styleFor } from './output/style.ts'
import { table } from './output/table.ts'
import { truncate } from './output/text-width.ts'
import { counted, localTime } from './output/times.ts'
import { date, wholeNumber } from './read-options.ts'

type AuditOptions = {
  readonly limit?: number
  readonly who?: string
  readonly action?: string
  readonly subject?: string
  readonly from?: number
  readonly to?: number
  readonly json?: true
}

/** What a person looks through at once. A program gets all, unless it asks for less. */
const SCREENFUL = 50
const BATCH = 500
const FACTS_COLUMNS = 60

export const registerAudit = (command: Command, io: Io): void => {
  command
    .option('--who <name>', 'only what this one did')
    .option('--action <action>', 'only this, such as license.suspend')
    .option('--subject <id>', 'only what was done to this license, plan, operator, credential, or signing key')
    .option('--from <date>', 'from then on: 2027-01-31 (0:00 UTC), or 2027-01-31T18:00:00Z', date)
    .option('--to <date>', 'before then', date)
    .option('--limit <count>', 'how many at most (default: 50; with --json all)', wholeNumber(1, 1_000_000))
    .option('--json', 'print one JSON document')
    .action((options: AuditOptions) => listAudit(io, options))
}

const listAudit = (io: Io, { limit, who, action, subject, from, to, json }: AuditOptions): Promise<void> =>
  withCore(io, async ({ store }) => {
    const filter = { actor: who, action, subject, since: from, until: to }
    if (json) {
      const entries = await read(store, filter, limit ?? Number.POSITIVE_INFINITY)
      return printJson(io, entries.map(describeEntry))
    }
    const most = limit ?? SCREENFUL
    const found = await read(store, filter, most + 1)
    const shown = found.slice(0, most)
    if (shown.length === 0) return io.out('Nothing of this was written down.\n')
    const more = found.length > most ? ` There is more before: --to, --limit or --json show it.` : ''
    io.out(`${view(shown, io)}\n${counted(shown.length, 'entry', 'entries')}.${more}\n`)
  })

const read = async ({ audit }: Store, filter: AuditFilter, most: number): Promise<AuditEntry[]> => {
  const found: AuditEntry[] = []
  while (found.length < most) {
    const limit = Math.min(BATCH, most - found.length)
    const batch = await audit.list({ ...filter, limit, before: found.at(-1) })
    found.push(...batch)
    if (batch.length < limit) break
  }
  return found
}

const view = (entries: readonly AuditEntry[], io: Io): string => {
  const { dim } = styleFor(io)
  return table([
    ['WHEN', 'WHO', 'FROM', 'ACTION', 'SUBJECT', 'CHANGE'].map((text) => ({ text, paint: dim })),
    ...entries.map(({ at, actor, action, subject, before, after }) => [
      localTime(at, io.timeZone),
      printable(actor.name),
      printable(actor.from ?? '–'),
      action,
      printable(subject.id),
      truncate(printable(changeText(before, after)), FACTS_COLUMNS),
    ]),
  ])
}

/** `status: active → suspended`; of what is new or gone what it is or was. */
const changeText = (before: Facts | null, after: Facts | null): string =>
  Object.keys({ ...before, ...after })
    .map((name) => {
      const [was, is] = [before?.[name], after?.[name]].map((value) => (value === undefined ? '' : textOf(value)))
      return `${name}: ${[was, is].filter((text) => text !== '').join(' → ')}`
    })
    .join(', ')

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
