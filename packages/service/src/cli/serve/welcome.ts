// Welcomes the operator at the first start, with a test license: with a text, or with one line where the log is JSON.

import { randomBytes } from 'node:crypto'
import type { Config } from '../../config/read-config.ts'
import { makeFirstLicense } from '../../licensing/licenses/first-license.ts'
import type { Licenses } from '../../licensing/licenses/licenses.ts'
import type { Log } from '../../observability/create-log.ts'
import type { Io } from '../io.ts'
import { isJson } from '../output/log-lines.ts'
import { styleFor } from '../output/style.ts'
import { type WelcomeFacts, welcomeLine, welcomeText } from './welcome-text.ts'

export type Welcome = { readonly licenses: Licenses; readonly log: Pick<Log, 'warn'>; readonly url: string }

const NOT_CREATED =
  'The first license could not be created. When the store is available, create one with central-api license create'

const lostKeyMessage = (id: string): string =>
  `The first license ${id} was created, but its key is lost. Create a new key: npx --no-install central-api license rotate ${id}`

/** Creates a license in an empty store and shows its key. Does nothing if the store has licenses. */
export const welcome = async (io: Io, config: Config, { licenses, log, url }: Welcome): Promise<void> => {
  // A failure must not stop the service, which is already listening.
  const first = await makeFirstLicense(licenses).catch((err: unknown) => log.warn({ err }, NOT_CREATED))
  if (first === undefined) return
  const facts = factsOf(io, config, url, first.key)
  io.out(isJson(config, io.isTerminal) ? welcomeLine(facts, io.now()) : welcomeText(facts, styleFor(io)))
  await io.written().catch((error: unknown) => io.err(`${String(error)}\n${lostKeyMessage(first.license.id)}\n`))
}

const TOKEN_BYTES = 12

const factsOf = ({ isTerminal }: Io, { adminToken, baseUrl, port }: Config, url: string, key: string): WelcomeFacts => {
  const listensAt = Number(new URL(url).port)
  return {
    // With PORT=0, only this URL contains the real port.
    baseUrl: port === 0 ? url : baseUrl,
    key,
    hasConsole: adminToken !== undefined,
    suggestedToken: isTerminal ? randomBytes(TOKEN_BYTES).toString('hex') : undefined,
    otherPort: listensAt < MAX_PORT ? listensAt + 1 : listensAt - 1,
  }
}

const MAX_PORT = 65_535
