// Reads a site, an author or a tag, a page of posts, and one post through Ghost's Content API.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'
import { ifThere } from '../../upstream/contract/if-there.ts'
import { isRefused, Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type {
  Account,
  AccountRequest,
  FindPostRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { type Site, siteOf, tagsOf } from './canonicalize-site.ts'
import { mapPost, textsOf, type Where } from './map-post.ts'
import { languageOf, mapCollection, mapSite, mapTags } from './map-profile.ts'
import { pageOf } from './page-of.ts'

/** What pages of posts need to know about their site. */
export type Keep = { readonly language: string | null }

type Settings = unknown

const VERSION = 'v6.0'
const FULL = { include: 'authors,tags', formats: 'html,plaintext' } as const
/** Since 6.0 Ghost cuts larger pages to this size without an error. */
const MAX_ITEMS = 100

/** An older server may refuse the requested version with 406. Then the call goes without a version. */
const requestApi = async (send: Send, base: string, path: string, call: Omit<Call, 'url'> = {}): Promise<Response> => {
  const url = `${base}/ghost/api/content/${path}/`
  const response = await send({ ...call, url, headers: { 'accept-version': VERSION }, answers: [406] })
  return response.status === 406 ? send({ ...call, url }) : response
}

export const readAccount = async ({ send, handle, limit }: AccountRequest<Settings>): Promise<Account<Keep>> => {
  const site = siteOf(handle)
  const { base, kind, slug } = site
  const tags = tagsOf(site)
  if (tags !== undefined) return readTags(send, { handle, base, ...tags })
  if (kind !== 'site') {
    const [response, language] = await Promise.all([
      requestApi(send, base, `${kind}s/slug/${slug}`, { query: { include: 'count.posts' } }),
      requestLanguage(send, base),
    ])
    requireList(jsonObject(response.json())[`${kind}s`])
    const profile = mapCollection(response.json(), handle, { kind, base })
    if (profile === undefined) throw new Refused('absent')
    return { id: handle, profile, keep: { language } }
  }
  // The first page of posts contains their number.
  const [settings, posts] = await Promise.all([
    requestApi(send, base, 'settings'),
    ifThere(requestPosts(send, site, 'posts', firstPage(limit))),
  ])
  if (Object.keys(jsonObject(jsonObject(settings.json()).settings)).length === 0) throw new Refused('broken')
  const total = posts && paginationOf(posts).total
  const profile = mapSite(settings.json(), handle, base, total)
  return { id: handle, profile, keep: { language: languageOf(settings.json()) } }
}

type Several = { readonly handle: string; readonly base: string; readonly slugs: readonly string[] }

/** Throws Refused (`absent`) if the site has none of the tags. */
const readTags = async (send: Send, { handle, base, slugs, all }: Several & { readonly all: boolean }) => {
  const [response, language] = await Promise.all([
    requestApi(send, base, 'tags', { query: { filter: `slug:[${slugs.join(',')}]`, limit: slugs.length } }),
    requestLanguage(send, base),
  ])
  const tags = requireList(jsonObject(response.json()).tags)
  if (tags.length === 0) throw new Refused('absent')
  const id = `section ${handle}`
  return { id, profile: mapTags(tags, { handle, id, base, sign: all ? ' + ' : ', ' }), keep: { language } }
}

/** Posts do not contain the language of their site. */
const requestLanguage = async (send: Send, base: string): Promise<string | null> => {
  try {
    return languageOf((await requestApi(send, base, 'settings')).json())
  } catch (error) {
    if (isRefused(error)) return null
    throw error
  }
}

export const readPosts = async (request: PostsRequest<Settings, Keep>): Promise<Posts> => {
  const { send, handle, variant, after, limit, account } = request
  const site = siteOf(handle)
  const { keep } = await account()
  return walk({
    after,
    limit,
    anchor: 'count',
    read: (at) => readBatch(send, site, variant, at, limit),
    map: (post) => mapPost(post, { base: site.base, language: keep.language }),
    keyOf: (post) => String(jsonObject(post).id),
    timeOf: (post) => parseTime(jsonObject(post).published_at),
    textsOf,
  })
}

type Page = {
  readonly page: number
  readonly size: number
  /** When the newest post of the first page was published. Later posts would shift the pages. */
  readonly top: string | null
}

const firstPage = (limit: number): Page => ({ page: 1, size: Math.min(limit, MAX_ITEMS), top: null })

/** `page size top` */
const AT = /^(?<page>[1-9]\d{0,6}) (?<size>[1-9]\d{0,2})(?: (?<top>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z))?$/

const readBatch = async (
  send: Send,
  site: Site,
  variant: string,
  at: string | undefined,
  limit: number,
): Promise<Batch<unknown>> => {
  const page = at === undefined ? firstPage(limit) : readPage(at)
  const response = await requestPosts(send, site, variant, page)
  const items = requireList(jsonObject(response.json()).posts)
  const { next } = paginationOf(response)
  if (typeof next !== 'number' || items.length === 0) return { items, next: undefined }
  const top = page.top ?? parseTime(jsonObject(items[0]).published_at)
  return { items, next: [next, page.size, ...(top === null ? [] : [top])].join(' ') }
}

const readPage = (at: string): Page => {
  const groups = AT.exec(at)?.groups
  if (groups === undefined) throw new Refused('invalid_cursor')
  return { page: Number(groups.page), size: Number(groups.size), top: groups.top ?? null }
}

/** Without a second key, posts of the same time come in a different order on each page. */
const NEWEST_FIRST = 'published_at desc,id desc'

const requestPosts = (send: Send, site: Site, variant: string, { page, size, top }: Page): Promise<Response> => {
  const { base, kind, slug } = site
  const tags = tagsOf(site)
  const of = tags?.all === false ? [`tag:[${tags.slugs.join(',')}]`] : tags?.slugs.map((each) => `tag:${each}`)
  const conditions = [
    ...(kind === 'site' ? [] : (of ?? [`${kind}:${slug}`])),
    ...(variant === 'featured' ? ['featured:true'] : []),
    ...(top === null ? [] : [`published_at:<='${top}'`]),
  ]
  const filter = conditions.length === 0 ? undefined : conditions.join('+')
  return requestApi(send, base, 'posts', { query: { ...FULL, limit: size, page, order: NEWEST_FIRST, filter } })
}

const paginationOf = (response: Response) => jsonObject(jsonObject(jsonObject(response.json()).meta).pagination)

/** A post at ghost.io, by its slug. */
export const readPost = async ({ send, url, match }: PostRequest<Settings>): Promise<PostResponse> => {
  const base = url.origin
  const [found, language] = await Promise.all([requestSlug(send, base, match.slug ?? ''), requestLanguage(send, base)])
  return mapFound(found, { base, language })
}

const GENERATOR = /<meta name="generator" content="Ghost\b/i
/** Every page of a site links to its feed, whose URL contains the folder of the site. */
const FEED =
  /<link rel="alternate" type="application\/rss\+xml"[^<>]{0,500}? href="(?<base>https:[^"<>]{1,500})\/rss\/"/i
const HEAD_CHARACTERS = 50_000

/** Requests the slug of the page from the API. The page is a post if the API returns one with the same URL. */
export const findPost = async ({ send, url, page }: FindPostRequest<Settings>): Promise<PostResponse | undefined> => {
  const head = page.text().slice(0, HEAD_CHARACTERS)
  const slug = /\/([a-z0-9_-]{1,191})\/?$/i.exec(url.pathname)?.[1]
  if (slug === undefined || !GENERATOR.test(head)) return undefined
  const feed = URL.parse(FEED.exec(head)?.groups?.base ?? '')
  const base = feed?.host === url.host ? feed.href.replace(/\/$/, '') : url.origin
  try {
    const found = await requestSlug(send, base, slug)
    if (placeOf(pageOf(found.post.url, base)) !== placeOf(url.href)) return undefined
    return mapFound(found, { base, language: await requestLanguage(send, base) })
  } catch (error) {
    if (isRefused(error, 'absent')) return undefined
    throw error
  }
}

const placeOf = (text: string | null): string | undefined => {
  const url = URL.parse(text ?? '')
  return url ? url.host + url.pathname.replace(/\/$/, '') : undefined
}

type Found = { readonly post: JsonObject; readonly response: Response }

const requestSlug = async (send: Send, base: string, slug: string): Promise<Found> => {
  const response = await requestApi(send, base, `posts/slug/${slug}`, { query: FULL, about: 'post' })
  return { post: jsonObject(requireList(jsonObject(response.json()).posts)[0]), response }
}

const mapFound = (found: Found, where: Where): PostResponse => {
  const post = mapPost(found.post, where)
  if (post === null) throw new Refused('absent', { about: 'post' })
  return { post, answer: found.response }
}
