// central-api audit: lists who changed what and from where, newest first.

import { type Command, Option } from 'commander'
import { AUDIT_ACTIONS } from '../audit/act.ts'
import { describeEntry } from '../audit/describe-entry.ts'
import type { AuditEntry, AuditFilter, Facts, Store } from '../storage/store.ts'
import type { Io } from './io.ts'
import { withCore } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { printable } from './output/printable.ts'
import { styleFor } from './output/style.ts'
import { table } from './output/table.ts'
import { truncate } from './output/text-width.ts'
import { localTime, pluralize } from './output/times.ts'
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

/** The default limit on a terminal. JSON output has no default limit. */
const DEFAULT_LIMIT = 50
const BATCH = 500
const FACTS_COLUMNS = 60

export const registerAudit = (command: Command, io: Io): void => {
  command
    .option('--who <name>', 'only changes by this operator or user')
    .addOption(new Option('--action <action>', 'only this action').choices(Object.keys(AUDIT_ACTIONS)))
    .option('--subject <id>', 'only changes of this license, plan, operator, credential or signing key')
    .option('--from <date>', 'only from this time on: 2027-01-31 (00:00 UTC) or 2027-01-31T18:00:00Z', date)
    .option('--to <date>', 'only before this time', date)
    .option('--limit <count>', 'maximum number of entries (default: 50; all with --json)', wholeNumber(1, 1_000_000))
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
    const max = limit ?? DEFAULT_LIMIT
    const found = await read(store, filter, max + 1)
    const shown = found.slice(0, max)
    if (shown.length === 0) return io.out('No entries found.\n')
    const more = found.length > max ? ` There are older entries. Use --to, --limit or --json to see them.` : ''
    io.out(`${view(shown, io)}\n${pluralize(shown.length, 'entry', 'entries')}.${more}\n`)
  })

const read = async ({ audit }: Store, filter: AuditFilter, max: number): Promise<AuditEntry[]> => {
  const found: AuditEntry[] = []
  while (found.length < max) {
    const limit = Math.min(BATCH, max - found.length)
    const batch = await audit.list({ ...filter, limit, before: found.at(-1) })
    found.push(...batch)
    if (batch.length < limit) break
  }
  return found
}

const view = (entries: readonly AuditEntry[], io: Io): string => {
  const { dim } = styleFor(io)
  // What another program reads is whole.
  const onTerminal = (text: string) => (io.isTerminal ? truncate(text, FACTS_COLUMNS) : text)
  return table([
    ['TIME', 'ACTOR', 'FROM', 'ACTION', 'SUBJECT', 'CHANGE'].map((text) => ({ text, paint: dim })),
    ...entries.map(({ at, actor, action, subject, before, after }) => [
      localTime(at, io.timeZone),
      printable(actor.name),
      printable(actor.from ?? '–'),
      action,
      printable(subject.id),
      onTerminal(printable(changeText(before, after))),
    ]),
  ])
}

/** `status: active → suspended`. A created or deleted value is shown without the arrow. */
const changeText = (before: Facts | null, after: Facts | null): string =>
  Object.keys({ ...before, ...after })
    .map((name) => {
      const [was, is] = [before?.[name], after?.[name]].map((value) => (value === undefined ? '' : textOf(value)))
      return `${name}: ${[was, is].filter((text) => text !== '').join(' → ')}`
    })
    .join(', ')

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
