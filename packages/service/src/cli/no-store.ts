// Messages for commands that find no store: where they looked, and because of which setting. Without this check, a command in the
// wrong folder, for example from cron, would create an empty store there and succeed.

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

export const NO_STORE_ADVICE =
  'Nothing was changed. Set DATABASE_URL to the store of the service, or run the command in the folder of the service. To create a store, start the service: npx --no-install central-api serve'
