// One post by its address: on wordpress.com the address tells, elsewhere the page names its own place in the REST API, or
// its slug finds it there. A post is taken for what a page is only when the API gives it that page's host.

import { ApiError } from '../../errors.ts'
import type { FindPostRequest, HttpAnswer, PlatformHttp, PlatformPostAnswer, UntoldPost } from '../platform.ts'
import { isProtected, mapPost } from './map-post.ts'
import { POST_QUERY } from './page-posts.ts'
import { RestUnavailable, readRest } from './rest-answer.ts'
import { decodeSafely, hostedRoot, linkedRoot, type RestRoot, restUrl, selfRoute } from './rest-root.ts'
import { readAs, readList, WordPressPost } from './wordpress-objects.ts'

type Found = { readonly post: WordPressPost | undefined; readonly answer: HttpAnswer }

/** What stands in the place of a protected post, whatever the theme. */
const PASSWORD_FORM = /wp-login\.php\?action=postpass/

/** A post of a site that wordpress.com hosts. Throws `post_not_found`, `profile_private`, `platform_*`. */
export const findHostedPost = async (http: PlatformHttp, url: URL): Promise<PlatformPostAnswer> => {
  const root = hostedRoot(url.hostname)
  const id = url.searchParams.get('p')
  try {
    const found = await (id === null ? readBySlug(http, root, url) : readById(http, postUrl(root, id)))
    if (found.post === undefined) throw new ApiError('post_not_found')
    return answerOf(found.post, found.answer, url)
  } catch (error) {
    throw error instanceof RestUnavailable ? error.reason : error
  }
}

/** The post that a page of any site is. Throws `post_not_found`, `profile_private`, `platform_*`. */
export const findPagePost = async ({
  http,
  page,
  url,
}: FindPostRequest<unknown>): Promise<PlatformPostAnswer | UntoldPost | undefined> => {
  const root = linkedRoot(page)
  const own = selfRoute(page)
  const isPost = own?.kind === 'posts'
  if (own === undefined ? root === undefined : !isPost) return undefined
  try {
    const found = await readPage(http, url, root, own)
    const isThere = found?.post !== undefined && isOfHost(found.post.link, url)
    return isThere ? answerOf(found.post, found.answer, url) : undefined
  } catch (error) {
    if (!(error instanceof RestUnavailable)) throw error
    if (isPost && PASSWORD_FORM.test(page.text())) throw protectedError()
    return isPost ? { post: null } : undefined
  }
}

const readPage = async (
  http: PlatformHttp,
  url: URL,
  root: RestRoot | undefined,
  own: { readonly url: string; readonly id: string } | undefined,
): Promise<Found | undefined> => {
  if (own !== undefined) return readById(http, root === undefined ? own.url : postUrl(root, own.id))
  return root === undefined || slugOf(url) === '' ? undefined : readBySlug(http, root, url)
}

const postUrl = (root: RestRoot, id: string): string => restUrl(root, `wp/v2/posts/${Number(id)}`, POST_QUERY)

const readById = async (http: PlatformHttp, target: string): Promise<Found> => {
  const answer = await http.get(target)
  return { post: readAs(WordPressPost, readRest(answer)), answer }
}

/** Slugs are unique, but addresses of categories and pages end with one too: the link decides. */
const readBySlug = async (http: PlatformHttp, root: RestRoot, url: URL): Promise<Found> => {
  const answer = await http.get(restUrl(root, 'wp/v2/posts', { slug: slugOf(url), ...POST_QUERY }))
  const post = readList(WordPressPost, readRest(answer)).find(({ link }) => isSamePath(link, url))
  return { post, answer }
}

const slugOf = ({ pathname }: URL): string =>
  decodeSafely(pathname.split('/').findLast((segment) => segment !== '') ?? '')

const answerOf = (post: WordPressPost, answer: HttpAnswer, url: URL): PlatformPostAnswer => {
  if (isProtected(post)) throw protectedError()
  return { post: mapPost(post, url.origin), answer }
}

const protectedError = () => new ApiError('profile_private', { message: 'The post is protected by a password.' })

const linkOf = (link: unknown): URL | null => (typeof link === 'string' ? URL.parse(link) : null)

const isSamePath = (link: unknown, { pathname }: URL): boolean => {
  const other = linkOf(link)?.pathname
  return other !== undefined && trimSlash(decodeSafely(other)) === trimSlash(decodeSafely(pathname))
}

const trimSlash = (path: string): string => path.replace(/\/$/, '')

/** Whoever names the API of another site in a page would have that site's posts for his own. */
const isOfHost = (link: unknown, { hostname }: URL): boolean => {
  const other = linkOf(link)?.hostname
  return other !== undefined && withoutWww(other) === withoutWww(hostname)
}

const withoutWww = (hostname: string): string => hostname.replace(/^www\./, '')
