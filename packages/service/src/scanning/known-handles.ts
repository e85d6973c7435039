// Caches the handles found in texts. Finding one takes as long as the rest of a scan from the cache, and every page
// view of a site sends the same text.

import { createLru, type Lru } from '../runtime/collections/create-lru.ts'
import { kindOf } from '../upstream/contract/kinds.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { isPostUrl } from '../urls/is-post-url.ts'
import { unsupportedKindOf } from '../urls/unsupported-kind.ts'
import { findHandle } from './find-handle.ts'

/** Per platform. */
const MAX_HANDLES = 4_096
const MAX_TEXT_LENGTH = 256

const known = new WeakMap<Platform, Lru<string>>()

/** Control characters, also percent-encoded, as in the paths of websites. URLs of feeds may encode tabs and line breaks. */
const CONTROL = /\p{Cc}|%(?:0[0-8bcef]|1[0-9a-f]|7f)/iu

/** No name of any platform contains a control character, or half of a surrogate pair. */
const isClean = (text: string): boolean => text.isWellFormed() && !CONTROL.test(text)

/** Pages that list people: those who follow an account, and those whom it follows. */
const PEOPLE =
  /[^/?#]\/[^/?#]+(?<list>\/(?:(?:(?:verified_|known-)?followers|followers_you_follow|follow(?:s|ing))))\/*(?:[?#]|$)/i

/** Whether the URL lists people, and the handle is not that of the list itself, as a site's may be. */
const isListOfPeople = (text: string, handle: string): boolean => {
  const list = PEOPLE.exec(text)?.groups?.list?.toLowerCase()
  return list !== undefined && !handle.endsWith(list)
}

/** A URL of a post, or of something that cannot be scanned, is no handle, even if a platform would read it as the profile
 * around it: a search within a channel is not the channel, and neither is a video. The text may contain control characters that
 * URLs ignore, such as line breaks; the handle may not, whatever the URL encodes. */
export const readerOf = (platform: Platform): Platform['canonicalize'] => {
  const read = readExactly(platform)
  return (text) => {
    const [found, folded] = [read(text), withFoldedPage(text)]
    if (folded === text) return found
    const page = read(folded)
    return found !== undefined && page !== undefined && kindOf(platform, found) === kindOf(platform, page)
      ? found
      : page
  }
}

/** The first part of a path, which names a page of the site or an account. */
const FIRST_PART = /^(?<host>(?:https?:\/\/)?[^\s/?#]+\.[^\s/?#]+\/)(?<part>[^/?#@]*[A-Z][^/?#@]*)/

/** Fields of a query that search or filter a list. */
const FILTER =
  /[?&](?:q|query|search|search_query|keywords?|term|tags?|categor(?:y|ies)|labels?)(?:%5b%5d|\[\])?=[^&#\s]+/gi

/** A search or a filter that the handle does not have was dropped: what is left is wider. */
const dropsFilter = (text: string, handle: string, read: Platform['canonicalize']): boolean =>
  (text.match(FILTER) ?? []).some((field) => read(text.replace(field, field.startsWith('?') ? '?' : '')) === handle)

/** Names of pages in lower case: `/Hashtag/bread` is not the account `hashtag`. */
const withFoldedPage = (text: string): string =>
  text.replace(FIRST_PART, (_, host: string, part: string) => host + part.toLowerCase())

const readExactly = (platform: Platform): Platform['canonicalize'] => {
  const { canonicalize, unsupported } = platform
  return (text) => {
    if (unsupported !== undefined && unsupportedKindOf(platform, unsupported, text, 'urls') !== undefined)
      return undefined
    const handle = text.isWellFormed() ? canonicalize(text) : undefined
    if (handle === undefined || !isClean(handle) || isListOfPeople(text, handle)) return undefined
    const kind = kindOf(platform, handle)
    // Lists within a site have filters that select what they show anyway: their platforms know them.
    if (kind !== 'section' && dropsFilter(text, handle, canonicalize)) return undefined
    // A post within a playlist or a group names the playlist or the group.
    return kind === 'account' && isPostUrl(platform, text) ? undefined : handle
  }
}

/** Returns what `findHandle` returns. */
export const knownHandle = (platform: Platform, written: string): string | undefined => {
  const handles = known.get(platform) ?? createLru<string>(MAX_HANDLES)
  const before = handles.get(written)
  if (before !== undefined) return before
  const handle = findHandle(readerOf(platform), written)
  if (handle === undefined || written.length > MAX_TEXT_LENGTH) return handle
  handles.set(written, handle)
  known.set(platform, handles)
  return handle
}
