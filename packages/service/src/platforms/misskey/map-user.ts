// A user of a Misskey → the normalized profile and author. Forks leave fields out: every one of them may be missing.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { Author, Profile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { mfmToHtml } from './mfm-to-html.ts'

/** What the picture of somebody without one is. */
const PLACEHOLDER = /\/identicon\//

/** The server that a user is at home at; `host` is the one that answers. */
export const homeOf = (user: JsonObject, host: string): string => stringOrNull(user.host)?.toLowerCase() ?? host

/** The author of a note; null when nobody is named. `host` is the server that answers. */
export const mapAuthor = (value: unknown, host: string): Author | null => {
  const user = jsonObject(value)
  const username = stringOrNull(user.username)
  if (username === null) return null
  return buildAuthor({
    id: stringOrNull(user.id),
    handle: `${username}@${homeOf(user, host)}`.toLowerCase(),
    displayName: plainText(user.name) ?? username,
    url: pageOf(user, username, host),
    avatarUrl: image(user.avatarUrl, host),
  })
}

/** The profile under the handle that was asked for. */
export const mapProfile = (user: JsonObject, handle: string, host: string): Profile => {
  const username = stringOrNull(user.username)
  const { text, html } = walkHtml(
    mfmToHtml(stringOrNull(user.description) ?? '', homeOf(user, host)),
    `https://${host}/`,
  )
  return buildProfile({
    id: stringOrNull(user.id),
    handle,
    displayName: plainText(user.name) ?? username,
    url: username === null ? null : pageOf(user, username, host),
    movedTo: mapAuthor(user.movedTo, host) ?? placeOf(user.movedTo ?? user.movedToUri, host),
    avatarUrl: image(user.avatarUrl, host),
    bannerUrl: image(user.bannerUrl, host),
    bio: { text, html: text === null ? null : html },
    createdAt: parseTime(user.createdAt),
    counts: {
      followers: shownCount(user.followersCount, user.followersVisibility),
      following: shownCount(user.followingCount, user.followingVisibility),
      posts: countOrNull(user.notesCount),
    },
  })
}

/** The id that the server gave the new account, or its address. */
const placeOf = (reported: unknown, host: string): Author | null => {
  const place = stringOrNull(reported)
  if (place === null) return null
  const url = absoluteUrl(place)
  if (url !== null) return buildAuthor({ url })
  return buildAuthor({
    id: place,
    url: absoluteUrl(`https://${host}/users/${encodeURIComponent(place.toWellFormed())}`),
  })
}

/** Ids of the notes that the user has pinned, and of whom the profile is. */
export const pinsOf = (user: JsonObject): readonly string[] =>
  jsonList(user.pinnedNoteIds)
    .slice(0, MOST_PINS)
    .filter((id) => typeof id === 'string')

/** Servers allow five; what is kept of an account is small. */
const MOST_PINS = 50

/** A count that is not for everybody is told as 0. */
const shownCount = (count: unknown, visibility: unknown): number | null =>
  visibility === undefined || visibility === 'public' ? countOrNull(count) : null

const pageOf = (user: JsonObject, username: string, host: string): string | null => {
  const remote = stringOrNull(user.host)
  const here = `https://${host}/@${username}${remote === null ? '' : `@${remote}`}`
  return absoluteUrl(user.url) ?? absoluteUrl(user.uri) ?? absoluteUrl(here)
}

const image = (value: unknown, host: string): string | null => {
  const url = absoluteUrl(value, `https://${host}/`)
  return url === null || PLACEHOLDER.test(new URL(url).pathname) ? null : url
}
