// central-api keys …: the keys that sign tokens. A rotation invalidates no tokens: those of the retired key stay valid.

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
import { withCore, withVerifiedPepper } from './open-parts.ts'
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
        else
          io.out(
            found.length === 0
              ? 'There is no signing key yet. The first start of the service creates one.\n'
              : view(found, io),
          )
      }),
    )

  keys
    .command('rotate')
    .description('sign with a new key from now on; existing tokens stay valid')
    .option('--lost-pepper', 'rotate even if the pepper of the current key is lost and the key cannot sign')
    .option('--json', 'print one JSON document')
    .action(({ json, lostPepper }: JsonOption & { readonly lostPepper?: true }) => {
      // The service could not decrypt a key that was encrypted under another pepper.
      const withSigningKeys = lostPepper ? withCore : withVerifiedPepper
      return withSigningKeys(io, async ({ signingKeys }) => rotate(io, signingKeys, json))
    })
}

const rotate = async (io: Io, signingKeys: SigningKeys, json: true | undefined): Promise<void> => {
  const key = await signingKeys.rotate(commandActor(io, 'keys rotate'))
  if (json) return printJson(io, { kid: key.kid, createdAt: isoTime(key.createdAt) })
  io.out(`The key ${styleFor(io).bold(key.kid)} signs tokens from now on.
The previous key stays at /.well-known/jwks.json until its last token expires, so existing tokens stay valid.
`)
}

const view = (keys: readonly SigningKeyRecord[], io: Io): string => {
  const { dim } = styleFor(io)
  const stateTexts = (key: SigningKeyRecord): Readonly<Record<SigningKeyState, string>> => ({
    signs: 'current',
    verifies: `verifies until ${localTime(verifiesUntil(key) ?? 0, io.timeZone)}`,
    over: 'retired',
  })
  return table([
    ['KEY', 'CREATED', 'STATE'].map((text) => ({ text, paint: dim })),
    ...keys.map((key) => [
      key.kid,
      localTime(key.createdAt, io.timeZone),
      stateTexts(key)[signingKeyState(key, io.now())],
    ]),
  ])
}
