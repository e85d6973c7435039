// Loads the peppers from LICENSE_PEPPER, or from a file next to the SQLite file. The first start generates that file, readable
// by its owner only.

import { randomBytes } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../files/file-error.ts'
import { makeFolder } from '../files/make-folder.ts'
import { writeNewFiles } from '../files/new-files.ts'
import { type Peppers, parsePeppers } from '../licensing/keys/pepper.ts'
import { storeFile } from '../storage/address/store-address.ts'
import { requireOwnStore } from '../storage/require-own-store.ts'
import { ConfigError } from './read-config.ts'

/** The file with the pepper of a SQLite store. */
export const pepperFile = (databaseUrl: string): string | undefined =>
  storeFile(databaseUrl)
    ?.replace(/\.(db|sqlite3?)$/, '')
    .concat('.pepper')

/** Throws ConfigError if the pepper is malformed, or missing with PostgreSQL. */
export const loadPeppers = async (setting: string, databaseUrl: string): Promise<Peppers> => {
  if (setting !== '') return parse(setting)
  if (databaseUrl === 'sqlite::memory:') return parse(generatePepper())
  const [store, file] = [storeFile(databaseUrl), pepperFile(databaseUrl)]
  if (store === undefined || file === undefined) {
    throw new ConfigError([
      'LICENSE_PEPPER is required with PostgreSQL: all machines must use the same one. Generate one with: openssl rand -base64 48',
    ])
  }
  // This may create the store's folder, which must also be readable by its owner only.
  await makeFolder(dirname(file))
  // The pepper is always created before the store. A pepper that is newer than the store would match none of its keys.
  if ((await exists(store)) && !(await exists(file))) {
    await requireOwnStore(store)
    throw new ConfigError([
      `LICENSE_PEPPER is not set and ${file} does not exist, but the store does. Set the LICENSE_PEPPER that the store was used with, or restore the file`,
    ])
  }
  await createPepperFile(file)
  return parse((await readPepperFile(file)).trim())
}

/** If several processes start together, only one creates the file. The file is never partial, even if that process is killed. */
const createPepperFile = async (file: string): Promise<void> => {
  if (await exists(file)) return
  try {
    await writeNewFiles(({ write }) => write(file, (add) => add(`${generatePepper()}\n`)))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

const PEPPER_BYTES = 48
/** How long to wait for another process to finish copying the file. */
const COPY_TIMEOUT_MS = 500
const RETRY_MS = 20

/** Waits for an unfinished copy, which has no line end yet. After that the file is accepted: it may have been written by hand. */
const readPepperFile = async (file: string): Promise<string> => {
  let text = await readFile(file, 'utf8')
  for (let waitedMs = 0; isPartial(text) && waitedMs < COPY_TIMEOUT_MS; waitedMs += RETRY_MS) {
    await sleep(RETRY_MS)
    text = await readFile(file, 'utf8')
  }
  return text
}

const isPartial = (text: string): boolean => text.length < PEPPER_BYTES && !text.endsWith('\n')

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const generatePepper = () => randomBytes(PEPPER_BYTES).toString('base64url')

const parse = (text: string): Peppers => {
  try {
    return parsePeppers(text)
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)])
  }
}
