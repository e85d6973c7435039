// Maps several subreddits, custom feeds, flairs, searches and domains to a profile.

import { jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, stringOrNull } from '../../post/build-post.ts'
import type { PlatformProfile } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'
import type { Place } from './canonicalize-place.ts'
import { kindOf } from './kinds.ts'
import { listOf, rootOf } from './lists.ts'
import { SITE } from './map-submission.ts'

const NAMES: Readonly<Record<Exclude<Place['is'], 'custom'>, (handle: string) => string>> = {
  several: (handle) => handle,
  flair: (handle) => handle.split('/').at(-1) ?? handle,
  within: (handle) => handle.split('/').at(-1) ?? handle,
  search: (handle) => handle.slice('search/'.length),
  domain: (handle) => handle.slice('domain/'.length),
}

/** The page that shows it. */
const pageOf = (handle: string, place: Place): string => {
  if (place.is === 'several' || place.is === 'custom' || place.is === 'domain') return `${SITE}${rootOf(handle)}/`
  const { path, query } = listOf(handle, 'posts')
  return `${SITE}${path}/?${new URLSearchParams(query)}`
}

/** `data`: what the API says of a custom feed; undefined for everything else. */
export const mapPlace = (data: unknown, handle: string, place: Place): PlatformProfile => {
  const named = { handle, id: `${kindOf(handle)} ${handle}`, url: pageOf(handle, place) }
  if (place.is !== 'custom') return buildProfile({ ...named, displayName: NAMES[place.is](handle) })
  const feed = jsonObject(data)
  const bio = plainText(feed.description_md)
  return buildProfile({
    ...named,
    displayName: stringOrNull(feed.display_name) ?? place.name,
    owner: buildAuthor({ handle: `u/${place.user}`, url: absoluteUrl(`/user/${place.user}/`, SITE) }),
    avatarUrl: absoluteUrl(feed.icon_url),
    bio: { text: bio, html: textToHtml(bio) },
    createdAt: parseTime(feed.created_utc),
    counts: { following: Array.isArray(feed.subreddits) ? feed.subreddits.length : null },
  })
}
