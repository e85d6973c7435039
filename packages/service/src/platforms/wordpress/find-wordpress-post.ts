// One post by its address, on any site: the page names its own place in the REST API, or its slug finds it there.

import { ApiError } from '../../errors.ts'
import { requireReadable } from '../feeds/require-readable.ts'
import type { HttpAnswer, PlatformHttp, PlatformPostAnswer } from '../platform.ts'
import { isProtected, mapPost } from './map-post.ts'
import { POST_QUERY } from './page-posts.ts'
import { RestUnavailable, readRest } from './rest-answer.ts'
import { decodeSafely, hostedRoot, linkedRoot, type RestRoot, restUrl, selfRoute } from './rest-root.ts'
import { readAs, readList, WordPressPost } from './wordpress-objects.ts'

/** The post, or undefined when the address is no post of a WordPress that lets its API be read. Throws `post_not_found`,
 * `profile_private`, `platform_*`. */
export const findWordPressPost = async (http: PlatformHttp, url: URL): Promise<PlatformPostAnswer | undefined> => {
  const isHosted = url.hostname.endsWith('.wordpress.com')
  try {
    return await (isHosted ? findHosted(http, url) : findOwn(http, url))
  } catch (error) {
    if (!(error instanceof RestUnavailable)) throw error
    if (isHosted) throw error.reason
    return undefined
  }
}

const findHosted = (http: PlatformHttp, url: URL): Promise<PlatformPostAnswer> => {
  const root = hostedRoot(url.hostname)
  const id = url.searchParams.get('p')
  return id === null
    ? readBySlug(http, root, url)
    : readById(http, restUrl(root, `wp/v2/posts/${Number(id)}`, POST_QUERY), url)
}

const findOwn = async (http: PlatformHttp, url: URL): Promise<PlatformPostAnswer | undefined> => {
  const page = await http.get(url)
  if (page.status === 404 || page.status === 410) throw new ApiError('post_not_found')
  requireReadable(page)
  const own = selfRoute(page, 'posts')
  const root = linkedRoot(page)
  if (own) {
    const target = root === undefined ? own.url : restUrl(root, `wp/v2/posts/${own.id}`, POST_QUERY)
    return readById(http, target, url)
  }
  return root === undefined ? undefined : readBySlug(http, root, url)
}

const readById = async (http: PlatformHttp, target: string, url: URL): Promise<PlatformPostAnswer> => {
  const answer = await http.get(target)
  return postAnswer(readAs(WordPressPost, readRest(answer)), answer, url)
}

/** Slugs are unique, but addresses of categories and pages end with one too: the link decides. */
const readBySlug = async (http: PlatformHttp, root: RestRoot, url: URL): Promise<PlatformPostAnswer> => {
  const slug = url.pathname.split('/').findLast((segment) => segment !== '') ?? ''
  const answer = await http.get(restUrl(root, 'wp/v2/posts', { slug: decodeSafely(slug), ...POST_QUERY }))
  const found = readList(WordPressPost, readRest(answer)).find(({ link }) => isSamePage(link, url))
  return postAnswer(found, answer, url)
}

const postAnswer = (post: WordPressPost | undefined, answer: HttpAnswer, url: URL): PlatformPostAnswer => {
  if (post === undefined) throw new ApiError('post_not_found')
  if (isProtected(post)) throw new ApiError('profile_private', { message: 'The post is protected by a password.' })
  return { post: mapPost(post, url.origin), answer }
}

const isSamePage = (link: unknown, { pathname }: URL): boolean => {
  const other = typeof link === 'string' ? URL.parse(link)?.pathname : undefined
  return other !== undefined && trimSlash(decodeSafely(other)) === trimSlash(decodeSafely(pathname))
}

const trimSlash = (path: string): string => path.replace(/\/$/, '')
