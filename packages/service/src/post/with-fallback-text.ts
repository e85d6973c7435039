// Gives a post without visible content its URL as text, so that a card is never empty and links to the post. Such posts are of kinds
// that a platform's API has no fields for, or have media without a file.

import { linkHtml } from './link-html.ts'
import type { PlatformPost } from './post.ts'

const showsSomething = ({ text, title, summary, media, link, poll }: PlatformPost): boolean =>
  (text ?? title ?? summary ?? link ?? poll) !== null || media.length > 0

/** Returns a post with content as it is, and null for one without content and URL. */
export const withFallbackText = (post: PlatformPost): PlatformPost | null => {
  if (showsSomething(post)) return post
  // A reposted or quoted post says more than an empty post about it.
  const url = post.repostOf?.url ?? post.quoteOf?.url ?? post.url
  return url === null ? null : { ...post, text: url, html: `<p>${linkHtml(url, url)}</p>` }
}
