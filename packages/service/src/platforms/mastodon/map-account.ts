// An Account entity → the normalized profile and author. https://docs.joinmastodon.org/entities/Account/

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { Author, Profile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'

/** What servers send in place of a picture that was never set. */
const PLACEHOLDER = /^[^?#]*\/(?:missing|default(?:_avatar)?)\.(?:png|jpg|webp)(?:[?#]|$)/

/** The author of a status, or whom a mention means. `host` is the domain of the handles of the server that answers: it
 * writes its own accounts without one; `base` is where it is: some leave their own host out of URLs. null when the entity names nobody. */
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

/** The profile under the handle that was asked for. `host` is the domain of the handles of the server that answers. */
export const mapProfile = (account: JsonObject, handle: string, host: string): Profile => {
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

/** `page`: of the account, or of a post of the server, which the paths of some belong to. */
const image = (value: unknown, page: string | null): string | null => {
  const url = absoluteUrl(value, page ?? undefined)
  return url === null || PLACEHOLDER.test(url) ? null : url
}
