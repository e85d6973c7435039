// Simulates Ghost sites: one set of posts on several hosts, with Content API and feeds. Unverified behavior can be
// switched. For tests and benchmarks only.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import {
  AUTHORS,
  type AuthorSlug,
  authorEntity,
  authorOf,
  feedOf,
  idOf,
  isBread,
  isFeatured,
  isWinter,
  nthPost,
  publishedAt,
  tagEntity,
} from './simulated-posts.ts'

export type GhostQuirks = {
  /** Whether a server refuses a version newer than its own. */
  newerVersion: 'refused' | 'accepted'
}

export type GhostSimulator = Simulator & {
  readonly quirks: GhostQuirks
  /** Ids of matching posts, newest first. */
  idsOf(matches: (index: number) => boolean): readonly string[]
  /** Unpublishes a post. */
  remove(id: string): void
}

export const CONTENT_KEYS = ['0123456789abcdef0123456789', 'fedcba98765432100123456789'] as const
export const ADMIN_KEY = `${'0'.repeat(24)}:${'f'.repeat(64)}`

/** Setup of a host. */
type Host = {
  /** The site's folder. */
  readonly folder?: string
  /** The host of the API, if it is another one. */
  readonly api?: string
  /** The site that the API of this host belongs to. */
  readonly site?: string
  /** Major version. */
  readonly version?: number
  /** Visitors need a password. */
  readonly isPrivate?: boolean
  readonly hasNoFeedPages?: boolean
}

const HOSTS: Readonly<Record<string, Host>> = {
  'site.example': {},
  'folder.example': { folder: '/blog' },
  'old.example': { version: 5 },
  'pro.example': { api: 'pro.ghost.io' },
  'pro.ghost.io': { site: 'https://pro.example' },
  'keyless.example': {},
  'short.example': { hasNoFeedPages: true },
  'private.example': { isPrivate: true },
}

const error = (status: number, type: string, message: string, code: string | null = null): SimulatedResponse => ({
  status,
  body: {
    errors: [
      {
        ...{ message, context: null, type, details: null, property: null, help: null, code },
        ...{ id: '0b1c2d30-0000-11f0-8000-000000000000', ghostErrorCode: null },
      },
    ],
  },
})
const NOT_FOUND = error(404, 'NotFoundError', 'Resource not found error.')
const PAGE_NOT_FOUND: SimulatedResponse = { status: 404, body: '<!doctype html><title>404</title>' }

const hasTag = (slug: string, index: number): boolean =>
  slug === 'notes' || (slug === 'winter' && isWinter(index)) || (slug === 'bread' && isBread(index))

const CONDITIONS: readonly (readonly [RegExp, (value: string) => (index: number) => boolean])[] = [
  [/^author:([\w-]+)$/, (slug) => (index) => authorOf(index) === slug],
  [/^tag:([\w-]+)$/, (slug) => (index) => hasTag(slug, index)],
  [/^tag:\[([\w,-]+)\]$/, (slugs) => (index) => slugs.split(',').some((slug) => hasTag(slug, index))],
  [/^featured:(true)$/, () => isFeatured],
  [/^published_at:<='([^']+)'$/, (time) => (index) => Date.parse(publishedAt(index)) <= Date.parse(time)],
]

/** Without the id as a second key, the order of posts with the same time is undefined: here it alternates by page. */
const BY_TIME = 'published_at desc'
const BY_TIME_AND_ID = 'published_at desc,id desc'

/** Conditions joined by `+`: the part of NQL that the service uses. Returns undefined for anything else. */
const readFilter = (filter: string | null): ((index: number) => boolean) | undefined => {
  const tests = (filter === null || filter === '' ? [] : filter.split(/\+(?=[a-z_]+:)/)).map((condition) => {
    const found = CONDITIONS.map(([pattern, test]) => [pattern.exec(condition)?.[1], test] as const)
    const [value, test] = found.find(([matched]) => matched !== undefined) ?? []
    return value === undefined ? undefined : test?.(value)
  })
  return tests.includes(undefined) ? undefined : (index) => tests.every((test) => test?.(index))
}

export const startGhost = async (count = 57): Promise<GhostSimulator> => {
  const quirks: GhostQuirks = { newerVersion: 'refused' }
  const refused = new Set<string>()
  let indexes = Array.from({ length: count }, (_, index) => index).reverse()

  const shown = (post: JsonObject, query: URLSearchParams): JsonObject => {
    const include = (query.get('include') ?? '').split(',')
    const formats = (query.get('formats') ?? 'html').split(',')
    const without = [
      ...(include.includes('authors') ? [] : ['authors', 'primary_author']),
      ...(include.includes('tags') ? [] : ['tags', 'primary_tag']),
      ...['html', 'plaintext'].filter((format) => !formats.includes(format)),
    ]
    return Object.fromEntries(Object.entries(post).filter(([name]) => !without.includes(name)))
  }

  const listPosts = (base: string, query: URLSearchParams): SimulatedResponse => {
    const matches = readFilter(query.get('filter'))
    if (matches === undefined) return error(400, 'BadRequestError', 'Error parsing filter')
    const order = query.get('order') ?? BY_TIME
    if (order !== BY_TIME && order !== BY_TIME_AND_ID)
      return error(422, 'ValidationError', 'Validation failed for order.')
    const limit = Math.min(100, Number(query.get('limit') ?? '15'))
    const page = Number(query.get('page') ?? '1')
    const ties = order === BY_TIME && page % 2 === 0 ? 1 : -1
    const found = indexes
      .filter(matches)
      .toSorted((a, b) => Date.parse(publishedAt(b)) - Date.parse(publishedAt(a)) || ties * (a - b))
    const pages = Math.max(1, Math.ceil(found.length / limit))
    const posts = found.slice((page - 1) * limit, page * limit).map((index) => shown(nthPost(index, base), query))
    const next = page < pages ? page + 1 : null
    const prev = page > 1 ? page - 1 : null
    return { body: { posts, meta: { pagination: { page, limit, pages, total: found.length, next, prev } } } }
  }

  const settings = (base: string): SimulatedResponse => ({
    body: {
      settings: {
        title: 'Site & Co',
        description: 'Notes <3',
        logo: null,
        icon: `${base}/content/images/size/w256h256/icon.png`,
        accent_color: '#FF1A75',
        cover_image: null,
        facebook: null,
        twitter: '@site',
        lang: 'de',
        locale: 'de',
        timezone: 'Etc/UTC',
        navigation: [{ label: 'Home', url: '/' }],
        secondary_navigation: [],
        meta_title: null,
        meta_description: null,
        members_support_address: 'noreply',
        url: `${base}/`,
      },
      meta: {},
    },
  })

  const collection = (base: string, list: string, slug: string): SimulatedResponse => {
    const isAuthor = list === 'authors'
    if (isAuthor ? !AUTHORS.includes(slug as AuthorSlug) : !['winter', 'notes'].includes(slug)) return NOT_FOUND
    const matches = readFilter(`${isAuthor ? 'author' : 'tag'}:${slug}`) ?? (() => false)
    const entity = isAuthor
      ? authorEntity(slug as AuthorSlug, base)
      : tagEntity(slug === 'winter' ? 'Winter' : 'Notes', base)
    return { body: { [list]: [{ ...entity, count: { posts: indexes.filter(matches).length } }] } }
  }

  const api = (host: Host, base: string, path: string, { url, headers }: SimulatedRequest): SimulatedResponse => {
    const keys = url.searchParams.getAll('key')
    const acceptVersion = /^v(\d+)\./.exec(String(headers['accept-version'] ?? ''))?.[1]
    const { version = 6 } = host
    if (acceptVersion !== undefined && Number(acceptVersion) > version && quirks.newerVersion === 'refused')
      return error(406, 'RequestNotAcceptableError', 'Request could not be served, the endpoint was not found.')
    if (keys.length === 0) return error(403, 'NoPermissionError', 'Authorization failed')
    if (keys.length > 1) return error(400, 'BadRequestError', 'Request not understood', 'INVALID_REQUEST')
    if (keys[0] === ADMIN_KEY) return error(401, 'UnauthorizedError', 'Invalid API Key type', 'INVALID_API_KEY_TYPE')
    const isKnown = CONTENT_KEYS.some((key) => key === keys[0]) && !refused.has(keys[0] ?? '')
    if (!isKnown) return error(401, 'UnauthorizedError', 'Unknown Content API Key', 'UNKNOWN_CONTENT_API_KEY')
    const [list = '', by = '', slug = ''] = path.split('/').filter(Boolean)
    if (list === 'settings') return settings(base)
    if (list === 'posts' && by === '') return listPosts(base, url.searchParams)
    if (list === 'posts') {
      const index = indexes.find((each) => nthPost(each, base).slug === slug || idOf(each) === by)
      return index === undefined ? NOT_FOUND : { body: { posts: [shown(nthPost(index, base), url.searchParams)] } }
    }
    if (list === 'tags' && by === '') {
      const wanted = /^slug:\[([\w,-]+)\]$/.exec(url.searchParams.get('filter') ?? '')?.[1]?.split(',') ?? []
      const tags = ['Winter', 'Notes', 'Bread'].filter((name) => wanted.includes(name.toLowerCase()))
      return { body: { tags: tags.map((name) => tagEntity(name, base)) } }
    }
    return by === 'slug' && (list === 'authors' || list === 'tags') ? collection(base, list, slug) : NOT_FOUND
  }

  const feed = (host: Host, base: string, path: string): SimulatedResponse => {
    const {
      kind,
      slug,
      page = '1',
    } = /^(?:\/(?<kind>author|tag)\/(?<slug>[\w-]+))?\/rss\/(?:(?<page>\d+)\/)?$/.exec(path)?.groups ?? {}
    if (kind === undefined && !path.startsWith('/rss/')) return PAGE_NOT_FOUND
    if (page !== '1' && host.hasNoFeedPages) return PAGE_NOT_FOUND
    const matches = kind === undefined ? () => true : readFilter(`${kind}:${slug}`)
    const posts = indexes.filter((index) => matches?.(index)).map((index) => nthPost(index, base))
    return feedOf(posts, base, Number(page))
  }

  const pageOf = (base: string, path: string): SimulatedResponse => {
    const post = indexes.map((index) => nthPost(index, base)).find(({ url }) => url === base + path)
    const head = `<meta name="generator" content="Ghost 6.2"><link rel="alternate" type="application/rss+xml" title="Site &amp; Co" href="${base}/rss/">`
    const title = path === '/about/' || path.startsWith('/lists/') ? 'About' : post?.title
    return title === undefined
      ? PAGE_NOT_FOUND
      : { body: `<!doctype html><html><head><title>${title}</title>${head}</head><body></body></html>` }
  }

  const upstream = await startUpstream((request) => {
    const { url } = request
    const host = Object.hasOwn(HOSTS, request.host) ? HOSTS[request.host] : undefined
    if (host === undefined) return PAGE_NOT_FOUND
    const { folder = '', site = `https://${request.host}${folder}` } = host
    if (!url.pathname.startsWith(`${folder}/`)) return PAGE_NOT_FOUND
    const path = url.pathname.slice(folder.length)
    if (host.api !== undefined && path.startsWith('/ghost/'))
      return { status: 301, headers: { location: `https://${host.api}${url.pathname}${url.search}` }, body: '' }
    if (host.isPrivate && !path.startsWith('/private/'))
      return { status: 302, headers: { location: `/private/?r=${encodeURIComponent(path)}` }, body: '' }
    if (host.isPrivate) return { body: '<!doctype html><title>This site is private</title>' }
    const call = /^\/ghost\/api\/content\/(.*)$/.exec(path)?.[1]
    if (call !== undefined)
      return { ...api(host, site, call, request), headers: { 'content-version': 'v6.2', vary: 'Accept-Version' } }
    return /\/rss\//.test(path) ? feed(host, site, path) : pageOf(site, path)
  })
  return {
    ...upstream,
    handle: 'site.example',
    missing: 'missing.example',
    quirks,
    refuse: (secret) => void refused.add(secret),
    ids: () => indexes.map(idOf),
    idsOf: (matches) => indexes.filter(matches).map(idOf),
    publish(more) {
      const from = (indexes[0] ?? -1) + 1
      indexes = [...Array.from({ length: more }, (_, index) => from + index).reverse(), ...indexes]
    },
    remove(id) {
      indexes = indexes.filter((index) => idOf(index) !== id)
    },
  }
}
