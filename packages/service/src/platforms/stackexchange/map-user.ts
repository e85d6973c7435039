// A user of a site → the normalized profile and author.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'

/** Names and titles contain entities: `Ana &amp; Co`. */
export const decoded = (value: unknown): string | null => (typeof value === 'string' ? walkHtml(value).text : null)

const handleOf = (site: string, id: unknown): string | null =>
  Number.isSafeInteger(id) && Number(id) > 0 ? `${site}/users/${id}` : null

/** null when the response has no owner: the account was deleted. */
export const mapAuthor = (value: unknown, site: string): Author | null => {
  const user = jsonObject(value)
  const handle = handleOf(site, user.user_id)
  const displayName = decoded(user.display_name)
  if (handle === null && displayName === null) return null
  return buildAuthor({
    ...{ id: handle, handle, displayName },
    url: absoluteUrl(user.link) ?? (handle === null ? null : `https://${handle}`),
    avatarUrl: absoluteUrl(user.profile_image),
  })
}

/** Reputation counts votes, not followers. */
export const mapUser = (user: JsonObject, handle: string): PlatformProfile =>
  buildProfile({
    ...{ id: handle, handle, displayName: decoded(user.display_name) },
    url: absoluteUrl(user.link),
    avatarUrl: absoluteUrl(user.profile_image),
    createdAt: parseTime(user.creation_date),
  })
