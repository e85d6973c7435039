// central-api backup FILE: a consistent copy, also while the server writes. The store is worth little without its pepper,
// so the one that is kept beside the store goes along; one that comes from LICENSE_PEPPER is never written anywhere.

import { access, readFile, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { pepperFile } from '../config/load-peppers.ts'
import type { Config } from '../config/read-config.ts'
import { writeNewFiles } from '../files/new-files.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import { markBackedUp } from '../observability/store-file.ts'
import { storeFile } from '../storage/address/store-address.ts'
import { writtenOrSaid } from './half-done.ts'
import type { Io } from './io.ts'
import { withCore } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { shellQuoted } from './output/shell-quoted.ts'
import { counted } from './output/times.ts'

/** Where the pepper of a backup is kept. */
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
    const placed = from && pepper && (await placePepper(from, pepper))
    try {
      await store.backup(file)
    } catch (error) {
      if (placed) await rm(placed)
      throw error
    }
    const source = storeFile(config.databaseUrl)
    if (source !== undefined) await note(io, source)
    const { size } = await stat(file)
    const [licenses, laterMigrations] = [await store.licenses.count(), await store.laterSteps()]
    if (json) printJson(io, { file, bytes: size, licenses, pepperFile: pepper ?? null, laterMigrations })
    else io.out(tell(file, size, licenses, pepper) + tellLater(laterMigrations))
    await writtenOrSaid(io, [
      `The backup is whole: ${file}`,
      ...(pepper === undefined ? [] : [`Its pepper is ${pepper}`]),
      'Do not run the command again for the same file: a backup overwrites nothing',
    ])
  })

/** The backup is whole, whether or not it can be said beside the store. */
const note = (io: Io, source: string): Promise<void> =>
  markBackedUp(source, io.now()).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    io.err(
      `central-api: The backup is whole, but ${source}.backed-up cannot be written, which the metric of the last backup is read from: ${why}\n`,
    )
  })

const pepperToCopy = ({ licensePepper, databaseUrl }: Config): string | undefined =>
  licensePepper === '' ? pepperFile(databaseUrl) : undefined

/** Not made here: a folder that is not there may be a disk that is not, and a backup beside it is none. */
const requireFolder = async (folder: string): Promise<void> => {
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory()) return
  if (found) throw new OperatorError('invalid', `${folder} is a file: a backup goes into a folder`)
  throw new OperatorError('not_found', `There is no folder ${folder}. Make it first: mkdir -p ${shellQuoted(folder)}`)
}

/** Before the store: whoever finds a backup has what it is read with, also where the command was killed. Resolves to what
 * was written, undefined where the same is there already. */
const placePepper = async (from: string, pepper: string): Promise<string | undefined> => {
  const found = await readFile(pepper).catch(() => undefined)
  if (found?.equals(await readFile(from))) return undefined
  await refuseToOverwrite(pepper)
  const text = await readFile(from, 'utf8')
  await writeNewFiles(({ write }) => write(pepper, (add) => add(text)))
  return pepper
}

const refuseToOverwrite = async (path: string): Promise<void> => {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere) throw new OperatorError('conflict', `${path} is there already, and a backup overwrites nothing`)
}

/** This version works with what a later one made, and refuses to restore it. */
const tellLater = (later: readonly string[]): string =>
  later.length === 0
    ? ''
    : `A later version made parts of the store (${later.join(', ')}): restore this backup with that version.\n`

const tell = (file: string, bytes: number, licenses: number, pepper: string | undefined): string => {
  const secret =
    pepper === undefined
      ? 'The pepper is not in it: keep the value of LICENSE_PEPPER as well. Without it no license key can be verified.'
      : `The pepper is in ${pepper}: it belongs to the backup, and whoever has both has everything.
Without it no license key can be verified.`
  return `Backed up ${counted(licenses, 'license')} to ${file} (${counted(Math.ceil(bytes / 1024), 'KiB', 'KiB')}), checked and whole.
${secret}
Restore: stop the service, then npx --no-install central-api restore ${file}
`
}
