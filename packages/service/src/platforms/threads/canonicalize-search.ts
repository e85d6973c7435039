// Any spelling of a topic tag or a search of Threads → `#tag` or `search/words`. Unlike hashtags of other networks, tags may
// contain spaces.

import { createSearchHandles, type SearchHandle, searchOf, tidyWords } from '../../urls/search-handles.ts'
import { decodeText, readSiteUrl } from '../../urls/site-url.ts'

const HOST = /^(?:(?:www|m)\.)?threads\.(?:com|net)$/
const TAG_NAME = /^(?!\d+$)[\p{L}\p{N}\p{M}_'’-]+(?: [\p{L}\p{N}\p{M}_'’-]+)*$/u
const MAX_TAG = 50
const TAG = /^[#＃](?<tag>[^#/]+)$/
const TAG_PAGE = /^\/tag\/(?<tag>[^/]+)$/
const SEARCH_PAGE = '/search'

const searchAt = (text: string): SearchHandle | undefined => {
  const { path, query } = (!/^[#@]|\s/.test(text) && readSiteUrl(text, HOST)) || {}
  if (path === undefined || query === undefined) return undefined
  const tag = TAG_PAGE.exec(path)?.groups?.tag
  if (tag !== undefined) return tagOf(decodeText(tag))
  const words = path === SEARCH_PAGE ? query.get('q')?.trim() : undefined
  if (!words) return undefined
  const type = query.get('serp_type') ?? 'default'
  if (type === 'tags') return tagOf(words.replace(/^[#＃]/, ''))
  // Any other type is a search for something else, such as accounts.
  return type === 'default' ? (writtenTag(words) ?? searchOf(words)) : undefined
}

const writtenTag = (text: string): SearchHandle | undefined => tagOf(TAG.exec(text)?.groups?.tag)

const tagOf = (written = ''): SearchHandle | undefined => {
  const tag = tidyWords(written).toLowerCase().normalize('NFC')
  return tag.length <= MAX_TAG && TAG_NAME.test(tag) ? { is: 'tag', tag } : undefined
}

export const { canonicalize: canonicalizeSearch, parse: searchIn } = createSearchHandles({ writtenTag, at: searchAt })
