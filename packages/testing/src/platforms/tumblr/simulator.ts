// Simulates Tumblr with and without a key: the API and the feeds of blogs, told apart by the host. Only tests and benchmarks use
// it.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { oembedOf } from '../suite/simulated-oembed.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import { FERNS, flagsOf, idOf, nthEntry, nthLegacyPost, nthPost, timestampOf, typeOf } from './simulated-posts.ts'
import { isTagged, SECOND_BLOG, TAGGED } from './simulated-tags.ts'

export const KEYS = ['consumerKeyOfOneApplication', 'consumerKeyOfAnother'] as const

/** Behavior that Tumblr does not document. */
export type TumblrQuirks = {
  /** Whether posts have the flags `is_pinned` and `is_nsfw`. */
  reportsFlags: boolean
  /** The form of a 404: with an error object, or in `meta` alone. */
  notFound: 'errors' | 'meta'
}

export type TumblrSimulator = Simulator & {
  readonly quirks: TumblrQuirks
  /** Ids of the posts with this type in the API, newest first. */
  idsOf(type: string): readonly string[]
  /** Ids of the posts with the tag, newest first. */
  taggedIds(): readonly string[]
  /** Sets the calls that are left in the hour and in the day. */
  leave(hour: number, day: number): void
}

const refusal = (status: number, msg: string, code: number, detail: string): SimulatedResponse => ({
  status,
  body: { meta: { status, msg }, errors: [{ title: msg, code, detail }], response: [] },
})
const NOT_FOUND: Readonly<Record<TumblrQuirks['notFound'], SimulatedResponse>> = {
  errors: refusal(404, 'Not Found', 0, "The thing you're looking for isn't here."),
  meta: { status: 404, body: { meta: { status: 404, msg: 'Not Found' }, response: [] } },
}
const LOGIN_ONLY = refusal(404, 'Not Found', 4012, 'This Tumblr is only viewable within the Tumblr dashboard')
const NO_PERMISSION: SimulatedResponse = {
  status: 403,
  body: { meta: { status: 403, msg: 'Forbidden' }, response: 'You do not have permission to view this blog' },
}

/** Writes the ids of posts as numbers, although they are too large. */
const withNumbers = (body: JsonObject): string => JSON.stringify(body).replace(/"id":"(\d{18})"/g, '"id":$1')

export const startTumblr = async (count = 57): Promise<TumblrSimulator> => {
  const quirks: TumblrQuirks = { reportsFlags: false, notFound: 'errors' }
  const refused = new Set<string>()
  let posts = Array.from({ length: count }, (_, index) => index).reverse()
  let left: readonly [hour: number, day: number] = [900, 4_000]

  const ok = (response: unknown): SimulatedResponse => ({
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: withNumbers({ meta: { status: 200, msg: 'OK' }, response }),
  })

  const list = (type: string | undefined, query: URLSearchParams): SimulatedResponse => {
    const blog = { ...FERNS, posts: posts.length }
    const write = (index: number): JsonObject => ({
      ...(query.get('npf') === 'true' ? nthPost : nthLegacyPost)(index),
      ...(quirks.reportsFlags && flagsOf(index)),
    })
    const id = query.get('id')
    if (id !== null) {
      const found = posts.filter((index) => idOf(index) === id)
      return found.length === 0 ? NOT_FOUND[quirks.notFound] : ok({ blog, posts: found.map(write), total_posts: 1 })
    }
    const [before, offset] = [query.get('before'), query.get('offset')]
    if (before !== null && offset !== null) return refusal(400, 'Bad Request', 8001, 'before and offset')
    const limit = Math.min(20, Math.max(1, Number(query.get('limit') ?? '20')))
    const found = posts
      .filter((index) => query.get('tag') === null || isTagged(query.get('tag') ?? '', index))
      .filter((index) => type === undefined || typeOf(index) === type)
      .filter((index) => before === null || timestampOf(index) < Number(before))
      .slice(Number(offset ?? '0'))
    const page = found.slice(0, limit)
    const href = `/v2/blog/ferns/posts?offset=${page.length}&npf=true`
    const next = { type: 'action', method: 'GET', href, query_params: { npf: 'true', page_number: '2' } }
    return ok({
      blog,
      posts: page.map(write),
      total_posts: found.length,
      ...(page.length < found.length && { _links: { next } }),
    })
  }

  /** Sorted by id; one post has a date of the author's choice. */
  const tagged = (query: URLSearchParams): SimulatedResponse => {
    const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY)
    const found = posts.filter((index) => isTagged(query.get('tag') ?? '', index) && timestampOf(index) < before)
    const limit = Math.min(20, Number(query.get('limit') ?? '20'))
    return ok(
      found.slice(0, limit).map((index) => ({
        ...(query.get('npf') === 'true' ? nthPost : nthLegacyPost)(index),
        ...(index % 2 === 0 ? { blog: SECOND_BLOG, blog_name: SECOND_BLOG.name } : { blog: FERNS }),
        ...(index % 10 === 5 && { timestamp: 1_400_000_000 + index }),
      })),
    )
  }

  const api = ({ url }: SimulatedRequest): SimulatedResponse => {
    const key = url.searchParams.get('api_key') ?? ''
    if (refused.has(key) || !KEYS.some((known) => known === key))
      return refusal(401, 'Unauthorized', 1016, 'Unable to authorize')
    if (url.pathname === '/v2/tagged') return tagged(url.searchParams)
    const [, blog = '', type] = /^\/v2\/blog\/([^/]+)\/posts(?:\/(\w+))?$/.exec(url.pathname) ?? []
    if (blog === 'secluded') return LOGIN_ONLY
    if (blog === 'locked') return NO_PERMISSION
    return [FERNS.name, FERNS.uuid, 'ferns.example', 'ferns.tumblr.com'].includes(blog)
      ? list(type, url.searchParams)
      : NOT_FOUND[quirks.notFound]
  }

  const feed = ({ host, url }: SimulatedRequest): SimulatedResponse => {
    const [, tag] = /^(?:\/tagged\/([^/]+))?\/rss$/.exec(url.pathname) ?? [undefined, '']
    const isThere = ['ferns.tumblr.com', 'ferns.example'].includes(host) && tag !== ''
    const shown = posts.filter((index) => tag === undefined || isTagged(decodeURIComponent(tag), index))
    if (!isThere) return { status: 404, body: '<!doctype html><title>Not found.</title>' }
    return {
      headers: { 'content-type': 'text/xml; charset=utf-8' },
      body: `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0"><channel><atom:link rel="hub" href="http://tumblr.superfeedr.com/" xmlns:atom="http://www.w3.org/2005/Atom"/><description>Plants &amp;amp; rain</description><title>Fern Notes</title><generator>Tumblr (3.0; @ferns)</generator><link>https://ferns.tumblr.com/</link>${shown.slice(0, 20).map(nthEntry).join('')}</channel></rss>`,
    }
  }

  const embed = (url: URL): SimulatedResponse => {
    const { hostname = '', pathname = '' } = URL.parse(url.searchParams.get('url') ?? '') ?? {}
    const [, id] = /^\/post\/(\d+)/.exec(pathname) ?? []
    const isHidden = ['secluded.tumblr.com', 'locked.tumblr.com'].includes(hostname)
    return oembedOf({
      url,
      provider: { name: 'Tumblr', url: 'https://www.tumblr.com' },
      type: 'rich',
      isThere: () => hostname === 'ferns.tumblr.com' && posts.some((index) => idOf(index) === id),
      missing: isHidden ? NO_PERMISSION : NOT_FOUND[quirks.notFound],
    })
  }

  const windows = (): Record<string, string> => {
    const [hour, day] = left
    return {
      ...{ 'x-ratelimit-perhour-limit': '1000', 'x-ratelimit-perhour-remaining': String(hour) },
      ...{ 'x-ratelimit-perhour-reset': '1200', 'x-ratelimit-perday-limit': '5000' },
      ...{ 'x-ratelimit-perday-remaining': String(day), 'x-ratelimit-perday-reset': '40000' },
    }
  }

  const upstream = await startUpstream((request) => {
    if (request.host === 'www.tumblr.com' && request.url.pathname === '/oembed/1.0') return embed(request.url)
    if (request.host !== 'api.tumblr.com') return feed(request)
    if (left.includes(0)) return { ...refusal(429, 'Limit Exceeded', 0, 'Limit Exceeded'), headers: windows() }
    const response = api(request)
    return { ...response, headers: { ...windows(), ...response.headers } }
  })
  return {
    ...upstream,
    quirks,
    handle: 'ferns',
    missing: 'nobody-here',
    hidden: 'secluded',
    refuse: (key) => refused.add(key),
    leave(hour, day) {
      left = [hour, day]
    },
    ids: () => posts.map(idOf),
    taggedIds: () => posts.filter((index) => isTagged(TAGGED, index)).map(idOf),
    idsOf: (type) => posts.filter((index) => typeOf(index) === type).map(idOf),
    publish(more) {
      const from = posts.length
      posts = [...Array.from({ length: more }, (_, index) => from + index).reverse(), ...posts]
    },
  }
}
