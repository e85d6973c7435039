// What is said where a command found no store: where it looked, and by which setting. A command in a folder of its own, such as
// cron's, would otherwise make an empty store there and call it a success.

import { resolve } from 'node:path'
import type { Environment } from '../config/read-config.ts'
import { SETTINGS } from '../config/settings.ts'
import { describeStore } from '../storage/address/describe-store.ts'
import { storeFile } from '../storage/address/store-address.ts'

const { name, fallback } = SETTINGS.databaseUrl

/** Which setting named it, and from which folder on. */
export const lookedAt = (databaseUrl: string, environment: Environment): string => {
  const isSet = Boolean(environment[name]?.trim())
  const file = storeFile(databaseUrl)
  if (file === undefined) return `${name} names it`
  const setting = isSet ? `${name} is ${databaseUrl}` : `${name} is not set, and its default is ${fallback}`
  return resolve(file) === file ? setting : `${setting}, in the folder ${process.cwd()}`
}

/** The first sentences of it. */
export const noStore = (databaseUrl: string, environment: Environment): string => {
  const file = storeFile(databaseUrl)
  const where = file === undefined ? `in ${describeStore(databaseUrl)}` : `at ${resolve(file)}`
  return `There is no store ${where}: ${lookedAt(databaseUrl, environment)}`
}

export const MAKE_ONE =
  'Nothing was made. Set DATABASE_URL to the store of the service, or give the command in its folder. A first start makes a store: npx --no-install central-api serve'
