// Every way to write somebody on Flickr → an NSID (`12345678@N00`), which lasts, or the alias of an address.

const NSID = /^\d{1,12}@N\d{2}$/
const ALIAS = /^[\w-]{2,60}$/
const SITE = /^(?:(?:www|m|secure)\.)?flickr\.com$/
/** Pages of somebody. */
const PATH =
  /^\/(?:photos|people)\/(?<name>[^/]+)(?:\/(?:albums|sets|galleries|groups|favorites|popular|page\d{1,6}|with))?$/
/** Names that are nobody's. */
const RESERVED: ReadonlySet<string> = new Set(['tags', 'upload', 'organize', 'me', 'friends', 'search', 'flickr'])
const FEED = '/services/feeds/photos_public.gne'

/** The handle; undefined when the input is none. A bare word is an alias. */
export const canonicalizePerson = (input: string): string | undefined => {
  const text = input.trim()
  if (!text.includes('/') && !text.includes('.')) return handleOf(text.replace(/^@/, ''))
  if (/[\s\\]/.test(text)) return undefined
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || !SITE.test(url.hostname) || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined
  const name = url.pathname === FEED ? url.searchParams.get('id') : PATH.exec(trimEnd(url.pathname))?.groups?.name
  return name == null ? undefined : handleOf(name.replace(/%40/i, '@'))
}

/** Whether a canonical handle is an id, which needs no look-up. */
export const isNsid = (handle: string): boolean => NSID.test(handle)

const trimEnd = (path: string): string => path.replace(/(?<!\/)\/+$/, '')

const handleOf = (written: string): string | undefined => {
  const nsid = written.replace(/@n(?=\d{2}$)/, '@N')
  if (NSID.test(nsid)) return nsid
  const alias = written.toLowerCase()
  return ALIAS.test(alias) && !RESERVED.has(alias) ? alias : undefined
}
