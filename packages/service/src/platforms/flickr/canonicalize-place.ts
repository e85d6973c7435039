// Any spelling of an album, a gallery, a group or a tag of Flickr → `user/album/1`, `user/gallery/1`, `groups/name`, `#tag`
// or `user/tagged/tag`.

import { decodeText, readSiteUrl } from '../../urls/site-url.ts'
import { readTags, type Tags, writeTags } from '../../urls/tags.ts'
import { nameOf, SITE } from './canonicalize-person.ts'

export type Place =
  | { readonly is: 'album'; readonly user: string; readonly id: string }
  | { readonly is: 'gallery'; readonly user: string; readonly id: string }
  /** `name`: an alias or an id, which looks like that of a person. */
  | { readonly is: 'group'; readonly name: string }
  /** `user`: only photos of this user. */
  | { readonly is: 'tag'; readonly user: string | undefined; readonly tags: Tags }

const SET = /^(?<user>[^/]+)\/(?<is>album|gallery)\/(?<id>\d{4,20})$/
const GROUP = /^groups\/(?<name>[^/]+)$/
const TAG = /^[#＃](?<tags>[^/]+)$/
const TAGGED = /^(?<user>[^/]+)\/tagged\/(?<tags>[^/]+)$/

const PAGED = '(?:/page\\d{1,6})?'
const SET_PAGE = new RegExp(
  `^/photos/@?(?<user>[^/]+)/(?<list>albums|sets|galleries)/(?<id>\\d{4,20})(?:${PAGED}|/with/\\d{4,20})$`,
)
const GROUP_PAGE = new RegExp(`^/groups/(?<name>[^/]+)(?:/pool${PAGED}|/(?:rules|about))?$`)
const TAG_PAGE = new RegExp(`^/photos/tags/(?<tags>[^/]+)${PAGED}$`)
const TAGGED_PAGE = new RegExp(`^/photos/@?(?<user>[^/]+)/tags/(?<tags>[^/]+)${PAGED}$`)

/** undefined when the input is none of them. */
export const canonicalizePlace = (input: string): string | undefined => {
  const text = input.trim()
  const place = placeOf(text) ?? placeAt(text)
  return place && join(place)
}

/** Parses a handle in its written form; undefined for that of a user. */
export const placeOf = (text: string): Place | undefined => {
  const set = SET.exec(text)?.groups
  if (set !== undefined) return setOf(set.is === 'album' ? 'album' : 'gallery', set)
  const group = GROUP.exec(text)?.groups
  if (group !== undefined) return groupOf(group)
  return tagOf({ ...(TAG.exec(text) ?? TAGGED.exec(text))?.groups })
}

const placeAt = (text: string): Place | undefined => {
  const { path = '', query } = (!text.startsWith('#') && readSiteUrl(text, SITE)) || {}
  const set = SET_PAGE.exec(path)?.groups
  if (set !== undefined) return setOf(set.list === 'galleries' ? 'gallery' : 'album', set)
  const group = GROUP_PAGE.exec(path)?.groups
  if (group !== undefined) return groupOf(group)
  const tag = (TAG_PAGE.exec(path) ?? TAGGED_PAGE.exec(path))?.groups
  if (tag !== undefined) return tagOf({ ...tag, tags: decodeText(tag.tags ?? '') })
  const [tags, user] = [query?.get('tags'), query?.get('user_id')]
  if (path !== '/search' || tags == null || query?.get('text')) return undefined
  const sign = query?.get('tag_mode') === 'any' ? ',' : '+'
  return tagOf({ tags: tags.replaceAll(',', sign), user: user ?? undefined })
}

type Written = Readonly<Record<string, string | undefined>>

const setOf = (is: 'album' | 'gallery', { user: written = '', id = '' }: Written): Place | undefined => {
  const user = nameOf(written)
  return user === undefined ? undefined : { is, user, id }
}

const groupOf = ({ name: written = '' }: Written): Place | undefined => {
  const name = nameOf(written)
  return name === undefined ? undefined : { is: 'group', name }
}

/** Flickr finds photos with any of several tags, or with all of them, not both. */
const tagOf = ({ tags: written, user: named }: Written): Place | undefined => {
  const [tags, user] = [written && readTags(written), named === undefined ? undefined : nameOf(named)]
  if (!tags || (named !== undefined && user === undefined)) return undefined
  return tags.any.length > 1 && tags.all.length > 0 ? undefined : { is: 'tag', tags, user }
}

const join = (place: Place): string => {
  if (place.is === 'group') return `groups/${place.name}`
  if (place.is === 'tag') {
    const tags = writeTags(place.tags)
    return place.user === undefined ? `#${tags}` : `${place.user}/tagged/${tags}`
  }
  return `${place.user}/${place.is}/${place.id}`
}
