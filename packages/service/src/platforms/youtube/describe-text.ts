// The links that YouTube makes of the plain text that people write: URLs, hashtags, @names.

import { describeText } from '../../post/describe-text.ts'
import { SITE } from './addresses.ts'
import { canonicalizeChannel } from './canonicalize-channel.ts'

/** What no channel can be called is no name. */
const LINKS = {
  names: 'letters',
  tag: (tag: string) => `${SITE}/hashtag/${encodeURIComponent(tag.toLowerCase())}`,
  name: (name: string) =>
    canonicalizeChannel(`@${name}`) === undefined ? undefined : `${SITE}/${encodeURI(`@${name}`)}`,
} as const

/** The text as HTML. null for no text. */
export const describeHtml = (text: string | null): string | null => describeText(text, LINKS)
