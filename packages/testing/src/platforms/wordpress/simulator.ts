// Simulates WordPress sites: one set of posts behind hosts that are open, closed, behind a firewall, with and without permalinks,
// and wordpress.com. Only tests and benchmarks use it.

import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import { isBook, isFound, isJazz, JAZZ, product, TAXONOMIES, TYPES, WORDS } from './simulated-lists.ts'
import {
  AUTHORS,
  FEATURED,
  FISH,
  feedItem,
  inOrder,
  isFish,
  isTagged,
  linkOf,
  localTime,
  NEWCOMER,
  restPost,
  restTerm,
  restUser,
  type SimulatedPost,
  simulatedPost,
  slugOf,
  TAG,
  termsOf,
} from './simulated-posts.ts'

export type WordPressSimulator = Simulator & {
  /** Every post, newest first, in the order of the API. */
  posts(): readonly SimulatedPost[]
}

/** The configuration of a host. */
type Host = {
  readonly base: string
  /** The REST API: a path, or a query without permalinks. */
  readonly api: string
  /** Where the site links to its API: in headers, in pages, or nowhere. */
  readonly names?: 'header' | 'page' | 'nowhere'
  readonly rest?: 'open' | 'walled' | 'login'
  readonly users?: 'open' | 'closed'
  readonly authorPages?: boolean
  readonly counts?: boolean
  readonly feed?: boolean
  readonly shop?: boolean
  /** Milliseconds to add to the dates of the posts. */
  readonly later?: number
}

const own = (base: string, host: Partial<Host> = {}): Host => ({ base: `https://${base}`, api: '/wp-json/', ...host })

const HOSTS: Readonly<Record<string, Host>> = {
  'blog.example': own('blog.example', { shop: true }),
  'sub.example': own('sub.example/blog', { api: '/blog/wp-json/' }),
  'plain.example': own('plain.example', { api: '?rest_route=/' }),
  'moved.example': own('moved.example', { api: '/api/', names: 'page' }),
  'walled.example': own('walled.example', { rest: 'walled' }),
  'closed.example': own('closed.example', { rest: 'login', feed: false }),
  'shy.example': own('shy.example', { users: 'closed' }),
  'secret.example': own('secret.example', { users: 'closed', authorPages: false }),
  'proxied.example': own('proxied.example', { counts: false }),
  // Its posts are in the hour that the clocks skip.
  'gap.example': own('gap.example', { later: 6 * 3_600_000 }),
  'other.example': own('other.example', { api: '/nothing/', names: 'nowhere', feed: false }),
  'site.wordpress.com': own('site.wordpress.com', { api: '/wp/v2/sites/site.wordpress.com/' }),
}

const GAP = ['2026-03-08T02:00:00', '2026-03-08T03:00:00'] as const

const error = (status: number, code: string, message = ''): SimulatedResponse => ({
  status,
  body: { code, message, data: { status } },
})
const page = (status: number, head: string, headers: Record<string, string> = {}): SimulatedResponse => ({
  status,
  headers: { 'content-type': 'text/html; charset=UTF-8', ...headers },
  body: `<!doctype html><html><head><title>Blog</title>${head}</head><body>Hi</body></html>`,
})

type State = { readonly posts: readonly SimulatedPost[]; readonly host: Host }
type Query = URLSearchParams

type Route = readonly [RegExp, (state: State, query: Query, id: number) => SimulatedResponse]

const ROUTES: readonly Route[] = [
  [
    /^$/,
    ({ host }) => ({
      body: {
        name: 'Köder &amp; Söhne 🌱',
        description: 'Just &lt;another&gt; site',
        url: host.base,
        home: host.base,
        gmt_offset: -5,
        timezone_string: '',
        site_icon_url: `${host.base}/icon.png`,
        namespaces: ['wp/v2'],
        routes: { '/': {} },
      },
    }),
  ],
  [/^wp\/v2\/posts$/, (state, query) => listPosts(state, query)],
  [/^wp\/v2\/types$/, () => ({ body: TYPES })],
  [/^wp\/v2\/taxonomies$/, () => ({ body: TAXONOMIES })],
  [/^wp\/v2\/genres$/, (_, query) => ({ body: query.get('slug') === JAZZ.slug ? [JAZZ] : [] })],
  [
    /^wp\/v2\/books$/,
    ({ posts, host }, query) => {
      const isShown = query.get('genres') === String(JAZZ.id) ? isJazz : isBook
      return listPosts({ posts: posts.filter(isShown), host }, query)
    },
  ],
  [/^wc\/store\/v1\/products$/, (state, query) => listProducts(state, query)],
  [/^wp\/v2\/posts\/(\d+)$/, (state, query, id) => onePost(state, query, id)],
  [
    /^wp\/v2\/users$/,
    ({ host }, query) => {
      if (host.users === 'closed')
        return error(401, 'rest_user_cannot_view', 'Sorry, you are not allowed to list users.')
      return {
        body: AUTHORS.filter(({ slug }) => slug === query.get('slug')).map((author) => restUser(author, host.base)),
      }
    },
  ],
  [
    /^wp\/v2\/users\/(\d+)$/,
    ({ host }, _, id) => {
      const author = host.users === 'closed' ? undefined : AUTHORS.find((each) => each.id === id)
      if (author) return { body: restUser(author, host.base) }
      // For authors without posts, the API sends the same error as where it is closed.
      if (host.users === 'closed' || id === NEWCOMER.id)
        return error(401, 'rest_user_cannot_view', 'Sorry, you are not allowed to list users.')
      return error(404, 'rest_user_invalid_id', 'Invalid user ID.')
    },
  ],
  ...([FISH, TAG] as const).flatMap((term): Route[] => {
    const route = term === FISH ? 'categories' : 'tags'
    return [
      [
        new RegExp(`^wp/v2/${route}$`),
        ({ host }, query) => ({ body: query.get('slug') === term.slug ? [restTerm(term, host.base)] : [] }),
      ],
      [
        new RegExp(`^wp/v2/${route}/(\\d+)$`),
        ({ host }, _, id) =>
          id === term.id
            ? { body: restTerm(term, host.base) }
            : error(404, 'rest_term_invalid', 'Term does not exist.'),
      ],
    ]
  }),
]

const rest = (state: State, route: string, query: Query): SimulatedResponse => {
  if (state.host.rest === 'walled') return { status: 403, body: '<html><title>Attention required</title></html>' }
  if (state.host.rest === 'login')
    return error(401, 'rest_login_required', 'REST API restricted to authenticated users.')
  for (const [pattern, response] of ROUTES) {
    const match = pattern.exec(route)
    if (match) return withFields(response(state, query, Number(match[1])), query.get('_fields'))
  }
  return error(404, 'rest_no_route', 'No route was found matching the URL and request method.')
}

const listPosts = ({ posts, host }: State, query: Query): SimulatedResponse => {
  const perPage = Number(query.get('per_page') ?? '10')
  const before = query.get('before')
  if (!(perPage >= 1 && perPage <= 100) || (before !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(before)))
    return error(400, 'rest_invalid_param', 'Invalid parameter(s)')
  const limit = before === null ? undefined : asClock(before)
  const excluded = (query.get('exclude') ?? '').split(',')
  const found = inOrder(posts).filter(
    (post) =>
      (limit === undefined || localTime(post.local) < limit) &&
      !excluded.includes(String(post.id)) &&
      (query.get('author') ?? String(post.author)) === String(post.author) &&
      isArchived(post, query) &&
      (!query.has('search') || (query.get('search') === WORDS && isFound(post))) &&
      (query.get('slug') ?? slugOf(post)) === slugOf(post),
  )
  const from = Number(query.get('offset') ?? '0')
  const counts = { 'x-wp-total': String(found.length), 'x-wp-totalpages': String(Math.ceil(found.length / perPage)) }
  return {
    headers: host.counts === false ? {} : counts,
    body: found.slice(from, from + perPage).map((post) => withEmbedded(post, host, query)),
  }
}

const listProducts = ({ posts, host }: State, query: Query): SimulatedResponse => {
  if (host.shop !== true) return error(404, 'rest_no_route', 'No route was found matching the URL and request method.')
  const [page, perPage] = [Number(query.get('page') ?? '1'), Number(query.get('per_page') ?? '10')]
  const products = posts.map(({ number }) => product(number)).reverse()
  return {
    headers: { 'x-wp-total': String(products.length) },
    body: products.slice((page - 1) * perPage, page * perPage),
  }
}

const isArchived = (post: SimulatedPost, query: Query): boolean =>
  (!query.has('categories') || (query.get('categories') === String(FISH.id) && isFish(post))) &&
  (!query.has('tags') || (query.get('tags') === String(TAG.id) && isTagged(post)))

/** WordPress shifts a time that the clocks skip by an hour. */
const asClock = (local: string): string =>
  local >= GAP[0] && local < GAP[1] ? localTime(Date.parse(`${local}Z`) + 3_600_000) : local

const onePost = ({ posts, host }: State, query: Query, id: number): SimulatedResponse => {
  if (id === 9999) return error(401, 'rest_forbidden', 'Sorry, you are not allowed to do that.')
  const post = posts.find((candidate) => candidate.id === id)
  return post ? { body: withEmbedded(post, host, query) } : error(404, 'rest_post_invalid_id', 'Invalid post ID.')
}

const withEmbedded = (post: SimulatedPost, host: Host, query: Query) => {
  const whole = restPost(post, host.base)
  if (!query.has('_embed')) return whole
  const author = AUTHORS.find(({ id }) => id === post.author) ?? AUTHORS[0]
  return {
    ...whole,
    _embedded: {
      author: [
        host.users === 'closed'
          ? { code: 'rest_user_invalid_id', message: 'Invalid user ID.', data: { status: 404 } }
          : restUser(author, host.base),
      ],
      ...(whole.featured_media > 0 && { 'wp:featuredmedia': [FEATURED] }),
      'wp:term': termsOf(post),
    },
  }
}

const withFields = (response: SimulatedResponse, fields: string | null): SimulatedResponse => {
  if (fields === null || typeof response.body !== 'object' || (response.status ?? 200) !== 200) return response
  const names = fields.split(',')
  const pick = (item: object) => Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)))
  return { ...response, body: Array.isArray(response.body) ? response.body.map(pick) : pick(response.body as object) }
}

const HOSTED_SITE = {
  ID: 42,
  name: 'Hosted &amp; fine',
  description: 'On wordpress.com',
  URL: 'https://site.wordpress.com',
  icon: { img: 'https://site.wordpress.com/i.png', ico: '' },
  subscribers_count: 12,
}

/** wordpress.com's own API identifies sites by their host names. */
const hosted = (posts: readonly SimulatedPost[], url: URL): SimulatedResponse => {
  const [, version, name = '', rest_ = ''] = /^\/(rest\/v1\.1|wp\/v2)\/sites\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? []
  if (name === 'private.wordpress.com')
    return { status: 403, body: { error: 'unauthorized', message: 'User cannot access this private blog.' } }
  const host = HOSTS[name]
  if (host === undefined) return { status: 404, body: { error: 'unknown_blog', message: 'Unknown blog' } }
  return version === 'wp/v2'
    ? rest({ posts, host }, `wp/v2/${rest_}`, url.searchParams)
    : withFields({ body: HOSTED_SITE }, url.searchParams.get('fields'))
}

const siteResponse = (state: State, { url }: SimulatedRequest): SimulatedResponse => {
  const { host, posts } = state
  const root = host.api.startsWith('?')
    ? `${host.base}/index.php${host.api}`
    : `https://${new URL(host.base).host}${host.api}`
  const route = url.searchParams.get('rest_route')
  if (host.api.startsWith('?') && route !== null) return rest(state, route.slice(1), url.searchParams)
  if (url.pathname.startsWith(host.api)) return rest(state, url.pathname.slice(host.api.length), url.searchParams)
  const path = url.pathname.slice(new URL(host.base).pathname.replace(/\/$/, '').length)
  const named: { link?: string } = { link: `<${root}>; rel="https://api.w.org/"` }
  const headers = (host.names ?? 'header') === 'header' ? named : {}
  if (url.searchParams.has('feed') && host.feed === false) return page(404, '', headers)
  if (path === '/' && !url.searchParams.has('author') && !url.searchParams.has('feed'))
    return page(200, host.names === 'page' ? `<link rel='https://api.w.org/' href='${root}' />` : '', headers)
  const numbered = [...AUTHORS, NEWCOMER].find(({ id }) => url.searchParams.get('author') === String(id))
  const author = numbered ?? [...AUTHORS, NEWCOMER].find(({ slug }) => path === `/author/${slug}/`)
  const self = (kind: string, id: number) => {
    const own = `<${root}wp/v2/${kind}/${id}>; rel="alternate"; title="JSON"; type="application/json"`
    return { link: headers.link === undefined ? own : `${headers.link}, ${own}` }
  }
  if (author && !url.searchParams.has('feed'))
    return page(200, '', host.authorPages === false ? {} : self('users', author.id))
  if (PAGES[path]) return page(200, '', self(...PAGES[path]))
  const words = url.searchParams.get('s')
  if (words !== null && url.searchParams.has('feed') && host.feed !== false)
    return feedPage(
      inOrder(posts).filter((post) => words === WORDS && isFound(post)),
      host,
      1,
    )
  const feed = /^(\/(?:author|category|tag)\/[\w/-]+)?\/feed\/$/.exec(path)
  if (feed && host.feed !== false) {
    const wanted = FEEDS[feed[1] ?? '']
    if (wanted === undefined) return page(404, '', headers)
    return feedPage(inOrder(posts).filter(wanted), host, Number(url.searchParams.get('paged') ?? '1'))
  }
  const post = posts.find((candidate) => linkOf(candidate, host.base) === `${host.base}${path}`)
  return post ? page(200, '', self('posts', post.id)) : page(404, '', headers)
}

/** Pages of archives, some under custom paths, and a page that lists no posts. */
const PAGES: Readonly<Record<string, readonly [string, number]>> = {
  '/category/food/fish/': ['categories', FISH.id],
  '/rubrik/fish/': ['categories', FISH.id],
  '/schlagwort/x/': ['tags', TAG.id],
  '/about/': ['pages', 99],
}

const FEEDS: Readonly<Record<string, (post: SimulatedPost) => boolean>> = {
  '': () => true,
  '/category/food/fish': isFish,
  '/tag/x': isTagged,
  ...Object.fromEntries(
    AUTHORS.map(({ slug, id }) => [`/author/${slug}`, (post: SimulatedPost) => post.author === id]),
  ),
}

const feedPage = (posts: readonly SimulatedPost[], host: Host, number: number): SimulatedResponse => {
  const part = posts.slice((number - 1) * 10, number * 10)
  return {
    status: part.length === 0 ? 404 : 200,
    headers: { 'content-type': 'application/rss+xml; charset=UTF-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Köder &amp; Söhne</title><link>${host.base}</link><language>de</language><generator>https://wordpress.org/?v=6.1.9</generator>${part.map((post) => feedItem(post, host.base)).join('')}</channel></rss>`,
  }
}

export const startWordPressSimulator = async (count = 57): Promise<WordPressSimulator> => {
  let posts = Array.from({ length: count }, (_, index) => simulatedPost(index + 1))
  const upstream = await startUpstream((request) => {
    if (request.host === 'public-api.wordpress.com') return hosted(posts, request.url)
    const host = HOSTS[request.host]
    if (host === undefined) return page(404, '')
    const { later = 0 } = host
    return siteResponse({ posts: posts.map((post) => ({ ...post, local: post.local + later })), host }, request)
  })
  return {
    ...upstream,
    handle: 'blog.example',
    missing: 'missing.example',
    hidden: 'private.wordpress.com',
    posts: () => inOrder(posts),
    ids: () => inOrder(posts).map(({ id }) => String(id)),
    publish(more) {
      const from = posts.length + 1
      posts = [...posts, ...Array.from({ length: more }, (_, index) => simulatedPost(from + index))]
    },
  }
}
