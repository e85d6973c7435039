// Simulates the Graph API for Pages. URLs of next pages repeat the token, as in the real API. Unverified behavior can
// be switched. For tests and benchmarks only.

import { type JsonObject, jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import {
  createTokens,
  type FieldRequest,
  GRAPH_FACTS,
  graphFault,
  missingEmbed,
  pageOf,
  parseFields,
  select,
  tokenOf,
  usageHeaders,
} from '../meta/simulated-graph.ts'
import { believed, type Facts } from '../suite/facts.ts'
import { lastPart, oembedOf } from '../suite/simulated-oembed.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import { idOf, isPublic, nthPost, PAGE, PAGE_ID } from './simulated-posts.ts'
import {
  ALBUM,
  albumOf,
  arrange,
  isPublished,
  photoIdOf,
  photoOf,
  taggedIdOf,
  taggedOf,
  videoIdOf,
  videoOf,
} from './simulated-uploads.ts'

/** Unverified assumptions about the API. Tests try every value. */
export const FACTS = {
  ...GRAPH_FACTS,
  /** Verification status of a verified Page. */
  verification: ['blue_verified', 'gray_verified', 'verified_by_meta'],
  /** Types of attachments in addition to their media type. */
  attachmentTypes: ['known', 'other'],
  /** Default number of items of an album. */
  partsAtATime: [12, 2],
  /** Whether videos have the URL of their file. */
  videos: ['with file', 'without'],
  /** Response for a Page that was merged with another one. */
  merged: ['refused with 21', 'as the other one'],
  /** Whether dots in a name matter. */
  dots: ['do not count', 'count'],
  /** Whether calls without a proof are refused. */
  proof: ['taken', 'required'],
} as const

type FacebookFacts = Facts<typeof FACTS>

/** Changes an attachment and each of its items. */
const eachAttachment = (list: unknown, change: (attachment: JsonObject) => JsonObject): JsonObject => ({
  data: jsonList(jsonObject(list).data)
    .map(jsonObject)
    .map((each) => ({
      ...change(each),
      ...(each.subattachments !== undefined && { subattachments: eachAttachment(each.subattachments, change) }),
    })),
})

export type FacebookQuirks = {
  /** How URLs of next pages say where they start. */
  paging: 'cursor' | 'time'
  /** Whether the token can read other Pages. */
  isReviewed: boolean
  /** A refused field. */
  refuses: string
  used: number
  /** Fields of the album that differ. */
  album: JsonObject
  /** Most posts per call; more are “too much data”. */
  mostAtOnce: number
}

export type FacebookSimulator = Simulator & {
  readonly quirks: FacebookQuirks
  suppose(facts: Partial<FacebookFacts>): void
  /** Of the photos, videos and tagged posts of the Page, and the photos of its album. */
  photoIds(): readonly string[]
  videoIds(): readonly string[]
  taggedIds(): readonly string[]
  albumIds(): readonly string[]
  end(token: string): void
}

export const TOKENS = ['EAAsystemtoken', 'EAAothertoken'] as const
const HOST = 'graph.facebook.com'
const CONTROL = '20531316728'

const NAMED = /^[a-z0-9.]*[a-z][a-z0-9.]*$/
const TOO_MUCH = graphFault(1, "Please reduce the amount of data you're asking for, then retry your request", {
  status: 500,
})
const UNPROVEN = graphFault(100, '(#100) Pages Public Content Access requires either app secret proof or an app token')

const unknown = (id: string): SimulatedResponse =>
  graphFault(
    100,
    `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    { subcode: 33, type: 'GraphMethodException' },
  )

export const startFacebook = async (count = 57): Promise<FacebookSimulator> => {
  const quirks: FacebookQuirks = {
    paging: 'cursor',
    isReviewed: true,
    refuses: '',
    used: 12,
    album: {},
    mostAtOnce: 100,
  }
  let facts: FacebookFacts = believed(FACTS)
  const tokens = createTokens(TOKENS)

  const shown = (index: number): JsonObject => {
    const post = nthPost(index)
    if (post.attachments === undefined) return post
    const attachments = eachAttachment(post.attachments, (attachment) => {
      const { source: _, ...withoutFile } = jsonObject(attachment.media)
      return {
        ...attachment,
        ...(facts.attachmentTypes === 'other' && { type: 'something_else' }),
        ...(facts.videos === 'without' && { media: withoutFile }),
      }
    })
    return { ...post, attachments }
  }
  let indexes = Array.from({ length: count }, (_, index) => index).reverse()

  const listOf = (
    fields: readonly FieldRequest[],
    query: URLSearchParams,
    url: URL,
    path = `${PAGE_ID}/posts`,
    items: readonly JsonObject[] = indexes.map(shown),
  ): JsonObject | undefined => {
    const limit = Number(query.get('limit') ?? '25')
    const after = query.get('after') ?? query.get('__paging_token')
    const page = pageOf(items, after?.replace(/^enc_/, ''), limit)
    if (page === undefined || limit > 100) return undefined
    const next = new URL(`https://${HOST}/v26.0/${path}`)
    for (const name of ['access_token', 'appsecret_proof', 'type']) {
      const value = url.searchParams.get(name)
      if (value !== null) next.searchParams.set(name, value)
    }
    next.searchParams.set('pretty', '0')
    next.searchParams.set('limit', String(limit))
    if (quirks.paging === 'cursor') next.searchParams.set('after', page.after ?? '')
    else {
      next.searchParams.set('until', '1624385168')
      next.searchParams.set('__paging_token', `enc_${page.after}`)
    }
    return {
      data: page.items.map((item) => select(item, fields, facts.partsAtATime)),
      paging: { cursors: { before: page.before, after: page.after }, ...(!page.isLast && { next: next.href }) },
    }
  }

  const readPage = (url: URL, fields: readonly FieldRequest[]): SimulatedResponse => {
    const posts = fields.find(({ name }) => name === 'posts')
    const list = posts && listOf(posts.fields, new URLSearchParams([...posts.modifiers]), url)
    const page = { ...PAGE, verification_status: facts.verification }
    return { body: { ...select(page, fields, facts.partsAtATime), ...(list && { posts: list }) } }
  }

  const album = (fields: readonly FieldRequest[]): SimulatedResponse => ({
    body: select({ ...albumOf(indexes.length), ...quirks.album }, fields, facts.partsAtATime),
  })

  const routeOf = (url: URL, path: string, fields: readonly FieldRequest[]): SimulatedResponse => {
    const written = path.toLowerCase()
    const name = facts.dots === 'count' || !NAMED.test(written) ? written : written.replaceAll('.', '')
    const isMerged = name === 'oldacme'
    if (isMerged && facts.merged === 'refused with 21')
      return graphFault(21, `(#21) Page ID 3000003 was migrated to page ID ${PAGE_ID}.`)
    if (name === PAGE_ID && fields.some((field) => field.name === 'count'))
      return graphFault(100, '(#100) Tried accessing nonexisting field (count) on node type (Page)')
    if (name === CONTROL) return quirks.isReviewed ? { body: { id: CONTROL } } : unknown(path)
    if (name === PAGE_ID || name === 'acmebakery' || isMerged) return readPage(url, fields)
    if (name === ALBUM) return album(fields)
    // Facebook lists nothing of another type without saying so.
    const isUploaded = url.searchParams.get('type') === 'uploaded'
    const lists: Readonly<Record<string, readonly JsonObject[]>> = {
      [`${PAGE_ID}/posts`]: indexes.map(shown),
      [`${PAGE_ID}/photos`]: isUploaded ? indexes.map(photoOf) : [],
      [`${PAGE_ID}/videos`]: isUploaded ? indexes.map(videoOf) : [],
      [`${PAGE_ID}/tagged`]: indexes.map(taggedOf),
      [`${ALBUM}/photos`]: arrange(indexes).map(photoOf),
    }
    const items = lists[name]
    if (items !== undefined) {
      const list = listOf(fields, url.searchParams, url, name, items)
      return list ? { body: list } : graphFault(100, facts.cursorWords)
    }
    const index = indexes.find((each) => idOf(each) === name)
    return index === undefined ? unknown(path) : { body: select(shown(index), fields, facts.partsAtATime) }
  }

  const embed = (url: URL, type: 'rich' | 'video'): SimulatedResponse =>
    oembedOf({
      url,
      provider: { name: 'Facebook', url: 'https://www.facebook.com/' },
      type,
      isThere: (post) =>
        indexes.some((index) => {
          const { permalink_url: url } = nthPost(index)
          return lastPart(new URL(String(url), 'https://www.facebook.com')) === lastPart(post)
        }),
      missing: missingEmbed(facts.oembedMissing),
    })

  const upstream = await startUpstream((request: SimulatedRequest) => {
    const { url, host } = request
    const [, path] = /^\/v26\.0\/([\w./]+)$/.exec(url.pathname) ?? []
    if (host !== HOST || path === undefined) return { status: 404, body: '' }
    if (path === 'oembed_post' || path === 'oembed_video') return embed(url, path === 'oembed_post' ? 'rich' : 'video')
    const fault = tokens.faultOf(tokenOf(request))
    if (fault) return fault
    if (facts.proof === 'required' && !url.searchParams.has('appsecret_proof')) return UNPROVEN
    const fields = parseFields(url.searchParams.get('fields') ?? 'id')
    const all = fields.flatMap((field) => [field, ...field.fields])
    if (all.some(({ name }) => name === quirks.refuses))
      return graphFault(100, `(#100) Tried accessing nonexisting field (${quirks.refuses}) on node type (Page)`)
    const limits = [url.searchParams.get('limit'), fields.find(({ name }) => name === 'posts')?.modifiers.get('limit')]
    if (limits.some((limit) => Number(limit ?? 0) > quirks.mostAtOnce)) return TOO_MUCH
    return { ...routeOf(url, path, fields), headers: usageHeaders(quirks.used) }
  })
  return {
    ...upstream,
    handle: 'acmebakery',
    missing: 'missing.page',
    quirks,
    suppose(more) {
      facts = { ...facts, ...more }
    },
    refuse: tokens.refuse,
    end: tokens.end,
    ids: () => indexes.filter(isPublic).map(idOf),
    photoIds: () => indexes.map(photoIdOf),
    videoIds: () => indexes.filter(isPublished).map(videoIdOf),
    taggedIds: () => indexes.map(taggedIdOf),
    albumIds: () => arrange(indexes).map(photoIdOf),
    publish(more) {
      const from = indexes.length
      indexes = [...Array.from({ length: more }, (_, index) => from + index).reverse(), ...indexes]
    },
  }
}
