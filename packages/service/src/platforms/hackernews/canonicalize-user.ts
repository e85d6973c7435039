// Any spelling of a Hacker News user → the name. Names are case-sensitive: `pg` and `PG` are two users.

import { readSiteUrl } from '../../urls/site-url.ts'

const NAME = /^[\w-]{2,15}$/
export const SITE = /^(?:www\.)?news\.ycombinator\.com$/
/** Pages of a user → the variants that they show. */
const PAGES: ReadonlyMap<string, readonly string[]> = new Map([
  ['/user', []],
  ['/submitted', ['posts']],
  ['/threads', ['comments']],
])

/** undefined when the input is no user. */
export const canonicalizeUser = (input: string): string | undefined => {
  const text = input.trim()
  const bare = text.replace(/^[@＠]/, '')
  if (NAME.test(bare)) return bare
  const { path = '', query } = readSiteUrl(text, SITE) ?? {}
  const id = PAGES.has(path) ? (query?.get('id')?.trim() ?? '') : ''
  return NAME.test(id) ? id : undefined
}

/** Search results come by relevance unless their URL says otherwise. */
export const variantsIn = (input: string): readonly string[] | undefined => {
  const {
    host,
    path = '',
    query,
  } = readSiteUrl(input.trim(), /^(?:(?:www\.)?news\.ycombinator\.com|hn\.algolia\.com)$/) ?? {}
  if (host === undefined) return undefined
  if (host === 'hn.algolia.com') return query?.get('sort') === 'byDate' ? ['posts'] : ['top']
  return path === '/newcomments' ? ['comments'] : PAGES.get(path)
}
