// A site, an author or a tag of Ghost → a profile. Pure.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { PlatformProfile } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'
import type { Site } from './canonicalize-site.ts'
import { pageOf } from './page-of.ts'

/** `response` is that of `settings`; `total` is the number of posts. */
export const mapSite = (response: unknown, handle: string, base: string, total: unknown): PlatformProfile => {
  const settings = jsonObject(jsonObject(response).settings)
  return buildProfile({
    handle,
    displayName: plainText(settings.title),
    url: absoluteUrl(settings.url, base) ?? absoluteUrl(`${base}/`),
    avatarUrl: absoluteUrl(settings.icon, base) ?? absoluteUrl(settings.logo, base),
    bannerUrl: absoluteUrl(settings.cover_image, base),
    bio: bioOf(settings.description),
    counts: { posts: countOrNull(total) },
  })
}

/** BCP 47. */
export const languageOf = (response: unknown): string | null => {
  const { locale, lang } = jsonObject(jsonObject(response).settings)
  return stringOrNull(locale) ?? stringOrNull(lang)
}

const FIELDS = {
  author: { list: 'authors', avatar: 'profile_image', banner: 'cover_image', bio: 'bio' },
  tag: { list: 'tags', avatar: undefined, banner: 'feature_image', bio: 'description' },
} as const

/** Returns undefined when the response has no author or tag. */
export const mapCollection = (
  response: unknown,
  handle: string,
  { kind, base }: Pick<Site, 'base'> & { readonly kind: Exclude<Site['kind'], 'site'> },
): PlatformProfile | undefined => {
  const { list, avatar, banner, bio } = FIELDS[kind]
  const [first] = jsonList(jsonObject(response)[list])
  const entry: JsonObject = jsonObject(first)
  if (first === undefined) return undefined
  return buildProfile({
    id: stringOrNull(entry.id),
    handle,
    displayName: plainText(entry.name),
    url: pageOf(entry.url, base),
    avatarUrl: avatar === undefined ? null : absoluteUrl(entry[avatar], base),
    bannerUrl: absoluteUrl(entry[banner], base),
    bio: bioOf(entry[bio]),
    counts: { posts: countOrNull(jsonObject(entry.count).posts) },
  })
}

type Named = { readonly handle: string; readonly id: string; readonly base: string; readonly sign: string }

/** Several tags, by their names. */
export const mapTags = (tags: readonly unknown[], { handle, id, base, sign }: Named): PlatformProfile =>
  buildProfile({
    ...{ handle, id, url: absoluteUrl(`${base}/`) },
    displayName: plainText(tags.flatMap((tag) => plainText(jsonObject(tag).name) ?? []).join(sign)),
  })

const bioOf = (value: unknown): PlatformProfile['bio'] => {
  const text = plainText(value)
  return { text, html: textToHtml(text) }
}
