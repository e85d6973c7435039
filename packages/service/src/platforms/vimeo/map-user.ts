// Maps a user or a channel of Vimeo's API to the profile, and to the author of videos. Pure.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull } from '../../post/build-post.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'

/** `handle` is the requested one. */
export const mapUser = (value: unknown, handle: string): PlatformProfile => {
  const user = jsonObject(value)
  const url = absoluteUrl(user.link)
  const bio = plainText(user.bio) ?? plainText(user.description)
  const { header } = user
  return buildProfile({
    id: idOf(user.uri),
    handle: handleIn(url) ?? handle,
    displayName: oneLine(user.name),
    url,
    avatarUrl: avatarOf(user.pictures),
    bannerUrl: largestImage(header),
    bio: { text: bio, html: textToHtml(bio) },
    createdAt: parseTime(user.created_time),
    counts: {
      // A channel's followers are called users.
      followers: totalOf(user, 'followers') ?? totalOf(user, 'users'),
      following: totalOf(user, 'following'),
      posts: totalOf(user, 'videos'),
    },
  })
}

export const mapAuthor = (value: unknown): Author | null => {
  const user = jsonObject(value)
  const [id, url] = [idOf(user.uri), absoluteUrl(user.link)]
  if (id === null && url === null) return null
  return buildAuthor({
    id,
    handle: handleIn(url),
    displayName: oneLine(user.name),
    url,
    avatarUrl: avatarOf(user.pictures),
  })
}

type Named = { readonly id: string; readonly handle: string }

/** Vimeo's URL of a showcase may contain its name, so the one with the id is used. */
export const mapShowcase = (showcase: JsonObject, named: Named): PlatformProfile => {
  const more = { owner: mapAuthor(showcase.user), url: `https://vimeo.com/${named.handle}` }
  return buildProfile({ ...mapUser(showcase, named.handle), ...named, ...more })
}

export const mapGroup = (group: JsonObject, named: Named): PlatformProfile =>
  buildProfile({ ...mapUser(group, named.handle), ...named })

/** The id in `/users/152184`, `/channels/927`, `/users/152184/albums/12` or `/videos/123:hash`. */
export const idOf = (uri: unknown): string | null =>
  typeof uri === 'string'
    ? (/^(?:\/users\/\d+(?=\/albums))?\/[a-z]+\/(?<id>\d{1,20})(?::|$)/.exec(uri)?.groups?.id ?? null)
    : null

export const totalOf = ({ metadata }: JsonObject, connection: string): number | null => {
  const connections = jsonObject(jsonObject(metadata).connections)
  return Object.hasOwn(connections, connection) ? countOrNull(jsonObject(connections[connection]).total) : null
}

export const oneLine = (value: unknown): string | null => plainText(value)?.replace(/\s+/g, ' ') ?? null

export const largestImage = (images: unknown): string | null => {
  const widthOf = ({ width }: JsonObject): number => countOrNull(width) ?? 0
  const sizes = jsonList(jsonObject(images).sizes).map(jsonObject)
  return absoluteUrl(sizes.toSorted((one, other) => widthOf(other) - widthOf(one))[0]?.link)
}

/** null for Vimeo's default avatar. */
const avatarOf = (images: unknown): string | null =>
  jsonObject(images).type === 'default' ? null : largestImage(images)

/** The last part of the URL's path. */
const handleIn = (url: string | null): string | null =>
  url === null ? null : (/^\/(?<name>(?:channels\/)?[^/]+)$/.exec(new URL(url).pathname)?.groups?.name ?? null)
