// central-api export: everything that may leave, to take it elsewhere or to look through it. Never a key.

import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { EXPORTS, type Export } from '../exporting/exports.ts'
import { type ExportFormat, writeExport } from '../exporting/write-export.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import type { Store } from '../storage/store.ts'
import type { Io } from './io.ts'
import { withCore } from './open-parts.ts'

type ExportOptions = { readonly what: string; readonly format: ExportFormat; readonly to?: string }

const ALL = 'all'
/** Customers’ data, for their owner alone. */
const MODE = 0o600
const FOLDER_MODE = 0o700

export const registerExport = (command: Command, io: Io): void => {
  command
    .addOption(
      new Option('--what <what>', 'what to write').choices([...EXPORTS.map(({ id }) => id), ALL]).default('licenses'),
    )
    .addOption(new Option('--format <format>', 'CSV, or a JSON object a line').choices(['csv', 'jsonl']).default('csv'))
    .option('--to <path>', 'a new file, or for all of it as CSV a folder; standard output otherwise')
    .action((options: ExportOptions) => withCore(io, ({ store }) => writeAll(io, store, options)))
}

type Write = (text: string) => Promise<void>

const writeAll = async (io: Io, store: Store, { what, format, to }: ExportOptions): Promise<void> => {
  const tables = EXPORTS.filter(({ id }) => what === ALL || what === id)
  const write = (text: Write, some: readonly Export[]) => writeTables(store, some, format, text)
  if (what === ALL && format === 'csv') {
    if (to === undefined) {
      throw new OperatorError(
        'invalid',
        'All of it as CSV is several files: name a folder with --to, or --format jsonl',
      )
    }
    await mkdir(to, { recursive: true, mode: FOLDER_MODE })
    for (const table of tables) await toFile(join(to, `${table.id}.csv`), (text) => write(text, [table]))
  } else if (to !== undefined) await toFile(to, (text) => write(text, tables))
  else {
    await write(async (text) => {
      io.out(text)
      await io.drained()
    }, tables)
  }
}

const writeTables = async (
  store: Store,
  tables: readonly Export[],
  format: ExportFormat,
  write: Write,
): Promise<void> => {
  for (const table of tables) for await (const text of writeExport(store, table, format)) await write(text)
}

const toFile = async (path: string, use: (write: Write) => Promise<void>): Promise<void> => {
  const file = await open(path, 'wx', MODE).catch((cause: NodeJS.ErrnoException) => {
    const why =
      cause.code === 'EEXIST'
        ? `${path} is there already; an export is written to a new file`
        : `Cannot write ${path}: ${cause.message}`
    throw new OperatorError(cause.code === 'EEXIST' ? 'conflict' : 'invalid', why)
  })
  try {
    await use(async (text) => void (await file.write(text)))
    await file.sync()
  } finally {
    await file.close()
  }
}
