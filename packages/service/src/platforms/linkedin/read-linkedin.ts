// Reads a LinkedIn page and its posts. One call each returns the media and the counts of all posts of a page of posts.

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
import { canonicalizePage } from './canonicalize-page.ts'
import { idOf, imagesOf, mapPage } from './map-page.ts'
import { type ByUrn, isPublic, mapPost, mediaUrnsOf } from './map-post.ts'
import { API } from './urls.ts'

/** Each version is supported for about twelve months. */
const HEADERS = { 'linkedin-version': '202606', 'x-restli-protocol-version': '2.0.0' }

export type Keep = { readonly urn: string }

/** Each resource of LinkedIn has its own limits. When the limit of one of these is reached, posts can still be read.
 * https://learn.microsoft.com/linkedin/shared/api-guide/concepts/rate-limits */
const EXTRAS: ReadonlySet<string> = new Set(['networkSizes', 'images'])

const requestRest = (send: Send, path: string, more: Partial<Call> = {}): Promise<Response> => {
  const [resource = ''] = path.split(/[/?]/, 1)
  return send({
    url: `${API}/rest/${path}`,
    ...(EXTRAS.has(resource) && { bucket: resource }),
    ...more,
    headers: HEADERS,
  })
}

/** Only the URNs are percent-encoded, not the list around them. */
const listOf = (urns: readonly string[]): string => `List(${urns.map(encodeURIComponent).join()})`

const requestBatch = async (send: Send, kind: string, urns: readonly string[]): Promise<ByUrn> => {
  if (urns.length === 0) return new Map()
  const response = await requestRest(send, `${kind}?ids=${listOf([...new Set(urns)])}`, SPARED)
  if (response.status !== 200) return new Map()
  const { results } = jsonObject(response.json())
  if (typeof results !== 'object') throw new Refused('broken')
  return new Map(Object.entries(jsonObject(results)).map(([urn, each]) => [urn, jsonObject(each)]))
}

/** A call for optional values may fail. It says nothing about the token. */
const SPARED = { answers: [400, 403, 404] }

/** Returns undefined for any other failure. */
const ifAvailable = async <T>(read: Promise<T>): Promise<T | undefined> => {
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
  // Without results, only a 404 for this page means that it is absent.
  if (found === undefined && (typeof results !== 'object' || status !== NOT_FOUND)) throw new Refused('broken')
  return jsonObject(found)
}

const NOT_FOUND = 404

/** The newer name first. Some API versions accept only the older one. */
const requestFollowers = async (send: Send, urn: string): Promise<unknown> => {
  for (const edgeType of ['COMPANY_FOLLOWED_BY_MEMBER', 'CompanyFollowedByMember']) {
    const path = `networkSizes/${encodeURIComponent(urn)}?edgeType=${edgeType}`
    const read = requestRest(send, path, SPARED).then((response) =>
      response.status === 200 ? jsonObject(response.json()) : undefined,
    )
    const network = await ifAvailable(read)
    if (network) return network.firstDegreeSize
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
    ifAvailable(requestBatch(send, 'images', urns)),
  ])
  const urlOf = (image = '') => images?.get(image)?.downloadUrl
  const profile = mapPage(page, handle, { logo: urlOf(logo), cover: urlOf(cover), followers })
  return { id, profile, keep: { urn } }
}

type Item = { readonly post: JsonObject; readonly media: ByUrn; readonly metadata: ByUrn }

const OFFSET = /^\d{1,9}$/
const MOST = 100
const NOTHING: ByUrn = new Map()

export const readPosts = async (request: PostsRequest<unknown, Keep>): Promise<Posts> => {
  const { send, after, limit, now } = request
  const { keep, profile } = await request.account()
  const author = buildAuthor(profile)
  return walk<Item>({
    after,
    limit,
    anchor: 'count',
    // A page is short when some posts are not public. Filling it would take four more calls.
    mostReads: 1,
    keyOf: ({ post }) => String(post.id),
    timeOf: ({ post }) => parseTime(post.publishedAt) ?? parseTime(post.createdAt),
    textsOf: ({ post }) => [String(post.commentary ?? '')],
    map: ({ post, ...extras }) => mapPost(post, { ...extras, author, now: now() }),
    enrich: (items) => withMediaAndCounts(send, items),
    read: byToken(async (at = '0') => {
      if (!OFFSET.test(at)) throw new Refused('invalid_cursor')
      const count = Math.min(MOST, limit)
      const author = encodeURIComponent(keep.urn)
      const path = `posts?q=author&author=${author}&count=${count}&start=${at}&sortBy=CREATED`
      const { elements, paging } = jsonObject((await requestRest(send, path)).json())
      // LinkedIn drops posts that the member may not see after counting them, so a short batch need not be the last.
      return {
        items: requireList(elements).map((post) => ({ post: jsonObject(post), media: NOTHING, metadata: NOTHING })),
        next: nextStart(paging, Number(at) + count),
      }
    }),
  })
}

/** The `start` of the link to the next batch, or `counted` if the link has none. */
const nextStart = (paging: unknown, counted: number): string | undefined => {
  const next = jsonList(jsonObject(paging).links)
    .map(jsonObject)
    .find(({ rel }) => rel === 'next')
  if (next === undefined) return undefined
  const start = URL.parse(String(next.href), API)?.searchParams.get('start') ?? ''
  return OFFSET.test(start) ? start : String(counted)
}

/** `logo` is requested together with the images. */
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

/** The URN in the URL of a post. The API does not take URNs of activities and articles. */
const urnOf = ({ kind, id, slug = '' }: PostMatch): string | undefined => {
  const found = IN_SLUG.exec(slug)?.groups ?? { kind, id }
  return found.kind === 'share' || found.kind === 'ugcPost' ? `urn:li:${found.kind}:${found.id}` : undefined
}

const NO_URN =
  'LinkedIn’s API finds posts by the URN in their URL (urn:li:share:… or urn:li:ugcPost:…). It does not find activities or articles.'

/** Reads one post of a connected page. The administrator of a token may have several pages. */
export const readPost = async (request: PostRequest<unknown>): Promise<PostResponse> => {
  const { send, match, accounts, now } = request
  const urn = urnOf(match)
  if (urn === undefined) throw new Refused('closed', { as: 'unsupported_post_url', message: NO_URN })
  const response = await requestRest(send, `posts/${encodeURIComponent(urn)}`, { about: 'post' })
  const found = jsonObject(response.json())
  if (stringOrNull(found.id) === null) throw new Refused('broken')
  const id = ORGANIZATION.exec(stringOrNull(found.author) ?? '')?.groups?.id
  if (id === undefined) throw new Refused('closed')
  const page = await lookUp(send, id, { revalidate: true })
  const name = canonicalizePage(stringOrNull(page.vanityName) ?? '')
  if (!accounts.some((account) => account === id || account === name)) throw new Refused('closed')
  if (!isPublic(found)) throw new Refused('hidden', { message: 'This post is not public.' })
  const { logo } = imagesOf(page)
  const [extras] = await withMediaAndCounts(send, [{ post: found, media: NOTHING, metadata: NOTHING }], logo)
  const { media = NOTHING, metadata = NOTHING } = extras ?? {}
  const pageExtras = { logo: media.get(logo ?? '')?.downloadUrl, cover: undefined, followers: undefined }
  const author = buildAuthor(mapPage(page, id, pageExtras))
  const post = mapPost(found, { media, metadata, author, now: now() })
  if (post === null) throw new Refused('broken')
  return { post, answer: response }
}
