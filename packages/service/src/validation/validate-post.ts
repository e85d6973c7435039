// Validates a post: its platform's API is asked where the operator has set it up, else its oEmbed, else its page. A post
// that is deleted, private, or hidden behind a wall is never valid.

import { ApiError, type ErrorCode, isApiError } from '../errors.ts'
import type { AskApi } from './ask-api.ts'
import type { AskOembed } from './ask-oembed.ts'
import type { FetchPage, StatusCodes } from './fetch-page.ts'
import type { Errand, PostFinding } from './finding.ts'
import type { PostTarget, Recognized } from './posts/recognize-post.ts'

export type ValidatePostOptions = {
  readonly api: AskApi
  readonly oembed: AskOembed
  readonly fetchPage: FetchPage
  readonly followShortLink: (url: URL, errand: Errand) => Promise<PostTarget>
}

export type ValidatePost = (recognized: Recognized, errand: Errand) => Promise<PostFinding>

type Way = 'api' | 'oembed' | 'page'

/** What an API says of itself and not of the post. */
const NOT_OF_THE_POST = [
  'platform_not_configured',
  'platform_unauthorized',
  'platform_rate_limited',
  'platform_error',
] as const satisfies readonly ErrorCode[]

const PAGE_CODES: StatusCodes = { 401: 'profile_private', 404: 'post_not_found', 410: 'post_not_found' }

/** Throws `post_not_found`, `profile_private`, `unsupported_post_url`, `platform_*`, `link_*`, `rate_limited`. */
export const createValidatePost = ({ api, oembed, fetchPage, followShortLink }: ValidatePostOptions): ValidatePost => {
  const waysTo = (target: PostTarget): readonly Way[] => {
    const { isAnyHost, oembedUrl } = target
    const ways: Way[] = []
    if (api.can(target)) ways.push('api')
    if (oembedUrl) ways.push('oembed')
    // The page of a large site shows something for any address; where the site can be asked, its answer stands.
    if (isAnyHost || !oembedUrl) ways.push('page')
    return ways
  }

  /** Whether the post may still be there although this way ended in an error. */
  const leavesOpen = (error: unknown, way: Way, { isAnyHost }: PostTarget): boolean => {
    // A server that lets nobody ask its API may well show the post to everybody.
    if (isAnyHost) return way === 'api' ? isApiError(error, 'profile_private') : isApiError(error)
    return way === 'api' && isApiError(error, ...NOT_OF_THE_POST)
  }

  const readPage = async ({ platform, site, url }: PostTarget, errand: Errand): Promise<PostFinding> => {
    const asked = site?.page?.(url) ?? url
    const page = await fetchPage(asked, errand, PAGE_CODES)
    const found = new URL(page.url)
    const isFront = found.pathname === '/' && asked.pathname !== '/'
    if (isFront || site?.shown?.test(page.body.text ?? '') === false) throw new ApiError('post_not_found')
    const named = page.preview.oembedUrl === null ? undefined : new URL(page.preview.oembedUrl)
    const embed = named?.hostname === found.hostname ? await oembed.findEmbed(found, named, errand) : null
    return { ...page, url: site?.page ? url.href : page.url, platform, post: null, embed }
  }

  const ask = (way: Way, target: PostTarget, errand: Errand): Promise<PostFinding> => {
    if (way === 'api') return api.ask(target, errand)
    if (way === 'oembed' && target.oembedUrl) return oembed.ask(target, target.oembedUrl, errand)
    return readPage(target, errand)
  }

  return async (recognized, errand) => {
    const target = recognized.is === 'short' ? await followShortLink(recognized.url, errand) : recognized.target
    if (target.site?.isPrivate?.(target.url)) {
      throw new ApiError('profile_private', { message: 'Only members see this post.' })
    }
    const ways = waysTo(target)
    for (const [at, way] of ways.entries()) {
      try {
        return await ask(way, target, errand)
      } catch (error) {
        const isLast = at === ways.length - 1
        if (isLast || errand.signal.aborted || !leavesOpen(error, way, target)) throw asTold(error, target)
      }
    }
    throw new RangeError('There is always a way')
  }
}

/** A platform's client speaks of the platform; where the host is a stranger's, what happened is said of the address. */
const asTold = (error: unknown, { isAnyHost }: PostTarget): unknown => {
  if (!isApiError(error) || !isApiError(error.cause)) return error
  const { cause } = error
  const isOfTheAddress = isAnyHost && cause.code.startsWith('link_')
  return isOfTheAddress || cause.code === 'rate_limited' || error.code === 'handle_malformed' ? cause : error
}
