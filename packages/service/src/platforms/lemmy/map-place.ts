// Maps a server, a multi-community or a feed of PieFed to the normalized profile. 0.19 and 1.0 name some fields differently.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { mapAuthor, readMarkdown } from './map-actor.ts'

type Named = { readonly handle: string; readonly id: string; readonly host: string }

/** `view`: `site_view` of the response. */
export const mapServer = (
  view: JsonObject,
  { handle, id, host, listing }: Named & { readonly listing: 'Local' | 'All' },
): PlatformProfile => {
  const home = `https://${host}/`
  const site = jsonObject(view.site)
  const counts = { ...jsonObject(view.local_site), ...jsonObject(view.counts) }
  const { text, html } = readMarkdown(site.sidebar ?? site.description ?? site.summary, home)
  return buildProfile({
    ...{ handle, id, url: `${home}?listingType=${listing}` },
    displayName: plainText(site.name) ?? host,
    avatarUrl: absoluteUrl(site.icon, home),
    bannerUrl: absoluteUrl(site.banner, home),
    bio: { text, html: text === null ? null : html },
    createdAt: parseTime(site.published ?? site.published_at),
    counts: { followers: countOrNull(counts.users), posts: countOrNull(counts.posts) },
  })
}

/** `view`: `multi_community_view` of the response. */
export const mapMulti = (view: JsonObject, { handle, id, host }: Named): PlatformProfile => {
  const multi = jsonObject(view.multi)
  const { text, html } = readMarkdown(multi.sidebar ?? multi.summary, `https://${host}/`)
  return buildProfile({
    ...{ handle, id, url: absoluteUrl(multi.ap_id) },
    displayName: plainText(multi.title) ?? stringOrNull(multi.name),
    owner: mapAuthor(view.owner),
    bio: { text, html: text === null ? null : html },
    createdAt: parseTime(multi.published_at),
    // The communities are what the list follows.
    counts: { followers: countOrNull(multi.subscribers), following: countOrNull(multi.communities) },
  })
}

/** `feed`: of PieFed, which reports the id of its owner alone. */
export const mapFeed = (feed: JsonObject, { handle, id, host }: Named): PlatformProfile => {
  const home = `https://${host}/`
  const { text, html } = readMarkdown(feed.description, home)
  return buildProfile({
    ...{ handle, id, url: absoluteUrl(feed.actor_id, home) },
    displayName: plainText(feed.title) ?? stringOrNull(feed.name),
    avatarUrl: absoluteUrl(feed.icon, home),
    bannerUrl: absoluteUrl(feed.banner, home),
    bio: { text, html: text === null ? null : html },
    createdAt: parseTime(feed.published),
    counts: {
      followers: countOrNull(feed.subscriptions_count),
      following:
        countOrNull(feed.communities_count) ??
        (Array.isArray(feed.communities) ? jsonList(feed.communities).length : null),
    },
  })
}
