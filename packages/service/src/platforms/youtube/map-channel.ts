// Maps a channel of the API to the profile, and to the author of its videos.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { canonicalizeChannel, isChannelId } from './canonicalize-channel.ts'
import { describeHtml } from './describe-text.ts'
import { bestThumbnail } from './thumbnails.ts'
import { SITE } from './urls.ts'

/** With the name when there is one, as YouTube links to channels. */
export const channelUrl = (id: string, name: string | null): string =>
  name === null ? `${SITE}/channel/${id}` : `${SITE}/${encodeURI(name)}`

/** `@name`. Older responses lack the sign. */
const nameOf = (customUrl: unknown): string | null => {
  const name = stringOrNull(customUrl)
  const handle = name === null ? undefined : canonicalizeChannel(name.startsWith('@') ? name : `@${name}`)
  return handle?.startsWith('@') ? handle : null
}

/** null when the channel has no id. */
export const mapChannel = (channel: JsonObject): PlatformProfile | null => {
  const { id } = channel
  if (!isChannelId(id)) return null
  const snippet = jsonObject(channel.snippet)
  const statistics = jsonObject(channel.statistics)
  const name = nameOf(snippet.customUrl)
  const bio = plainText(snippet.description)
  return buildProfile({
    id,
    handle: name ?? id,
    displayName: plainText(snippet.title),
    url: channelUrl(id, name),
    avatarUrl: bestThumbnail(snippet)?.url ?? null,
    bannerUrl: absoluteUrl(jsonObject(jsonObject(channel.brandingSettings).image).bannerExternalUrl),
    bio: { text: bio, html: describeHtml(bio) },
    createdAt: parseTime(snippet.publishedAt),
    counts: {
      // A hidden count is 0 or missing.
      followers: statistics.hiddenSubscriberCount === true ? null : countOrNull(statistics.subscriberCount),
      posts: countOrNull(statistics.videoCount),
    },
  })
}

/** The author of the channel's videos. */
export const authorOf = ({ id, handle, displayName, url, avatarUrl }: PlatformProfile): Author =>
  buildAuthor({ id, handle: handle.startsWith('@') ? handle.slice(1) : null, displayName, url, avatarUrl })

/** The author when only the id and the title are known. */
export const mapOwner = (id: unknown, title: unknown): Author | null => {
  const displayName = plainText(title)
  if (!isChannelId(id)) return displayName === null ? null : buildAuthor({ displayName })
  return buildAuthor({ id, displayName, url: channelUrl(id, null) })
}
