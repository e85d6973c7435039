// Reads selected posts, each on its own: the result of one does not affect the others. Successful reads are cached as
// long as a page is fresh; concurrent requests for the same post share one read.

import type { BodyBudget } from '../../egress/body-budget.ts'
import { ApiError, isApiError } from '../../errors.ts'
import type { Post } from '../../post/post.ts'
import type { ImagesOf } from '../../post/served-media.ts'
import { plainContent } from '../../runtime/content-coding/content.ts'
import { writeJson } from '../../runtime/event-loop/write-json.ts'
import { freshnessOf } from '../../upstream/budgets/freshness.ts'
import type { Governor } from '../../upstream/budgets/governor.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import { type Access, keyWithin, type Reach } from '../../upstream/contract/reach.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import type { FoundPost } from '../find-post.ts'
import type { Destination } from '../follow-short-link.ts'
import type { PostApi, ReadPost } from '../post-api.ts'
import type { PostTarget } from '../posts/recognize-post.ts'
import type { GotResponse, ResponseCache } from '../response-cache.ts'
import type { ValidationContext } from '../validation-result.ts'
import type { Choice, ChoosePost, Spellings } from './choose-post.ts'

type Readable = Exclude<Choice, { readonly is: 'refused' }>

/** `content`: the post as uncompressed JSON, to be combined with others. */
export type ReadChoice = ({ readonly ok: true } & GotResponse) | { readonly ok: false; readonly error: ApiError }

/** Called with what a platform said about a post. `foundAt`: in milliseconds since the epoch. Never rejects. */
export type OnAsked = (
  spellings: Spellings,
  asked: { readonly platform: string; readonly reach: Reach },
  said: { readonly foundAt: number } | { readonly refusal: unknown },
) => Promise<void>

export type ChosenPostsOptions = {
  readonly choose: ChoosePost
  readonly api: PostApi
  /** Finds what is at a URL that no pattern matches. */
  readonly findPost: (url: URL, context: ValidationContext) => Promise<FoundPost>
  readonly followShortLink: (url: URL, context: ValidationContext) => Promise<Destination>
  readonly cache: ResponseCache
  readonly bodies: BodyBudget
  readonly governor: Pick<Governor, 'pressure'>
  readonly now: () => number
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly freshMs: number
  /** What clients get in place of a post as it was read. */
  readonly serve: (post: Post, platform: string, reach: Reach, licenseId: string | undefined) => Post
  readonly onAsked: OnAsked
  /** The time limit for all posts of one request. */
  readonly deadlineMs: number
}

export type ChosenCaller = {
  readonly licenseId: string
  readonly signal: AbortSignal
  /** Whom the posts belong to. */
  readonly access: Access
  readonly images?: ImagesOf | undefined
}

export type ChosenPosts = {
  /** Pure. */
  readonly choose: (platform: Platform, written: string) => Choice
  /** By the keys of the choices; each key is read once. Rejects only when the signal aborts. */
  read(choices: readonly Choice[], caller: ChosenCaller): Promise<ReadonlyMap<string, ReadChoice>>
  /** Reads a post as the platform has it now. Throws what `PostApi.read` throws, and `unsupported_post_url`. */
  readNow(choice: Choice, access: Access, signal: AbortSignal): Promise<Post>
  /** Resolves when nothing is being read. */
  idle(): Promise<void>
}

/** Concurrent reads of one request, so that a platform does not receive twenty calls at the same time. */
const MAX_CONCURRENT = 5
const MAX_QUEUED = 20

export const createChosenPosts = (options: ChosenPostsOptions): ChosenPosts => {
  const { choose, api, findPost, followShortLink, cache, bodies, governor, serve, onAsked } = options
  const { now, elapsed, freshMs, deadlineMs } = options

  const notFound = ({ name }: Platform): ApiError =>
    new ApiError('unsupported_post_url', { message: `There is no post of ${name} at this URL.` })

  const readTarget = (platform: Platform, target: PostTarget, context: ValidationContext): Promise<ReadPost> => {
    if (target.platform !== platform.id) throw notFound(platform)
    return api.read(target, context)
  }

  const readUnknown = async (platform: Platform, url: URL, context: ValidationContext): Promise<ReadPost> => {
    const found = await findPost(url, context)
    if (found.is === 'post') return readTarget(platform, found.target, context)
    const { result } = found
    const source = platform.sources.find(({ provenance }) => provenance === result.post?.source.kind)
    if (result.platform === platform.id && result.post && source) return { post: result.post, source }
    throw notFound(platform)
  }

  const readShort = async (platform: Platform, url: URL, context: ValidationContext): Promise<ReadPost> => {
    const end = await followShortLink(url, context)
    return end.is === 'post' ? readTarget(platform, end.target, context) : readUnknown(platform, end.url, context)
  }

  const readChoice = async (choice: Readable, context: ValidationContext): Promise<ReadPost> => {
    // Through a connection, only what its platform knows as a post is read: a page at another host is not the account's.
    if (choice.is !== 'post' && context.access.reach !== 'public') throw notFound(choice.platform)
    if (choice.is === 'post') return api.read(choice.target, context)
    return (choice.is === 'short' ? readShort : readUnknown)(choice.platform, choice.url, context)
  }

  const freshFor = (platform: string, { post: { publishedAt }, source }: ReadPost): number => {
    const newestPostAgeMs = publishedAt === null ? undefined : now() - Date.parse(publishedAt)
    return freshnessOf({ freshMs, pressure: governor.pressure(platform, source, 'account'), newestPostAgeMs })
  }

  const get = async (
    choice: Choice,
    context: Omit<ValidationContext, 'bodies'>,
    key: string,
    images: ImagesOf | undefined,
  ): Promise<GotResponse> => {
    if (choice.is === 'refused') throw choice.error
    // A post that was not tried is not remembered as a failure.
    if (elapsed() >= context.deadline) throw new ApiError('platform_timeout')
    const platform = choice.is === 'post' ? choice.target.platform : choice.platform.id
    const asked = { platform, reach: context.access.reach }
    const spellings = choice.is === 'post' ? choice.spellings : []
    const work = async (signal: AbortSignal, cacheFor: (milliseconds: number) => void) => {
      const read = await bodies
        .during(context.licenseId, (own) => readChoice(choice, { ...context, signal, bodies: own }))
        .catch(async (refusal: unknown) => {
          await onAsked(spellings, asked, { refusal })
          throw refusal
        })
      await onAsked(spellings, asked, { foundAt: now() })
      cacheFor(freshFor(platform, read))
      const { reach } = context.access
      return plainContent(await writeJson(images ? read.post : serve(read.post, platform, reach, context.licenseId)))
    }
    return cache.get(key, work, context.signal)
  }

  return {
    choose,
    async read(choices, { licenseId, signal, access, images }) {
      const context = { signal, deadline: elapsed() + deadlineMs, licenseId, withBody: false, access }
      const limit = createConcurrencyLimit(MAX_CONCURRENT, MAX_QUEUED)
      const readOne = async (choice: Choice): Promise<ReadChoice> => {
        try {
          const key = keyWithin(access.reach, images ? `${images}\n${choice.key}` : choice.key)
          const cached = cache.peek(key)
          return { ok: true, ...(cached ?? (await limit.run(() => get(choice, context, key, images), signal))) }
        } catch (error) {
          signal.throwIfAborted()
          return { ok: false, error: isApiError(error) ? error : new ApiError('internal_error', { cause: error }) }
        }
      }
      const byKey = new Map(choices.map((choice) => [choice.key, choice]))
      return new Map(await Promise.all([...byKey].map(async ([key, choice]) => [key, await readOne(choice)] as const)))
    },
    async readNow(choice, access, signal) {
      if (choice.is === 'refused') throw choice.error
      const context = { signal, deadline: elapsed() + deadlineMs, licenseId: undefined, withBody: false, access }
      const { post } = await bodies.during(undefined, (own) => readChoice(choice, { ...context, bodies: own }))
      return post
    },
    idle: () => cache.idle(),
  }
}
