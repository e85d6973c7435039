// Reads a page of a site's posts through its REST API, by keyset: page numbers would shift with new posts.

import { lookUp } from '../../parsing/look-up.ts'
import { buildSearch } from '../../post/build-named-profile.ts'
import { buildProfile } from '../../post/build-post.ts'
import { createHtmlLimit, type HtmlLimit } from '../../post/html-limit.ts'
import type { PlatformPost, PlatformProfile } from '../../post/post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { ARCHIVES } from './archives.ts'
import { siteOf } from './canonicalize-site.ts'
import { kindOf } from './kinds.ts'
import { mapPost } from './map-post.ts'
import { mapAuthorProfile, mapHostedSite, mapList, mapSite, mapTermProfile } from './map-profile.ts'
import { type OpenSite, openSite } from './open-site.ts'
import { advancePosition, decodePosition, encodePosition, type Position, positionQuery } from './position.ts'
import { pageProducts, requestProducts } from './read-products.ts'
import { noRoute, readRest, requestRest } from './rest-response.ts'
import { restUrl } from './rest-root.ts'
import { embedded, MAX_ELEMENTS, readList, rendered, User, WordPressPost } from './wordpress-objects.ts'

export const POST_QUERY = {
  _embed: 'author,wp:featuredmedia,wp:term',
  _fields:
    'id,date,date_gmt,modified_gmt,link,title,content,excerpt,author,sticky,jetpack_featured_media_url,_links,_embedded',
} as const

/** Requests for one page: more than one only when the variant filters posts. */
const MAX_READS = 3
const MAX_PER_READ = 50
/** Skipped posts that are later than the position. A site that sends more ignores positions. */
const MAX_LATER = 300

const VARIANTS: Readonly<Record<string, (post: PlatformPost) => boolean>> = {
  media: ({ media }) => media.length > 0,
}

type Request = PostsRequest<unknown, OpenSite>
type Batch = { readonly posts: readonly WordPressPost[]; readonly total: number | null; readonly hasMore: boolean }

/** The site or author, and the number of posts, which comes with the first page. */
export const readSite = async ({ send, handle, limit }: AccountRequest<unknown>): Promise<Account<OpenSite>> => {
  const site = await openSite(send, handle)
  if (site.list === 'products') {
    const total = (await requestProducts(send, site.root, 1, 1))?.total ?? null
    return listed(site, handle, total)
  }
  const { posts, total } = await readBatch(send, site, limit, undefined)
  if (site.list !== undefined) return listed(site, handle, total)
  return { id: handle, profile: profileOf(site, handle, total, posts), keep: site }
}

const listed = (site: OpenSite, handle: string, total: number | null): Account<OpenSite> => {
  const kind = kindOf(handle)
  const id = `${kind} ${handle}`
  const list = typeof site.list === 'object' ? site.list : undefined
  const { list: asked } = siteOf(handle)
  const profile =
    asked?.is === 'search'
      ? buildSearch({ handle, id, query: asked.words, url: `${site.base}/?s=${encodeURIComponent(asked.words)}` })
      : mapList(list, { handle, id, site: site.about, total })
  return { id, profile, keep: site }
}

export const pagePosts = async ({ send, variant, after, limit, account }: Request): Promise<Posts> => {
  const { keep: site } = await account()
  const wants = lookUp(VARIANTS, variant)
  if (site.list === 'products') return pageProducts(send, site, { after, limit, wants })
  const page: PlatformPost[] = []
  let position = after === undefined ? undefined : decodePosition(after)
  let hasMore = true
  const budget = createHtmlLimit()
  for (let reads = 0; hasMore && page.length < limit && reads < MAX_READS; reads += 1) {
    const perRead = wants === undefined && !position?.later ? limit : MAX_PER_READ
    const batch = await readBatch(send, site, perRead, position)
    hasMore = batch.hasMore
    const step = take(batch.posts, site, position, limit - page.length, budget, wants)
    page.push(...step.posts)
    hasMore ||= step.isCut
    position = step.position
    if (step.isFull || (wants === undefined && !step.hasLater && step.posts.length > 0)) break
  }
  if (!hasMore || position === undefined || position.later > MAX_LATER) return { posts: page, next: undefined }
  return { posts: page, next: encodePosition(position) }
}

const readBatch = async (
  send: Send,
  { root, archive, list }: OpenSite,
  perPage: number,
  position: Position | undefined,
): Promise<Batch> => {
  const query = {
    per_page: perPage,
    orderby: 'date',
    order: 'desc',
    ...(archive && { [ARCHIVES[archive.kind].filter]: archive.id }),
    ...(typeof list === 'object' && list.filter),
    ...positionQuery(position),
    ...POST_QUERY,
  }
  const response = await requestRest(send, restUrl(root, typeof list === 'object' ? list.route : 'wp/v2/posts', query))
  const posts = readRest(response, noRoute)
  if (!Array.isArray(posts)) throw new Refused('closed', { as: 'platform_error' })
  const pages = digits(response.headers['x-wp-totalpages'])
  // WordPress does not subtract the offset from the number of pages.
  const isCounted = pages !== null && !('offset' in query)
  return {
    posts: readList(WordPressPost, posts),
    total: digits(response.headers['x-wp-total']),
    hasMore: posts.length > MAX_ELEMENTS || (isCounted ? pages > 1 : posts.length >= perPage),
  }
}

const digits = (value: string | undefined): number | null => (/^\d{1,9}$/.test(value ?? '') ? Number(value) : null)

/** Takes the wanted posts, and the position after the last post that was examined. */
const take = (
  batch: readonly WordPressPost[],
  { base }: OpenSite,
  position: Position | undefined,
  most: number,
  budget: HtmlLimit,
  wants: ((post: PlatformPost) => boolean) | undefined,
) => {
  const isLater = ({ date }: WordPressPost) =>
    position !== undefined && typeof date === 'string' && date > position.date
  const returned = new Set(typeof position?.returned === 'object' ? position.returned : [])
  const fresh = batch.filter((post) => !isLater(post) && !returned.has(String(post.id)))
  const posts: PlatformPost[] = []
  let looked = 0
  let isFull = false
  for (const post of fresh) {
    if (posts.length === most) break
    isFull = !budget.admit(textsOf(post))
    if (isFull) break
    looked += 1
    const mapped = mapPost(post, base)
    if (wants === undefined || wants(mapped)) posts.push(mapped)
  }
  const later = batch.filter(isLater).length
  const next = advancePosition(position, fresh.slice(0, looked), later)
  return { posts, position: next, isCut: looked < fresh.length, isFull, hasLater: later > 0 }
}

const textsOf = ({ title, content, excerpt }: WordPressPost): readonly string[] =>
  [title, content, excerpt].flatMap((text) => rendered(text) ?? [])

const profileOf = (
  site: OpenSite,
  handle: string,
  total: number | null,
  posts: readonly WordPressPost[],
): PlatformProfile => {
  const { about, archive } = site
  const counts = { posts: total }
  if (archive?.term) return mapTermProfile(archive.term, handle, counts)
  if (archive !== undefined) {
    const { id } = archive
    const user = archive.user ?? posts.map((post) => embedded(post, 'author', User)).find((each) => each?.id === id)
    return user ? mapAuthorProfile(user, handle, counts) : buildProfile({ id: String(id), handle, counts })
  }
  return 'ID' in about ? mapHostedSite(about, handle, counts) : mapSite(about, handle, counts)
}
