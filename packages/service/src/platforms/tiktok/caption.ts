// Links in captions, as TikTok makes them: hashtags and names.

import { describeText, type Links, hashtagsOf as tagsOf } from '../../post/describe-text.ts'

export const SITE = 'https://www.tiktok.com'

const LINKS: Links = {
  numbers: true,
  tag: (tag) => `${SITE}/tag/${encodeURIComponent(tag.toLowerCase())}`,
  name: (name) => `${SITE}/@${name.toLowerCase()}`,
}

/** null when there is no text. */
export const captionHtml = (text: string | null): string | null => describeText(text, LINKS)

/** The hashtags, as written. */
export const hashtagsOf = (text: string | null): readonly string[] => tagsOf(text, LINKS)
