// Validates a post: its platform's API is asked where the operator has set it up, else its oEmbed, else its page. A post
// that is deleted, private, or hidden behind a wall is never valid.

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
  /** What is at an address that nothing recognized. */
  readonly findPost: (url: URL, errand: Errand) => Promise<FoundPost>
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
}

export type ValidatePost = (recognized: Recognized, errand: Errand) => Promise<PostFinding>

/** What an API says of itself and not of the post. */
const NOT_OF_THE_POST = [
  'platform_not_configured',
  'platform_unauthorized',
  'platform_rate_limited',
  'platform_error',
] as const satisfies readonly ErrorCode[]

/** Throws `post_not_found`, `profile_private`, `unsupported_post_url`, `platform_*`, `link_*`, `rate_limited`. */
export const createValidatePost = (options: ValidatePostOptions): ValidatePost => {
  const { api, oembed, fetchPage, followShortLink, findPost, elapsed } = options

  /** Whether the post may still be there although this way ended in an error. */
  const leavesOpen = (error: unknown, way: Way, { isAnyHost }: PostTarget): boolean => {
    // A server that lets nobody ask its API may well show the post to everybody, and so may a platform whose API tells
    // accounts their own posts alone.
    if (way === 'api' && isRefused(error, 'closed')) return true
    // Where a server says that this post is hidden, its page is shown all the same: a program that is one page for every
    // address.
    return isAnyHost ? way !== 'api' && isApiError(error) : way === 'api' && isApiError(error, ...NOT_OF_THE_POST)
  }

  const readPage = async ({ platform, posts, url }: PostTarget, errand: Errand): Promise<PostFinding> => {
    // What shows that the post is there may be anywhere in the page.
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
    /** One answer of the endpoint serves both: beside the post, and in its place. */
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
      // A stranger's site may have addresses of the same form: its API answers as none of the platform's does.
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

/** Some APIs leave out what is hidden as if it were not there; the endpoint that was asked at the same time may tell. */
const reportedApart = async (error: unknown, embedded: Promise<PostFinding> | undefined): Promise<unknown> => {
  if (!isApiError(error, 'post_not_found')) return error
  const other = await embedded?.then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  return isApiError(other, 'profile_private') ? other : error
}

/** A platform's client speaks of the platform; where the host is a stranger's, what happened is said of the address. */
const asReported = (error: unknown, { isAnyHost }: Pick<PostTarget, 'isAnyHost'>): unknown => {
  if (!isApiError(error) || !isApiError(error.cause)) return error
  const { cause } = error
  const isOfTheAddress = isAnyHost && cause.code.startsWith('link_')
  return isOfTheAddress || cause.code === 'rate_limited' || error.code === 'handle_malformed' ? cause : error
}
