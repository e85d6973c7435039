// Simulates Pinterest's API and its public feeds. Only tests and benchmarks use it.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { escapeHtml } from '@central-api/service/post/markup/escape.ts'
import { lastPart, oembedOf } from '../suite/simulated-oembed.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'

/** Undocumented behavior of Pinterest. */
export type PinterestQuirks = {
  /** The codes of errors: Pinterest's own, or the HTTP status. */
  codes: 'own' | 'status'
  /** The form of the reset of the rate limit. */
  reset: 'seconds left' | 'seconds since 1970'
  /** The suffix of a pin's time. */
  zone: '' | 'Z'
  /** The field of a feed's item with the pin's URL. */
  pinField: 'link' | 'guid'
  /** The field with the image. */
  image: 'description' | 'enclosure'
  hasBoardFeeds: boolean
  /** The status that refuses another account's pin. */
  others: 401 | 403 | 404
}

export type PinterestSimulator = Simulator & {
  readonly quirks: PinterestQuirks
  /** Uses up the rate limit, which resets in so many seconds. */
  exhaust(seconds: number): void
  /** Accepts further tokens of the account, which others gave. */
  trust(isGiven: (token: string) => boolean): void
  /** The answer to a request, without a network. */
  answer(request: SimulatedRequest): SimulatedResponse
}

export const TOKENS = ['pina_first_token', 'pina_second_token'] as const
/** Connected accounts and their tokens; the first two have no pins. */
export const ACCOUNTS = [
  ['other', 'pina_token_of_other'],
  ['another', 'pina_token_of_another'],
  ['acme', TOKENS[0]],
] as const
const nameOfOther = (token: string): string | undefined => ACCOUNTS.slice(0, 2).find(([, each]) => each === token)?.[0]
/** A pin of an account that is not connected. */
export const FOREIGN_PIN = '910000000000000000'

const ACCOUNT: JsonObject = {
  id: '600000000000000001',
  username: 'acme',
  account_type: 'BUSINESS',
  business_name: 'Acme Bakery',
  about: '',
  profile_image: 'https://i.pinimg.com/600x600_R/aa/p.jpg',
  website_url: 'https://example.org',
  board_count: 14,
  pin_count: 339,
  follower_count: 10,
  following_count: null,
  monthly_views: 163,
}
const FIRST_MS = Date.UTC(2026, 0, 1)
const FEED_ITEMS = 25

const idOf = (index: number): string => String(900_000_000_000_000_000n + BigInt(index))
const isSaved = (index: number): boolean => index % 4 === 3

const images = (index: number): JsonObject =>
  Object.fromEntries(
    [150, 600, 1200].map((width) => [
      `${width}x`,
      { width, height: index % 2 === 0 ? null : width * 2, url: `https://i.pinimg.com/${width}x/aa/${index}.jpg` },
    ]),
  )

const SHAPES: readonly ((index: number) => JsonObject)[] = [
  (index) => ({ media: { media_type: 'image', images: images(index) }, alt_text: 'A loaf' }),
  (index) => ({
    media: {
      media_type: 'video',
      cover_image_url: `https://i.pinimg.com/videos/thumbnails/originals/${index}.jpg`,
      video_url: null,
      duration: 31_000,
      height: 1280,
      width: 720,
    },
    pin_metrics: null,
    description: null,
    link: null,
  }),
  (index) => ({
    media: {
      media_type: 'multiple_mixed',
      items: [
        { item_type: 'image', title: 'One', description: '', link: null, images: images(index) },
        { item_type: 'video', cover_image_url: `https://i.pinimg.com/c/${index}.jpg`, duration: null, video_url: null },
      ],
    },
  }),
]

const pinOf = (index: number): JsonObject => ({
  id: idOf(index),
  created_at: new Date(FIRST_MS + index * 60_000).toISOString().slice(0, 19),
  link: 'https://example.org/recipe',
  title: `Loaf ${index}`,
  description: `Five steps #bread ${index}`,
  board_id: '800000000000000001',
  board_owner: { username: 'acme' },
  is_owner: !isSaved(index),
  parent_pin_id: isSaved(index) ? '700000000000000009' : null,
  note: 'to myself',
  pin_metrics: { lifetime_metrics: { pin_click: 2, impression: 90, clickthrough: 1, reaction: 3, comment: 0 } },
  ...SHAPES[index % SHAPES.length]?.(index),
})

const itemOf = (index: number, { pinField, image }: PinterestQuirks): string => {
  const { title, description } = pinOf(index)
  const pin = `https://www.pinterest.com/pin/${idOf(index)}/`
  const [link, guid] = pinField === 'link' ? [pin, pin] : ['https://example.org/recipe', pin]
  const file = `https://i.pinimg.com/236x/aa/${index}.jpg`
  const isInHtml = image === 'description'
  const html = `${isInHtml ? `<a href="/pin/${idOf(index)}/"><img src="${file}"></a>` : ''}${description ?? ''}`
  const enclosure = isInHtml ? '' : `<enclosure url="${file}" type="image/jpeg" length="0"/>`
  return `<item><title>${title}</title><link>${link}</link>${enclosure}<description>${escapeHtml(html)}</description><pubDate>${new Date(FIRST_MS + index * 60_000).toUTCString()}</pubDate><guid>${guid}</guid></item>`
}

export const startPinterest = async (count = 57): Promise<PinterestSimulator> => {
  const quirks: PinterestQuirks = {
    ...{ codes: 'own', reset: 'seconds left', zone: '' },
    ...{ pinField: 'link', image: 'description', hasBoardFeeds: true, others: 403 },
  }
  let exhausted: number | undefined
  const refuse = (status: number, code: number, message: string): SimulatedResponse => ({
    status,
    body: { code: quirks.codes === 'own' ? code : status, message },
  })
  const pinAt = (index: number): JsonObject => {
    const pin = pinOf(index)
    return { ...pin, created_at: `${pin.created_at}${quirks.zone}` }
  }
  const tooMany = (seconds: number): SimulatedResponse => ({
    ...refuse(429, 8, 'You have exceeded your rate limit. Try again later.'),
    headers: {
      ...{ 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '0' },
      'x-ratelimit-reset': String(quirks.reset === 'seconds left' ? seconds : Math.ceil(Date.now() / 1_000) + seconds),
    },
  })
  const refused = new Set<string>()
  let pins = Array.from({ length: count }, (_, index) => index).reverse()

  const list = ({ searchParams }: URL): SimulatedResponse => {
    const size = Number(searchParams.get('page_size') ?? '25')
    const bookmark = searchParams.get('bookmark')
    if (!(size >= 1 && size <= 250)) return refuse(400, 1, 'Invalid parameters.')
    const last = bookmark === null ? undefined : Number(Buffer.from(bookmark, 'base64url').toString())
    if (Number.isNaN(last)) return refuse(400, 1, 'The bookmark is invalid.')
    const filter = searchParams.get('pin_filter')
    const kept = pins.filter((index) => !filter || (filter === 'exclude_repins') !== isSaved(index))
    const behind = kept.filter((index) => last === undefined || index < last)
    const page = behind.slice(0, size)
    const hasMetrics = searchParams.get('pin_metrics') === 'true'
    return {
      body: {
        items: page.map((index) => (hasMetrics ? pinAt(index) : { ...pinAt(index), pin_metrics: undefined })),
        bookmark: page.length < behind.length ? Buffer.from(String(page.at(-1))).toString('base64url') : null,
      },
    }
  }

  const BOARDS = [
    { id: '800000000000000003', name: 'Bread!', owner: { username: 'friend' } },
    { id: '800000000000000002', name: 'Cakes', owner: { username: 'acme' } },
    { id: '800000000000000001', name: 'Bread!', owner: { username: 'acme' } },
  ]
  const SECTIONS = [
    { id: '5001', name: 'Rye' },
    { id: '5002', name: 'Rolls & more' },
  ]
  /** One on each page. */
  const paged = (items: readonly object[], { searchParams }: URL): SimulatedResponse => {
    const at = Number(searchParams.get('bookmark') ?? '0')
    return { body: { items: items.slice(at, at + 1), bookmark: at + 1 < items.length ? String(at + 1) : null } }
  }
  const boards = (url: URL): SimulatedResponse | undefined => {
    const [, id, sections, section] = /^\/v5\/boards(?:\/(\d+))?(\/sections)?(?:\/(\d+)\/pins)?$/.exec(
      url.pathname,
    ) ?? ['no']
    if (!url.pathname.startsWith('/v5/boards')) return undefined
    if (id === undefined) return paged(BOARDS, url)
    if (id !== '800000000000000001' || sections === undefined) return refuse(404, 404, 'Board not found.')
    if (section === undefined) return paged(SECTIONS, url)
    return section === '5002' ? list(url) : refuse(404, 404, 'Board section not found.')
  }

  const pin = (id: string, isOthers: boolean, { searchParams }: URL): SimulatedResponse => {
    const index = pins.find((each) => idOf(each) === id)
    const isThere = index !== undefined || id === FOREIGN_PIN
    if (!isThere || (quirks.others === 404 && (isOthers || index === undefined)))
      return refuse(404, 50, 'Pin not found.')
    if (isOthers || index === undefined) return refuse(quirks.others, 7, 'Not authorized to access board or Pin.')
    const hasMetrics = searchParams.get('pin_metrics') === 'true'
    return { body: hasMetrics ? pinAt(index) : { ...pinAt(index), pin_metrics: undefined } }
  }

  const feed = ({ pathname }: URL): SimulatedResponse => {
    const feeds = ['/acme/feed.rss', ...(quirks.hasBoardFeeds ? ['/acme/bread.rss'] : [])]
    if (!feeds.includes(pathname)) return { status: 404, body: '<title>404</title>' }
    const items = pins
      .slice(0, FEED_ITEMS)
      .map((index) => itemOf(index, quirks))
      .join('')
    return {
      headers: { 'content-type': 'application/xml' },
      body: `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Acme Bakery</title><link>https://www.pinterest.com/acme/</link><description></description>${items}</channel></rss>`,
    }
  }

  const embed = (url: URL): SimulatedResponse =>
    oembedOf({
      url,
      provider: { name: 'Pinterest', url: 'https://www.pinterest.com/' },
      type: 'rich',
      isThere: (post) => lastPart(post) === FOREIGN_PIN || pins.some((index) => idOf(index) === lastPart(post)),
      missing: { status: 404, body: { status: 'failure', code: 404 } },
    })

  let isTrusted = (_token: string): boolean => false
  const answer = ({ url, headers, host }: SimulatedRequest): SimulatedResponse => {
    if (host === 'www.pinterest.com') return url.pathname === '/oembed.json' ? embed(url) : feed(url)
    const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
    const isKnown = isTrusted(token) || [...TOKENS, ...ACCOUNTS.map(([, each]) => each)].some((each) => each === token)
    if (host !== 'api.pinterest.com' || refused.has(token) || !isKnown) return refuse(401, 2, 'Authentication failed.')
    if (exhausted !== undefined) return tooMany(exhausted)
    const username = nameOfOther(token) ?? ACCOUNT.username
    if (url.pathname === '/v5/user_account') return { body: { ...ACCOUNT, username } }
    const ofBoard = nameOfOther(token) === undefined ? boards(url) : undefined
    if (ofBoard !== undefined) return ofBoard
    const [, id] = /^\/v5\/pins\/(\d+)$/.exec(url.pathname) ?? []
    return id === undefined ? list(url) : pin(id, nameOfOther(token) !== undefined, url)
  }
  const upstream = await startUpstream(answer)

  return {
    ...upstream,
    quirks,
    answer,
    trust(isGiven) {
      isTrusted = isGiven
    },
    exhaust(seconds) {
      exhausted = seconds
    },
    handle: 'acme',
    missing: 'nobody',
    refuse(secret) {
      refused.add(secret)
    },
    ids: () => pins.map(idOf),
    publish(more) {
      const from = pins.length
      pins = [...Array.from({ length: more }, (_, index) => from + index).reverse(), ...pins]
    },
  }
}
