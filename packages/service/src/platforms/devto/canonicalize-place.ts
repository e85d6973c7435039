// Any spelling of a tag or of a series → `#tag` or `series/id`. Both are those of DEV as a whole.

import { decodeText, readSiteUrl, withoutAt } from '../../urls/site-url.ts'

export type Place = { readonly is: 'tag'; readonly tag: string } | { readonly is: 'series'; readonly id: string }

/** DEV allows letters and digits of any script, and removes everything else. */
const TAG = /^[\p{L}\p{N}]{1,30}$/u
const WRITTEN_TAG = /^[#＃](?<tag>\S+)$/
const SERIES = /^series\/(?<id>[1-9]\d{0,8})$/
const SITE = /^(?:www\.)?dev\.to$/
const TAG_PAGE = /^\/(?:t|feed\/tag)\/(?<tag>[^/]+)(?:\/latest)?$/
const SERIES_PAGE = /^\/\w{1,40}\/series\/(?<id>[1-9]\d{0,8})$/

/** undefined when the input is neither. */
export const canonicalizePlace = (input: string): string | undefined => {
  const text = input.trim()
  const written = placeOf(text.toLowerCase())
  if (written !== undefined) return join(written)
  const path = withoutAt(readSiteUrl(text, SITE)?.path ?? '')
  const { tag } = TAG_PAGE.exec(path)?.groups ?? {}
  if (tag !== undefined) return join({ is: 'tag', tag: decodeText(tag) ?? '' })
  const { id } = SERIES_PAGE.exec(path)?.groups ?? {}
  return id === undefined ? undefined : join({ is: 'series', id })
}

const join = (place: Place): string | undefined => {
  if (place.is === 'series') return `series/${place.id}`
  const tag = place.tag.normalize('NFC').toLowerCase()
  return TAG.test(tag) ? `#${tag}` : undefined
}

/** Parses a canonical handle; undefined for that of a user or organization. */
export const placeOf = (handle: string): Place | undefined => {
  const { tag } = WRITTEN_TAG.exec(handle)?.groups ?? {}
  if (tag !== undefined) return { is: 'tag', tag }
  const { id } = SERIES.exec(handle)?.groups ?? {}
  return id === undefined ? undefined : { is: 'series', id }
}
