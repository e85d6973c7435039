// The address of a call, unsigned, and what makes two calls one.

import type { Call } from '../contract/call.ts'
import { Refused } from '../contract/refusal.ts'

/** Throws Refused (`broken`): an address that an upstream gave may be none. */
export const addressOf = ({ url, query = {} }: Call): URL => {
  const address = URL.parse(String(url))
  if (address === null) throw new Refused('broken')
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value))
  }
  return address
}

/** `scope`: whose calls they are. */
export const identityOf = ({ body, accept, about, redirect, answers }: Call, url: URL, scope: string): string =>
  [scope, url.href, JSON.stringify([body, accept, about, redirect, answers])].join('\n')
