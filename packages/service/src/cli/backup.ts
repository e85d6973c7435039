// central-api backup FILE: writes a consistent copy of the store, even while the service writes to it. No license key can be
// verified without the pepper, so a pepper file next to the store is copied as well. A pepper from LICENSE_PEPPER is never written.

import { access, readFile, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { pepperFile } from '../config/load-peppers.ts'
import type { Config } from '../config/read-config.ts'
import { writeNewFiles } from '../files/new-files.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import { markBackedUp } from '../observability/store-file.ts'
import { storeFile } from '../storage/address/store-address.ts'
import type { Io } from './io.ts'
import { withCore } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { shellQuoted } from './output/shell-quoted.ts'
import { withSpinner } from './output/spinner.ts'
import { pluralize } from './output/times.ts'
import { flushOutput } from './partial-failure.ts'

/** The pepper file of a backup. */
export const backedUpPepperFile = (file: string): string => `${file}.pepper`

export const registerBackup = (command: Command, io: Io): void => {
  command
    .option('--json', 'print one JSON document')
    .action((file: string, { json }: { readonly json?: true }) => backUp(io, resolve(file), json))
}

const backUp = (io: Io, file: string, json: true | undefined): Promise<void> =>
  withCore(io, async ({ store, config }) => {
    const from = pepperToCopy(config)
    const pepper = from && backedUpPepperFile(file)
    await requireFolder(dirname(file))
    await refuseToOverwrite(file)
    const copied = from && pepper && (await copyPepper(from, pepper))
    try {
      await withSpinner(io, 'Backing up', () => store.backup(file))
    } catch (error) {
      if (copied) await rm(copied)
      throw error
    }
    const source = storeFile(config.databaseUrl)
    if (source !== undefined) await recordBackup(io, source)
    const { size } = await stat(file)
    const [licenses, laterMigrations] = [await store.licenses.count(), await store.laterSteps()]
    if (json) printJson(io, { file, bytes: size, licenses, pepperFile: pepper ?? null, laterMigrations })
    else io.out(summary(file, size, licenses, pepper) + laterMigrationsNote(laterMigrations))
    await flushOutput(io, [
      `The backup is complete: ${file}`,
      ...(pepper === undefined ? [] : [`Its pepper is ${pepper}`]),
      'Do not run the command again for the same file: a backup never overwrites a file',
    ])
  })

/** Records the time of the backup next to the store. A failure does not affect the backup itself. */
const recordBackup = (io: Io, source: string): Promise<void> =>
  markBackedUp(source, io.now()).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    io.err(
      `central-api: The backup is complete, but ${source}.backed-up could not be written. The metric of the last backup is read from this file: ${reason}\n`,
    )
  })

const pepperToCopy = ({ licensePepper, databaseUrl }: Config): string | undefined =>
  licensePepper === '' ? pepperFile(databaseUrl) : undefined

/** Requires an existing folder. A missing folder may mean that the backup disk is not mounted, so it is not created. */
const requireFolder = async (folder: string): Promise<void> => {
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory()) return
  if (found) throw new OperatorError('invalid', `${folder} is a file. Choose a path in a folder`)
  throw new OperatorError(
    'not_found',
    `The folder ${folder} does not exist. Create it first: mkdir -p ${shellQuoted(folder)}`,
  )
}

/** Copies the pepper before the store, so that every backup has its pepper, even if the command is killed. Returns the written
 * file, or undefined if the same pepper already exists. */
const copyPepper = async (from: string, pepper: string): Promise<string | undefined> => {
  const found = await readFile(pepper).catch(() => undefined)
  if (found?.equals(await readFile(from))) return undefined
  await refuseToOverwrite(pepper)
  const text = await readFile(from, 'utf8')
  await writeNewFiles(({ write }) => write(pepper, (add) => add(text)))
  return pepper
}

const refuseToOverwrite = async (path: string): Promise<void> => {
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (exists)
    throw new OperatorError('conflict', `${path} already exists. A backup never overwrites a file. Choose another path`)
}

/** This version can use a store of a later version, but it refuses to restore it. */
const laterMigrationsNote = (later: readonly string[]): string =>
  later.length === 0
    ? ''
    : `A later version migrated this store (${later.join(', ')}). Restore this backup with that version.\n`

const summary = (file: string, bytes: number, licenses: number, pepper: string | undefined): string => {
  const secret =
    pepper === undefined
      ? 'The backup does not contain the pepper. Keep the value of LICENSE_PEPPER as well. Without it, no license key can be verified.'
      : `The pepper is in ${pepper}. It is part of the backup. Protect both files: together they give access to all secrets.
Without the pepper, no license key can be verified.`
  return `Backed up ${pluralize(licenses, 'license')} to ${file} (${pluralize(Math.ceil(bytes / 1024), 'KiB', 'KiB')}). The copy is complete and verified.
${secret}
To restore it, stop the service and run: npx --no-install central-api restore ${file}
`
}
