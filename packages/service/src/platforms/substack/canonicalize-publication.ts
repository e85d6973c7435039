// Any spelling of a publication → its host: `name.substack.com`, or its own domain; of one of its sections → `host/s/section`.

import { hostName } from '../../parsing/host-name.ts'
import { readSiteUrl } from '../../urls/site-url.ts'

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** Subdomains that are no publications. */
const RESERVED: ReadonlySet<string> = new Set(['www', 'open', 'api', 'support', 'cdn', 'email', 'on'])
const SITE = /^(?:(?:www|open)\.)?substack\.com$/
/** The profile of a writer, who usually has the publication's name, and the link that “Share” copies. */
const IN_SITE = /^\/(?:@(?<writer>[a-z0-9-]+)(?:\/(?:posts|notes|likes|reads|activity))?|pub\/(?<name>[a-z0-9-]+))$/
/** Pages of a publication that are no posts, its embed frame, and its owner's pages. */
const FRONT = new RegExp(
  `^(?:/(?:${[
    ...['feed(?:/podcast)?', 'archive', 'about', 'podcast', 'notes', 'recommendations', 'subscribe', 'chat'],
    ...['leaderboard', 'community', 'welcome', 'coming-soon', 'embed', 'publish(?:/.*)?'],
  ].join('|')}))?$`,
)

/** A section, and the pages that show it. */
const SECTION = /^\/s\/(?<section>[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?)(?:\/(?:archive|about|feed))?$/

const ofName = (name: string): string | undefined =>
  NAME.test(name) && !RESERVED.has(name) ? `${name}.substack.com` : undefined

/** undefined when the input is no publication. A writer usually has the publication's name. */
export const canonicalizePublication = (input: string): string | undefined => {
  const text = input.trim()
  if (/^@[^.]*$/.test(text)) return ofName(text.slice(1).toLowerCase())
  const url = /[<>"]/.test(text) ? undefined : readSiteUrl(text)
  if (url === undefined) return undefined
  const path = url.path.toLowerCase()
  // A search in the archive.
  if (url.query.get('search')) return undefined
  if (SITE.test(url.host)) {
    const { writer, name = writer } = IN_SITE.exec(path)?.groups ?? {}
    return name === undefined ? undefined : ofName(name)
  }
  const host = hostName(url.host)
  const { section } = SECTION.exec(path)?.groups ?? {}
  if (host === undefined || (section === undefined && !FRONT.test(path))) return undefined
  const known = host.endsWith('.substack.com') ? ofName(host.slice(0, -'.substack.com'.length)) : host
  return known === undefined || section === undefined ? known : `${known}/s/${section}`
}

export type Publication = { readonly host: string; readonly section: string | undefined }

/** Parses a canonical handle. */
export const publicationOf = (handle: string): Publication => {
  const [host = handle, section] = handle.split('/s/')
  return { host, section }
}
