// The store and what is in it. Makes neither a store nor a pepper where there is none; a store that is there is opened as the
// service would open it, which brings an older one up to date.

import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { loadPeppers, pepperFile } from '../../config/load-peppers.ts'
import type { Config } from '../../config/read-config.ts'
import { type Core, openCore } from '../../core.ts'
import { freeBytesOf } from '../../files/file-error.ts'
import { readRestoration } from '../../observability/store-file.ts'
import { describeStore, IN_MEMORY } from '../../storage/address/describe-store.ts'
import { storeFile } from '../../storage/address/store-address.ts'
import { hasStore } from '../../storage/has-store.ts'
import type { Store } from '../../storage/store.ts'
import { lookedAt } from '../no-store.ts'
import { counted, fromNow } from '../output/times.ts'
import { broken, type Finding, messageOf, note, ok } from './finding.ts'

type StoreConfig = Pick<Config, 'databaseUrl' | 'licensePepper' | 'environment'>

export const checkStore = async (config: StoreConfig, now: () => number): Promise<readonly Finding[]> => {
  const { databaseUrl, licensePepper, environment } = config
  if (databaseUrl === IN_MEMORY) return [note('store', 'is in memory: everything is lost when the service stops')]
  const file = storeFile(databaseUrl)
  if (!(await hasStore(databaseUrl))) {
    const next = 'The first start makes it: npx --no-install central-api serve'
    const where = `${capitalized(describeStore(databaseUrl))} is not there yet; ${lookedAt(databaseUrl, environment)}`
    return [note('store', where, next)]
  }
  const pepper = await checkPepper(licensePepper, databaseUrl)
  if (pepper.state === 'broken') return [pepper]
  let core: Core
  try {
    core = await openCore({ config, now })
  } catch (error) {
    const next = `Check DATABASE_URL, and that this user may read and write there${file === undefined ? '' : `. ${roomAt(file)}`}`
    return [pepper, broken('store', messageOf(error), next)]
  }
  try {
    return [pepper, ...(await checkContents(core, databaseUrl, now))]
  } catch (error) {
    return [pepper, broken('store', `does not answer: ${messageOf(error)}`)]
  } finally {
    await core.store.close()
  }
}

const checkPepper = async (setting: string, databaseUrl: string): Promise<Finding> => {
  const file = pepperFile(databaseUrl)
  try {
    await loadPeppers(setting, databaseUrl)
  } catch (error) {
    return broken('pepper', messageOf(error))
  }
  if (setting !== '' || file === undefined) return ok('pepper', 'comes from LICENSE_PEPPER')
  const { mode } = await stat(file)
  const isPrivate = (mode & 0o077) === 0
  const path = resolve(file)
  return isPrivate
    ? ok('pepper', `is in ${path}; back it up with the store`)
    : note('pepper', `${path} can be read by other users`, `chmod 600 ${path}`)
}

const checkContents = async (core: Core, databaseUrl: string, now: () => number): Promise<readonly Finding[]> => {
  const { store } = core
  const [name, file] = [capitalized(describeStore(databaseUrl)), storeFile(databaseUrl)]
  await store.ping()
  const later = await store.laterSteps()
  const version = later.length === 0 ? 'is up to date' : 'was brought further by a later version'
  const writable = await store.tryWrite().then(
    () => ok('store', `${name} answers, ${version}, and can be written to`),
    (error: unknown) => broken('store', `cannot be written to: ${messageOf(error)}`, freeRoom(file)),
  )
  const plans = await store.plans.list()
  const licenses = await store.licenses.count()
  return [
    writable,
    ...(later.length === 0 ? [] : [laterVersion(later)]),
    ...(await checkRestoration(file)),
    await checkSigningKeys(core),
    ok('plans', plans.map((plan) => plan.name).join(', ')),
    licenses === 0
      ? note('licenses', 'there is none yet', 'npx --no-install central-api license create --plan pro')
      : ok('licenses', counted(licenses, 'license')),
    await checkClock(store, now()),
  ]
}

const freeRoom = (file: string | undefined): string =>
  file === undefined
    ? 'Check the disk of PostgreSQL, and what this role may do.'
    : `Check its permissions. ${roomAt(file)}`

/** A disk that is full is what it is most often. */
const roomAt = (file: string): string => {
  const free = freeBytesOf(file)
  if (free === undefined) return 'What is free on its disk cannot be read.'
  const room = counted(Math.floor(free / 1024), 'KiB is', 'KiB are')
  return `${room} free on its disk${free < LITTLE_BYTES ? ': make room' : ''}.`
}

/** Less than what SQLite needs to begin. */
const LITTLE_BYTES = 1024 * 1024

const laterVersion = (later: readonly string[]): Finding =>
  note(
    'store version',
    `A later version made ${later.join(', ')}. This version goes on with it if it is the one before`,
    'Install the later version, or restore the backup that was made before the upgrade.',
  )

const checkRestoration = async (file: string | undefined): Promise<readonly Finding[]> => {
  const restoration = file === undefined ? undefined : await readRestoration(file)
  if (restoration === undefined) return []
  return [
    note(
      'restored copy',
      `The store is a copy of the backup ${restoration.from}, restored at ${restoration.at}; nobody was told anything from it yet`,
      'Beside the service in use, start it with serve --quiet. In its place, start it with serve: then it is no copy any more.',
    ),
  ]
}

const checkSigningKeys = async ({ store, signingKeys }: Core): Promise<Finding> => {
  const keys = await store.signingKeys.list()
  if (keys.length === 0) return note('signing keys', 'there is none yet; the first start makes one')
  try {
    await signingKeys.load()
  } catch (error) {
    return broken(
      'signing keys',
      messageOf(error),
      'Where the pepper is lost: npx --no-install central-api keys rotate --lost-pepper',
    )
  }
  return ok(
    'signing keys',
    `${signingKeys.current().kid} signs; ${counted(signingKeys.jwks().keys.length, 'key')} in use`,
  )
}

/** Before this program was written, the clock is wrong. */
const EARLIEST = Date.UTC(2026, 0)
const TOLERANCE_MS = 60_000

/** Nothing in the store can have been made in the future. */
const checkClock = async (store: Store, now: number): Promise<Finding> => {
  const [license] = (await store.licenses.list({ limit: 1 })).licenses
  const times = [license?.createdAt, ...(await store.signingKeys.list()).map(({ createdAt }) => createdAt)]
  const newest = Math.max(EARLIEST, ...times.filter((time) => time !== undefined))
  const next = 'Set the clock (NTP): tokens and months are counted by it.'
  if (now < newest - TOLERANCE_MS) {
    return broken(
      'clock',
      `says ${new Date(now).toISOString()}, but the store was written to ${fromNow(newest, now)}`,
      next,
    )
  }
  return ok('clock', new Date(now).toISOString())
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
