// The image of a person, or the first letter of their name on a color that follows from it.

import { crc32 } from './crc32.ts'
import { withoutEmoji } from './emoji-codes.ts'
import { toHtml, toOwnUrl } from './escape.ts'
import { initialOf } from './excerpt.ts'
import type { Image } from './images.ts'
import type { FeedAuthor } from './types.ts'

export const nameOf = (author: FeedAuthor | null | undefined): string | undefined => {
  const name = author?.displayName ?? author?.handle
  return name == null ? undefined : withoutEmoji(name)
}

export const renderAvatar = (name: string, image: Image | undefined): string => {
  if (image !== undefined) {
    const policy = image.offered ? ' referrerpolicy="no-referrer"' : ''
    return `<span class="central-posts-avatar"><img src="${toOwnUrl(image.copies[0]?.url ?? '')}" width="48" height="48" alt=""${policy} loading="lazy" decoding="async"></span>`
  }
  return `<span class="central-posts-avatar" aria-hidden="true" style="--central-posts-hue:${crc32(name) % 360}">${toHtml(initialOf(name))}</span>`
}
