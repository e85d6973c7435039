// Maps the header of a channel's page to the profile.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildProfile } from '../../post/build-post.ts'
import type { PlatformProfile } from '../../post/post.ts'
import { canonicalizeChannel } from './canonicalize-channel.ts'
import type { Tagged } from './canonicalize-tagged.ts'
import { nameOf } from './map-message.ts'
import { channelUrl, SITE } from './message-urls.ts'
import type { PageElement } from './page-tree.ts'
import { parseCount } from './parse-count.ts'
import { readMarkup } from './read-markup.ts'

type Page = Pick<PageElement, 'find' | 'findAll'>

export const avatarOf = (page: Page): string | null =>
  absoluteUrl(page.find('.tgme_page_photo_image')?.find('img')?.attribute('src'), SITE)

/** `handle` is the canonical one. The profile's handle has the owner's capitalization, which only messages contain. */
export const mapChannel = (page: Page, handle: string): PlatformProfile => {
  const name = capitalizedName(page, handle)
  const title = page.find('.tgme_channel_info_header_title')
  const description = page.find('.tgme_channel_info_description')
  const bio = description && readMarkup(description, name)
  return buildProfile({
    handle: name,
    displayName: title?.find('span')?.text() ?? null,
    url: channelUrl(name),
    avatarUrl: avatarOf(page),
    bio: { text: bio?.text, html: bio?.text == null ? null : bio.html },
    verified: title === undefined ? null : title.find('.verified-icon') !== undefined,
    counts: { followers: subscribersOf(page) },
  })
}

/** `page`: the search for the hashtag in the channel. */
export const mapTagged = (page: Page, { channel, tag }: Tagged): PlatformProfile => {
  const { handle: name, displayName, avatarUrl, bio } = mapChannel(page, channel)
  const handle = `${name}/tagged/${tag}`
  const url = `${SITE}/s/${name}?q=${encodeURIComponent(`#${tag}`)}`
  return buildProfile({ ...{ handle, id: `section ${channel}/tagged/${tag}`, url, displayName, avatarUrl, bio } })
}

const capitalizedName = (page: Page, handle: string): string => {
  const [message] = page.findAll('.tgme_widget_message')
  const name = message && nameOf(message)?.name
  return name !== undefined && canonicalizeChannel(name) === handle ? name : handle
}

/** A missing counter means none of that kind. There is a counter of photos and of links, but none of messages. */
const subscribersOf = (page: Page): number | null => {
  const counter = page
    .findAll('.tgme_channel_info_counter')
    .find((each) => /^(?:subscriber|member)/i.test(each.find('.counter_type')?.text() ?? ''))
  return parseCount(counter?.find('.counter_value')?.text())
}
