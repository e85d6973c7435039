// Seals the tokens of connections and grants, and the secrets of applications. The record and its license are part of
// what is authenticated: a sealed text that was copied into another record does not open.

import type { RandomBytes } from '../crypto/random-bytes.ts'
import { open, seal } from '../crypto/seal.ts'

/** A text field per name, such as `token` and `refreshToken`. */
export type SecretFields = Readonly<Record<string, string>>
/** The record that the secrets belong to; `licenseId` is null for what serves every license. */
export type SealedIn = { readonly id: string; readonly licenseId: string | null }

export type ConnectionSeal = {
  seal(record: SealedIn, secrets: SecretFields): string
  /** undefined if it was sealed for another record, or under an unknown secret. */
  open(record: SealedIn, sealed: string): SecretFields | undefined
}

/** `keys`: each of 32 bytes; the first one seals, all of them open. */
export const createConnectionSeal = (keys: readonly Buffer[], randomBytes: RandomBytes): ConnectionSeal => {
  const [key] = keys
  if (key === undefined) throw new TypeError('Connections need a key')
  return {
    seal: (record, secrets) => seal(key, Buffer.from(JSON.stringify(secrets)), boundTo(record), randomBytes),
    open(record, sealed) {
      for (const each of keys) {
        const opened = open(each, sealed, boundTo(record))
        if (opened) return JSON.parse(opened.toString()) as SecretFields
      }
      return undefined
    },
  }
}

const boundTo = ({ id, licenseId }: SealedIn): string => `connection ${id} ${licenseId ?? ''}`
