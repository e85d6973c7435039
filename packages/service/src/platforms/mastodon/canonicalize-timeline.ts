// Any spelling of what a server has besides accounts → `#tag@host` (see urls/tags.ts for several), `host/local`,
// `host/public`, `host/trends`, or `user@host/tagged/tag` for the posts of one account.

import { parsePageUrl } from '../../urls/nested-profile.ts'
import { foldTag, readTags, type Tags, writeTags } from '../../urls/tags.ts'
import { canonicalizeHandle, splitHandle } from './canonicalize-handle.ts'

export type Timeline =
  | { readonly is: 'tag'; readonly host: string; readonly tags: Tags }
  | { readonly is: 'local' | 'public' | 'trends'; readonly host: string }
  | { readonly is: 'tagged'; readonly account: string; readonly tag: string }

const TAG = /^[#＃](?<tags>[^@\s/]+)@(?<host>[^@\s/]+)$/
const OF_ACCOUNT = /^(?<account>@?[^/\s@]+@[^/\s@]+)\/tagged\/(?<tag>[^/\s]+)$/
const OF_SERVER = /^(?<host>[^@/\s]+)\/(?<is>local|public|trends)$/

const APP = '(?:/(?:web|deck))?'
const TAG_PAGE = new RegExp(`^${APP}/(?:tags|tag|timelines/tag|discover/tags)/(?<tag>[^/]+?)(?:\\.(?:rss|json))?$`)
/** On the account's own server, or on another one. */
const TAGGED_PAGE = /^\/@(?<user>[^/@]+)(?:@(?<remote>[^/@]+))?\/tagged\/(?<tag>[^/]+?)(?:\.rss)?$/
const PAGES: readonly (readonly [RegExp, 'local' | 'public' | 'trends'])[] = [
  [new RegExp(`^${APP}(?:/public/local|/timelines/public/local)$`), 'local'],
  [new RegExp(`^${APP}(?:/public|/timelines/public)$`), 'public'],
  [new RegExp(`^${APP}/explore(?:/posts)?$`), 'trends'],
]

/** undefined when the input is none of them. */
export const canonicalizeTimeline = (input: string): string | undefined => {
  const text = input.trim().replaceAll('＠', '@')
  const tagged = TAG.exec(text)?.groups
  if (tagged) return joinTags(tagged.tags, tagged.host)
  const ofAccount = OF_ACCOUNT.exec(text)?.groups
  if (ofAccount) return joinTagged(ofAccount.account, ofAccount.tag)
  const ofServer = OF_SERVER.exec(text)?.groups
  if (ofServer) return joinServer(ofServer.host, ofServer.is ?? '')
  const { url, path, nested } = parsePageUrl(text) ?? {}
  if (url === undefined || path === undefined || nested !== undefined) return undefined
  const { tag } = TAG_PAGE.exec(path)?.groups ?? {}
  if (tag !== undefined) return joinTags(withOthers(tag, url.searchParams), url.host)
  const { user = '', remote = url.host, tag: ofUser } = TAGGED_PAGE.exec(path)?.groups ?? {}
  if (ofUser !== undefined) return joinTagged(`${user}@${remote}`, ofUser)
  const is = PAGES.find(([pattern]) => pattern.test(path))?.[1]
  return is && joinServer(url.host, is)
}

/** Other hashtags of a column: with `any`, `all` or `none` of them. */
const OTHERS = { any: ',', all: '+', none: '-' } as const

const withOthers = (tag: string, query: URLSearchParams): string =>
  Object.entries(OTHERS).reduce((tags, [name, sign]) => {
    const others = [...query.getAll(name), ...query.getAll(`${name}[]`)].flatMap((value) => value.split(','))
    return (
      tags +
      others
        .filter((other) => other !== '')
        .map((other) => `${sign}${other}`)
        .join('')
    )
  }, tag)

/** A server's name as in the handle of an account; undefined when it is none. */
const hostOf = (written = ''): string | undefined => {
  const handle = canonicalizeHandle(`x@${written}`)
  return handle && splitHandle(handle).host
}

const joinTags = (written = '', server?: string): string | undefined => {
  const [tags, host] = [readTags(written), hostOf(server)]
  return tags && host && `#${writeTags(tags)}@${host}`
}

const joinTagged = (written = '', tag = ''): string | undefined => {
  const [account, folded] = [canonicalizeHandle(written), foldTag(tag)]
  return account && folded && `${account}/tagged/${folded}`
}

const joinServer = (server: string | undefined, is: string): string | undefined => {
  const host = hostOf(server)
  return host && `${host}/${is}`
}

/** Parses a canonical handle; undefined for that of an account. */
export const timelineOf = (handle: string): Timeline | undefined => {
  const { tags: written, host: tagHost = '' } = TAG.exec(handle)?.groups ?? {}
  const tags = written === undefined ? undefined : readTags(written)
  if (tags !== undefined) return { is: 'tag', host: tagHost, tags }
  const { account, tag = '' } = OF_ACCOUNT.exec(handle)?.groups ?? {}
  if (account !== undefined) return { is: 'tagged', account, tag }
  const { host, is } = OF_SERVER.exec(handle)?.groups ?? {}
  return host !== undefined && (is === 'local' || is === 'public' || is === 'trends') ? { is, host } : undefined
}
