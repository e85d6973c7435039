// A user and a video of Dailymotion's API → the normalized form. Pure. Fields of the owner are flat and have a dot in
// their names.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import {
  buildAuthor,
  buildMedia,
  buildPost,
  buildProfile,
  countOrNull,
  pixelsOrNull,
  stringOrNull,
} from '../../post/build-post.ts'
import { readLightHtml } from '../../post/html.ts'
import type { Author, PlatformPost, PlatformProfile } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'

const SITE = 'https://www.dailymotion.com'
/** Dailymotion switched off the player under `/embed/`. */
const PLAYER = 'https://geo.dailymotion.com/player.html?video='

/** `handle` is that of the request. */
export const mapUser = (value: unknown, handle: string): PlatformProfile => {
  const user = jsonObject(value)
  const bio = plainText(user.description)
  return buildProfile({
    id: stringOrNull(user.id),
    handle: stringOrNull(user.username) ?? handle,
    displayName: oneLine(user.screenname),
    url: absoluteUrl(user.url),
    avatarUrl: absoluteUrl(user.avatar_720_url),
    bannerUrl: absoluteUrl(user.cover_250_url),
    bio: { text: bio, html: textToHtml(bio) },
    verified: typeof user.verified === 'boolean' ? user.verified : null,
    createdAt: parseTime(user.created_time),
    counts: {
      followers: countOrNull(user.followers_total),
      following: countOrNull(user.following_total),
      posts: countOrNull(user.videos_total),
    },
  })
}

type Named = { readonly id: string; readonly handle: string }

export const mapPlaylist = (playlist: JsonObject, named: Named): PlatformProfile => {
  const bio = plainText(playlist.description)
  return buildProfile({
    ...named,
    displayName: oneLine(playlist.name),
    url: `${SITE}/${named.handle}`,
    owner: ownerOf(playlist),
    avatarUrl: absoluteUrl(playlist.thumbnail_480_url),
    bio: { text: bio, html: textToHtml(bio) },
    createdAt: parseTime(playlist.created_time),
    counts: { posts: countOrNull(playlist.videos_total) },
  })
}

/** Returns null when the video has no id. */
export const mapVideo = (value: unknown): PlatformPost | null => {
  const video = jsonObject(value)
  const id = stringOrNull(video.id)
  if (id === null) return null
  const publishedAt = publishedAtOf(video)
  const updatedAt = parseTime(video.updated_time)
  const seconds = countOrNull(video.duration)
  const previewUrl = absoluteUrl(video.thumbnail_1080_url) ?? absoluteUrl(video.thumbnail_480_url)
  return buildPost({
    id,
    url: absoluteUrl(video.url) ?? absoluteUrl(`/video/${id}`, SITE),
    kind: 'video',
    title: plainText(video.title),
    ...describe(video.description),
    language: stringOrNull(video.language),
    tags: jsonList(video.tags),
    publishedAt,
    editedAt: updatedAt !== null && publishedAt !== null && updatedAt > publishedAt ? updatedAt : null,
    author: ownerOf(video),
    media: [
      buildMedia({
        type: 'video',
        previewUrl,
        // A video that may not be embedded shows an error in a frame. The player is used anyway if there is no preview
        // image.
        embedUrl:
          video.allow_embed === false && previewUrl !== null ? null : absoluteUrl(PLAYER + encodeURIComponent(id)),
        width: pixelsOrNull(video.width),
        height: pixelsOrNull(video.height),
        durationSeconds: seconds,
      }),
    ],
    metrics: { likes: countOrNull(video.likes_total), views: countOrNull(video.views_total) },
    sensitive: typeof video.explicit === 'boolean' ? video.explicit : null,
  })
}

export const publishedAtOf = (video: JsonObject): string | null =>
  parseTime(video.publish_date) ?? parseTime(video.created_time)

/** Whether the video is public. */
export const isPublic = (value: unknown): boolean => {
  const { private: isPrivate, password_protected: isLocked, published } = jsonObject(value)
  return isPrivate !== true && isLocked !== true && published !== false
}

const ownerOf = (video: JsonObject): Author | null => {
  const [id, handle] = [stringOrNull(video['owner.id']), stringOrNull(video['owner.username'])]
  if (id === null && handle === null) return null
  return buildAuthor({
    id,
    handle,
    displayName: oneLine(video['owner.screenname']),
    url: absoluteUrl(video['owner.url']),
    avatarUrl: absoluteUrl(video['owner.avatar_240_url']),
  })
}

const oneLine = (value: unknown): string | null => plainText(value)?.replace(/\s+/g, ' ') ?? null

/** Simple HTML in which newlines also end lines. */
const describe = (value: unknown): PlatformProfile['bio'] =>
  readLightHtml((stringOrNull(value) ?? '').replace(/\r\n?/g, '\n').replace(/(<br ?\/?>) ?\n/gi, '$1'), SITE)

/** The markup that mapping parses. */
export const textsOf = (value: unknown): readonly string[] => {
  const { description } = jsonObject(value)
  return typeof description === 'string' ? [description] : []
}
