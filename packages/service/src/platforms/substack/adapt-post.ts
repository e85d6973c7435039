// A post of Substack's feeds → what the platform tells besides, and without what is only there to be clicked.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildPost } from '../../post/build-post.ts'
import type { WalkOptions } from '../../post/markup/walk-html.ts'
import type { PlatformPost } from '../../post/post.ts'

/** Buttons (“Subscribe now”, “Share”) and forms. */
const CLICKED =
  /(?:^|\s)(?:button-wrapper|subscription-widget(?:-wrap)?(?:-editor)?|subscribe-widget|paywall-jump)(?:\s|$)/

export const isClicked: NonNullable<WalkOptions['skips']> = (_, attributes) => CLICKED.test(attributes.class ?? '')

export const withoutQuery = (address: string | null): string | null => {
  const url = URL.parse(address ?? '')
  return url === null ? null : absoluteUrl(url.origin + url.pathname)
}

/** Of what subscribers alone may read there is no body. A recording makes the post where there is one. */
export const adaptPost = (post: PlatformPost): PlatformPost =>
  buildPost({
    ...post,
    kind: post.kind === 'video' || post.kind === 'audio' ? post.kind : 'article',
    url: withoutQuery(post.url),
  })
