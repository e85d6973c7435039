// Every way to write a publication → its host: `name.substack.com`, or a domain of its own.

import { hostName } from '../../parsing/host-name.ts'

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** Substack's own, which are nobody's. */
const RESERVED: ReadonlySet<string> = new Set(['www', 'open', 'api', 'support', 'cdn', 'email', 'on'])
/** What stands at the front of a publication. */
const FRONT = /^\/(?:feed(?:\/podcast)?|archive|about|podcast|notes|recommendations)?\/?$/

const ofName = (name: string): string | undefined =>
  NAME.test(name) && !RESERVED.has(name) ? `${name}.substack.com` : undefined

/** undefined when the input is none. A reader's name is by convention that of the publication. */
export const canonicalizePublication = (input: string): string | undefined => {
  const text = input.trim()
  if (text.startsWith('@')) return ofName(text.slice(1).toLowerCase())
  if (/[\s@\\<>"]/u.test(text.replace('/@', '/'))) return undefined
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url?.username !== '' || url.password !== '' || url.port !== '') return undefined
  const host = hostName(url.hostname)
  const path = url.pathname.toLowerCase()
  if (host === 'substack.com' || host === 'www.substack.com' || host === 'open.substack.com') {
    const name = /^\/(?:@|pub\/)(?<name>[a-z0-9-]+)\/?$/.exec(path)?.groups?.name
    return name === undefined ? undefined : ofName(name)
  }
  if (host === undefined || !FRONT.test(path)) return undefined
  return host.endsWith('.substack.com') ? ofName(host.slice(0, -'.substack.com'.length)) : host
}
