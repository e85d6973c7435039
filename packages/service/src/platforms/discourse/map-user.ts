// A user of a forum → the normalized profile and author; categories and forums, too.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'

/** A size that forums make. */
const AVATAR_PIXELS = '240'

const avatarOf = ({ avatar_template: template }: JsonObject, host: string): string | null =>
  typeof template === 'string' ? absoluteUrl(template.replace('{size}', AVATAR_PIXELS), `https://${host}/`) : null

const urlOf = (name: string, host: string): string | null =>
  absoluteUrl(`/u/${encodeURIComponent(name.toWellFormed())}`, `https://${host}/`)

/** null when there is no name. */
export const mapAuthor = (value: unknown, host: string): Author | null => {
  const user = jsonObject(value)
  const name = stringOrNull(user.username)
  if (name === null) return null
  const handle = `${host}/u/${name.toLowerCase()}`
  const displayName = plainText(user.name) ?? name
  return buildAuthor({ id: handle, handle, displayName, url: urlOf(name, host), avatarUrl: avatarOf(user, host) })
}

type Named = { readonly handle: string; readonly id: string; readonly host: string }

export const mapUser = (user: JsonObject, { handle, id, host }: Named): PlatformProfile => {
  const { text, html } = walkHtml(stringOrNull(user.bio_cooked) ?? '', `https://${host}/`)
  const name = stringOrNull(user.username)
  return buildProfile({
    ...{ id, handle, displayName: plainText(user.name) ?? name },
    url: name && urlOf(name, host),
    avatarUrl: avatarOf(user, host),
    bannerUrl: absoluteUrl(user.profile_background_upload_url, `https://${host}/`),
    bio: { text, html: text === null ? null : html },
    createdAt: parseTime(user.created_at),
  })
}

export const mapCategory = (category: JsonObject, { handle, id, host }: Named): PlatformProfile => {
  const { text, html } = walkHtml(stringOrNull(category.description) ?? '', `https://${host}/`)
  const slug = stringOrNull(category.slug)
  const number = handle.slice(handle.lastIndexOf('/') + 1)
  return buildProfile({
    ...{ id, handle, displayName: plainText(category.name) },
    url: absoluteUrl(slug === null ? `/c/${number}` : `/c/${slug.toWellFormed()}/${number}`, `https://${host}/`),
    avatarUrl: absoluteUrl(jsonObject(category.uploaded_logo).url, `https://${host}/`),
    bannerUrl: absoluteUrl(jsonObject(category.uploaded_background).url, `https://${host}/`),
    bio: { text, html: text === null ? null : html },
    counts: { posts: countOrNull(category.topic_count) },
  })
}

export const mapForum = (info: JsonObject, { handle, id, host }: Named): PlatformProfile => {
  const text = plainText(info.description)
  return buildProfile({
    ...{ id, handle, displayName: plainText(info.title) ?? host, url: `https://${host}/latest` },
    avatarUrl: absoluteUrl(info.apple_touch_icon_url ?? info.logo_small_url ?? info.logo_url, `https://${host}/`),
    bio: { text, html: textToHtml(text) },
  })
}
