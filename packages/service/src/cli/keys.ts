// central-api keys …: the keys that sign tokens. Rotating logs nobody out: what a retired key signed is still accepted.

import type { Command } from 'commander'
import {
  describeSigningKey,
  type SigningKeyState,
  signingKeyState,
  verifiesUntil,
} from '../licensing/tokens/describe-signing-key.ts'
import type { SigningKeys } from '../licensing/tokens/signing-keys.ts'
import type { SigningKeyRecord } from '../storage/store.ts'
import { commandActor } from './command-actor.ts'
import type { Io } from './io.ts'
import { withCore, withProvenPepper } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { styleFor } from './output/style.ts'
import { table } from './output/table.ts'
import { isoTime, localTime } from './output/times.ts'

type JsonOption = { readonly json?: true }

export const registerKeys = (keys: Command, io: Io): void => {
  keys
    .command('list')
    .description('list the signing keys, newest first')
    .option('--json', 'print one JSON document')
    .action(({ json }: JsonOption) =>
      withCore(io, async ({ store }) => {
        const found = (await store.signingKeys.list()).toSorted((a, b) => b.createdAt - a.createdAt)
        if (json)
          printJson(
            io,
            found.map((key) => describeSigningKey(key, io.now())),
          )
        else io.out(found.length === 0 ? 'There is no signing key yet; the first start makes one.\n' : view(found, io))
      }),
    )

  keys
    .command('rotate')
    .description('sign with a new key from now on; tokens that are out there stay good')
    .option('--lost-pepper', 'also where the pepper of the current key is lost, and nothing can be signed with it')
    .option('--json', 'print one JSON document')
    .action(({ json, lostPepper }: JsonOption & { readonly lostPepper?: true }) => {
      // A key sealed under another pepper than the server's would leave the server with none to sign with.
      const lend = lostPepper ? withCore : withProvenPepper
      return lend(io, async ({ signingKeys }) => rotate(io, signingKeys, json))
    })
}

const rotate = async (io: Io, signingKeys: SigningKeys, json: true | undefined): Promise<void> => {
  const key = await signingKeys.rotate(commandActor(io, 'keys rotate'))
  if (json) return printJson(io, { kid: key.kid, createdAt: isoTime(key.createdAt) })
  io.out(`Tokens are signed with the key ${styleFor(io).bold(key.kid)} from now on.
The key before stays at /.well-known/jwks.json until its last token has expired, so nobody is logged out.
`)
}

const view = (keys: readonly SigningKeyRecord[], io: Io): string => {
  const { dim } = styleFor(io)
  const words = (key: SigningKeyRecord): Readonly<Record<SigningKeyState, string>> => ({
    signs: 'signs tokens',
    verifies: `verifies until ${localTime(verifiesUntil(key) ?? 0, io.timeZone)}`,
    over: 'not used any more',
  })
  return table([
    ['KEY', 'MADE', 'STATE'].map((text) => ({ text, paint: dim })),
    ...keys.map((key) => [key.kid, localTime(key.createdAt, io.timeZone), words(key)[signingKeyState(key, io.now())]]),
  ])
}
