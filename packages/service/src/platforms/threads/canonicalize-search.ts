// Any spelling of a topic tag or a search of Threads → `#tag` or `search/words`. Unlike hashtags of other networks, tags may
// contain spaces.

import { decodeText, readSiteUrl } from '../../urls/site-url.ts'

export type Search = { readonly is: 'tag'; readonly tag: string } | { readonly is: 'search'; readonly query: string }

const HOST = /^(?:(?:www|m)\.)?threads\.(?:com|net)$/
const TAG_NAME = /^(?!\d+$)[\p{L}\p{N}\p{M}_'’-]+(?: [\p{L}\p{N}\p{M}_'’-]+)*$/u
const MAX_TAG = 50
const TAG = /^[#＃](?<tag>[^#/]+)$/
const TAG_PAGE = /^\/tag\/(?<tag>[^/]+)$/
const SEARCH = /^search\/(?<words>[\s\S]+)$/i
const SEARCH_PAGE = '/search'
const MAX_QUERY = 200

/** undefined when the input is neither. */
export const canonicalizeSearch = (input: string): string | undefined => {
  const text = input.trim()
  const search = searchIn(text) ?? searchAt(text)
  return search && (search.is === 'tag' ? `#${search.tag}` : `search/${search.query}`)
}

/** Parses a handle in its written form; undefined for that of an account. */
export const searchIn = (text: string): Search | undefined =>
  tagOf(TAG.exec(text)?.groups?.tag) ?? searchOf(SEARCH.exec(text)?.groups?.words)

const searchAt = (text: string): Search | undefined => {
  const { path, query } = (!/^[#@]|\s/.test(text) && readSiteUrl(text, HOST)) || {}
  if (path === undefined || query === undefined) return undefined
  const tag = TAG_PAGE.exec(path)?.groups?.tag
  if (tag !== undefined) return tagOf(decodeText(tag))
  const words = path === SEARCH_PAGE ? query.get('q')?.trim() : undefined
  if (!words) return undefined
  const type = query.get('serp_type') ?? 'default'
  if (type === 'tags') return tagOf(words.replace(/^[#＃]/, ''))
  // Any other type is a search for something else, such as accounts.
  return type === 'default' ? (tagOf(TAG.exec(words)?.groups?.tag) ?? searchOf(words)) : undefined
}

const tidy = (written: string): string => written.normalize('NFC').replace(/\s+/g, ' ').trim()

const tagOf = (written = ''): Search | undefined => {
  const tag = tidy(written).toLowerCase().normalize('NFC')
  return tag.length <= MAX_TAG && TAG_NAME.test(tag) ? { is: 'tag', tag } : undefined
}

const searchOf = (written = ''): Search | undefined => {
  const query = tidy(written)
  const isValid = query.length <= MAX_QUERY && /[\p{L}\p{N}]/u.test(query) && query.isWellFormed()
  return isValid ? { is: 'search', query } : undefined
}
