// LICENSE_PEPPER, or the one that is made at the first start and kept beside the SQLite file, readable by its owner only.

import { randomBytes } from 'node:crypto'
import { access, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Peppers, parsePeppers } from '../licensing/keys/pepper.ts'
import { ConfigError } from './read-config.ts'

/** Where the pepper of a SQLite store is kept. */
export const pepperFile = (databaseUrl: string): string | undefined =>
  databaseUrl.startsWith('sqlite:') && databaseUrl !== 'sqlite::memory:'
    ? `${databaseUrl.slice('sqlite:'.length).replace(/\.(db|sqlite3?)$/, '')}.pepper`
    : undefined

/** Throws ConfigError where it is malformed, or missing with a store that several machines share. */
export const loadPeppers = async (setting: string, databaseUrl: string): Promise<Peppers> => {
  if (setting !== '') return parse(setting)
  if (databaseUrl === 'sqlite::memory:') return parse(makePepper())
  const file = pepperFile(databaseUrl)
  if (file === undefined) {
    throw new ConfigError([
      'LICENSE_PEPPER is required with PostgreSQL: every machine must know the same one. Make one with: openssl rand -base64 48',
    ])
  }
  // The first to write there: the store, too, is for its owner only.
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // The pepper is always there before the store: one that came later would fit nothing in it.
  if ((await exists(databaseUrl.slice('sqlite:'.length))) && !(await exists(file))) {
    throw new ConfigError([
      `LICENSE_PEPPER is not set, and ${file} is not there, but the store is: set the LICENSE_PEPPER that the store was used with, or put the file back`,
    ])
  }
  await makeOnce(file)
  return parse((await readFile(file, 'utf8')).trim())
}

/** Of processes that start together one makes it. It appears whole or not at all, also where one is killed meanwhile. */
const makeOnce = async (file: string): Promise<void> => {
  if (await exists(file)) return
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${makePepper()}\n`, { flag: 'wx', mode: 0o600 })
  try {
    await link(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const makePepper = () => randomBytes(48).toString('base64url')

const parse = (text: string): Peppers => {
  try {
    return parsePeppers(text)
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)])
  }
}
