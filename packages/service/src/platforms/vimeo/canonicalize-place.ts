// Any spelling of a Vimeo showcase, group or tag → `showcase/1`, `groups/name` or `#tag`. Showcases were called albums.

import { decodeText, readSiteUrl } from '../../urls/site-url.ts'
import { foldTag } from '../../urls/tags.ts'
import { SITE } from './canonicalize-user.ts'

export type Place =
  | { readonly is: 'showcase'; readonly id: string }
  | { readonly is: 'group'; readonly name: string }
  | { readonly is: 'tag'; readonly tag: string }

const SHOWCASE = /^(?:showcase|album)\/(?<id>\d{1,12})$/i
const GROUP = /^groups\/(?<name>[a-z0-9_-]{1,60})$/i
const TAG = /^[#＃](?<tag>[^/#]+)$/

const SORTED = '(?:/(?:page|sort):[^/]+){0,2}'
/** With or without the name of its owner, on Vimeo's pages or in its player. */
const SHOWCASE_PAGE = /^(?:\/[^/]+)?\/(?:showcase|album)\/(?<id>\d{1,12})(?:\/(?:embed2?|page:\d+|sort:[^/]+))?$/
const GROUP_PAGE = new RegExp(`^/groups/(?<name>[a-z0-9_-]{1,60})(?:/(?:videos|about))?${SORTED}$`, 'i')
const TAG_PAGE = new RegExp(`^/tag:(?<tag>[^/]+)${SORTED}$`)

/** undefined when the input is none of them. */
export const canonicalizePlace = (input: string): string | undefined => {
  const text = input.trim()
  const place = placeOf(text) ?? placeAt(text)
  return place && join(place)
}

/** Parses a handle in its written form; undefined for that of a user or channel. */
export const placeOf = (text: string): Place | undefined =>
  placeIn(SHOWCASE.exec(text)?.groups, GROUP.exec(text)?.groups, TAG.exec(text)?.groups?.tag)

const placeAt = (text: string): Place | undefined => {
  const { path = '' } = (!text.startsWith('#') && readSiteUrl(text, SITE)) || {}
  // Vimeo compares tags without blanks and hyphens.
  const tag = decodeText((TAG_PAGE.exec(path)?.groups?.tag ?? '').replace(/(?<=\w)(?:\+|%20|-)(?=\w)/g, ''))
  return placeIn(SHOWCASE_PAGE.exec(path)?.groups, GROUP_PAGE.exec(path)?.groups, tag)
}

type Groups = Readonly<Record<string, string>> | undefined

const placeIn = (showcase: Groups, group: Groups, written: string | undefined): Place | undefined => {
  if (showcase?.id !== undefined) return { is: 'showcase', id: showcase.id }
  if (group?.name !== undefined) return { is: 'group', name: group.name.toLowerCase() }
  const tag = written && foldTag(written)
  return tag ? { is: 'tag', tag } : undefined
}

const join = (place: Place): string => {
  if (place.is === 'tag') return `#${place.tag}`
  return place.is === 'group' ? `groups/${place.name}` : `showcase/${place.id}`
}
