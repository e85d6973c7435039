// An Account entity → the normalized profile and author. https://docs.joinmastodon.org/entities/Account/

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'

/** Placeholders for images that were never set. */
const PLACEHOLDER = /^[^?#]*\/(?:missing|default(?:_avatar)?)\.(?:png|jpg|webp)(?:[?#]|$)/

/** The author of a status, or the account of a mention. `host` is the server's domain in handles, which local accounts
 * lack.
 * `base` resolves relative URLs of servers that omit their own host. Returns null when the entity has no name. */
export const mapAuthor = (value: unknown, host: string, base?: string): Author | null => {
  const account = jsonObject(value)
  const acct = stringOrNull(account.acct) ?? stringOrNull(account.username)
  if (acct === null) return null
  return buildAuthor({
    id: stringOrNull(account.id),
    handle: (acct.includes('@') ? acct : `${acct}@${host}`).toLowerCase(),
    displayName: plainText(account.display_name),
    url: absoluteUrl(account.url),
    avatarUrl: image(account.avatar, base ?? absoluteUrl(account.url)),
  })
}

/** `handle` is that of the request. `host` is the server's domain in handles. */
export const mapProfile = (account: JsonObject, handle: string, host: string): PlatformProfile => {
  const url = absoluteUrl(account.url)
  const { text, html } = walkHtml(stringOrNull(account.note) ?? '', url ?? undefined)
  return buildProfile({
    id: stringOrNull(account.id),
    handle,
    displayName: plainText(account.display_name),
    url,
    movedTo: account.moved == null ? null : mapAuthor(account.moved, host),
    avatarUrl: image(account.avatar, url),
    bannerUrl: image(account.header, url),
    bio: { text, html: text === null ? null : html },
    createdAt: parseTime(account.created_at),
    counts: {
      followers: countOrNull(account.followers_count),
      following: countOrNull(account.following_count),
      posts: countOrNull(account.statuses_count),
    },
  })
}

/** `page`: URL that resolves relative paths. */
const image = (value: unknown, page: string | null): string | null => {
  const url = absoluteUrl(value, page ?? undefined)
  return url === null || PLACEHOLDER.test(url) ? null : url
}
