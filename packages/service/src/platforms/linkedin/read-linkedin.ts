// A page of LinkedIn and its posts: the pictures and the counts of all posts of a page of them are one call each.

import { isApiError } from '../../errors.ts'
import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildAuthor, stringOrNull } from '../../post/build-post.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type {
  Account,
  AccountRequest,
  PostMatch,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { byToken } from '../../upstream/paging/batches.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { API } from './addresses.ts'
import { canonicalizePage } from './canonicalize-page.ts'
import { idOf, imagesOf, mapPage } from './map-page.ts'
import { isShown, mapPost, mediaUrnsOf, type Reported } from './map-post.ts'

/** A version lives for about twelve months. */
const HEADERS = { 'linkedin-version': '202606', 'x-restli-protocol-version': '2.0.0' }

export type Keep = { readonly urn: string }

/** Each resource of LinkedIn has limits of its own. Where one of these is called too often, the posts can still be read.
 * https://learn.microsoft.com/linkedin/shared/api-guide/concepts/rate-limits */
const BESIDE: ReadonlySet<string> = new Set(['networkSizes', 'images'])

const requestRest = (send: Send, path: string, more: Partial<Call> = {}): Promise<Response> => {
  const [resource = ''] = path.split(/[/?]/, 1)
  return send({
    url: `${API}/rest/${path}`,
    ...(BESIDE.has(resource) && { bucket: resource }),
    ...more,
    headers: HEADERS,
  })
}

/** Several at once: urns are escaped, what stands around them is not. */
const listOf = (urns: readonly string[]): string => `List(${urns.map(encodeURIComponent).join()})`

const requestBatch = async (send: Send, kind: string, urns: readonly string[]): Promise<Reported> => {
  if (urns.length === 0) return new Map()
  const response = await requestRest(send, `${kind}?ids=${listOf([...new Set(urns)])}`, SPARED)
  if (response.status !== 200) return new Map()
  const { results } = jsonObject(response.json())
  if (typeof results !== 'object') throw new Refused('broken')
  return new Map(Object.entries(jsonObject(results)).map(([urn, each]) => [urn, jsonObject(each)]))
}

/** What only adds to a page may be missing from it, and the token is none the worse for that. */
const SPARED = { answers: [400, 403, 404] }

/** undefined where something else goes wrong. */
const ifReported = async <T>(read: Promise<T>): Promise<T | undefined> => {
  try {
    return await read
  } catch (error) {
    if (!isApiError(error)) throw error
    return undefined
  }
}

const requestPage = async (send: Send, handle: string): Promise<JsonObject> => {
  if (/^\d+$/.test(handle)) return lookUp(send, handle)
  const response = await requestRest(send, `organizations?q=vanityName&vanityName=${encodeURIComponent(handle)}`)
  const [page] = requireList(jsonObject(response.json()).elements)
  return jsonObject(page)
}

const lookUp = async (send: Send, id: string, more: Partial<Call> = {}): Promise<JsonObject> => {
  const response = await requestRest(send, `organizationsLookup?ids=List(${id})`, more)
  const { results, statuses, errors } = jsonObject(response.json())
  const found = jsonObject(results)[id]
  const status = jsonObject(statuses)[id] ?? jsonObject(jsonObject(errors)[id]).status ?? NOT_FOUND
  // An answer without results says nothing, and one that refuses the page says no more.
  if (found === undefined && (typeof results !== 'object' || status !== NOT_FOUND)) throw new Refused('broken')
  return jsonObject(found)
}

const NOT_FOUND = 404

/** The newer name first; some answer to the older one alone. */
const requestFollowers = async (send: Send, urn: string): Promise<unknown> => {
  for (const edgeType of ['COMPANY_FOLLOWED_BY_MEMBER', 'CompanyFollowedByMember']) {
    const path = `networkSizes/${encodeURIComponent(urn)}?edgeType=${edgeType}`
    const read = requestRest(send, path, SPARED).then((response) =>
      response.status === 200 ? jsonObject(response.json()) : undefined,
    )
    const reported = await ifReported(read)
    if (reported) return reported.firstDegreeSize
  }
  return undefined
}

export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<Keep>> => {
  const page = await requestPage(send, handle)
  const id = idOf(page)
  if (id === null) throw new Refused('absent')
  const urn = `urn:li:organization:${id}`
  const { logo, cover } = imagesOf(page)
  const urns = [logo, cover].filter((image) => image !== undefined)
  const [followers, images] = await Promise.all([
    requestFollowers(send, urn),
    ifReported(requestBatch(send, 'images', urns)),
  ])
  const addressOf = (image = '') => images?.get(image)?.downloadUrl
  const profile = mapPage(page, handle, { logo: addressOf(logo), cover: addressOf(cover), followers })
  return { id, profile, keep: { urn } }
}

type Item = { readonly post: JsonObject; readonly media: Reported; readonly metadata: Reported }

const OFFSET = /^\d{1,9}$/
const MOST = 100
const NOTHING: Reported = new Map()

export const readPosts = async (request: PostsRequest<unknown, Keep>): Promise<Posts> => {
  const { send, after, limit, now } = request
  const { keep, profile } = await request.account()
  const author = buildAuthor(profile)
  return walk<Item>({
    after,
    limit,
    anchor: 'count',
    // What is not for everybody makes a page short; filling it would take four calls more.
    mostReads: 1,
    keyOf: ({ post }) => String(post.id),
    timeOf: ({ post }) => parseTime(post.publishedAt) ?? parseTime(post.createdAt),
    textsOf: ({ post }) => [String(post.commentary ?? '')],
    map: ({ post, ...reported }) => mapPost(post, { ...reported, author, now: now() }),
    enrich: (items) => withMediaAndCounts(send, items),
    read: byToken(async (at = '0') => {
      if (!OFFSET.test(at)) throw new Refused('invalid_cursor')
      const count = Math.min(MOST, limit)
      const author = encodeURIComponent(keep.urn)
      const path = `posts?q=author&author=${author}&count=${count}&start=${at}&sortBy=CREATED`
      const { elements, paging } = jsonObject((await requestRest(send, path)).json())
      // Posts that the member may not see are dropped after they were counted: a short batch need not be the last.
      return {
        items: requireList(elements).map((post) => ({ post: jsonObject(post), media: NOTHING, metadata: NOTHING })),
        next: nextStart(paging, Number(at) + count),
      }
    }),
  })
}

/** Where LinkedIn says that the next batch begins; `counted` where its link to it does not say. */
const nextStart = (paging: unknown, counted: number): string | undefined => {
  const next = jsonList(jsonObject(paging).links)
    .map(jsonObject)
    .find(({ rel }) => rel === 'next')
  if (next === undefined) return undefined
  const start = URL.parse(String(next.href), API)?.searchParams.get('start') ?? ''
  return OFFSET.test(start) ? start : String(counted)
}

/** `logo`: asked for with the pictures. */
const withMediaAndCounts = async (send: Send, items: readonly Item[], logo?: string): Promise<readonly Item[]> => {
  const urns = [...items.flatMap(({ post }) => mediaUrnsOf(post)), ...(logo === undefined ? [] : [logo])]
  const of = (kind: string) => urns.filter((urn) => urn.startsWith(`urn:li:${kind}:`))
  const posts = items.flatMap(({ post }) => stringOrNull(post.id) ?? [])
  const [images, videos, metadata] = await Promise.all([
    requestBatch(send, 'images', of('image')),
    requestBatch(send, 'videos', of('video')),
    requestBatch(send, 'socialMetadata', posts),
  ])
  const media = new Map([...images, ...videos])
  return items.map(({ post }) => ({ post, media, metadata }))
}

const IN_SLUG = /(?<kind>share|ugcPost)[-:](?<id>\d{10,24})/
const ORGANIZATION = /^urn:li:organization:(?<id>\d{1,20})$/

/** The urn of a post, where its address has one that the API takes: those of activities and of articles are others. */
const urnOf = ({ kind, id, slug = '' }: PostMatch): string | undefined => {
  const found = IN_SLUG.exec(slug)?.groups ?? { kind, id }
  return found.kind === 'share' || found.kind === 'ugcPost' ? `urn:li:${found.kind}:${found.id}` : undefined
}

const NO_URN =
  'LinkedIn’s API finds shares and posts by their addresses (urn:li:share:…, urn:li:ugcPost:…), not activities and articles.'

/** One post of a connected page. A token may be of an administrator of several. */
export const readPost = async (request: PostRequest<unknown>): Promise<PostResponse> => {
  const { send, match, accounts, now } = request
  const urn = urnOf(match)
  if (urn === undefined) throw new Refused('closed', { as: 'unsupported_post_url', message: NO_URN })
  const response = await requestRest(send, `posts/${encodeURIComponent(urn)}`, { about: 'post' })
  const reported = jsonObject(response.json())
  if (stringOrNull(reported.id) === null) throw new Refused('broken')
  const id = ORGANIZATION.exec(stringOrNull(reported.author) ?? '')?.groups?.id
  if (id === undefined) throw new Refused('closed')
  const page = await lookUp(send, id, { revalidate: true })
  const name = canonicalizePage(stringOrNull(page.vanityName) ?? '')
  if (!accounts.some((account) => account === id || account === name)) throw new Refused('closed')
  if (!isShown(reported))
    throw new Refused('hidden', { message: 'This post does not stand on its page for everybody.' })
  const { logo } = imagesOf(page)
  const [beside] = await withMediaAndCounts(send, [{ post: reported, media: NOTHING, metadata: NOTHING }], logo)
  const { media = NOTHING, metadata = NOTHING } = beside ?? {}
  const pictures = { logo: media.get(logo ?? '')?.downloadUrl, cover: undefined, followers: undefined }
  const author = buildAuthor(mapPage(page, id, pictures))
  const post = mapPost(reported, { media, metadata, author, now: now() })
  if (post === null) throw new Refused('broken')
  return { post, answer: response }
}
