// A Facebook Page → a profile. Pure. Facebook omits fields that are not set or that the token may not read.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { describeText } from '../../post/describe-text.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'

export const SITE = 'https://www.facebook.com'
export const LINKS = { tag: (tag: string) => `${SITE}/hashtag/${encodeURIComponent(tag)}` }

const isVerified = ({ is_verified, verification_status }: JsonObject): boolean | null => {
  if (is_verified === true || verification_status === 'blue_verified' || verification_status === 'gray_verified')
    return true
  return is_verified === false || verification_status === 'not_verified' ? false : null
}

export const mapPage = (page: JsonObject, id: string): PlatformProfile => {
  const text = [page.about, page.bio, page.description].map(plainText).find((each) => each !== null) ?? null
  const handle = stringOrNull(page.username) ?? id
  return buildProfile({
    id,
    handle,
    displayName: plainText(page.name),
    url: absoluteUrl(page.link) ?? absoluteUrl(`/${encodeURIComponent(handle)}`, SITE),
    avatarUrl: imageOf(page),
    bannerUrl: absoluteUrl(jsonObject(page.cover).source),
    bio: { text, html: describeText(text, LINKS) },
    verified: isVerified(page),
    counts: { followers: countOrNull(page.followers_count) ?? countOrNull(page.fan_count) },
  })
}

/** A silhouette means that the Page has no image. */
export const imageOf = (page: JsonObject): string | null => {
  const { url, is_silhouette } = jsonObject(jsonObject(page.picture).data)
  return is_silhouette === true ? null : absoluteUrl(url)
}

export const authorOf = ({ id, handle, displayName, url, avatarUrl }: PlatformProfile): Author =>
  buildAuthor({ id, handle, displayName, url, avatarUrl })
