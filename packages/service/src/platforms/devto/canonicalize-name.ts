// Any spelling of a DEV user or organization → its name in lower case. Both share one namespace.

import { readSiteUrl, withoutAt } from '../../urls/site-url.ts'

const NAME = /^[a-z0-9_]{1,40}$/
const SITE = /^(?:www\.)?dev\.to$/
/** First path segments that are not names. */
const PAGES: ReadonlySet<string> = new Set([
  ...[
    't',
    'p',
    'settings',
    'tags',
    'top',
    'latest',
    'search',
    'videos',
    'pod',
    'podcasts',
    'listings',
    'about',
    'contact',
  ],
  ...[
    'faq',
    'privacy',
    'terms',
    'enter',
    'new',
    'dashboard',
    'notifications',
    'readinglist',
    'api',
    'feed',
    'challenges',
  ],
  ...['code-of-conduct', 'signout_confirm', 'badge', 'shop', 'help', 'guides', 'welcome', 'connect'],
])
/** The page of a user or organization, one of its tabs, or its feed. URLs of articles end in a code. */
const PATH = /^\/(?:feed\/)?(?<name>\w+)(?:\/[a-z]+)?$/

/** Returns undefined when the input is neither. */
export const canonicalizeName = (input: string): string | undefined => {
  const text = input.trim().toLowerCase()
  const bare = text.startsWith('@') ? text.slice(1) : text
  if (/^\w+$/.test(bare)) return nameOf(bare)
  return nameOf(PATH.exec(withoutAt(readSiteUrl(text, SITE)?.path ?? ''))?.groups?.name ?? '')
}

const nameOf = (name: string): string | undefined => (NAME.test(name) && !PAGES.has(name) ? name : undefined)
