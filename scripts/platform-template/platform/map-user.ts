// A user of Acme → the normalized profile and author. Missing values and values of a wrong type become null.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { parseTime } from '@central-api/service/parsing/parse-time.ts'
import { absoluteUrl } from '@central-api/service/post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '@central-api/service/post/build-post.ts'
import type { Author, PlatformProfile } from '@central-api/service/post/post.ts'
import { plainText, textToHtml } from '@central-api/service/post/text.ts'

const urlOf = (user: JsonObject): string | null => {
  const name = stringOrNull(user.name)
  return name === null ? null : absoluteUrl(`https://acme.example/@${name}`)
}

export const mapAuthor = (user: JsonObject): Author =>
  buildAuthor({
    id: stringOrNull(user.id),
    handle: stringOrNull(user.name),
    displayName: plainText(user.title),
    url: urlOf(user),
    avatarUrl: absoluteUrl(user.picture),
  })

export const mapUser = (user: JsonObject, handle: string): PlatformProfile => {
  const bio = plainText(user.about)
  return buildProfile({
    ...mapAuthor(user),
    handle,
    bio: { text: bio, html: textToHtml(bio) },
    createdAt: parseTime(user.joined),
    counts: { followers: countOrNull(user.followers), posts: countOrNull(user.notes) },
  })
}
