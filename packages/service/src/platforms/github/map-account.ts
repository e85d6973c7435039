// Users, organizations and repositories of the API → profiles and authors.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'

export const SITE = 'https://github.com'

export const idOf = (value: unknown): string | null => stringOrNull(value) ?? countOrNull(value)?.toString() ?? null

const bioOf = (value: unknown): PlatformProfile['bio'] => {
  const text = plainText(value)
  return { text, html: textToHtml(text) }
}

/** A user or an organization. Returns null when it has no id or name. */
export const mapUser = (user: JsonObject): PlatformProfile | null => {
  const [id, login] = [idOf(user.id), stringOrNull(user.login)]
  if (id === null || login === null) return null
  return buildProfile({
    id,
    handle: login,
    displayName: plainText(user.name),
    url: absoluteUrl(user.html_url),
    avatarUrl: absoluteUrl(user.avatar_url),
    bio: bioOf(user.bio),
    createdAt: parseTime(user.created_at),
    counts: {
      followers: countOrNull(user.followers),
      following: countOrNull(user.following),
      posts: countOrNull(user.public_repos),
    },
  })
}

/** A repository as a profile. Stars are not followers, and the API does not count releases. */
export const mapRepositoryProfile = (repository: JsonObject): PlatformProfile | null => {
  const [id, name] = [idOf(repository.id), stringOrNull(repository.full_name)]
  if (id === null || name === null) return null
  return buildProfile({
    id,
    handle: name,
    displayName: plainText(repository.name),
    url: absoluteUrl(repository.html_url),
    avatarUrl: absoluteUrl(jsonObject(repository.owner).avatar_url),
    bio: bioOf(repository.description),
    createdAt: parseTime(repository.created_at),
  })
}

/** Actors of events have the URL of the API and not that of their page. */
export const mapAuthor = (value: unknown): Author | null => {
  const user = jsonObject(value)
  const [id, handle] = [idOf(user.id), stringOrNull(user.login)]
  if (id === null && handle === null) return null
  return buildAuthor({
    id,
    handle,
    url: absoluteUrl(user.html_url) ?? (handle === null ? null : absoluteUrl(`${SITE}/${encodeURIComponent(handle)}`)),
    avatarUrl: absoluteUrl(user.avatar_url),
  })
}
