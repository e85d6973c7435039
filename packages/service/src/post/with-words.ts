// A post that nothing can be shown of → the same with its URL as its words: a card is never empty, and its reader gets to where
// the post can be seen. Of kinds that a platform's API has no fields for, or media that it reports without a file.

import { linkHtml } from './link-html.ts'
import type { PlatformPost } from './post.ts'

const showsSomething = ({ text, title, summary, media, link, poll }: PlatformPost): boolean =>
  (text ?? title ?? summary ?? link ?? poll) !== null || media.length > 0

/** The post as it is where it shows something; null for one that shows nothing and has no URL. */
export const withWords = (post: PlatformPost): PlatformPost | null => {
  if (showsSomething(post)) return post
  // What is passed on or quoted says more than the post that does so without a word.
  const url = post.repostOf?.url ?? post.quoteOf?.url ?? post.url
  return url === null ? null : { ...post, text: url, html: `<p>${linkHtml(url, url)}</p>` }
}
