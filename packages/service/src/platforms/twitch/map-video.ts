// Maps videos, clips, channels and categories of Twitch to the normalized form. Pure. The API has no video files: Twitch's player plays them.
// The embedding page must add `&parent=` and its own host to the player's URL.

import type { JsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildSearch } from '../../post/build-named-profile.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Author, PlatformPost, PlatformProfile } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'

const SITE = 'https://www.twitch.tv'

const channelUrl = (login: string | null): string | null =>
  login === null ? null : absoluteUrl(`${SITE}/${encodeURIComponent(login)}`)

const DURATION = /^(?:(\d{1,5})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?$/

/** `1h2m3s`, `3m21s`, `45s` → seconds, or null. */
export const parseDuration = (value: unknown): number | null => {
  const parts = typeof value === 'string' ? DURATION.exec(value)?.slice(1) : undefined
  const seconds = parts?.reduce((sum, part = '0') => sum * 60 + Number(part), 0)
  return seconds || null
}

/** The thumbnail of a broadcast that is still recorded. */
const PROCESSING = /\/_404\/404_processing/

/** Templates have placeholders for the size, with or without a percent sign. */
const thumbnailOf = (value: unknown): string | null => {
  const template = stringOrNull(value)
  if (template === null || PROCESSING.test(template)) return null
  return absoluteUrl(template.replace(/%?\{width\}/g, '1280').replace(/%?\{height\}/g, '720'))
}

const languageOf = (value: unknown): string | null => {
  const language = stringOrNull(value)
  return language === 'other' ? null : language
}

/** null when the video has no id, or is private. */
export const mapVideo = (video: JsonObject): PlatformPost | null => {
  const id = stringOrNull(video.id)
  if (id === null || video.viewable === 'private') return null
  return buildPost({
    id,
    url: absoluteUrl(video.url) ?? absoluteUrl(`${SITE}/videos/${encodeURIComponent(id)}`),
    kind: 'video',
    title: plainText(video.title),
    text: plainText(video.description),
    language: languageOf(video.language),
    publishedAt: parseTime(video.published_at) ?? parseTime(video.created_at),
    author: authorOf(video.user_id, video.user_login, video.user_name),
    media: [
      buildMedia({
        type: 'video',
        previewUrl: thumbnailOf(video.thumbnail_url),
        embedUrl: `https://player.twitch.tv/?video=v${encodeURIComponent(id)}`,
        durationSeconds: parseDuration(video.duration),
      }),
    ],
    metrics: { views: countOrNull(video.view_count) },
  })
}

/** The author is who made the clip, whose login the API does not return. null when the clip has no id. */
export const mapClip = (clip: JsonObject): PlatformPost | null => {
  const id = stringOrNull(clip.id)
  if (id === null) return null
  const { duration } = clip
  return buildPost({
    id,
    url: absoluteUrl(clip.url) ?? absoluteUrl(`https://clips.twitch.tv/${encodeURIComponent(id)}`),
    kind: 'video',
    title: plainText(clip.title),
    language: languageOf(clip.language),
    publishedAt: parseTime(clip.created_at),
    author: authorOf(clip.creator_id, undefined, clip.creator_name),
    media: [
      buildMedia({
        type: 'video',
        previewUrl: thumbnailOf(clip.thumbnail_url),
        embedUrl: `https://clips.twitch.tv/embed?clip=${encodeURIComponent(id)}`,
        durationSeconds: typeof duration === 'number' && duration > 0 ? duration : null,
      }),
    ],
    metrics: { views: countOrNull(clip.view_count) },
  })
}

const authorOf = (id: unknown, login: unknown, name: unknown): Author | null => {
  const known = { id: stringOrNull(id), handle: stringOrNull(login), displayName: plainText(name) }
  if (known.id === null && known.handle === null && known.displayName === null) return null
  return buildAuthor({ ...known, url: channelUrl(known.handle) })
}

/** null when the user has no id or login. The API returns the followers only to the channel itself. */
export const mapUser = (user: JsonObject): PlatformProfile | null => {
  const [id, login] = [stringOrNull(user.id), stringOrNull(user.login)]
  if (id === null || login === null) return null
  const bio = plainText(user.description)
  return buildProfile({
    id,
    handle: login,
    displayName: plainText(user.display_name),
    url: channelUrl(login),
    avatarUrl: absoluteUrl(user.profile_image_url),
    bannerUrl: absoluteUrl(user.offline_image_url),
    bio: { text: bio, html: textToHtml(bio) },
    verified: typeof user.broadcaster_type === 'string' ? user.broadcaster_type === 'partner' : null,
    createdAt: parseTime(user.created_at),
  })
}

/** null when the game has no id or name. Twitch does not return the words of its URL; the name leads there. */
export const mapGame = (game: JsonObject): PlatformProfile | null => {
  const [id, name] = [stringOrNull(game.id), plainText(game.name)]
  if (id === null || name === null) return null
  const url = `${SITE}/directory/game/${encodeURIComponent(name)}`
  return buildSearch({ id: `search ${id}`, handle: `game/${id}`, url, query: name })
}
