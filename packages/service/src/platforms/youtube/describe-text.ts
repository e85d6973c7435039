// Links in descriptions, as YouTube makes them: URLs, hashtags, @names.

import { describeText } from '../../post/describe-text.ts'
import { canonicalizeChannel } from './canonicalize-channel.ts'
import { SITE } from './urls.ts'

/** Links a name only when a channel can have it. */
const LINKS = {
  names: 'letters',
  tag: (tag: string) => `${SITE}/hashtag/${encodeURIComponent(tag.toLowerCase())}`,
  name: (name: string) =>
    canonicalizeChannel(`@${name}`) === undefined ? undefined : `${SITE}/${encodeURI(`@${name}`)}`,
} as const

/** null when there is no text. */
export const describeHtml = (text: string | null): string | null => describeText(text, LINKS)
