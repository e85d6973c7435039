// Any spelling of a hashtag of Instagram → `#tag`. Instagram has no hashtags of emoji only.

import { decodeText, readSiteUrl } from '../../urls/site-url.ts'
import { foldTag } from '../../urls/tags.ts'

const HOST = /^(?:(?:www|m)\.)?(?:instagram\.com|instagr\.am)$/
const TAG = /^[#＃](?<tag>[^\s/#]+)$/
const TAG_PAGE = /^\/explore\/tags\/(?<tag>[^/]+)(?:\/(?:top|recent))?$/
/** Where Instagram leads from a hashtag. Without `#`, it is a search for words. */
const SEARCH_PAGE = '/explore/search/keyword'

/** undefined when the input is no hashtag. */
export const canonicalizeTag = (input: string): string | undefined => {
  const text = input.trim()
  const tag = foldTag(TAG.exec(text)?.groups?.tag ?? tagAt(text) ?? '')
  return tag && `#${tag}`
}

const tagAt = (text: string): string | undefined => {
  const { path, query } = (!/^[#@]|\s/.test(text) && readSiteUrl(text, HOST)) || {}
  const written = TAG_PAGE.exec(path ?? '')?.groups?.tag
  if (written !== undefined) return decodeText(written)
  return path === SEARCH_PAGE ? TAG.exec(query?.get('q') ?? '')?.groups?.tag : undefined
}

/** The tag of a canonical handle, without `#`; undefined for that of an account. */
export const tagIn = (handle: string): string | undefined => (handle.startsWith('#') ? handle.slice(1) : undefined)
