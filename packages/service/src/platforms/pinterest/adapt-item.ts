// An item of Pinterest's public feeds → the post that the API would tell, as far as a feed does.

import { buildPost, buildProfile } from '../../post/build-post.ts'
import { hashtagsOf } from '../../post/describe-text.ts'
import type { PlatformPost, Profile } from '../../post/post.ts'
import { SITE } from './addresses.ts'
import { authorNamed, htmlOf, pinUrl } from './map-pin.ts'

const PIN = /\/pin\/(?:[^/]*--)?(?<id>\d{5,24})(?:\/|$)/

/** A board has a feed of its own. */
export const feedAddress = (handle: string): string =>
  handle.includes('/') ? `${SITE}/${encodeURI(handle)}.rss` : `${SITE}/${handle}/feed.rss`

export const adaptProfile = ({ bio, displayName }: Profile, handle: string): Profile =>
  buildProfile({ handle, displayName, url: `${SITE}/${encodeURI(handle)}/`, bio })

/** null for an item that is no pin. Its HTML is the picture with a link around it, and the text. */
export const adaptItem = (
  { url, id: reported, title, text, media, publishedAt }: PlatformPost,
  { handle }: { readonly handle: string },
): PlatformPost | null => {
  const id = (PIN.exec(url ?? '') ?? PIN.exec(reported))?.groups?.id
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
