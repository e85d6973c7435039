// central-api export: exports all data except keys.

import { access, rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { EXPORTS, type Export } from '../exporting/exports.ts'
import { type ExportFormat, writeExport } from '../exporting/write-export.ts'
import { clearLeftovers } from '../files/clear-leftovers.ts'
import { fileError } from '../files/file-error.ts'
import { makeFolder } from '../files/make-folder.ts'
import { writeNewFiles } from '../files/new-files.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import type { Store } from '../storage/store.ts'
import type { Io } from './io.ts'
import { withCore } from './open-parts.ts'
import { createProgress } from './output/progress.ts'
import { formatCount } from './output/times.ts'

type ExportOptions = { readonly what: string; readonly format: ExportFormat; readonly to?: string }

const ALL = 'all'

export const registerExport = (command: Command, io: Io): void => {
  command
    .addOption(
      new Option('--what <what>', 'the data to export')
        .choices([...EXPORTS.map(({ id }) => id), ALL])
        .default('licenses'),
    )
    .addOption(
      new Option('--format <format>', 'CSV, or one JSON object per line').choices(['csv', 'jsonl']).default('csv'),
    )
    .option('--to <path>', 'a new file, or a folder for --what all as CSV (default: standard output)')
    .action((options: ExportOptions) => withCore(io, ({ store }) => writeAll(io, store, options)))
}

type Write = (text: string) => Promise<void>

const writeAll = async (io: Io, store: Store, { what, format, to }: ExportOptions): Promise<void> => {
  const tables = EXPORTS.filter(({ id }) => what === ALL || what === id)
  const progress = createProgress(io)
  let characters = 0
  /** Output on a terminal is its own progress. */
  const isShown = to !== undefined || !io.isTerminal
  const write = (text: Write, some: readonly Export[]) =>
    writeTables(store, some, format, async (part) => {
      await text(part)
      characters += part.length
      if (isShown) progress.show(`Exporting: ${formatCount(Math.ceil(characters / 1024))} KiB`)
    })
  try {
    await writeTo(io, to, { what, format, tables, write })
  } finally {
    progress.erase()
  }
}

type Work = Pick<ExportOptions, 'what' | 'format'> & {
  readonly tables: readonly Export[]
  readonly write: (text: Write, some: readonly Export[]) => Promise<void>
}

const writeTo = async (io: Io, to: string | undefined, { what, format, tables, write }: Work): Promise<void> => {
  if (what === ALL && format === 'csv') {
    if (to === undefined) {
      throw new OperatorError(
        'invalid',
        'An export of all data as CSV consists of several files. Set a folder with --to, or use --format jsonl',
      )
    }
    await toFolder(to, tables, write)
  } else if (to !== undefined) await toFiles([to], (text) => write(text, tables))
  else {
    await write(async (text) => {
      io.out(text)
      await io.written()
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

/** Writes a file for each table, all or none. If it fails, a folder that was created for them is removed. */
const toFolder = async (
  folder: string,
  tables: readonly Export[],
  write: (text: Write, some: readonly Export[]) => Promise<void>,
): Promise<void> => {
  const created = await makeFolder(folder).catch((cause: unknown) => {
    throw fileError(folder, cause)
  })
  try {
    await toFiles(
      tables.map(({ id }) => join(folder, `${id}.csv`)),
      (text, at) => write(text, tables.slice(at, at + 1)),
    )
  } catch (error) {
    if (created !== undefined) await rmdir(folder).catch(() => {})
    throw error
  }
}

const toFiles = async (paths: readonly string[], use: (write: Write, at: number) => Promise<void>): Promise<void> => {
  for (const path of paths) {
    if (await exists(path)) {
      throw new OperatorError(
        'conflict',
        `${path} already exists. An export never overwrites a file. Choose another path`,
      )
    }
    await clearLeftovers(path)
  }
  await writeNewFiles(async (files) => {
    for (const [at, path] of paths.entries()) await files.write(resolve(path), (write) => use(write, at))
  })
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
