// Adapts a post of Substack's feeds: removes buttons and forms, and adds the kind that Substack implies.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildPost } from '../../post/build-post.ts'
import type { WalkOptions } from '../../post/markup/walk-html.ts'
import type { PlatformPost } from '../../post/post.ts'

/** Classes of buttons (“Subscribe now”, “Share”) and forms. */
const CONTROL_CLASS =
  /(?:^|\s)(?:button-wrapper|subscription-widget(?:-wrap)?(?:-editor)?|subscribe-widget|paywall-jump)(?:\s|$)/

export const isControl: NonNullable<WalkOptions['skips']> = (_, attributes) =>
  CONTROL_CLASS.test(attributes.class ?? '')

export const withoutQuery = (link: string | null): string | null => {
  const url = URL.parse(link ?? '')
  return url === null ? null : absoluteUrl(url.origin + url.pathname)
}

/** A paid post has no body, yet it is an article. An episode keeps the kind of its media. */
export const adaptPost = (post: PlatformPost): PlatformPost =>
  buildPost({
    ...post,
    kind: post.kind === 'video' || post.kind === 'audio' ? post.kind : 'article',
    url: withoutQuery(post.url),
  })
