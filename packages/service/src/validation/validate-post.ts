// Validates a post: through its platform's API if it is configured, otherwise through oEmbed, otherwise by its page. A
// post that is deleted, private or behind a wall is never valid.

import { ApiError, type ErrorCode, isApiError } from '../errors.ts'
import { isRefused } from '../upstream/contract/refusal.ts'
import { beside } from './beside.ts'
import type { FetchPage } from './fetch-page.ts'
import { fetchPostPage } from './fetch-post-page.ts'
import type { FoundPost } from './find-post.ts'
import type { Errand, PostFinding } from './finding.ts'
import type { Destination } from './follow-short-link.ts'
import type { PostTarget, Recognized } from './posts/recognize-post.ts'
import { type Way, waysTo } from './posts/ways-to.ts'
import type { RequestApi } from './request-api.ts'
import type { RequestOembed } from './request-oembed.ts'

export type ValidatePostOptions = {
  readonly api: RequestApi
  readonly oembed: RequestOembed
  readonly fetchPage: FetchPage
  readonly followShortLink: (url: URL, errand: Errand) => Promise<Destination>
  /** Finds what is at a URL that no pattern matches. */
  readonly findPost: (url: URL, errand: Errand) => Promise<FoundPost>
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
}

export type ValidatePost = (recognized: Recognized, errand: Errand) => Promise<PostFinding>

/** Errors of an API that say nothing about the post. */
const NOT_OF_THE_POST = [
  'platform_not_configured',
  'platform_unauthorized',
  'platform_rate_limited',
  'platform_error',
] as const satisfies readonly ErrorCode[]

/** Throws `post_not_found`, `profile_private`, `unsupported_post_url`, `platform_*`, `link_*`, `rate_limited`. */
export const createValidatePost = (options: ValidatePostOptions): ValidatePost => {
  const { api, oembed, fetchPage, followShortLink, findPost, elapsed } = options

  /** Whether the post may still exist although this way failed. */
  const leavesOpen = (error: unknown, way: Way, { isAnyHost }: PostTarget): boolean => {
    // A server with a closed API may show the post to the public, and so may a platform whose API shows accounts only
    // their own posts.
    if (way === 'api' && isRefused(error, 'closed')) return true
    // If the server of any other host says that the post is hidden, its page would still load: a single-page
    // application serves every URL.
    return isAnyHost ? way !== 'api' && isApiError(error) : way === 'api' && isApiError(error, ...NOT_OF_THE_POST)
  }

  const readPage = async ({ platform, posts, url }: PostTarget, errand: Errand): Promise<PostFinding> => {
    // What shows that the post exists may be anywhere in the page.
    const withBody = errand.withBody || posts?.shown !== undefined
    const { finding } = await fetchPostPage(fetchPage, posts?.page?.(url) ?? url, { ...errand, withBody })
    if (posts?.shown?.test(finding.body.text ?? '') === false) throw new ApiError('post_not_found')
    const embed = await oembed.findEmbed(finding, errand)
    return { ...finding, url: posts?.page ? url.href : finding.url, platform, post: null, embed }
  }

  const tryEach = async (
    ways: readonly Way[],
    client: Readonly<Record<Way, () => Promise<PostFinding>>>,
    target: PostTarget,
    errand: Errand,
  ): Promise<PostFinding> => {
    for (const [at, way] of ways.entries()) {
      try {
        return await client[way]()
      } catch (error) {
        const isLast = at === ways.length - 1
        if (isLast || errand.signal.aborted || !leavesOpen(error, way, target)) throw asReported(error, target)
      }
    }
    throw new RangeError('There is always a way')
  }

  const requestOembed = (target: PostTarget, errand: Errand): Promise<PostFinding> => {
    if (!target.oembedUrl) throw new RangeError('There is no endpoint')
    return oembed.send(target, target.oembedUrl, errand)
  }

  const validate = (target: PostTarget, errand: Errand): Promise<PostFinding> => {
    const ways = waysTo(target, api.can(target))
    /** One response of the endpoint serves both purposes: in addition to the API's post, and in its place. */
    const goAlong = (embedded?: Promise<PostFinding>) =>
      tryEach(
        ways,
        {
          api: async () => {
            const found = await api.send(target, errand).catch(async (error: unknown) => {
              throw await reportedApart(error, embedded)
            })
            const embedding = await embedded?.catch(() => undefined)
            errand.signal.throwIfAborted()
            return { ...found, embed: embedding?.embed ?? null }
          },
          oembed: () => embedded ?? requestOembed(target, errand),
          page: () => readPage(target, errand),
        },
        target,
        errand,
      )
    const isBeside = ways.includes('api') && ways.includes('oembed')
    return isBeside ? beside((limited) => requestOembed(target, limited), goAlong, errand, elapsed) : goAlong()
  }

  const validateTarget = (target: PostTarget, errand: Errand): Promise<PostFinding> => {
    if (target.posts?.isPrivate?.(target.url)) {
      throw new ApiError('profile_private', { message: 'Only members see this post.' })
    }
    return validate(target, errand).catch((error: unknown) => {
      // Another site may have URLs of the same form: its API responds unlike any of the platform's.
      if (!target.isAnyHost || !isApiError(error, 'unsupported_post_url')) throw error
      return find(target.url, errand)
    })
  }

  const find = async (url: URL, errand: Errand): Promise<PostFinding> => {
    const found = await findPost(url, errand).catch((error: unknown) => {
      throw asReported(error, { isAnyHost: true })
    })
    return found.is === 'page' ? found.finding : validateTarget(found.target, errand)
  }

  return async (recognized, errand) => {
    const known = recognized.is === 'short' ? await followShortLink(recognized.url, errand) : recognized
    return known.is === 'unknown' ? find(known.url, errand) : validateTarget(known.target, errand)
  }
}

/** Some APIs report a hidden post as missing; the endpoint that was called in parallel may know better. */
const reportedApart = async (error: unknown, embedded: Promise<PostFinding> | undefined): Promise<unknown> => {
  if (!isApiError(error, 'post_not_found')) return error
  const other = await embedded?.then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  return isApiError(other, 'profile_private') ? other : error
}

/** A platform's client reports errors of the platform; at an unknown host, the error concerns the URL. */
const asReported = (error: unknown, { isAnyHost }: Pick<PostTarget, 'isAnyHost'>): unknown => {
  if (!isApiError(error) || !isApiError(error.cause)) return error
  const { cause } = error
  const isOfTheAddress = isAnyHost && cause.code.startsWith('link_')
  return isOfTheAddress || cause.code === 'rate_limited' || error.code === 'handle_malformed' ? cause : error
}
