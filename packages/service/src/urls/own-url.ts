// Whether what was read for a handle may say something about a URL: the server that a handle names may claim anything
// about the URLs of other servers.

import type { Platform } from '../upstream/contract/platform.ts'
import { compilePostUrls } from './compile-post-urls.ts'

/** Handles at a host that no platform owns, in the forms that platforms with many servers have. */
const ELSEWHERE: readonly string[] = [
  ...['', '@name', 'c/name', 'u/name', 'feed.xml'].map((path) => `https://host.example.net/${path}`),
  ...['@name@host.example.net', '!name@host.example.net'],
]

const anyHost = new WeakMap<object, boolean>()

/** Whether its handles may name any host. */
export const readsAnyHost = (platform: Pick<Platform, 'canonicalize'>): boolean => {
  const known = anyHost.get(platform)
  if (known !== undefined) return known
  const reads = ELSEWHERE.some((text) => platform.canonicalize(text) !== undefined)
  anyHost.set(platform, reads)
  return reads
}

/** `handle`: canonical. */
export const isOwnUrl = (platform: Platform | undefined, handle: string, url: string): boolean => {
  const hostname = URL.parse(url)?.hostname ?? ''
  if (platform === undefined || hostname === '') return false
  const name = handle.toLowerCase()
  if (name.includes(hostname)) return true
  if (platform.posts === undefined || !compilePostUrls(platform.posts).owns(hostname)) return false
  // A name with a dot may be that of a server, which is not asked about URLs that do not contain it.
  return !name.includes('.') || !readsAnyHost(platform) || url.toLowerCase().includes(name)
}

/** Whether no other handle of the platform can claim the account with this URL: two feeds of one host may name the same
 * site. `handle`: canonical. */
export const isOwnAccount = (platform: Platform | undefined, handle: string, url: string): boolean =>
  platform !== undefined && !readsAnyHost(platform) && isOwnUrl(platform, handle, url)
