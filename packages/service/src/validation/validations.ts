// What both validations are made of, put together: what is asked, who waits for it, how long the answer is held, and how
// much is done at once.

import type { Egress } from '../egress/egress.ts'
import { pastedUrl } from '../parsing/pasted.ts'
import { compressContent } from '../runtime/content-coding/content.ts'
import { createFailureMemory } from '../scanning/failure-memory.ts'
import type { PostsOnly } from '../upstream/contract/platform.ts'
import type { Upstreams } from '../upstream/create-upstreams.ts'
import type { Registry } from '../upstream/registry.ts'
import type { OnFault } from '../upstream/requests/as-broken.ts'
import { createChoosePost } from './chosen/choose-post.ts'
import { type ChosenPosts, createChosenPosts } from './chosen/chosen-posts.ts'
import { createFetchPage } from './fetch-page.ts'
import { createFindPost } from './find-post.ts'
import { composeResponse, type Errand, type Finding } from './finding.ts'
import { createFollowShortLink } from './follow-short-link.ts'
import { postIn } from './posts/post-in.ts'
import { createRecognizer, type Recognized } from './posts/recognize-post.ts'
import type { PreviewReader } from './preview/preview-reader.ts'
import { createAskApi } from './request-api.ts'
import { createAskOembed } from './request-oembed.ts'
import { BAD_ANSWER_SECONDS, createResponseCache, type GotResponse } from './response-cache.ts'
import type { SharedResponses } from './shared-responses.ts'
import { createTurns } from './turns.ts'
import { validateLink } from './validate-link.ts'
import { createValidatePost } from './validate-post.ts'

export type ValidationsOptions = {
  readonly egress: Egress
  /** An address as the egress would take it. Throws `link_malformed`, `link_blocked`. */
  readonly vet: (url: string) => URL
  readonly upstreams: Pick<Upstreams, 'client' | 'parsingJobs' | 'posts' | 'governor'>
  /** The path of an address that is the service's own sandbox, which is fetched from nowhere and needs no vetting. */
  readonly sandboxPath: (url: string) => string | undefined
  /** Where the sandbox loads, with a slash at its end. */
  readonly sandboxBase: string
  readonly registry: Registry
  /** Known by the addresses of their posts alone. */
  readonly postsOnly: readonly PostsOnly[]
  readonly previews: PreviewReader
  readonly baseUrlOf: (platform: string) => string | undefined
  readonly now: () => number
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
  readonly random: () => number
  /** Turns at addresses that are taken with other processes. */
  readonly shared?: SharedResponses | undefined
  /** How long a good answer is held. */
  readonly freshMs?: number
  /** Memory for held answers. */
  readonly maxBytes?: number
  /** How long a chosen post is held, before the budget of its platform is regarded. */
  readonly postFreshMs?: number
  /** Told of a fault of a platform's own code. */
  readonly onFault?: OnFault
}

/** Something to validate, checked as far as can be without asking anybody. */
export type Validation = {
  /** What it is held under: the same for every spelling of the address that leads to the same. */
  readonly key: string
  readonly withBody: boolean
  /** The platform that the address is known to be of, as a post of it. */
  readonly platform?: string
  readonly find: (errand: Errand) => Promise<Finding>
  /** The answer, where it was held when this was parsed. */
  readonly held?: GotResponse
}

export type PostValidation = Validation & {
  /** Whether the address alone says that it is a post, or leads to one. */
  readonly isRecognized: boolean
}

/** Whether the answer holds the body that was found; it does if nothing is said. */
export type Wanted = { readonly withBody?: boolean | undefined }

export type Validations = {
  /** Throws `link_malformed`, `link_blocked`. */
  parseLink(url: string, wanted?: Wanted): Validation
  /** Throws `unsupported_post_url` besides, where the address alone says that it is no post. */
  parsePost(url: string, wanted?: Wanted): PostValidation
  /** The answer when it is held. */
  peek(validation: Validation): GotResponse | undefined
  /** Throws what validate-link.ts and validate-post.ts throw. */
  get(
    validation: Validation,
    caller?: { readonly licenseId?: string; readonly signal?: AbortSignal },
  ): Promise<GotResponse>
  /** Posts read again, by what the two validations know of posts. */
  readonly chosen: ChosenPosts
  /** Resolves when nothing is being validated or read. */
  idle(): Promise<void>
}

/** The host of the sandbox's own pattern of posts. */
const SANDBOX_ALIAS = 'https://sandbox.example/'
const FRESH_MS = 5 * 60_000
const MAX_BYTES = 8 * 1024 * 1024
/** All that one validation may take upstream, as the egress's own limit. */
const DEADLINE_MS = 10_000
/** How long another process may be at an address: longer than one validation. */
export const LINK_TURN_MS = 12_000
/** All that an answer may take, with the wait for a process that died: less than the server gives a request. */
const LONGEST_MS = 18_000
/** Each may hold a page of 2 MiB; those that wait hold nothing. */
const MAX_AT_ONCE = 128
const MAX_WAITING = 1_024

/** What stands before the address has no part that an address could begin with. */
const keyOf = (kind: 'link' | 'post', href: string, withBody: boolean): string =>
  `${kind}${withBody ? '' : '-preview'} ${href}`

export const createValidations = (options: ValidationsOptions): Validations => {
  const { egress, vet, sandboxPath, sandboxBase, upstreams, registry, postsOnly, previews, baseUrlOf } = options
  const { now, elapsed, random } = options
  const { freshMs = FRESH_MS, maxBytes = MAX_BYTES, postFreshMs = FRESH_MS } = options
  const recognizer = createRecognizer([...registry.platforms, ...postsOnly])
  const fetchPage = createFetchPage({ egress, previews, elapsed })
  const api = createAskApi({
    registry,
    posts: upstreams.posts,
    parsingJobs: upstreams.parsingJobs,
    now,
    onFault: options.onFault,
  })
  const oembed = createAskOembed({ client: upstreams.client, egress, elapsed, baseUrlOf })
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
  const failures = createFailureMemory({ now: elapsed, random, seconds: BAD_ANSWER_SECONDS })
  const answers = createResponseCache({ failures, now, elapsed, freshMs, maxBytes, shared: options.shared })
  const turns = createTurns(MAX_AT_ONCE, MAX_WAITING)

  const aliasOf = (text: string): string => {
    const path = sandboxPath(text)
    return path === undefined ? text : SANDBOX_ALIAS + path
  }
  const chosen = createChosenPosts({
    choose: createChoosePost({ platforms: registry.platforms, recognizer, aliasOf }),
    answers: createResponseCache({
      ...{ now, elapsed, maxBytes, freshMs: postFreshMs },
      failures: createFailureMemory({ now: elapsed, random, seconds: BAD_ANSWER_SECONDS }),
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
      deadlineMs: DEADLINE_MS,
    },
  })

  /** As the egress takes it; of the sandbox, the address at which it loads. */
  const admit = (text: string): URL => {
    const path = sandboxPath(text)
    return path === undefined ? vet(text) : new URL(sandboxBase + path)
  }

  const recognizeAdmitted = (text: string): Recognized => {
    const path = sandboxPath(text)
    if (path === undefined) return recognizer.require(vet(text))
    // A made-up post is known by the host that its platform's pattern names, and told with the address at which it loads.
    const recognized = recognizer.require(new URL(SANDBOX_ALIAS + path))
    if (recognized.is !== 'post') throw recognizer.refusal()
    const { oembedUrl } = recognized.target
    const settled = { url: admit(text), ...(oembedUrl && { oembedUrl: admit(oembedUrl.href) }) }
    return { is: 'post', target: { ...recognized.target, ...settled } }
  }

  return {
    parseLink(written, { withBody = true } = {}) {
      const text = pastedUrl(written)
      const find = async (errand: Errand) => validateLink(fetchPage, admit(text), errand)
      // What is held was vetted before, and is held under the address as it is spelled when it has been.
      const asWritten = keyOf('link', text, withBody)
      const held = answers.peek(asWritten)
      if (held) return { key: asWritten, withBody, find, held }
      return { key: keyOf('link', admit(text).href, withBody), withBody, find }
    },
    parsePost(written, { withBody = true } = {}) {
      const recognized = recognizeAdmitted(postIn(recognizer, pastedUrl(written)))
      const { href } = recognized.is === 'post' ? recognized.target.url : recognized.url
      return {
        key: keyOf('post', href, withBody),
        withBody,
        find: (errand) => validatePost(recognized, errand),
        isRecognized: recognized.is !== 'unknown',
        ...(recognized.is === 'post' && { platform: recognized.target.platform }),
      }
    },
    peek: ({ key, held }) => held ?? answers.peek(key),
    get({ key, withBody, find }, { licenseId, signal } = {}) {
      const longestUntil = elapsed() + LONGEST_MS
      return answers.get(
        key,
        (flightSignal) =>
          turns.take(
            () =>
              egress.bodies.during(licenseId, async (bodies) => {
                const deadline = Math.min(elapsed() + DEADLINE_MS, longestUntil)
                const errand = { signal: flightSignal, deadline, licenseId, bodies, withBody }
                return compressContent(await composeResponse(await find(errand), withBody))
              }),
            flightSignal,
          ),
        signal,
      )
    },
    chosen,
    idle: async () => {
      await answers.idle()
      await chosen.idle()
    },
  }
}
