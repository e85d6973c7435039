// Composes both validations: what is fetched, who shares the work, how long a response is cached, and how much runs at
// the same time.

import type { Egress } from '../egress/egress.ts'
import { pastedUrl } from '../parsing/pasted.ts'
import type { ImagesOf } from '../post/served-media.ts'
import { compressContent } from '../runtime/content-coding/content.ts'
import { createFailureMemory } from '../scanning/failure-memory.ts'
import type { PostsOnly } from '../upstream/contract/platform.ts'
import { PUBLIC } from '../upstream/contract/reach.ts'
import type { Upstreams } from '../upstream/create-upstreams.ts'
import type { Registry } from '../upstream/registry.ts'
import type { OnFault } from '../upstream/requests/as-broken.ts'
import { createChoosePost } from './chosen/choose-post.ts'
import { type ChosenPosts, type ChosenPostsOptions, createChosenPosts, type OnAsked } from './chosen/chosen-posts.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { createFetchPage } from './fetch-page.ts'
import { createFindPost } from './find-post.ts'
import { createFollowShortLink } from './follow-short-link.ts'
import { createOembedClient } from './oembed-client.ts'
import { createPostApi } from './post-api.ts'
import { postIn } from './posts/post-in.ts'
import { createRecognizer, type Recognized } from './posts/recognize-post.ts'
import type { PreviewReader } from './preview/preview-reader.ts'
import { createResponseCache, type GotResponse, URL_FAILURE_SECONDS } from './response-cache.ts'
import type { SharedResponses } from './shared-responses.ts'
import { validateLink } from './validate-link.ts'
import { createValidatePost } from './validate-post.ts'
import {
  composeResponse,
  type PostValidationResult,
  type ValidationContext,
  type ValidationResult,
} from './validation-result.ts'

export type ValidationsOptions = {
  readonly egress: Egress
  /** The URL as the egress accepts it. Throws `link_malformed`, `link_blocked`. */
  readonly vet: (url: string) => URL
  readonly upstreams: Pick<Upstreams, 'client' | 'parsingJobs' | 'posts' | 'governor'>
  /** The path of a URL of the service's own sandbox, which is served locally and needs no vetting. */
  readonly sandboxPath: (url: string) => string | undefined
  /** The sandbox's base URL, with a slash at its end. */
  readonly sandboxBase: string
  readonly registry: Registry
  /** Platforms that are only known by the URLs of their posts. */
  readonly postsOnly: readonly PostsOnly[]
  readonly previews: PreviewReader
  /** What clients get in place of a post as it was read; the same when absent. */
  readonly servePost?: ChosenPostsOptions['serve']
  /** Called with what a platform said about a post. */
  readonly onAsked?: OnAsked | undefined
  readonly baseUrlOf: (platform: string) => string | undefined
  readonly now: () => number
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly random: () => number
  /** Shares responses with other processes. */
  readonly shared?: SharedResponses | undefined
  /** How long a successful response is cached. */
  readonly freshMs?: number
  /** Memory for cached responses. */
  readonly maxBytes?: number
  /** How long a selected post is cached, before the budget of its platform prolongs it. */
  readonly postFreshMs?: number
  /** Called with a bug of a platform's own code. */
  readonly onFault?: OnFault
}

/** A parsed validation request, checked as far as possible without a call. */
export type Validation = {
  /** The cache key: the same for every spelling of the URL. */
  readonly key: string
  readonly withBody: boolean
  readonly images?: ImagesOf | undefined
  /** The platform of the post, if the URL names it. */
  readonly platform?: string
  readonly find: (context: ValidationContext) => Promise<ValidationResult>
  /** The response, if it was cached when this was parsed. */
  readonly cached?: GotResponse
}

export type PostValidation = Validation & {
  /** Whether the URL alone shows that it is a post, or redirects to one. */
  readonly isRecognized: boolean
}

export type ResponseOptions = {
  /** Whether the response contains the body; true when absent. */
  readonly withBody?: boolean | undefined
  readonly images?: ImagesOf | undefined
}

export type Validations = {
  /** Throws `link_malformed`, `link_blocked`. */
  parseLink(url: string, wanted?: ResponseOptions): Validation
  /** Also throws `unsupported_post_url` if the URL alone shows that it is not a post. */
  parsePost(url: string, wanted?: ResponseOptions): PostValidation
  /** The response, if it is cached. */
  peek(validation: Validation): GotResponse | undefined
  /** Throws what validate-link.ts and validate-post.ts throw. */
  get(
    validation: Validation,
    caller?: { readonly licenseId?: string; readonly signal?: AbortSignal },
  ): Promise<GotResponse>
  /** Reads selected posts, with the recognizer and clients of the validations. */
  readonly chosen: ChosenPosts
  /** Resolves when nothing is being validated or read. */
  idle(): Promise<void>
}

/** The host in the sandbox's own URL patterns of posts. */
const SANDBOX_ALIAS = 'https://sandbox.example/'
const FRESH_MS = 5 * 60_000
const MAX_BYTES = 8 * 1024 * 1024
/** The time limit of one validation's calls, as the egress's own limit. */
const DEADLINE_MS = 10_000
/** How long another process may hold the lease for a URL: longer than one validation. */
export const LINK_LEASE_MS = 12_000
/** The time limit of a response, including the wait for a process that died: less than the server's limit for a
 * request. */
const LONGEST_MS = 18_000
/** Each may hold a page of 2 MiB; those that wait hold nothing. */
const MAX_RUNNING = 128
const MAX_WAITING = 1_024

/** The prefix contains nothing that a URL could begin with. */
const keyOf = (kind: 'link' | 'post', href: string, withBody: boolean, images?: ImagesOf): string =>
  `${kind}${withBody ? '' : '-preview'}${images ? `-${images}` : ''} ${href}`

export const createValidations = (options: ValidationsOptions): Validations => {
  const { egress, vet, sandboxPath, sandboxBase, upstreams, registry, postsOnly, previews, baseUrlOf } = options
  const { now, elapsed, random } = options
  const {
    freshMs = FRESH_MS,
    maxBytes = MAX_BYTES,
    postFreshMs = FRESH_MS,
    servePost: serve = (post) => post,
    onAsked = async () => {},
  } = options
  const recognizer = createRecognizer([...registry.platforms, ...postsOnly])
  const fetchPage = createFetchPage({ egress, previews, elapsed })
  const api = createPostApi({
    registry,
    posts: upstreams.posts,
    parsingJobs: upstreams.parsingJobs,
    now,
    onFault: options.onFault,
  })
  const oembed = createOembedClient({ client: upstreams.client, egress, elapsed, baseUrlOf })
  const findPost = createFindPost({ api, oembed, fetchPage, elapsed, recognizer })
  const followShortLink = createFollowShortLink({ egress, recognizer, elapsed })
  const validatePost = createValidatePost({
    api,
    oembed,
    fetchPage,
    followShortLink,
    findPost,
    elapsed,
  })
  const failures = createFailureMemory({ now: elapsed, random, seconds: URL_FAILURE_SECONDS })
  const cache = createResponseCache({ failures, now, elapsed, freshMs, maxBytes, shared: options.shared })
  const limit = createConcurrencyLimit(MAX_RUNNING, MAX_WAITING)

  const aliasOf = (text: string): string => {
    const path = sandboxPath(text)
    return path === undefined ? text : SANDBOX_ALIAS + path
  }
  const serveIn = <R extends ValidationResult | PostValidationResult>(result: R, licenseId: string | undefined): R =>
    'post' in result && result.post && result.platform !== null
      ? { ...result, post: serve(result.post, result.platform, 'public', licenseId) }
      : result
  const chosen = createChosenPosts({
    choose: createChoosePost({ platforms: registry.platforms, recognizer, aliasOf }),
    cache: createResponseCache({
      ...{ now, elapsed, maxBytes, freshMs: postFreshMs },
      failures: createFailureMemory({ now: elapsed, random, seconds: URL_FAILURE_SECONDS }),
    }),
    ...{
      api,
      findPost,
      followShortLink,
      bodies: egress.bodies,
      governor: upstreams.governor,
      now,
      elapsed,
      freshMs: postFreshMs,
      serve,
      onAsked,
      deadlineMs: DEADLINE_MS,
    },
  })

  /** The URL as the egress accepts it; for the sandbox, the URL at which it loads. */
  const admit = (text: string): URL => {
    const path = sandboxPath(text)
    return path === undefined ? vet(text) : new URL(sandboxBase + path)
  }

  const recognizeAdmitted = (text: string): Recognized => {
    const path = sandboxPath(text)
    if (path === undefined) return recognizer.require(vet(text))
    // A sandbox post is recognized by the host in its platform's pattern, and returned with the URL at which it loads.
    const recognized = recognizer.require(new URL(SANDBOX_ALIAS + path))
    if (recognized.is !== 'post') throw recognizer.refusal()
    const { oembedUrl } = recognized.target
    const urls = { url: admit(text), ...(oembedUrl && { oembedUrl: admit(oembedUrl.href) }) }
    return { is: 'post', target: { ...recognized.target, ...urls } }
  }

  /** `text`: as the client wrote it. */
  const noted = async <T>(recognized: Recognized, text: string, validating: Promise<T>): Promise<T> => {
    if (recognized.is !== 'post') return validating
    const { platform, url } = recognized.target
    const note = (said: Parameters<OnAsked>[2]) => onAsked([url.href, text], { platform, reach: 'public' }, said)
    const found = await validating.catch(async (refusal: unknown) => {
      await note({ refusal })
      throw refusal
    })
    await note({ foundAt: now() })
    return found
  }

  return {
    parseLink(written, { withBody = true } = {}) {
      const text = pastedUrl(written)
      const find = async (context: ValidationContext) => validateLink(fetchPage, admit(text), context)
      // A cached response was vetted before; its key is the URL as written, if that was vetted.
      const asWritten = keyOf('link', text, withBody)
      const cached = cache.peek(asWritten)
      if (cached) return { key: asWritten, withBody, find, cached }
      return { key: keyOf('link', admit(text).href, withBody), withBody, find }
    },
    parsePost(written, { withBody = true, images } = {}) {
      const text = postIn(recognizer, pastedUrl(written))
      const recognized = recognizeAdmitted(text)
      const { href } = recognized.is === 'post' ? recognized.target.url : recognized.url
      return {
        key: keyOf('post', href, withBody, images),
        ...{ withBody, images },
        find: (context) => noted(recognized, text, validatePost(recognized, context)),
        isRecognized: recognized.is !== 'unknown',
        ...(recognized.is === 'post' && { platform: recognized.target.platform }),
      }
    },
    peek: ({ key, cached }) => cached ?? cache.peek(key),
    get({ key, withBody, images, find }, { licenseId, signal } = {}) {
      const longestUntil = elapsed() + LONGEST_MS
      return cache.get(
        key,
        (callSignal) =>
          limit.run(
            () =>
              egress.bodies.during(licenseId, async (bodies) => {
                const deadline = Math.min(elapsed() + DEADLINE_MS, longestUntil)
                // Links and posts are validated as the public sees them.
                const context = { signal: callSignal, deadline, licenseId, bodies, withBody, access: PUBLIC }
                const found = await find(context)
                return compressContent(await composeResponse(images ? found : serveIn(found, licenseId), withBody))
              }),
            callSignal,
          ),
        signal,
      )
    },
    chosen,
    idle: async () => {
      await cache.idle()
      await chosen.idle()
    },
  }
}
