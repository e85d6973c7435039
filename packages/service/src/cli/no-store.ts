// Messages for commands that find no store: where they looked or created one, and because of which setting. Without them, a command
// in the wrong folder, for example from cron, would silently use an empty store there and succeed.

import { resolve } from 'node:path'
import type { Environment } from '../config/read-config.ts'
import { SETTINGS } from '../config/settings.ts'
import { describeStore } from '../storage/address/describe-store.ts'
import { storeFile } from '../storage/address/store-address.ts'

const { name, fallback } = SETTINGS.databaseUrl

/** The setting that determines the location, and the folder that it is relative to. */
export const storeSetting = (databaseUrl: string, environment: Environment): string => {
  const isSet = Boolean(environment[name]?.trim())
  const file = storeFile(databaseUrl)
  if (file === undefined) return `it is set by ${name}`
  const setting = isSet ? `${name} is ${databaseUrl}` : `${name} is not set and defaults to ${fallback}`
  return resolve(file) === file ? setting : `${setting}, in the folder ${process.cwd()}`
}

/** The message without advice. */
export const noStore = (databaseUrl: string, environment: Environment): string => {
  const file = storeFile(databaseUrl)
  const where = file === undefined ? `in ${describeStore(databaseUrl)}` : `at ${resolve(file)}`
  return `No store found ${where}: ${storeSetting(databaseUrl, environment)}`
}

/** The message of a command that created the store. */
export const createdStore = (databaseUrl: string, environment: Environment): string =>
  `Created a new store, ${describeStore(databaseUrl)}: ${storeSetting(databaseUrl, environment)}. If your service uses another store, set DATABASE_URL to that store, or change to the folder of the service, and run the command again.`

export const NO_STORE_ADVICE =
  'Nothing was changed. Set DATABASE_URL to the store of the service, or run the command in the folder of the service. To create a store, start the service: npx --no-install central-api serve'
