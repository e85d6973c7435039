// A Misskey user → the normalized profile and author. Forks omit fields, so any of them may be missing.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { mfmToHtml } from './mfm-to-html.ts'

/** The generated image of users who set none. */
const PLACEHOLDER = /\/identicon\//

/** The user's own server; `host` is the server of the response. */
export const homeOf = (user: JsonObject, host: string): string => stringOrNull(user.host)?.toLowerCase() ?? host

/** Returns null when there is no name. `host` is the server of the response. */
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

/** `handle` is that of the request. */
export const mapProfile = (user: JsonObject, handle: string, host: string): PlatformProfile => {
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
    movedTo: mapAuthor(user.movedTo, host) ?? movedToOf(user.movedTo ?? user.movedToUri, host),
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

/** `movedTo` is the new account's id on this server, or its URL. */
const movedToOf = (value: unknown, host: string): Author | null => {
  const place = stringOrNull(value)
  if (place === null) return null
  const url = absoluteUrl(place)
  if (url !== null) return buildAuthor({ url })
  return buildAuthor({
    id: place,
    url: absoluteUrl(`https://${host}/users/${encodeURIComponent(place.toWellFormed())}`),
  })
}

/** Ids of the user's pinned notes. */
export const pinsOf = (user: JsonObject): readonly string[] =>
  jsonList(user.pinnedNoteIds)
    .slice(0, MAX_PINS)
    .filter((id) => typeof id === 'string')

/** Servers allow five. The data kept for an account must be small. */
const MAX_PINS = 50

/** Servers report 0 for a count that is not public. */
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
