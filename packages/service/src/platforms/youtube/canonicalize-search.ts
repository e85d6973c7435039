// Any spelling of a hashtag or a search of YouTube → `#tag` or `search/words`. A search with filters, in a channel or in
// YouTube Music is another one.

import { decodeText, readSiteUrl } from '../../urls/site-url.ts'
import { foldTag } from '../../urls/tags.ts'

export type Search = { readonly is: 'tag'; readonly tag: string } | { readonly is: 'search'; readonly query: string }

const HOST = /^(?:(?:www|m)\.)?youtube\.com$/
const TAG = /^[#＃](?<tag>[^\s/#]+)$/
const TAG_PAGE = /^\/hashtag\/(?<tag>[^/]+)$/
const SEARCH = /^search\/(?<words>[\s\S]+)$/i
const MAX_QUERY = 200

/** undefined when the input is neither. */
export const canonicalizeSearch = (input: string): string | undefined => {
  const text = input.trim()
  const search = searchIn(text) ?? searchAt(text)
  return search && (search.is === 'tag' ? `#${search.tag}` : `search/${search.query}`)
}

/** Parses a handle in its written form; undefined for that of a channel or playlist. */
export const searchIn = (text: string): Search | undefined =>
  tagOf(TAG.exec(text)?.groups?.tag) ?? searchOf(SEARCH.exec(text)?.groups?.words)

const searchAt = (text: string): Search | undefined => {
  const { path, query } = (!/^[#@]|\s/.test(text) && readSiteUrl(text, HOST)) || {}
  if (path === undefined || query === undefined) return undefined
  const tag = TAG_PAGE.exec(path)?.groups?.tag
  if (tag !== undefined) return tagOf(decodeText(tag))
  // `sp` is a filter.
  const words = path === '/results' && !query.has('sp') ? (query.get('search_query') ?? query.get('q')) : null
  return words ? (tagOf(TAG.exec(words.trim())?.groups?.tag) ?? searchOf(words)) : undefined
}

const tagOf = (written = ''): Search | undefined => {
  const tag = foldTag(written)
  return tag === undefined ? undefined : { is: 'tag', tag }
}

const searchOf = (written = ''): Search | undefined => {
  const query = written.normalize('NFC').replace(/\s+/g, ' ').trim()
  const isValid = query.length <= MAX_QUERY && /[\p{L}\p{N}]/u.test(query) && query.isWellFormed()
  return isValid ? { is: 'search', query } : undefined
}
