// A user of Hacker News → the normalized profile and author.

import type { JsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { SITE_ORIGIN } from './urls.ts'

export const userUrl = (name: string): string => `${SITE_ORIGIN}/user?id=${encodeURIComponent(name.toWellFormed())}`

/** null for a deleted author. */
export const mapAuthor = (value: unknown): Author | null => {
  const name = stringOrNull(value)
  return name === null
    ? null
    : buildAuthor({ id: name, handle: name, displayName: name, url: absoluteUrl(userUrl(name)) })
}

/** Karma counts votes, not followers, and `submitted` contains comments, too. */
export const mapUser = (user: JsonObject, handle: string): PlatformProfile => {
  const { text, html } = walkHtml(stringOrNull(user.about) ?? '', SITE_ORIGIN)
  return buildProfile({
    ...{ id: handle, handle, displayName: handle, url: userUrl(handle) },
    bio: { text, html: text === null ? null : html },
    createdAt: parseTime(user.created),
  })
}
