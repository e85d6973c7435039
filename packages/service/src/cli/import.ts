// central-api import FILE: imports licenses from another shop with their existing keys. Keys are never printed; the report
// contains only their last characters.

import { randomBytes } from 'node:crypto'
import { basename, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { decodeFile } from '../importing/decode-file.ts'
import { importLicenses, newImportId, type TakenLine } from '../importing/import-licenses.ts'
import { createLicenseReader } from '../importing/license-reader.ts'
import { type Needed, readRecords } from '../importing/read-records.ts'
import { DATE_ORDERS, type DateOrder } from '../importing/read-time.ts'
import type { Source } from '../importing/source.ts'
import { SOURCES } from '../importing/sources/all.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import { StoreError } from '../storage/store-error.ts'
import { commandActor } from './command-actor.ts'
import { createColumnCheck } from './import/column-check.ts'
import { dryRunJson, MAX_TAKEN } from './import/dry-run-view.ts'
import { createNewKeysFile, createReportFile } from './import/import-files.ts'
import { type ImportResult, importView, problemOf } from './import/import-view.ts'
import { openExport } from './import/open-export.ts'
import { readPlanMap } from './import/read-plan-map.ts'
import type { Io } from './io.ts'
import { type OpenCore, withVerifiedPepper } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { createProgress } from './output/progress.ts'
import { formatCount } from './output/times.ts'

type ImportOptions = {
  readonly from: string
  readonly plan?: string
  readonly planMap: readonly string[]
  readonly dryRun?: true
  readonly report?: string
  readonly newKeys?: string
  readonly events?: true
  readonly dateOrder?: DateOrder
  readonly ignoreColumn: readonly string[]
  readonly json?: true
}

const collected = (text: string, before: readonly string[] = []): readonly string[] => [...before, text]

export const registerImport = (command: Command, io: Io): void => {
  command
    .addOption(
      new Option('--from <shop>', 'the shop or format that the file was exported from')
        .choices(SOURCES.map(({ id }) => id))
        .makeOptionMandatory(),
    )
    .option('--plan-map <product=plan>', 'the plan for a product of the shop; can be repeated', collected)
    .option('--plan <name>', 'the plan for all other products')
    .option('--dry-run', 'write nothing, only show what would be imported')
    .addOption(new Option('--date-order <order>', 'the order of dates such as 03/04/2030').choices(DATE_ORDERS))
    .option('--ignore-column <name>', 'a column to ignore; can be repeated; "*" ignores all unread columns', collected)
    .option('--report <file>', 'write each rejected line and its reason to this CSV file')
    .option('--new-keys <file>', 'create a key for each line without one, and write the keys to this CSV file')
    .option('--events', 'send license.created to webhooks for each imported license')
    .option('--json', 'print one JSON document')
    .action(async (file: string, given: Partial<ImportOptions> & Pick<ImportOptions, 'from'>) => {
      const options: ImportOptions = { planMap: [], ignoreColumn: [], ...given }
      const result = await withVerifiedPepper(
        io,
        (core) => importFile(io, core, file, options),
        options.dryRun ? 'memory' : 'create',
      )
      const problem = problemOf(result)
      if (problem !== undefined) throw new OperatorError('invalid', problem)
    })
}

const sourceOf = (id: string): Source => {
  const source = SOURCES.find((each) => each.id === id)
  if (source === undefined) throw new RangeError(`Unknown source ${id}`)
  return source
}

/** The columns that the header of the file must contain. */
const neededOf = (
  { columns, plan }: Source,
  { mayLackKey, hasPlan }: { mayLackKey: boolean; hasPlan: boolean },
): readonly Needed[] => [
  ...(mayLackKey ? [] : [{ what: 'the key', anyOf: (columns.key ?? []).map((column) => [column]) }]),
  ...(hasPlan ? [] : [{ what: 'the product (or set --plan)', anyOf: plan }]),
]

/** If the store fails, it is unknown whether it kept the last licenses. */
const uncertainKeysWarning = (newKeys: string): string =>
  `The last keys in ${newKeys} may belong to licenses that were not created. Before you send out a key, check its license: npx --no-install central-api license show LICENSE`

const importFile = async (
  io: Io,
  { store, peppers }: OpenCore,
  file: string,
  options: ImportOptions,
): Promise<ImportResult> => {
  const { from, dryRun: isDry = false, report, newKeys, dateOrder, ignoreColumn, json } = options
  const source = sourceOf(from)
  const [name, importId] = [basename(file), newImportId(randomBytes)]
  const plans = readPlanMap(
    options,
    (await store.plans.list()).map(({ name }) => name),
  )
  if (report !== undefined && newKeys !== undefined && resolve(report) === resolve(newKeys))
    throw new OperatorError('invalid', '--report and --new-keys must be different files')
  const mayLackKey = newKeys !== undefined
  const columns = createColumnCheck({ source, ignored: ignoreColumn, isDry })
  const taken: TakenLine[] = []
  const { bytes, stream } = await openExport(file)
  const [refusals, keys] = [createReportFile(report, isDry), createNewKeysFile(isDry ? undefined : newKeys)]
  const progress = createProgress(io)
  const portion = () => (bytes === 0 ? '' : `, ${Math.floor((100 * stream.bytesRead) / bytes)} %`)
  try {
    await refusals.begin()
    const counts = await importLicenses({
      records: readRecords(
        decodeFile(stream),
        source,
        neededOf(source, { mayLackKey, hasPlan: plans.others !== undefined }),
        { onColumns: columns.add, isIgnored: columns.isIgnored },
      ),
      reader: createLicenseReader({ source, plans, mayLackKey, dateOrder, now: io.now }),
      store,
      actor: commandActor(io, 'import'),
      run: { importId, from: source.id, file: name },
      peppers,
      now: io.now,
      randomBytes,
      publishesCreated: options.events === true,
      isDry,
      onRefused: refusals.add,
      onTaken: (line) => {
        if (isDry && taken.length < MAX_TAKEN) taken.push(line)
      },
      onNewKeys: keys.add,
      onProgress: ({ read }) =>
        progress.show(`${isDry ? 'Checking' : 'Importing'}: ${formatCount(read)} lines${portion()}`),
    })
      .finally(progress.erase)
      .catch((error: unknown) => {
        if (newKeys !== undefined && error instanceof StoreError)
          io.err(`central-api: ${uncertainKeysWarning(newKeys)}\n`)
        throw error
      })
    await refusals.finish()
    const refused = refusals.summary()
    const dryRun = isDry
      ? { columns: columns.found, unread: columns.unread(), taken, refused: refused.first }
      : undefined
    const result = { io, file: name, importId, source, isDry, counts, refused, columns: columns.found, report, dryRun }
    if (json)
      printJson(io, {
        file: result.file,
        from: source.id,
        id: isDry ? null : importId,
        dryRun: isDry,
        ...counts,
        reasons: result.refused.counts,
        report: report ?? null,
        ...(dryRun && dryRunJson(dryRun, io.now())),
      })
    else io.out(importView(result))
    return result
  } finally {
    stream.destroy()
    await Promise.all([refusals.close(), keys.close()])
  }
}
