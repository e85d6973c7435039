// What both validations are made of, put together: what is asked, who waits for it, how long the answer is held, and how
// much is done at once.

import type { Egress } from '../egress/egress.ts'
import { isApiError } from '../errors.ts'
import type { Registry } from '../platforms/registry.ts'
import { createFailureMemory } from '../scanning/failure-memory.ts'
import type { Upstream } from '../scanning/upstream.ts'
import { createAskApi } from './ask-api.ts'
import { createAskOembed } from './ask-oembed.ts'
import { createFetchPage } from './fetch-page.ts'
import { createFindPost } from './find-post.ts'
import { composeAnswer, type Errand, type Finding } from './finding.ts'
import { createFollowShortLink } from './follow-short-link.ts'
import { BAD_ANSWER_SECONDS, createHeldAnswers, type GotAnswer } from './held-answers.ts'
import { createRecognizer, type Recognized } from './posts/recognize-post.ts'
import type { PreviewReader } from './preview/preview-reader.ts'
import { createTurns } from './turns.ts'
import { validateLink } from './validate-link.ts'
import { createValidatePost } from './validate-post.ts'

export type ValidationsOptions = {
  readonly egress: Egress
  /** An address as the egress would take it. Throws `link_malformed`, `link_blocked`. */
  readonly vet: (url: string) => URL
  readonly upstream: Upstream
  readonly registry: Registry
  readonly previews: PreviewReader
  readonly baseUrlOf: (platform: string) => string | undefined
  readonly now: () => number
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
  readonly random: () => number
  /** How long a good answer is held. */
  readonly freshMs?: number
  /** Memory for held answers. */
  readonly maxBytes?: number
}

/** Something to validate, checked as far as can be without asking anybody. */
export type Validation = {
  /** What it is held under: the same for every spelling of the address that leads to the same. */
  readonly key: string
  readonly find: (errand: Errand) => Promise<Finding>
}

export type PostValidation = Validation & {
  /** Whether the address alone says that it is a post, or leads to one. */
  readonly isRecognized: boolean
}

export type Validations = {
  /** Throws `link_malformed`, `link_blocked`. */
  parseLink(url: string): Validation
  /** Throws `unsupported_post_url` besides, where the address alone says that it is no post. */
  parsePost(url: string): PostValidation
  /** The answer when it is held. */
  peek(validation: Validation): GotAnswer | undefined
  /** Throws what validate-link.ts and validate-post.ts throw. */
  get(
    validation: Validation,
    caller?: { readonly licenseId?: string; readonly signal?: AbortSignal },
  ): Promise<GotAnswer>
  /** Resolves when nothing is being validated. */
  idle(): Promise<void>
}

const FRESH_MS = 5 * 60_000
const MAX_BYTES = 8 * 1024 * 1024
/** All that one validation may take upstream, as the egress's own limit. */
const DEADLINE_MS = 10_000
/** Each may hold a page of 2 MiB; those that wait hold nothing. */
const MAX_AT_ONCE = 128
const MAX_WAITING = 1_024

export const createValidations = (options: ValidationsOptions): Validations => {
  const { egress, vet, upstream, registry, previews, baseUrlOf, now, elapsed, random } = options
  const { freshMs = FRESH_MS, maxBytes = MAX_BYTES } = options
  const recognizer = createRecognizer(registry.platforms)
  const fetchPage = createFetchPage({ egress, previews, now })
  const api = createAskApi({ registry, upstream, now, freshMs })
  const oembed = createAskOembed({ upstream, egress, now, baseUrlOf })
  const validatePost = createValidatePost({
    api,
    oembed,
    fetchPage,
    followShortLink: createFollowShortLink({ egress, recognizer, now }),
    findPost: createFindPost({ api, oembed, fetchPage, now, refusal: recognizer.refusal }),
    now,
  })
  const failures = createFailureMemory({ now: elapsed, random, seconds: BAD_ANSWER_SECONDS })
  const answers = createHeldAnswers({ failures, now, elapsed, freshMs, maxBytes })
  const turns = createTurns(MAX_AT_ONCE, MAX_WAITING)

  const recognizeVetted = (text: string): Recognized => {
    try {
      return recognizer.require(vet(text))
    } catch (error) {
      if (!isApiError(error, 'link_blocked')) throw error
      // A made-up post is fetched from nowhere, and its host is none that could be.
      const recognized = recognizer.find(new URL(text))
      if (recognized?.is === 'post' && recognized.target.known?.definition.provenance === 'sandbox') return recognized
      throw error
    }
  }

  return {
    parseLink(text) {
      const url = vet(text)
      return { key: `link ${url.href}`, find: (errand) => validateLink(fetchPage, url, errand) }
    },
    parsePost(text) {
      const recognized = recognizeVetted(text)
      const { href } = recognized.is === 'post' ? recognized.target.url : recognized.url
      return {
        key: `post ${href}`,
        find: (errand) => validatePost(recognized, errand),
        isRecognized: recognized.is !== 'unknown',
      }
    },
    peek: ({ key }) => answers.peek(key),
    get: ({ key, find }, { licenseId, signal } = {}) =>
      answers.get(
        key,
        (flightSignal) =>
          turns.take(
            async () => composeAnswer(await find({ signal: flightSignal, deadline: now() + DEADLINE_MS, licenseId })),
            flightSignal,
          ),
        signal,
      ),
    idle: () => answers.idle(),
  }
}
