// Every way to write a user or an organization of DEV → the name in lower case; both share one list of names.

import { readSiteUrl, withoutAt } from '../../urls/site-url.ts'

const NAME = /^[a-z0-9_]{1,40}$/
const SITE = /^(?:www\.)?dev\.to$/
/** First segments of paths that are nobody's name. */
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
/** A page of somebody, the feed, or one of the articles. */
const PATH = /^\/(?:feed\/)?(?<name>\w+)(?:\/[\w-]+)?$/

/** undefined when the input is none. */
export const canonicalizeName = (input: string): string | undefined => {
  const text = input.trim().toLowerCase()
  const bare = text.startsWith('@') ? text.slice(1) : text
  if (/^\w+$/.test(bare)) return nameOf(bare)
  return nameOf(PATH.exec(withoutAt(readSiteUrl(text, SITE)?.path ?? ''))?.groups?.name ?? '')
}

const nameOf = (name: string): string | undefined => (NAME.test(name) && !PAGES.has(name) ? name : undefined)
