// Reads credentials from settings: several of a kind in a comma list, or one for each host or account.

import { hostName } from '../../parsing/host-name.ts'
import type { Given } from '../contract/credential.ts'

/** The entries of a comma list, in order. */
export const listOf = (value: string): readonly string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** `key,other` → a credential for each. */
export const givenEach = (value: string, secret: string): readonly Given[] =>
  listOf(value).map((entry) => ({ secrets: { [secret]: entry } }))

/** `host=key,other.example=key2` → a credential for each host; a host may have several. Throws an Error that names the
 * setting, and never contains a key. */
export const givenPerHost = (name: string, value: string, secret: string): readonly Given[] =>
  listOf(value).map((entry, index) => {
    const at = entry.indexOf('=')
    const host = hostName(entry.slice(0, at).trim())
    const key = entry.slice(at + 1).trim()
    if (at === -1 || host === undefined || key === '')
      throw new Error(`${name} must be a comma list of host=key; entry ${index + 1} is not`)
    return { host, secrets: { [secret]: key } }
  })

/** `name=token,other=token2` → a credential for each account, by its canonical handle; an account may have several.
 * Throws an Error that names the setting, and never contains a token. */
export const givenPerAccount = (
  name: string,
  value: string,
  secret: string,
  canonicalize: (handle: string) => string | undefined,
): readonly Given[] =>
  listOf(value).map((entry, index) => {
    const at = entry.indexOf('=')
    const account = at === -1 ? undefined : canonicalize(entry.slice(0, at))
    const token = entry.slice(at + 1).trim()
    if (account === undefined || token === '')
      throw new Error(`${name} must be a comma list of account=token; entry ${index + 1} is not`)
    return { account, secrets: { [secret]: token } }
  })
