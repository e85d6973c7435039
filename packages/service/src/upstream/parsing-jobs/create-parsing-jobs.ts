// Parsing jobs: run the code of a source on the event loop while its responses are small, and on a thread when they
// would block the loop. The size is known only when the responses arrive. The job then starts again on the thread. It
// makes no call twice, because equal calls within one fetch are sent once.

import { ApiError } from '../../errors.ts'
import { setIdleTimer } from '../../runtime/clock/set-timer.ts'
import { freeBytes } from '../../runtime/event-loop/free-bytes.ts'
import { never } from '../../runtime/event-loop/never.ts'
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
  /** As `findRow` of requests/judge.ts. Throws as `read` does. */
  findRow(rows: readonly BodyRow[], response: Response, signal: AbortSignal): Promise<number>
  /** Throws `unavailable` when the queue is full, Refused when the responses cannot be read in time, and the signal's
   * reason. */
  read(job: ReadJob, bytes: number, signal: AbortSignal): Promise<readonly ReadOutcome[]>
  /** Whether responses of this weight go to a thread; the threads must be able to load the platform's code. */
  takes(platform: Platform, weight: Weight): boolean
}

export type ParsingJobsOptions = {
  readonly contexts: Contexts
  /** Without threads, everything is read on the event loop. */
  readonly threads?: ParsingThreads | undefined
  readonly now: () => number
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
}

/** The methods of a source within one fetch: the calls for one page, or for one post. Throws what `callMethod` throws,
 * and `unavailable`. */
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
  /** Whether any call got a response. */
  hasResponses(): boolean
  /** Frees the memory of the responses immediately. Call it when the result is complete: nothing can be read
   * afterwards. */
  end(): void
}

export type ParsingJobs = (
  fetch: Omit<Fetch, 'baseUrl' | 'platform' | 'isReadThere'> & {
    readonly platform: Platform
    /** Whether the responses are needed only for the page that is read from them. */
    readonly isOfPage?: boolean
  },
) => Reading

/** A response of at most this size is read without yielding to the event loop. */
const TINY_BYTES = 2 * 1024
/** What a method needs besides its data. */
type Beside = Pick<Request, 'account' | 'page'>

/** The result of any method. */
type Read = { readonly value: unknown }

export const createParsingJobs = ({ contexts, threads, now, elapsed }: ParsingJobsOptions): ParsingJobs => {
  return (fetch) => {
    const { platform, source, isOfPage = false } = fetch
    const context = contexts({ ...fetch, isReadThere: isOfPage && threads?.takes(platform, HEAVIEST) === true })
    const at = now()
    /** The results of the calls so far, by the identity of the call. */
    const came: Came = new Map()
    const together = createBatches((requested) => run(requested))
    /** Resolves when reading the account moves to a thread. */
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

    /** Calls `move` with the task when it must go to a thread; the returned promise then never settles. Calls `finish`
     * with the result if a thread has already produced it. */
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
          return never()
        }
        if (weight.bytes > TINY_BYTES) await yieldToLoop()
        return response
      }
      /** Posts that wait for an account which a thread reads are read on that thread too, from the same responses. If
       * that fails, they are read here once the account is known. */
      const accountOrMove = async (): Promise<Account> => {
        const known = await Promise.race([account(), accountMoved])
        if (known) {
          requested = { ...requested, account: { value: known } }
          return known
        }
        const reported = await tell(readThere(requested, account))
        if ('error' in reported) return account()
        finish(reported.value)
        return never()
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

    /** A response that could not be read is dropped from the cache, whatever its caching fields say. */
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

/** Adds the response that a post was read from: the thread returns only its key. */
const withResponse = ({ value, response: answer }: ReadOutcome & { readonly is: 'done' }, came: Came): unknown => {
  const reported = answer === undefined ? undefined : came.get(answer)
  return reported !== undefined && 'value' in reported ? { ...Object(value), answer: reported.value } : value
}

/** Tasks that move to a thread at the same time become one job, so that their common data is read once. */
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
