// Reads selected posts, each on its own: the result of one does not affect the others. Successful reads are cached as
// long as a page is fresh; concurrent requests for the same post share one read.

import type { BodyBudget } from '../../egress/body-budget.ts'
import { ApiError, isApiError } from '../../errors.ts'
import { plainContent } from '../../runtime/content-coding/content.ts'
import { writeJson } from '../../runtime/event-loop/write-json.ts'
import { freshnessOf } from '../../upstream/budgets/freshness.ts'
import type { Governor } from '../../upstream/budgets/governor.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import type { FoundPost } from '../find-post.ts'
import type { Errand } from '../finding.ts'
import type { Destination } from '../follow-short-link.ts'
import type { PostTarget } from '../posts/recognize-post.ts'
import type { ReadPost, RequestApi } from '../request-api.ts'
import type { GotResponse, ResponseCache } from '../response-cache.ts'
import { createTurns } from '../turns.ts'
import type { Choice, ChoosePost } from './choose-post.ts'

type Readable = Exclude<Choice, { readonly is: 'refused' }>

/** `content`: the post as uncompressed JSON, to be combined with others. */
export type ReadChoice = ({ readonly ok: true } & GotResponse) | { readonly ok: false; readonly error: ApiError }

export type ChosenPostsOptions = {
  readonly choose: ChoosePost
  readonly api: RequestApi
  /** Finds what is at a URL that no pattern matches. */
  readonly findPost: (url: URL, errand: Errand) => Promise<FoundPost>
  readonly followShortLink: (url: URL, errand: Errand) => Promise<Destination>
  readonly answers: ResponseCache
  readonly bodies: BodyBudget
  readonly governor: Pick<Governor, 'pressure'>
  readonly now: () => number
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly freshMs: number
  /** The time limit for all posts of one request. */
  readonly deadlineMs: number
}

export type ChosenPosts = {
  /** Pure. */
  readonly choose: (platform: Platform, written: string) => Choice
  /** By the keys of the choices; each key is read once. Rejects only when the signal aborts. */
  read(
    choices: readonly Choice[],
    caller: { readonly licenseId: string; readonly signal: AbortSignal },
  ): Promise<ReadonlyMap<string, ReadChoice>>
  /** Resolves when nothing is being read. */
  idle(): Promise<void>
}

/** Concurrent reads of one request, so that a platform does not receive twenty calls at the same time. */
const AT_ONCE = 5
const MOST_WAITING = 20

export const createChosenPosts = (options: ChosenPostsOptions): ChosenPosts => {
  const { choose, api, findPost, followShortLink, answers, bodies, governor, now, elapsed, freshMs, deadlineMs } =
    options

  const noneOf = ({ name }: Platform): ApiError =>
    new ApiError('unsupported_post_url', { message: `There is no post of ${name} at this URL.` })

  const readTarget = (platform: Platform, target: PostTarget, errand: Errand): Promise<ReadPost> => {
    if (target.platform !== platform.id) throw noneOf(platform)
    return api.read(target, errand)
  }

  const readUnknown = async (platform: Platform, url: URL, errand: Errand): Promise<ReadPost> => {
    const found = await findPost(url, errand)
    if (found.is === 'post') return readTarget(platform, found.target, errand)
    const { finding } = found
    const source = platform.sources.find(({ provenance }) => provenance === finding.post?.source.kind)
    if (finding.platform === platform.id && finding.post && source) return { post: finding.post, source }
    throw noneOf(platform)
  }

  const readShort = async (platform: Platform, url: URL, errand: Errand): Promise<ReadPost> => {
    const end = await followShortLink(url, errand)
    return end.is === 'post' ? readTarget(platform, end.target, errand) : readUnknown(platform, end.url, errand)
  }

  const readChoice = async (choice: Readable, errand: Errand): Promise<ReadPost> => {
    if (choice.is === 'post') return api.read(choice.target, errand)
    return (choice.is === 'short' ? readShort : readUnknown)(choice.platform, choice.url, errand)
  }

  const freshFor = (platform: string, { post: { publishedAt }, source }: ReadPost): number => {
    const newestPostAgeMs = publishedAt === null ? undefined : now() - Date.parse(publishedAt)
    return freshnessOf({ freshMs, pressure: governor.pressure(platform, source.id), newestPostAgeMs })
  }

  const get = async (choice: Choice, errand: Omit<Errand, 'bodies'>): Promise<GotResponse> => {
    if (choice.is === 'refused') throw choice.error
    // A post that was not tried is not remembered as a failure.
    if (elapsed() >= errand.deadline) throw new ApiError('platform_timeout')
    const platform = choice.is === 'post' ? choice.target.platform : choice.platform.id
    const work = async (signal: AbortSignal, holdFor: (milliseconds: number) => void) => {
      const read = await bodies.during(errand.licenseId, (own) =>
        readChoice(choice, { ...errand, signal, bodies: own }),
      )
      holdFor(freshFor(platform, read))
      return plainContent(await writeJson(read.post))
    }
    return answers.get(choice.key, work, errand.signal)
  }

  return {
    choose,
    async read(choices, { licenseId, signal }) {
      const errand = { signal, deadline: elapsed() + deadlineMs, licenseId, withBody: false }
      const turns = createTurns(AT_ONCE, MOST_WAITING)
      const readOne = async (choice: Choice): Promise<ReadChoice> => {
        try {
          const held = answers.peek(choice.key)
          return { ok: true, ...(held ?? (await turns.take(() => get(choice, errand), signal))) }
        } catch (error) {
          signal.throwIfAborted()
          return { ok: false, error: isApiError(error) ? error : new ApiError('internal_error', { cause: error }) }
        }
      }
      const byKey = new Map(choices.map((choice) => [choice.key, choice]))
      return new Map(await Promise.all([...byKey].map(async ([key, choice]) => [key, await readOne(choice)] as const)))
    },
    idle: () => answers.idle(),
  }
}
