// Any spelling of a hashtag or a search of YouTube → `#tag` or `search/words`. A search with filters, in a channel or in
// YouTube Music is another one.

import { createSearchHandles, type SearchHandle, searchOf } from '../../urls/search-handles.ts'
import { decodeText, readSiteUrl } from '../../urls/site-url.ts'
import { foldTag } from '../../urls/tags.ts'

const HOST = /^(?:(?:www|m)\.)?youtube\.com$/
const TAG = /^[#＃](?<tag>[^\s/#]+)$/
const TAG_PAGE = /^\/hashtag\/(?<tag>[^/]+)$/

const searchAt = (text: string): SearchHandle | undefined => {
  const { path, query } = (!/^[#@]|\s/.test(text) && readSiteUrl(text, HOST)) || {}
  if (path === undefined || query === undefined) return undefined
  const tag = TAG_PAGE.exec(path)?.groups?.tag
  if (tag !== undefined) return tagOf(decodeText(tag))
  // `sp` is a filter.
  const words = path === '/results' && !query.has('sp') ? (query.get('search_query') ?? query.get('q')) : null
  return words ? (writtenTag(words.trim()) ?? searchOf(words)) : undefined
}

const writtenTag = (text: string): SearchHandle | undefined => tagOf(TAG.exec(text)?.groups?.tag)

const tagOf = (written = ''): SearchHandle | undefined => {
  const tag = foldTag(written)
  return tag === undefined ? undefined : { is: 'tag', tag }
}

export const { canonicalize: canonicalizeSearch, parse: searchIn } = createSearchHandles({ writtenTag, at: searchAt })
