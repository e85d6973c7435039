// Reads from a source: on the event loop where its answers are light, each in a turn of its own, and on a thread where they
// would hold the loop. Which of the two is known when they come; a reading is then begun anew on the thread, and asks nobody
// twice, since two asks of one call within one fetch are one call.

import { ApiError } from '../../errors.ts'
import { setIdleTimer } from '../../runtime/clock/set-timer.ts'
import { freeBytes } from '../../runtime/event-loop/free-bytes.ts'
import { neverSettles } from '../../runtime/event-loop/never-settles.ts'
import { yieldToLoop } from '../../runtime/event-loop/yield-to-loop.ts'
import type { Call, Response } from '../contract/call.ts'
import type { Platform } from '../contract/platform.ts'
import { type BodyRow, isRefused } from '../contract/refusal.ts'
import type { Account, PostMatch, PostResponse, UntoldPost } from '../contract/source.ts'
import { addressOf, identityOf } from '../requests/address-of.ts'
import type { Fetch } from '../requests/create-client.ts'
import type { Contexts } from '../requests/create-contexts.ts'
import { isPriced } from '../requests/is-priced.ts'
import { type ResponseSource, sourceOfResponse } from '../requests/receive-response.ts'
import { forgetHeld } from '../requests/response-cache.ts'
import { addWeights, HEAVIEST, NO_WEIGHT, type Weight, weightOf } from '../requests/weight-of.ts'
import { callMethod, type Request } from './call-method.ts'
import {
  errorOf,
  type KnownResponses,
  PAGE,
  type Question,
  type ReadJob,
  type ReadOutcome,
  type Reported,
  type Requested,
  responsesIn,
  tell,
  tellError,
} from './jobs.ts'
import type { ReadPosts } from './written-posts.ts'

export type ParsingThreads = {
  /** As `findRow` of asking/judge.ts. Throws as `read` does. */
  findRow(rows: readonly BodyRow[], response: Response, signal: AbortSignal): Promise<number>
  /** Throws `unavailable` when too much waits, Refused when the answers cannot be read in time, the signal's reason. */
  read(job: ReadJob, bytes: number, signal: AbortSignal): Promise<readonly ReadOutcome[]>
  /** Whether answers of so much are work for them; they must have the platform's code. */
  takes(platform: Platform, weight: Weight): boolean
}

export type ParsingJobsOptions = {
  readonly contexts: Contexts
  /** Without them everything is read on the event loop. */
  readonly threads?: ParsingThreads | undefined
  readonly now: () => number
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
}

/** One fetch: all that is asked for one page, or one post. Throws what `callMethod` throws, and `unavailable`. */
export type Reading = {
  account(request: { readonly handle: string; readonly limit: number }): Promise<Account>
  posts(request: {
    readonly handle: string
    readonly limit: number
    readonly variant: string
    readonly after: string | undefined
    readonly account: () => Promise<Account>
  }): Promise<ReadPosts>
  post(request: {
    readonly url: URL
    readonly match: PostMatch
    readonly accounts: readonly string[]
  }): Promise<PostResponse>
  findPost(request: { readonly url: URL; readonly page: Response }): Promise<PostResponse | UntoldPost | undefined>
  /** Whether anything that was asked for was answered. */
  hasResponses(): boolean
  /** Gives the memory of the answers back at once, for whoever has what was to be read of them: nothing is read afterwards. */
  end(): void
}

export type ParsingJobs = (
  fetch: Omit<Fetch, 'baseUrl' | 'platform' | 'isReadThere'> & {
    readonly platform: Platform
    /** Of its answers nothing is wanted but the page that is read of them. */
    readonly isOfPage?: boolean
  },
) => Reading

/** What is no larger is read at once. */
const TINY_BYTES = 2 * 1024
/** What a question was asked with besides its data. */
type Beside = Pick<Request, 'account' | 'page'>

/** What was read, of whatever it was. */
type Read = { readonly value: unknown }

export const createParsingJobs = ({ contexts, threads, now, elapsed }: ParsingJobsOptions): ParsingJobs => {
  return (fetch) => {
    const { platform, source, isOfPage = false } = fetch
    const context = contexts({ ...fetch, isReadThere: isOfPage && threads?.takes(platform, HEAVIEST) === true })
    const at = now()
    /** What came so far, by the identity of the call, or why nothing did. */
    const came: Came = new Map()
    const together = createBatches((requested) => run(requested))
    /** Resolves when the account that is read here has become work for a thread. */
    const { promise: accountMoved, resolve: moveAccount } = Promise.withResolvers<undefined>()

    const send = async (call: Call): Promise<Response> => {
      const key = identityOf(call, addressOf(call), '')
      try {
        const response = await context.send(call)
        came.set(key, { value: response })
        return response
      } catch (error) {
        came.set(key, { error: tellError(error) })
        throw error
      }
    }

    /** `move`: called when it is work for a thread, with what it was given besides answers; what was begun here is never heard
     * of again. `finish`: called with what a thread has read of it already. */
    const readHere = async (
      question: Question,
      { account, page }: Beside,
      move: (requested: Requested) => void,
      finish: (value: unknown) => void,
    ) => {
      const given = new Set<Response>()
      let weight = NO_WEIGHT
      let requested: Requested = { question, account: undefined, waits: 0 }
      const admit = async (response: Response, isMovable: boolean): Promise<Response> => {
        if (!given.has(response)) weight = addWeights(weight, weightOf(response))
        given.add(response)
        if (isMovable && threads?.takes(platform, weight)) {
          move(requested)
          return neverSettles()
        }
        if (weight.bytes > TINY_BYTES) await yieldToLoop()
        return response
      }
      /** Posts that wait for an account which a thread reads are read there beside it, out of the same answers: it has them
       * before it. Where that does not go well, they are read here as if it had not been tried. */
      const accountOrMove = async (): Promise<Account> => {
        const known = await Promise.race([account(), accountMoved])
        if (known) {
          requested = { ...requested, account: { value: known } }
          return known
        }
        const reported = await tell(readThere(requested, account))
        if ('error' in reported) return account()
        finish(reported.value)
        return neverSettles()
      }
      const request: Request = {
        ...context,
        send: async (call) => admit(await send(call), !isPriced(call)),
        async wait(milliseconds) {
          await context.wait(milliseconds)
          requested = { ...requested, waits: requested.waits + 1 }
        },
        account: accountOrMove,
        page: page && (await admit(page, true)),
      }
      return callMethod(source, question, request)
    }

    const run = async (requested: readonly Requested[]): Promise<readonly ReadOutcome[]> => {
      const answers = sourcesOf(came)
      const { settings } = context
      const job = {
        is: 'read',
        platform: platform.id,
        source: source.id,
        settings,
        now: at,
        answers,
        requested,
      } as const
      const late = new AbortController()
      const signal = AbortSignal.any([fetch.signal, late.signal])
      const callOff = setIdleTimer(() => late.abort(), Math.max(1, Math.ceil(fetch.deadline - elapsed())))
      try {
        return (await threads?.read(job, bytesOf(answers), signal)) ?? []
      } catch (error) {
        fetch.signal.throwIfAborted()
        throw signal.aborted ? new ApiError('platform_timeout', { cause: error }) : error
      } finally {
        callOff()
      }
    }

    const readThere = async (begun: Requested, account: Beside['account']): Promise<unknown> => {
      let requested = begun
      for (;;) {
        const outcome = await together(requested)
        if (outcome.is === 'failed') throw errorOf(outcome.error)
        if (outcome.is === 'done') return withResponse(outcome, came)
        let { account: given, waits } = requested
        await Promise.all(
          outcome.needs.map(async (need) => {
            if (need.is === 'account') given = await tell(account())
            else if (need.is === 'call') await send(need.call).catch(() => {})
            else {
              await context.wait(need.milliseconds)
              waits += 1
            }
          }),
        )
        requested = { ...requested, account: given, waits }
      }
    }

    /** An answer that turned out to be none is not given again, whatever its server says of it. */
    const forgetBroken = (error: unknown): never => {
      if (isRefused(error, 'broken'))
        for (const reported of came.values()) if ('value' in reported) forgetHeld(reported.value)
      throw error
    }

    const readWherever = async (question: Question, beside: Beside): Promise<unknown> => {
      if (beside.page) came.set(PAGE, { value: beside.page })
      const { promise: there, resolve: endHere } = Promise.withResolvers<Read | Requested>()
      const here = readHere(question, beside, endHere, (value) => endHere({ value }))
      const first = await Promise.race([here.then((value): Read => ({ value })), there])
      if ('value' in first) return first.value
      if (question.method === 'account') moveAccount(undefined)
      return readThere(first, beside.account)
    }

    const read = (question: Question, beside: Beside): Promise<unknown> =>
      readWherever(question, beside).catch(forgetBroken)

    const none: Beside = { account: () => Promise.reject(new RangeError('It has no account')), page: undefined }
    return {
      account: (request) => read({ method: 'account', ...request }, none) as Promise<Account>,
      posts: ({ account, ...request }) =>
        read({ method: 'posts', ...request }, { ...none, account }) as Promise<ReadPosts>,
      post: ({ url, ...request }) => read({ method: 'post', url: url.href, ...request }, none) as Promise<PostResponse>,
      findPost: ({ url, page }) =>
        read({ method: 'findPost', url: url.href }, { ...none, page }) as Promise<
          PostResponse | UntoldPost | undefined
        >,
      hasResponses: () => [...came.values()].some((reported) => 'value' in reported),
      end() {
        for (const { received } of responsesIn(sourcesOf(came))) freeBytes(received.body)
      },
    }
  }
}

type Came = Map<string, Reported<Response>>

const sourcesOf = (came: Came): KnownResponses =>
  new Map(
    [...came].flatMap(([key, reported]): [string, Reported<ResponseSource>][] => {
      if ('error' in reported) return [[key, reported]]
      const value = sourceOfResponse(reported.value)
      return value === undefined ? [] : [[key, { value }]]
    }),
  )

const bytesOf = (known: KnownResponses): number =>
  responsesIn(known).reduce((sum, { received }) => sum + received.body.length, 0)

/** A post with the answer that it was read from, which the thread only names. */
const withResponse = ({ value, response: answer }: ReadOutcome & { readonly is: 'done' }, came: Came): unknown => {
  const reported = answer === undefined ? undefined : came.get(answer)
  return reported !== undefined && 'value' in reported ? { ...Object(value), answer: reported.value } : value
}

/** Questions that move to a thread at one time are one job: what they have in common is read once. */
const createBatches = (run: (requested: readonly Requested[]) => Promise<readonly ReadOutcome[]>) => {
  let batch: { readonly requested: Requested[]; readonly outcomes: Promise<readonly ReadOutcome[]> } | undefined
  const open = () => {
    const requested: Requested[] = []
    const outcomes = new Promise((resolve) => setImmediate(resolve)).then(() => {
      batch = undefined
      return run(requested)
    })
    return { requested, outcomes }
  }
  return async (requested: Requested): Promise<ReadOutcome> => {
    batch ??= open()
    const { requested: all, outcomes } = batch
    const index = all.push(requested) - 1
    const outcome = (await outcomes)[index]
    if (outcome === undefined) throw new RangeError('The thread said nothing of a question')
    return outcome
  }
}
