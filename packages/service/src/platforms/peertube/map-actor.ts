// Maps an account or a channel of PeerTube to the normalized profile and author.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import { markdownToHtml } from '../../post/markup/markdown-to-html.ts'
import { type WalkedHtml, walkHtml } from '../../post/markup/walk-html.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'

/** PeerTube renders a line break as one. */
export const readMarkdown = (value: unknown, base: string): WalkedHtml =>
  walkHtml(markdownToHtml(stringOrNull(value) ?? '', { breaks: true }), base)

const MAX_PICTURES = 20

/** The widest size of an image. Older servers report no width, or only a path. `host` is the host of the response. */
export const widestOf = (images: unknown, host: string): string | null => {
  const sizes = jsonList(images)
    .slice(0, MAX_PICTURES)
    .map(jsonObject)
    .map(({ fileUrl, path, width }) => ({
      url: absoluteUrl(fileUrl ?? path, `https://${host}/`),
      width: pixelsOrNull(width) ?? 0,
    }))
    .filter(({ url }) => url !== null)
  return (
    sizes.reduce<(typeof sizes)[number] | undefined>(
      (widest, size) => (widest !== undefined && widest.width >= size.width ? widest : size),
      undefined,
    )?.url ?? null
  )
}

/** Servers before 4.2 have a single `avatar`. */
const imagesOf = ({ avatars, avatar }: JsonObject): unknown => avatars ?? [avatar]

/** A number that each server assigns itself. */
const idOf = (value: unknown): string | null => (Number.isSafeInteger(value) ? String(value) : null)

/** null when the object has no name. */
export const mapAuthor = (value: unknown, host: string): Author | null => {
  const actor = jsonObject(value)
  const name = stringOrNull(actor.name)
  if (name === null) return null
  return buildAuthor({
    id: idOf(actor.id),
    handle: `${name}@${stringOrNull(actor.host) ?? host}`.toLowerCase(),
    displayName: plainText(actor.displayName) ?? name,
    url: absoluteUrl(actor.url),
    avatarUrl: widestOf(imagesOf(actor), host),
  })
}

/** `posts`: the total of the list of videos. */
export const mapProfile = (value: unknown, handle: string, host: string, posts: unknown): PlatformProfile => {
  const actor = jsonObject(value)
  const { text, html } = readMarkdown(actor.description, `https://${host}/`)
  return buildProfile({
    id: idOf(actor.id),
    handle,
    displayName: plainText(actor.displayName) ?? stringOrNull(actor.name),
    url: absoluteUrl(actor.url),
    avatarUrl: widestOf(imagesOf(actor), host),
    bannerUrl: widestOf(actor.banners, host),
    bio: { text, html: text === null ? null : html },
    createdAt: parseTime(actor.createdAt),
    counts: {
      followers: countOrNull(actor.followersCount),
      following: countOrNull(actor.followingCount),
      posts: countOrNull(posts),
    },
  })
}
