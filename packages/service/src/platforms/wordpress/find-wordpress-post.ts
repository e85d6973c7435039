// Finds one post by its URL. At wordpress.com the URL has the id or the slug. Elsewhere the page links to its route in the REST
// API, or its slug finds it. A page is a post only when the API's link has the page's host.

import type { Response, Send } from '../../upstream/contract/call.ts'
import { isRefused, Refused } from '../../upstream/contract/refusal.ts'
import type { FindPostRequest, PostRequest, PostResponse, UntoldPost } from '../../upstream/contract/source.ts'
import { decodeSafely } from '../../urls/repair-url.ts'
import { isProtected, mapPost } from './map-post.ts'
import { POST_QUERY } from './page-posts.ts'
import { readRest, requestRest } from './rest-response.ts'
import { hostedRoot, linkedRoot, type RestRoot, restUrl, selfRoute } from './rest-root.ts'
import { readAs, readList, WordPressPost } from './wordpress-objects.ts'

type Found = { readonly post: WordPressPost | undefined; readonly response: Response }

/** The form in place of a protected post, in every theme. */
const PASSWORD_FORM = /wp-login\.php\?action=postpass/

/** A post of a site that wordpress.com hosts. Throws Refused: `absent`, `hidden`, `closed`. */
export const findHostedPost = async ({ send, url }: PostRequest<unknown>): Promise<PostResponse> => {
  const root = hostedRoot(url.hostname)
  const id = url.searchParams.get('p')
  const found = await (id === null ? readBySlug(send, root, url) : readById(send, postUrl(root, id))).catch(withSite)
  const isEmptyList = id === null && Array.isArray(found.response.json())
  if (found.post === undefined) throw new Refused(isEmptyList ? 'absent' : 'broken', { about: 'post' })
  return responseOf(found.post, found.response, url)
}

/** When the site does not exist, neither does the post. */
const withSite = (error: unknown): never => {
  if (!isRefused(error) || error.code !== 'profile_not_found') throw error
  throw new Refused('absent', { about: 'post', evidence: error.evidence, cause: error })
}

/** The post that a page shows, on any site. Throws Refused: `absent`, `hidden`. */
export const findPagePost = async ({
  send,
  page,
  url,
}: FindPostRequest<unknown>): Promise<PostResponse | UntoldPost | undefined> => {
  const root = linkedRoot(page)
  const own = selfRoute(page)
  const isPost = own?.kind === 'posts'
  if (own === undefined ? root === undefined : !isPost) return undefined
  try {
    const found = await readPage(send, url, root, own)
    const isThere = found?.post !== undefined && isOfHost(found.post.link, url)
    return isThere ? responseOf(found.post, found.response, url) : undefined
  } catch (error) {
    if (!isRefused(error, 'closed')) throw error
    if (isPost && PASSWORD_FORM.test(page.text())) throw protectedError()
    return isPost ? { post: null } : undefined
  }
}

const readPage = async (
  send: Send,
  url: URL,
  root: RestRoot | undefined,
  own: { readonly url: string; readonly id: string } | undefined,
): Promise<Found | undefined> => {
  if (own !== undefined) return readById(send, root === undefined ? own.url : postUrl(root, own.id))
  return root === undefined || slugOf(url) === '' ? undefined : readBySlug(send, root, url)
}

const postUrl = (root: RestRoot, id: string): string => restUrl(root, `wp/v2/posts/${Number(id)}`, POST_QUERY)

const readById = async (send: Send, target: string): Promise<Found> => {
  const response = await requestRest(send, target)
  return { post: readAs(WordPressPost, readRest(response)), response }
}

/** URLs of categories and pages end with a slug, too, so the post's link decides. */
const readBySlug = async (send: Send, root: RestRoot, url: URL): Promise<Found> => {
  const response = await requestRest(send, restUrl(root, 'wp/v2/posts', { slug: slugOf(url), ...POST_QUERY }))
  const post = readList(WordPressPost, readRest(response)).find(({ link }) => isSamePath(link, url))
  return { post, response }
}

const slugOf = ({ pathname }: URL): string =>
  decodeSafely(pathname.split('/').findLast((segment) => segment !== '') ?? '')

const responseOf = (post: WordPressPost, response: Response, url: URL): PostResponse => {
  if (isProtected(post)) throw protectedError()
  return { post: mapPost(post, url.origin), answer: response }
}

const protectedError = () => new Refused('hidden', { message: 'The post is protected by a password.' })

const linkOf = (link: unknown): URL | null => (typeof link === 'string' ? URL.parse(link) : null)

const isSamePath = (link: unknown, { pathname }: URL): boolean => {
  const other = linkOf(link)?.pathname
  return other !== undefined && trimSlash(decodeSafely(other)) === trimSlash(decodeSafely(pathname))
}

const trimSlash = (path: string): string => path.replace(/\/$/, '')

/** A page could link to the API of another site and pass its posts off as its own. */
const isOfHost = (link: unknown, { hostname }: URL): boolean => {
  const other = linkOf(link)?.hostname
  return other !== undefined && withoutWww(other) === withoutWww(hostname)
}

const withoutWww = (hostname: string): string => hostname.replace(/^www\./, '')
