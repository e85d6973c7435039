// Validates a post: through its platform's API if it is configured, otherwise through oEmbed, otherwise by its page. A
// post that is deleted, private or behind a wall is never valid.

import { ApiError, type ErrorCode, isApiError } from '../errors.ts'
import { isRefused } from '../upstream/contract/refusal.ts'
import type { FetchPage } from './fetch-page.ts'
import { fetchPostPage } from './fetch-post-page.ts'
import type { FoundPost } from './find-post.ts'
import type { Destination } from './follow-short-link.ts'
import { inParallel } from './in-parallel.ts'
import type { OembedClient } from './oembed-client.ts'
import type { PostApi } from './post-api.ts'
import type { PostTarget, Recognized } from './posts/recognize-post.ts'
import { type Way, waysTo } from './posts/ways-to.ts'
import type { PostValidationResult, ValidationContext } from './validation-result.ts'

export type ValidatePostOptions = {
  readonly api: PostApi
  readonly oembed: OembedClient
  readonly fetchPage: FetchPage
  readonly followShortLink: (url: URL, context: ValidationContext) => Promise<Destination>
  /** Finds what is at a URL that no pattern matches. */
  readonly findPost: (url: URL, context: ValidationContext) => Promise<FoundPost>
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
}

export type ValidatePost = (recognized: Recognized, context: ValidationContext) => Promise<PostValidationResult>

/** Errors of an API that say nothing about the post. */
const NOT_ABOUT_POST = [
  'platform_not_configured',
  'platform_unauthorized',
  'platform_rate_limited',
  'platform_error',
] as const satisfies readonly ErrorCode[]

/** Throws `post_not_found`, `profile_private`, `unsupported_post_url`, `platform_*`, `link_*`, `rate_limited`. */
export const createValidatePost = (options: ValidatePostOptions): ValidatePost => {
  const { api, oembed, fetchPage, followShortLink, findPost, elapsed } = options

  /** Whether the post may still exist although this way failed. */
  const mayStillExist = (error: unknown, way: Way, { isAnyHost }: PostTarget): boolean => {
    // A server with a closed API may show the post to the public, and so may a platform whose API shows accounts only
    // their own posts.
    if (way === 'api' && isRefused(error, 'closed')) return true
    // If the server of any other host says that the post is hidden, its page would still load: a single-page
    // application serves every URL.
    return isAnyHost ? way !== 'api' && isApiError(error) : way === 'api' && isApiError(error, ...NOT_ABOUT_POST)
  }

  const readPage = async (
    { platform, posts, url }: PostTarget,
    context: ValidationContext,
  ): Promise<PostValidationResult> => {
    // What shows that the post exists may be anywhere in the page.
    const withBody = context.withBody || posts?.shown !== undefined
    const { result } = await fetchPostPage(fetchPage, posts?.page?.(url) ?? url, { ...context, withBody })
    if (posts?.shown?.test(result.body.text ?? '') === false) throw new ApiError('post_not_found')
    const embed = await oembed.findEmbed(result, context)
    return { ...result, url: posts?.page ? url.href : result.url, platform, post: null, embed }
  }

  const tryEach = async (
    ways: readonly Way[],
    client: Readonly<Record<Way, () => Promise<PostValidationResult>>>,
    target: PostTarget,
    context: ValidationContext,
  ): Promise<PostValidationResult> => {
    for (const [at, way] of ways.entries()) {
      try {
        return await client[way]()
      } catch (error) {
        const isLast = at === ways.length - 1
        if (isLast || context.signal.aborted || !mayStillExist(error, way, target)) throw asUrlError(error, target)
      }
    }
    throw new RangeError('There is always a way')
  }

  const requestOembed = (target: PostTarget, context: ValidationContext): Promise<PostValidationResult> => {
    if (!target.oembedUrl) throw new RangeError('There is no endpoint')
    return oembed.send(target, target.oembedUrl, context)
  }

  const validate = (target: PostTarget, context: ValidationContext): Promise<PostValidationResult> => {
    const ways = waysTo(target, api.can(target))
    /** One response of the endpoint serves both purposes: in addition to the API's post, and in its place. */
    const tryWays = (embedded?: Promise<PostValidationResult>) =>
      tryEach(
        ways,
        {
          api: async () => {
            const found = await api.send(target, context).catch(async (error: unknown) => {
              throw await withEmbedRefusal(error, embedded)
            })
            const embedding = await embedded?.catch(() => undefined)
            context.signal.throwIfAborted()
            return { ...found, embed: embedding?.embed ?? null }
          },
          oembed: () => embedded ?? requestOembed(target, context),
          page: () => readPage(target, context),
        },
        target,
        context,
      )
    const isParallel = ways.includes('api') && ways.includes('oembed')
    return isParallel ? inParallel((limited) => requestOembed(target, limited), tryWays, context, elapsed) : tryWays()
  }

  const validateTarget = (target: PostTarget, context: ValidationContext): Promise<PostValidationResult> => {
    if (target.posts?.isPrivate?.(target.url)) {
      throw new ApiError('profile_private', { message: 'Only members see this post.' })
    }
    return validate(target, context).catch((error: unknown) => {
      // Another site may have URLs of the same form: its API responds unlike any of the platform's.
      if (!target.isAnyHost || !isApiError(error, 'unsupported_post_url')) throw error
      return find(target.url, context)
    })
  }

  const find = async (url: URL, context: ValidationContext): Promise<PostValidationResult> => {
    const found = await findPost(url, context).catch((error: unknown) => {
      throw asUrlError(error, { isAnyHost: true })
    })
    return found.is === 'page' ? found.result : validateTarget(found.target, context)
  }

  return async (recognized, context) => {
    const known = recognized.is === 'short' ? await followShortLink(recognized.url, context) : recognized
    return known.is === 'unknown' ? find(known.url, context) : validateTarget(known.target, context)
  }
}

/** Some APIs report a hidden post as missing; the endpoint that was called in parallel may know better. */
const withEmbedRefusal = async (
  error: unknown,
  embedded: Promise<PostValidationResult> | undefined,
): Promise<unknown> => {
  if (!isApiError(error, 'post_not_found')) return error
  const other = await embedded?.then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  return isApiError(other, 'profile_private') ? other : error
}

/** A platform's client reports errors of the platform; at an unknown host, the error concerns the URL. */
const asUrlError = (error: unknown, { isAnyHost }: Pick<PostTarget, 'isAnyHost'>): unknown => {
  if (!isApiError(error) || !isApiError(error.cause)) return error
  const { cause } = error
  const isUrlError = isAnyHost && cause.code.startsWith('link_')
  return isUrlError || cause.code === 'rate_limited' || error.code === 'handle_malformed' ? cause : error
}
