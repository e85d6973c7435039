// Maps a user (`t2`) or a subreddit (`t5`) to a profile. Pure. Empty strings mean absent. A follower count of zero means hidden.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { sanitizeHtml } from '../../post/html.ts'
import type { PlatformProfile } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'
import type { Named } from './canonicalize-name.ts'
import { SITE } from './map-submission.ts'

/** Maps the response of `about`. `handle` is the requested one; the profile's handle has the owner's capitalization. */
export const mapAccount = (response: unknown, handle: string, { kind }: Pick<Named, 'kind'>): PlatformProfile => {
  const account = jsonObject(jsonObject(response).data)
  return kind === 'user' ? mapUser(account, handle) : mapSubreddit(account, handle)
}

/** `verified` means a confirmed e-mail address, which nearly all accounts have. It does not vouch for the identity. */
const mapUser = (user: JsonObject, handle: string): PlatformProfile => {
  const page = jsonObject(user.subreddit)
  const text = plainText(page.public_description)
  const name = stringOrNull(user.name) ?? handle.slice(2)
  return buildProfile({
    id: fullName('t2', user.id),
    handle: `u/${name}`,
    displayName: plainText(page.title),
    url: absoluteUrl(`/user/${name}/`, SITE),
    avatarUrl: firstUrl(user.icon_img, page.icon_img, user.snoovatar_img),
    bannerUrl: firstUrl(page.banner_img),
    bio: { text, html: textToHtml(text) },
    createdAt: parseTime(user.created_utc),
    counts: { followers: shownCount(page.subscribers) },
  })
}

const mapSubreddit = (subreddit: JsonObject, handle: string): PlatformProfile => {
  const text = plainText(subreddit.public_description)
  const html = stringOrNull(subreddit.public_description_html)
  const name = stringOrNull(subreddit.display_name) ?? handle.slice(2)
  return buildProfile({
    id: fullName('t5', subreddit.id),
    handle: `r/${name}`,
    displayName: plainText(subreddit.title),
    url: absoluteUrl(`/r/${name}/`, SITE),
    avatarUrl: firstUrl(subreddit.community_icon, subreddit.icon_img),
    bannerUrl: firstUrl(subreddit.banner_background_image, subreddit.banner_img),
    bio: { text, html: text === null ? null : (html && sanitizeHtml(html, SITE)) || textToHtml(text) },
    createdAt: parseTime(subreddit.created_utc),
    counts: { followers: shownCount(subreddit.subscribers) },
  })
}

/** The id in the form that posts use for their authors and subreddits. */
const fullName = (type: 't2' | 't5', id: unknown): string | null => {
  const known = stringOrNull(id)
  return known === null ? null : `${type}_${known}`
}

const firstUrl = (...values: readonly unknown[]): string | null =>
  values.map((value) => absoluteUrl(value)).find((url) => url !== null) ?? null

const shownCount = (value: unknown): number | null => countOrNull(value) || null
