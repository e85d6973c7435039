// Converts an item of Pinterest's public feeds to the post that the API would return, as far as the feed has the data.

import { buildPost, buildProfile } from '../../post/build-post.ts'
import { hashtagsOf } from '../../post/describe-text.ts'
import type { PlatformPost, PlatformProfile } from '../../post/post.ts'
import { authorNamed, htmlOf, pinUrl } from './map-pin.ts'
import { SITE } from './urls.ts'

const PIN = /\/pin\/(?:[^/]*--)?(?<id>\d{5,24})(?:\/|$)/

/** A board has its own feed. */
export const feedUrl = (handle: string): string =>
  handle.includes('/') ? `${SITE}/${encodeURI(handle)}.rss` : `${SITE}/${handle}/feed.rss`

export const adaptProfile = ({ bio, displayName }: PlatformProfile, handle: string): PlatformProfile =>
  buildProfile({ handle, displayName, url: `${SITE}/${encodeURI(handle)}/`, bio })

/** null when the item is no pin. Its HTML is the linked image, followed by the text. */
export const adaptItem = (
  { url, id: guid, title, text, media, publishedAt }: PlatformPost,
  { handle }: { readonly handle: string },
): PlatformPost | null => {
  const id = (PIN.exec(url ?? '') ?? PIN.exec(guid))?.groups?.id
  if (id === undefined) return null
  const [name = ''] = handle.split('/')
  const [image] = media
  return buildPost({
    id,
    url: pinUrl(id),
    kind: image ? 'image' : 'text',
    title,
    text,
    html: htmlOf(text),
    tags: [...hashtagsOf(title), ...hashtagsOf(text)],
    publishedAt,
    author: authorNamed(name),
    media: image ? [{ ...image, type: 'image' }] : [],
  })
}
