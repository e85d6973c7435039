// A `send` whose responses come from a table of hosts. It refuses like the engine. Only tests use it.

import type { Response, Send } from '@central-api/service/upstream/contract/call.ts'
import { Refused } from '@central-api/service/upstream/contract/refusal.ts'
import { responseOf } from '../feeds/response-of.ts'

/** A host's response: JSON, a page, an error's status, or a redirect. */
export type HostResponse =
  | { readonly json: unknown }
  | { readonly body: string; readonly type?: string }
  | { readonly status: number; readonly json?: unknown }
  | { readonly location: string }

/** URL, or its beginning up to `*` → the response. Any other URL is 404. */
export type Hosts = Readonly<Record<string, HostResponse>>

const MAX_REDIRECTS = 5

export const sendToHosts = (hosts: Hosts, requested: string[] = []): Send => {
  const find = (url: string): HostResponse => {
    const [key] = Object.keys(hosts)
      .filter((each) => (each.endsWith('*') ? url.startsWith(each.slice(0, -1)) : url === each))
      .toSorted((one, other) => other.length - one.length)
    return (key === undefined ? undefined : hosts[key]) ?? { status: 404 }
  }
  return async ({ url: called, query = {}, answers = [] }) => {
    const url = new URL(called)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
    let at = decodeURIComponent(url.href)
    requested.push(at)
    let found = find(at)
    for (let hops = 0; 'location' in found && hops < MAX_REDIRECTS; hops += 1) {
      at = found.location
      found = find(at)
    }
    if ('location' in found) throw new Refused('broken')
    const status = 'status' in found ? found.status : 200
    if (status >= 400 && !answers.includes(status)) throw new Refused(status === 404 ? 'absent' : 'broken')
    const body = 'body' in found ? found.body : JSON.stringify('json' in found ? found.json : null)
    const type = 'body' in found ? (found.type ?? 'text/html') : 'application/json'
    const response = responseOf(body, { url: encodeURI(at), status, type })
    return Object.assign(response, { json: jsonOf.bind(undefined, response.json) })
  }
}

const jsonOf = (json: Response['json']): unknown => {
  try {
    return json()
  } catch (cause) {
    throw new Refused('broken', { cause })
  }
}

/** A WebFinger response. */
export const jrd = (subject: string, self: string, page?: string): HostResponse => ({
  json: {
    subject: `acct:${subject}`,
    links: [
      ...(page === undefined ? [] : [{ rel: 'http://webfinger.net/rel/profile-page', type: 'text/html', href: page }]),
      { rel: 'self', type: 'application/activity+json', href: self },
    ],
  },
})

/** The WebFinger URL of an account at a host. */
export const webFingerUrl = (host: string, account: string): string =>
  `https://${host}/.well-known/webfinger?resource=acct:${account}`
