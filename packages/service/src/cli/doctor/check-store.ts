// Checks the store and its contents. It never creates a store or a pepper. It opens an existing store as the service does, which
// migrates an older one.

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
import { storeSetting } from '../no-store.ts'
import { pluralize } from '../output/times.ts'
import { broken, type Finding, messageOf, note, ok } from './finding.ts'

type StoreConfig = Pick<Config, 'databaseUrl' | 'licensePepper' | 'environment'>

export const checkStore = async (config: StoreConfig, now: () => number): Promise<readonly Finding[]> => {
  const { databaseUrl, licensePepper, environment } = config
  if (databaseUrl === IN_MEMORY)
    return [note('store', 'is in memory: all data is lost when the service stops', 'Set DATABASE_URL to keep it.')]
  const file = storeFile(databaseUrl)
  if (!(await hasStore(databaseUrl))) {
    const next = 'The first start creates it: npx --no-install central-api serve'
    const where = `${capitalized(describeStore(databaseUrl))} does not exist yet; ${storeSetting(databaseUrl, environment)}`
    return [note('store', where, next)]
  }
  const pepper = await checkPepper(licensePepper, databaseUrl)
  if (pepper.state === 'broken') return [pepper]
  let core: Core
  try {
    core = await openCore({ config, now })
  } catch (error) {
    const next = `Check DATABASE_URL, and that this user may read and write there${file === undefined ? '' : `. ${freeSpaceText(file)}`}`
    return [pepper, broken('store', messageOf(error), next)]
  }
  try {
    return [pepper, ...(await checkContents(core, databaseUrl, now))]
  } catch (error) {
    return [
      pepper,
      broken('store', `does not respond: ${messageOf(error)}`, 'Check DATABASE_URL and the server of the store.'),
    ]
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
  if (setting !== '' || file === undefined) return ok('pepper', 'is set by LICENSE_PEPPER')
  const { mode } = await stat(file)
  const isPrivate = (mode & 0o077) === 0
  const path = resolve(file)
  return isPrivate
    ? ok('pepper', `is in ${path}. Back it up with the store`)
    : note('pepper', `${path} is readable by other users`, `chmod 600 ${path}`)
}

const checkContents = async (core: Core, databaseUrl: string, now: () => number): Promise<readonly Finding[]> => {
  const { store } = core
  const [name, file] = [capitalized(describeStore(databaseUrl)), storeFile(databaseUrl)]
  await store.ping()
  const later = await store.laterSteps()
  const version = later.length === 0 ? 'is up to date' : 'was migrated by a later version'
  const writable = await store.tryWrite().then(
    () => ok('store', `${name} responds, ${version} and is writable`),
    (error: unknown) => broken('store', `is not writable: ${messageOf(error)}`, writeAdvice(file)),
  )
  const plans = await store.plans.list()
  const licenses = await store.licenses.count()
  return [
    writable,
    ...(later.length === 0 ? [] : [laterVersionNote(later)]),
    ...(await checkRestoration(file)),
    await checkSigningKeys(core),
    ok('plans', plans.map((plan) => plan.name).join(', ')),
    licenses === 0
      ? note('licenses', 'none yet', 'Create one: npx --no-install central-api license create --plan pro')
      : ok('licenses', pluralize(licenses, 'license')),
    await checkClock(store, now()),
  ]
}

const writeAdvice = (file: string | undefined): string =>
  file === undefined
    ? 'Check the disk of PostgreSQL and the permissions of this role.'
    : `Check its permissions. ${freeSpaceText(file)}`

/** A full disk is the most common cause. */
const freeSpaceText = (file: string): string => {
  const free = freeBytesOf(file)
  if (free === undefined) return 'The free space on its disk cannot be read.'
  const space = pluralize(Math.floor(free / 1024), 'KiB is', 'KiB are')
  return `${space} free on its disk${free < MIN_FREE_BYTES ? '. Free up space' : ''}.`
}

/** SQLite cannot start with less. */
const MIN_FREE_BYTES = 1024 * 1024

const laterVersionNote = (later: readonly string[]): Finding =>
  note(
    'store version',
    `A later version applied ${later.join(', ')}. This version works with that only if it directly precedes it`,
    'Install the later version, or restore the backup from before the upgrade.',
  )

const checkRestoration = async (file: string | undefined): Promise<readonly Finding[]> => {
  const restoration = file === undefined ? undefined : await readRestoration(file)
  if (restoration === undefined) return []
  return [
    note(
      'restored copy',
      `The store was restored from the backup ${restoration.from} at ${restoration.at}. It has not sent any events yet`,
      'As a test next to the production service, start it with serve --quiet. To replace the production service, start it with serve, which removes this note.',
    ),
  ]
}

const checkSigningKeys = async ({ store, signingKeys }: Core): Promise<Finding> => {
  const keys = await store.signingKeys.list()
  if (keys.length === 0)
    return note('signing keys', 'none yet', 'The first start creates one: npx --no-install central-api serve')
  try {
    await signingKeys.load()
  } catch (error) {
    return broken(
      'signing keys',
      messageOf(error),
      'If the pepper is lost, run: npx --no-install central-api keys rotate --lost-pepper',
    )
  }
  return ok(
    'signing keys',
    `${signingKeys.current().kid} is current; ${pluralize(signingKeys.jwks().keys.length, 'key')} in use`,
  )
}

/** An earlier time than the first release of this program means that the clock is wrong. */
const EARLIEST = Date.UTC(2026, 0)
const TOLERANCE_MS = 60_000

/** Nothing in the store can be newer than the current time. */
const checkClock = async (store: Store, now: number): Promise<Finding> => {
  const [license] = (await store.licenses.list({ limit: 1 })).licenses
  const times = [license?.createdAt, ...(await store.signingKeys.list()).map(({ createdAt }) => createdAt)]
  const newest = Math.max(EARLIEST, ...times.filter((time) => time !== undefined))
  const next = 'Set the clock with NTP. Tokens and monthly quotas depend on it.'
  if (now < newest - TOLERANCE_MS) {
    return broken(
      'clock',
      `is at ${new Date(now).toISOString()}, but the store contains data from ${new Date(newest).toISOString()}`,
      next,
    )
  }
  return ok('clock', new Date(now).toISOString())
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
