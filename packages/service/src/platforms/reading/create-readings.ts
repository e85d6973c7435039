// Reads from a source: on the event loop where its answers are light, each in a turn of its own, and on a thread where they
// would hold the loop. Which of the two is known when they come; a reading is then begun anew on the thread, and asks nobody
// twice, since two asks of one call within one fetch are one call.

import { setIdleTimer } from '../../clock/set-timer.ts'
import { ApiError } from '../../errors.ts'
import { freeBytes } from '../../event-loop/free-bytes.ts'
import { never } from '../../event-loop/never.ts'
import { takeTurn } from '../../event-loop/take-turn.ts'
import { addressOf, identityOf } from '../asking/address-of.ts'
import type { Fetch } from '../asking/create-asking.ts'
import type { Contexts } from '../asking/create-contexts.ts'
import { forgetHeld } from '../asking/held-answers.ts'
import { isPriced } from '../asking/is-priced.ts'
import { type AnswerSource, sourceOfAnswer } from '../asking/receive-answer.ts'
import { addWeights, HEAVIEST, NO_WEIGHT, type Weight, weightOf } from '../asking/weight-of.ts'
import type { Answer, Call } from '../contract/call.ts'
import type { Platform } from '../contract/platform.ts'
import { type BodyRow, isRefused } from '../contract/refusal.ts'
import type { Account, PostAnswer, PostMatch, UntoldPost } from '../contract/source.ts'
import { callMethod, type Request } from './call-method.ts'
import {
  type Asked,
  answersIn,
  errorOf,
  type KnownAnswers,
  PAGE,
  type Question,
  type ReadJob,
  type ReadOutcome,
  type Told,
  tell,
  tellError,
} from './jobs.ts'
import type { ReadPosts } from './written-posts.ts'

export type ReadingThreads = {
  /** As `findRow` of asking/judge.ts. Throws as `read` does. */
  findRow(rows: readonly BodyRow[], answer: Answer, signal: AbortSignal): Promise<number>
  /** Throws `unavailable` when too much waits, Refused when the answers cannot be read in time, the signal's reason. */
  read(job: ReadJob, bytes: number, signal: AbortSignal): Promise<readonly ReadOutcome[]>
  /** Whether answers of so much are work for them; they must have the platform's code. */
  takes(platform: Platform, weight: Weight): boolean
}

export type ReadingsOptions = {
  readonly contexts: Contexts
  /** Without them everything is read on the event loop. */
  readonly threads?: ReadingThreads | undefined
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
  }): Promise<PostAnswer>
  findPost(request: { readonly url: URL; readonly page: Answer }): Promise<PostAnswer | UntoldPost | undefined>
  /** Whether anything that was asked for was answered. */
  hasAnswers(): boolean
  /** Gives the memory of the answers back at once, for whoever has what was to be read of them: nothing is read afterwards. */
  end(): void
}

export type Readings = (
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

export const createReadings = ({ contexts, threads, now, elapsed }: ReadingsOptions): Readings => {
  return (fetch) => {
    const { platform, source, isOfPage = false } = fetch
    const context = contexts({ ...fetch, isReadThere: isOfPage && threads?.takes(platform, HEAVIEST) === true })
    const at = now()
    /** What came so far, by the identity of the call, or why nothing did. */
    const came: Came = new Map()
    const together = createBatches((asked) => run(asked))
    /** Resolves when the account that is read here has become work for a thread. */
    const { promise: accountMoved, resolve: moveAccount } = Promise.withResolvers<undefined>()

    const ask = async (call: Call): Promise<Answer> => {
      const key = identityOf(call, addressOf(call), '')
      try {
        const answer = await context.ask(call)
        came.set(key, { value: answer })
        return answer
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
      move: (asked: Asked) => void,
      finish: (value: unknown) => void,
    ) => {
      const given = new Set<Answer>()
      let weight = NO_WEIGHT
      let asked: Asked = { question, account: undefined, waits: 0 }
      const admit = async (answer: Answer, isMovable: boolean): Promise<Answer> => {
        if (!given.has(answer)) weight = addWeights(weight, weightOf(answer))
        given.add(answer)
        if (isMovable && threads?.takes(platform, weight)) {
          move(asked)
          return never()
        }
        if (weight.bytes > TINY_BYTES) await takeTurn()
        return answer
      }
      /** Posts that wait for an account which a thread reads are read there beside it, out of the same answers: it has them
       * before it. Where that does not go well, they are read here as if it had not been tried. */
      const accountOrMove = async (): Promise<Account> => {
        const known = await Promise.race([account(), accountMoved])
        if (known) {
          asked = { ...asked, account: { value: known } }
          return known
        }
        const told = await tell(readThere(asked, account))
        if ('error' in told) return account()
        finish(told.value)
        return never()
      }
      const request: Request = {
        ...context,
        ask: async (call) => admit(await ask(call), !isPriced(call)),
        async wait(milliseconds) {
          await context.wait(milliseconds)
          asked = { ...asked, waits: asked.waits + 1 }
        },
        account: accountOrMove,
        page: page && (await admit(page, true)),
      }
      return callMethod(source, question, request)
    }

    const run = async (asked: readonly Asked[]): Promise<readonly ReadOutcome[]> => {
      const answers = sourcesOf(came)
      const { settings } = context
      const job = { is: 'read', platform: platform.id, source: source.id, settings, now: at, answers, asked } as const
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

    const readThere = async (begun: Asked, account: Beside['account']): Promise<unknown> => {
      let asked = begun
      for (;;) {
        const outcome = await together(asked)
        if (outcome.is === 'failed') throw errorOf(outcome.error)
        if (outcome.is === 'done') return withAnswer(outcome, came)
        let { account: given, waits } = asked
        await Promise.all(
          outcome.needs.map(async (need) => {
            if (need.is === 'account') given = await tell(account())
            else if (need.is === 'call') await ask(need.call).catch(() => {})
            else {
              await context.wait(need.milliseconds)
              waits += 1
            }
          }),
        )
        asked = { ...asked, account: given, waits }
      }
    }

    /** An answer that turned out to be none is not given again, whatever its server says of it. */
    const forgetBroken = (error: unknown): never => {
      if (isRefused(error, 'broken')) for (const told of came.values()) if ('value' in told) forgetHeld(told.value)
      throw error
    }

    const readWherever = async (question: Question, beside: Beside): Promise<unknown> => {
      if (beside.page) came.set(PAGE, { value: beside.page })
      const { promise: there, resolve: endHere } = Promise.withResolvers<Read | Asked>()
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
      post: ({ url, ...request }) => read({ method: 'post', url: url.href, ...request }, none) as Promise<PostAnswer>,
      findPost: ({ url, page }) =>
        read({ method: 'findPost', url: url.href }, { ...none, page }) as Promise<PostAnswer | UntoldPost | undefined>,
      hasAnswers: () => [...came.values()].some((told) => 'value' in told),
      end() {
        for (const { received } of answersIn(sourcesOf(came))) freeBytes(received.body)
      },
    }
  }
}

type Came = Map<string, Told<Answer>>

const sourcesOf = (came: Came): KnownAnswers =>
  new Map(
    [...came].flatMap(([key, told]): [string, Told<AnswerSource>][] => {
      if ('error' in told) return [[key, told]]
      const value = sourceOfAnswer(told.value)
      return value === undefined ? [] : [[key, { value }]]
    }),
  )

const bytesOf = (known: KnownAnswers): number =>
  answersIn(known).reduce((sum, { received }) => sum + received.body.length, 0)

/** A post with the answer that it was read from, which the thread only names. */
const withAnswer = ({ value, answer }: ReadOutcome & { readonly is: 'done' }, came: Came): unknown => {
  const told = answer === undefined ? undefined : came.get(answer)
  return told !== undefined && 'value' in told ? { ...Object(value), answer: told.value } : value
}

/** Questions that move to a thread at one time are one job: what they have in common is read once. */
const createBatches = (run: (asked: readonly Asked[]) => Promise<readonly ReadOutcome[]>) => {
  let batch: { readonly asked: Asked[]; readonly outcomes: Promise<readonly ReadOutcome[]> } | undefined
  const open = () => {
    const asked: Asked[] = []
    const outcomes = new Promise((resolve) => setImmediate(resolve)).then(() => {
      batch = undefined
      return run(asked)
    })
    return { asked, outcomes }
  }
  return async (asked: Asked): Promise<ReadOutcome> => {
    batch ??= open()
    const { asked: all, outcomes } = batch
    const index = all.push(asked) - 1
    const outcome = (await outcomes)[index]
    if (outcome === undefined) throw new RangeError('The thread said nothing of a question')
    return outcome
  }
}
