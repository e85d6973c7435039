// Any spelling of a list, a hashtag or a search of X → `list/1`, `#tag` or `search/words`.

import { searchOf, writtenSearch } from '../../urls/search-handles.ts'
import { decodeText, readSiteUrl, type SiteUrl } from '../../urls/site-url.ts'
import { readTags, type Tags, writeTags } from '../../urls/tags.ts'
import { HOST } from './canonicalize-name.ts'

export type Place =
  | { readonly is: 'list'; readonly id: string }
  | { readonly is: 'tag'; readonly tags: Tags }
  | { readonly is: 'search'; readonly query: string }

const LIST = /^list\/(?<id>[1-9]\d{0,18})$/i
const LIST_PAGE = /^\/i\/lists\/(?<id>[1-9]\d{0,18})$/
const TAG = /^[#＃](?<tags>[^\s/#]+)$/
const TAG_PAGE = /^\/hashtag\/(?<tags>[^/]+)$/
const SEARCH_PAGE = /^\/search(?:\/(?<words>[^/]+))?$/

/** undefined when the input is none of them. */
export const canonicalizePlace = (input: string): string | undefined => {
  const text = input.trim()
  const place = placeOf(text) ?? placeAt(text)
  return place && join(place)
}

/** Parses a handle in its written form; undefined for that of an account. */
export const placeOf = (text: string): Place | undefined => {
  const id = LIST.exec(text)?.groups?.id
  if (id !== undefined) return { is: 'list', id }
  return tagOf(TAG.exec(text)?.groups?.tags) ?? searchOf(writtenSearch(text))
}

const placeAt = (text: string): Place | undefined => {
  const page = text.startsWith('#') || /\s/.test(text) ? undefined : readSiteUrl(text, HOST)
  if (page === undefined) return undefined
  const path = pathOf(page)
  const id = LIST_PAGE.exec(path)?.groups?.id
  if (id !== undefined) return { is: 'list', id }
  const tags = TAG_PAGE.exec(path)?.groups?.tags
  if (tags !== undefined) return tagOf(decodeText(tags))
  const search = SEARCH_PAGE.exec(path)
  const words = search && (page.query.get('q') ?? decodeText(search.groups?.words ?? ''))
  return words ? (placeOf(words) ?? searchOf(words)) : undefined
}

/** Before 2012, the path was in the fragment, behind `#!`. */
const pathOf = ({ path, fragment }: SiteUrl): string =>
  path === '' && fragment.startsWith('!') ? fragment.replace(/^!\/?/, '/') : path

const tagOf = (written: string | undefined): Place | undefined => {
  const tags = written && readTags(written)
  return tags ? { is: 'tag', tags } : undefined
}

const join = (place: Place): string => {
  if (place.is === 'list') return `list/${place.id}`
  return place.is === 'tag' ? `#${writeTags(place.tags)}` : `search/${place.query}`
}
