// The output of the first start: a test key and a command that uses it.

import type { Config } from '../../config/read-config.ts'
import { makeFirstLicense } from '../../licensing/licenses/first-license.ts'
import type { Licenses } from '../../licensing/licenses/licenses.ts'
import type { Log } from '../../observability/create-log.ts'
import type { Io } from '../io.ts'

export type Welcome = { readonly licenses: Licenses; readonly log: Pick<Log, 'warn'>; readonly url: string }

const NOT_CREATED =
  'The first license could not be created. When the store is available, create one with central-api license create'

const lostKeyMessage = (id: string): string =>
  `The first license ${id} was created, but its key is lost. Create a new key: npx --no-install central-api license rotate ${id}`

/** Creates a license in an empty store and shows its key. Does nothing if the store has licenses. */
export const welcome = async (io: Io, config: Config, { licenses, log, url }: Welcome): Promise<void> => {
  // A failure must not stop the service, which is already listening.
  const first = await makeFirstLicense(licenses).catch((err: unknown) => log.warn({ err }, NOT_CREATED))
  // With PORT=0, only this URL contains the real port.
  if (first === undefined) return
  io.out(textOf(config.port === 0 ? url : config.baseUrl, first.key))
  await io.written().catch((error: unknown) => io.err(`${String(error)}\n${lostKeyMessage(first.license.id)}\n`))
}

const textOf = (baseUrl: string, key: string): string => {
  const json = `-H 'Content-Type: application/json'`
  const token = `$(curl -s ${baseUrl}/api/v1/auth/token ${json} -d '{"licenseKey":"${key}"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`
  const scan = `curl -s ${baseUrl}/api/v1/scan-profile ${json} -H "Authorization: Bearer ${token}" -d '{"platform":"sandbox","handle":"demo"}'`
  return `
The store was empty, so the service created a test license. Its key is shown only once:

  ${key}

Try it:

  ${scan}

Reference: ${baseUrl}/docs
`
}
