// Parsing jobs: run the code of a source on the event loop while its responses are small, and on a thread when they
// would block the loop. The size is known only when the responses arrive. The job then starts again on the thread. It
// makes no call twice, because equal calls within one fetch are sent once.

import { ApiError } from '../../errors.ts'
import { setIdleTimer } from '../../runtime/clock/set-timer.ts'
import { freeBytes } from '../../runtime/event-loop/free-bytes.ts'
import { neverSettles } from '../../runtime/event-loop/never-settles.ts'
import { yieldToLoop } from '../../runtime/event-loop/yield-to-loop.ts'
import type { Call, Response } from '../contract/call.ts'
import type { Platform } from '../contract/platform.ts'
import { type BodyRow, isRefused } from '../contract/refusal.ts'
import type { Account, PostMatch, PostResponse, UntoldPost } from '../contract/source.ts'
import type { Fetch } from '../requests/create-client.ts'
import type { Contexts } from '../requests/create-contexts.ts'
import { isPriced } from '../requests/is-priced.ts'
import { type ResponseSource, sourceOfResponse } from '../requests/receive-response.ts'
import { forgetCached } from '../requests/response-cache.ts'
import { identityOf, urlOf } from '../requests/url-of.ts'
import { addWeights, HEAVIEST, NO_WEIGHT, type Weight, weightOf } from '../requests/weight-of.ts'
import { callMethod, type Request } from './call-method.ts'
import {
  deserializeError,
  type Invocation,
  type KnownResponses,
  PAGE,
  type ReadJob,
  type ReadOutcome,
  type Result,
  responsesIn,
  resultOf,
  serializeError,
  type Task,
} from './jobs.ts'
import type { ReadPosts } from './serialized-posts.ts'

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
export type ParsingJob = {
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
  fetch: Omit<Fetch, 'baseUrl' | 'platform' | 'isReadOnThread'> & {
    readonly platform: Platform
    /** Whether the responses are needed only for the page that is read from them. */
    readonly isOfPage?: boolean
  },
) => ParsingJob

/** A response of at most this size is read without yielding to the event loop. */
const TINY_BYTES = 2 * 1024
/** What a method needs besides its data. */
type Inputs = Pick<Request, 'account' | 'page'>

/** The result of any method. */
type Read = { readonly value: unknown }

export const createParsingJobs = ({ contexts, threads, now, elapsed }: ParsingJobsOptions): ParsingJobs => {
  return (fetch) => {
    const { platform, source, isOfPage = false } = fetch
    const context = contexts({ ...fetch, isReadOnThread: isOfPage && threads?.takes(platform, HEAVIEST) === true })
    const at = now()
    /** The results of the calls so far, by the identity of the call. */
    const results: CallResults = new Map()
    const runInBatch = createBatches((tasks) => run(tasks))
    /** Resolves when reading the account moves to a thread. */
    const { promise: accountMoved, resolve: moveAccount } = Promise.withResolvers<undefined>()

    const send = async (call: Call): Promise<Response> => {
      const key = identityOf(call, urlOf(call), '')
      try {
        const response = await context.send(call)
        results.set(key, { value: response })
        return response
      } catch (error) {
        results.set(key, { error: serializeError(error) })
        throw error
      }
    }

    /** Calls `move` with the task when it must go to a thread; the returned promise then never settles. Calls `finish`
     * with the result if a thread has already produced it. */
    const readOnLoop = async (
      invocation: Invocation,
      { account, page }: Inputs,
      move: (task: Task) => void,
      finish: (value: unknown) => void,
    ) => {
      const seen = new Set<Response>()
      let weight = NO_WEIGHT
      let task: Task = { invocation, account: undefined, waits: 0 }
      const admit = async (response: Response, isMovable: boolean): Promise<Response> => {
        if (!seen.has(response)) weight = addWeights(weight, weightOf(response))
        seen.add(response)
        if (isMovable && threads?.takes(platform, weight)) {
          move(task)
          return neverSettles()
        }
        if (weight.bytes > TINY_BYTES) await yieldToLoop()
        return response
      }
      /** Posts that wait for an account which a thread reads are read on that thread too, from the same responses. If
       * that fails, they are read here once the account is known. */
      const accountOrMove = async (): Promise<Account> => {
        const known = await Promise.race([account(), accountMoved])
        if (known) {
          task = { ...task, account: { value: known } }
          return known
        }
        const result = await resultOf(readByThread(task, account))
        if ('error' in result) return account()
        finish(result.value)
        return neverSettles()
      }
      const request: Request = {
        ...context,
        send: async (call) => admit(await send(call), !isPriced(call)),
        async wait(milliseconds) {
          await context.wait(milliseconds)
          task = { ...task, waits: task.waits + 1 }
        },
        account: accountOrMove,
        page: page && (await admit(page, true)),
      }
      return callMethod(source, invocation, request)
    }

    const run = async (tasks: readonly Task[]): Promise<readonly ReadOutcome[]> => {
      const responses = sourcesOf(results)
      const { settings, own } = context
      const job = {
        is: 'read',
        platform: platform.id,
        source: source.id,
        settings,
        own,
        now: at,
        responses,
        tasks,
      } as const
      const expiry = new AbortController()
      const signal = AbortSignal.any([fetch.signal, expiry.signal])
      const cancelTimer = setIdleTimer(() => expiry.abort(), Math.max(1, Math.ceil(fetch.deadline - elapsed())))
      try {
        return (await threads?.read(job, bytesOf(responses), signal)) ?? []
      } catch (error) {
        fetch.signal.throwIfAborted()
        throw signal.aborted ? new ApiError('platform_timeout', { cause: error }) : error
      } finally {
        cancelTimer()
      }
    }

    const readByThread = async (first: Task, account: Inputs['account']): Promise<unknown> => {
      let task = first
      for (;;) {
        const outcome = await runInBatch(task)
        if (outcome.is === 'failed') throw deserializeError(outcome.error)
        if (outcome.is === 'done') return withResponse(outcome, results)
        let { account: given, waits } = task
        await Promise.all(
          outcome.needs.map(async (need) => {
            if (need.is === 'account') given = await resultOf(account())
            else if (need.is === 'call') await send(need.call).catch(() => {})
            else {
              await context.wait(need.milliseconds)
              waits += 1
            }
          }),
        )
        task = { ...task, account: given, waits }
      }
    }

    /** A response that could not be read is dropped from the cache, whatever its caching fields say. */
    const forgetBroken = (error: unknown): never => {
      if (isRefused(error, 'broken'))
        for (const result of results.values()) if ('value' in result) forgetCached(result.value)
      throw error
    }

    const readAnywhere = async (invocation: Invocation, inputs: Inputs): Promise<unknown> => {
      if (inputs.page) results.set(PAGE, { value: inputs.page })
      const { promise: moved, resolve: leaveLoop } = Promise.withResolvers<Read | Task>()
      const onLoop = readOnLoop(invocation, inputs, leaveLoop, (value) => leaveLoop({ value }))
      const first = await Promise.race([onLoop.then((value): Read => ({ value })), moved])
      if ('value' in first) return first.value
      if (invocation.method === 'account') moveAccount(undefined)
      return readByThread(first, inputs.account)
    }

    const read = (invocation: Invocation, inputs: Inputs): Promise<unknown> =>
      readAnywhere(invocation, inputs).catch(forgetBroken)

    const none: Inputs = { account: () => Promise.reject(new RangeError('It has no account')), page: undefined }
    return {
      account: (request) => read({ method: 'account', ...request }, none) as Promise<Account>,
      posts: ({ account, ...request }) =>
        read({ method: 'posts', ...request }, { ...none, account }) as Promise<ReadPosts>,
      post: ({ url, ...request }) => read({ method: 'post', url: url.href, ...request }, none) as Promise<PostResponse>,
      findPost: ({ url, page }) =>
        read({ method: 'findPost', url: url.href }, { ...none, page }) as Promise<
          PostResponse | UntoldPost | undefined
        >,
      hasResponses: () => [...results.values()].some((result) => 'value' in result),
      end() {
        for (const { received } of responsesIn(sourcesOf(results))) freeBytes(received.body)
      },
    }
  }
}

type CallResults = Map<string, Result<Response>>

const sourcesOf = (results: CallResults): KnownResponses =>
  new Map(
    [...results].flatMap(([key, result]): [string, Result<ResponseSource>][] => {
      if ('error' in result) return [[key, result]]
      const value = sourceOfResponse(result.value)
      return value === undefined ? [] : [[key, { value }]]
    }),
  )

const bytesOf = (known: KnownResponses): number =>
  responsesIn(known).reduce((sum, { received }) => sum + received.body.length, 0)

/** Adds the response that a post was read from: the thread returns only its key. */
const withResponse = (
  { value, response: key }: ReadOutcome & { readonly is: 'done' },
  results: CallResults,
): unknown => {
  const result = key === undefined ? undefined : results.get(key)
  return result !== undefined && 'value' in result ? { ...Object(value), answer: result.value } : value
}

/** Tasks that move to a thread at the same time become one job, so that their common data is read once. */
const createBatches = (run: (tasks: readonly Task[]) => Promise<readonly ReadOutcome[]>) => {
  let batch: { readonly tasks: Task[]; readonly outcomes: Promise<readonly ReadOutcome[]> } | undefined
  const open = () => {
    const tasks: Task[] = []
    const outcomes = new Promise((resolve) => setImmediate(resolve)).then(() => {
      batch = undefined
      return run(tasks)
    })
    return { tasks, outcomes }
  }
  return async (task: Task): Promise<ReadOutcome> => {
    batch ??= open()
    const { tasks, outcomes } = batch
    const index = tasks.push(task) - 1
    const outcome = (await outcomes)[index]
    if (outcome === undefined) throw new RangeError('The thread returned no outcome for a task')
    return outcome
  }
}
