// central-api import FILE: takes licenses over from another shop, with the keys that its customers have. Keys are never
// printed, and in the report there is only how they end.

import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import { decodeFile } from '../importing/decode-file.ts'
import { importLicenses, newImportId } from '../importing/import-licenses.ts'
import { createLicenseReader } from '../importing/license-reader.ts'
import { type Needed, readRecords } from '../importing/read-records.ts'
import type { Source } from '../importing/source.ts'
import { SOURCES } from '../importing/sources/all.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import { StoreError } from '../storage/store-error.ts'
import { commandActor } from './command-actor.ts'
import { createNewKeysFile, createReportFile } from './import/import-files.ts'
import { type ImportTold, importView, notTaken } from './import/import-view.ts'
import { readPlanMap } from './import/read-plan-map.ts'
import type { Io } from './io.ts'
import { type OpenCore, withProvenPepper } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { createProgress } from './output/progress.ts'
import { grouped } from './output/times.ts'

type ImportOptions = {
  readonly from: string
  readonly plan?: string
  readonly planMap: readonly string[]
  readonly dryRun?: true
  readonly report?: string
  readonly newKeys?: string
  readonly json?: true
}

/** Bytes read at once. */
const CHUNK_BYTES = 256 * 1024

const collected = (text: string, before: readonly string[]): readonly string[] => [...before, text]

export const registerImport = (command: Command, io: Io): void => {
  command
    .addOption(
      new Option('--from <shop>', 'whose export the file is')
        .choices(SOURCES.map(({ id }) => id))
        .makeOptionMandatory(),
    )
    .option('--plan-map <product=plan>', 'the plan for a product of the shop; may be named many times', collected, [])
    .option('--plan <name>', 'the plan for every product that is not named')
    .option('--dry-run', 'write nothing, and tell everything')
    .option('--report <file>', 'write every line that is not taken, and why, as CSV')
    .option('--new-keys <file>', 'make a key for each line without one, and write them there as CSV')
    .option('--json', 'print one JSON document')
    .action(async (file: string, options: ImportOptions) => {
      const told = await withProvenPepper(
        io,
        (core) => importFile(io, core, file, options),
        options.dryRun ? 'memory' : 'make',
      )
      if (told.counts.refused > 0) throw new OperatorError('invalid', notTaken(told))
    })
}

const sourceOf = (id: string): Source => {
  const source = SOURCES.find((each) => each.id === id)
  if (source === undefined) throw new RangeError(`There is no source ${id}`)
  return source
}

/** What the first line of a file has to name. */
const neededOf = (
  { columns, plan }: Source,
  { mayLackKey, hasPlan }: { mayLackKey: boolean; hasPlan: boolean },
): readonly Needed[] => [
  ...(mayLackKey ? [] : [{ what: 'the key', anyOf: (columns.key ?? []).map((column) => [column]) }]),
  ...(hasPlan ? [] : [{ what: 'the product (or name --plan)', anyOf: plan }]),
]

const sizeOf = async (file: string): Promise<number> => {
  const found = await stat(file).catch(() => undefined)
  if (found?.isFile()) return found.size
  throw new OperatorError('not_found', `There is no file ${file}`)
}

/** Whether a store that failed kept what it was told last, nobody knows. */
const unmade = (newKeys: string): string =>
  `The last keys in ${newKeys} may be of licenses that were not made: hand out those that npx --no-install central-api license show LICENSE knows`

const importFile = async (
  io: Io,
  { store, peppers }: OpenCore,
  file: string,
  options: ImportOptions,
): Promise<ImportTold> => {
  const { from, dryRun: isDry = false, report, newKeys, json } = options
  const source = sourceOf(from)
  const size = await sizeOf(file)
  const [name, importId] = [basename(file), newImportId(randomBytes)]
  const plans = readPlanMap(
    options,
    (await store.plans.list()).map(({ name }) => name),
  )
  const mayLackKey = newKeys !== undefined
  const stream = createReadStream(file, { highWaterMark: CHUNK_BYTES })
  const [refusals, keys] = [createReportFile(report), createNewKeysFile(isDry ? undefined : newKeys)]
  const progress = createProgress(io)
  try {
    await refusals.begin()
    const counts = await importLicenses({
      records: readRecords(
        decodeFile(stream),
        source,
        neededOf(source, { mayLackKey, hasPlan: plans.others !== undefined }),
      ),
      reader: createLicenseReader({ source, plans, mayLackKey, now: io.now }),
      store,
      actor: commandActor(io, 'import'),
      run: { importId, from: source.id, file: name },
      peppers,
      now: io.now,
      randomBytes,
      isDry,
      onRefused: refusals.add,
      onNewKeys: keys.add,
      onProgress: ({ read }) =>
        progress.show(
          `${isDry ? 'Trying' : 'Importing'}: ${grouped(read)} lines, ${Math.floor((100 * stream.bytesRead) / Math.max(1, size))} %`,
        ),
    })
      .finally(progress.erase)
      .catch((error: unknown) => {
        if (newKeys !== undefined && error instanceof StoreError) io.err(`central-api: ${unmade(newKeys)}\n`)
        throw error
      })
    await refusals.finish()
    const told = { io, file: name, importId, source, isDry, counts, refused: refusals.summary(), report }
    if (json)
      printJson(io, {
        file: told.file,
        from: source.id,
        id: isDry ? null : importId,
        dryRun: isDry,
        ...counts,
        reasons: told.refused.counts,
        report: report ?? null,
      })
    else io.out(importView(told))
    return told
  } finally {
    stream.destroy()
    await Promise.all([refusals.close(), keys.close()])
  }
}
