// The unsigned URL of a call, and the key that identifies equal calls.

import type { Call } from '../contract/call.ts'
import { Refused } from '../contract/refusal.ts'

/** Throws Refused (`broken`): an upstream may have returned an invalid URL. */
export const urlOf = ({ url, query = {} }: Call): URL => {
  const parsed = URL.parse(String(url))
  if (parsed === null) throw new Refused('broken')
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parsed.searchParams.set(name, String(value))
  }
  return parsed
}

/** `scope`: separates calls that must not share a response. */
export const identityOf = ({ body, accept, about, redirect, answers }: Call, url: URL, scope: string): string =>
  [scope, url.href, JSON.stringify([body, accept, about, redirect, answers])].join('\n')
