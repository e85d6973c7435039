// What the first start tells: a key, and a line that works as it stands, from the key to posts.

import type { Config } from '../../config/read-config.ts'
import { makeFirstLicense } from '../../licensing/licenses/first-license.ts'
import type { Licenses } from '../../licensing/licenses/licenses.ts'
import type { Log } from '../../observability/create-log.ts'
import type { Io } from '../io.ts'

export type Welcome = { readonly licenses: Licenses; readonly log: Pick<Log, 'warn'>; readonly address: string }

const NOT_MADE = 'No first license could be made; central-api license create makes one when the store is available'

const lost = (id: string): string =>
  `The first license ${id} was made, and its key is lost. Make another key: npx --no-install central-api license rotate ${id}`

/** Makes the license of an empty store and shows its key; does nothing where there is one. */
export const welcome = async (io: Io, config: Config, { licenses, log, address }: Welcome): Promise<void> => {
  // The service listens by now, and goes on without it.
  const first = await makeFirstLicense(licenses).catch((err: unknown) => log.warn({ err }, NOT_MADE))
  // A port that the system chose is in no setting.
  if (first === undefined) return
  io.out(textOf(config.port === 0 ? address : config.baseUrl, first.key))
  await io.written().catch((error: unknown) => io.err(`${String(error)}\n${lost(first.license.id)}\n`))
}

const textOf = (baseUrl: string, key: string): string => {
  const json = `-H 'Content-Type: application/json'`
  const token = `$(curl -s ${baseUrl}/api/v1/auth/token ${json} -d '{"licenseKey":"${key}"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`
  const scan = `curl -s ${baseUrl}/api/v1/scan-profile ${json} -H "Authorization: Bearer ${token}" -d '{"platform":"sandbox","handle":"demo"}'`
  return `
The store was empty, so here is a test license. Its key is shown this once:

  ${key}

Try it, from the key to posts:

  ${scan}

Reference: ${baseUrl}/docs
`
}
