// LICENSE_PEPPER, or the one that is made at the first start and kept beside the SQLite file, readable by its owner only.

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

/** Where the pepper of a SQLite store is kept. */
export const pepperFile = (databaseUrl: string): string | undefined =>
  storeFile(databaseUrl)
    ?.replace(/\.(db|sqlite3?)$/, '')
    .concat('.pepper')

/** Throws ConfigError where it is malformed, or missing with a store that several machines share. */
export const loadPeppers = async (setting: string, databaseUrl: string): Promise<Peppers> => {
  if (setting !== '') return parse(setting)
  if (databaseUrl === 'sqlite::memory:') return parse(makePepper())
  const [store, file] = [storeFile(databaseUrl), pepperFile(databaseUrl)]
  if (store === undefined || file === undefined) {
    throw new ConfigError([
      'LICENSE_PEPPER is required with PostgreSQL: every machine must know the same one. Make one with: openssl rand -base64 48',
    ])
  }
  // The first to write there: the store, too, is for its owner only.
  await makeFolder(dirname(file))
  // The pepper is always there before the store: one that came later would fit nothing in it.
  if ((await exists(store)) && !(await exists(file))) {
    await requireOwnStore(store)
    throw new ConfigError([
      `LICENSE_PEPPER is not set, and ${file} is not there, but the store is: set the LICENSE_PEPPER that the store was used with, or put the file back`,
    ])
  }
  await makeOnce(file)
  return parse((await readWhole(file)).trim())
}

/** Of processes that start together one makes it. It appears whole or not at all, also where one is killed meanwhile. */
const makeOnce = async (file: string): Promise<void> => {
  if (await exists(file)) return
  try {
    await writeNewFiles(({ write }) => write(file, (add) => add(`${makePepper()}\n`)))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** Of a pepper that is made here. */
const BYTES = 48
/** For the end of a copy that another process makes, which takes no time worth telling. */
const COPY_MS = 500
const BETWEEN_READS_MS = 20

/** A copy that is being made has no end of line yet. What stays so is taken as it is: somebody may have written it so. */
const readWhole = async (file: string): Promise<string> => {
  let text = await readFile(file, 'utf8')
  for (let waitedMs = 0; isPart(text) && waitedMs < COPY_MS; waitedMs += BETWEEN_READS_MS) {
    await sleep(BETWEEN_READS_MS)
    text = await readFile(file, 'utf8')
  }
  return text
}

const isPart = (text: string): boolean => text.length < BYTES && !text.endsWith('\n')

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const makePepper = () => randomBytes(BYTES).toString('base64url')

const parse = (text: string): Peppers => {
  try {
    return parsePeppers(text)
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)])
  }
}
