// The thread's side of a reading: runs a source's own code over the answers that are known, until it is done or cannot go on
// without more. Holds nothing between jobs.

import { neverSettles } from '../../runtime/event-loop/never-settles.ts'
import type { Call, Response } from '../contract/call.ts'
import type { Platform } from '../contract/platform.ts'
import type { Account, Context, Source } from '../contract/source.ts'
import { addressOf, identityOf } from '../requests/address-of.ts'
import { freeDecoded, receiveResponse } from '../requests/receive-response.ts'
import { callMethod } from './call-method.ts'
import { errorOf, type Need, PAGE, type ReadJob, type ReadOutcome, type Requested, tellError } from './jobs.ts'
import type { ReadPosts } from './written-posts.ts'

/** A method under way, what it waits for, and whether it asked for the account that is read beside it. */
type Run = { outcome: ReadOutcome | undefined; readonly needs: Need[]; usesOwnAccount: boolean }

type Responses = (key: string) => Response | undefined

/** The event loop of the thread goes round once, so that whatever can go on has gone on. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Throws RangeError when there is no such source. */
export const readOnThread = async (platform: Platform, job: ReadJob): Promise<readonly ReadOutcome[]> => {
  const source = platform.sources.find(({ id }) => id === job.source)
  if (source === undefined) throw new RangeError(`There is no source ${job.platform} ${job.source}`)
  const made = new Map<string, Response>()
  const responseOf: Responses = (key) => {
    const reported = job.answers.get(key)
    if (reported === undefined) return undefined
    if ('error' in reported) throw errorOf(reported.error)
    const response = made.get(key) ?? receiveResponse(reported.value.received, reported.value.secrets)
    made.set(key, response)
    return response
  }
  const keyOf = (response: Response) => [...made].find(([, each]) => each === response)?.[0]

  const own = Promise.withResolvers<Account>()
  // Whether it is waited for is the source's own affair.
  own.promise.catch(() => {})
  const ownAccount = job.requested.some(({ question }) => question.method === 'account') ? own.promise : undefined

  const begin = (requested: Requested): Run => {
    const run: Run = { outcome: undefined, needs: [], usesOwnAccount: false }
    const { question } = requested
    const context = contextOf(job, requested, run.needs, responseOf)
    const request = { ...context, account: () => accountOf(requested, run, ownAccount), page: responseOf(PAGE) }
    const work = callMethod(source as Source, question, request)
    if (question.method === 'account') work.then((value) => own.resolve(value as Account), own.reject)
    work.then(
      (value) => {
        run.outcome = doneWith(value, keyOf)
      },
      (error: unknown) => {
        run.outcome = { is: 'failed', error: tellError(error) }
      },
    )
    return run
  }

  const runs = job.requested.map(begin)
  do await settle()
  while (runs.some(({ outcome }) => outcome === undefined) && runs.every(({ needs }) => needs.length === 0))
  for (const response of made.values()) freeDecoded(response)
  return runs.map((run) => run.outcome ?? { is: 'needs', needs: needsOf(run) })
}

const contextOf = (
  { settings, now }: ReadJob,
  { waits }: Requested,
  needs: Need[],
  responseOf: Responses,
): Context<unknown> => {
  let waited = 0
  const send = async (call: Call): Promise<Response> => {
    const key = identityOf(call, addressOf(call), '')
    const known = responseOf(key)
    if (known) return known
    needs.push({ is: 'call', key, call: dataOf(call) })
    return neverSettles()
  }
  return {
    send,
    settings,
    now: () => now,
    async wait(milliseconds) {
      waited += 1
      if (waited <= waits) return
      needs.push({ is: 'wait', milliseconds })
      await neverSettles()
    },
  }
}

/** Of what a call asks, all that is data. */
const dataOf = ({ url, cost, ...call }: Call): Call => {
  if (typeof cost === 'function') throw new RangeError('A call that is priced by its answer is made on the event loop')
  return { ...call, url: String(url), ...(cost !== undefined && { cost }) }
}

/** What is read beside it is not read again the next time: that account is given by then. */
const needsOf = ({ needs, usesOwnAccount }: Run): readonly Need[] =>
  usesOwnAccount ? [...needs, { is: 'account' }] : needs

const accountOf = async (
  { account }: Requested,
  run: Run,
  ownAccount: Promise<Account> | undefined,
): Promise<Account> => {
  if (account !== undefined) {
    if ('error' in account) throw errorOf(account.error)
    return account.value
  }
  if (ownAccount) {
    run.usesOwnAccount = true
    return ownAccount
  }
  run.needs.push({ is: 'account' })
  return neverSettles()
}

/** What changes hands with the outcomes instead of being copied. */
export const buffersOf = (outcomes: readonly ReadOutcome[], { requested: asked }: ReadJob): ArrayBuffer[] =>
  outcomes.flatMap((outcome, at) =>
    outcome.is === 'done' && asked[at]?.question.method === 'posts'
      ? [(outcome.value as ReadPosts).posts.json.buffer]
      : [],
  )

/** A post comes with the answer that it was read from, which stays here. */
const doneWith = (value: unknown, keyOf: (response: Response) => string | undefined): ReadOutcome => {
  if (typeof value !== 'object' || value === null || !('answer' in value)) return { is: 'done', value }
  const { answer: response, ...rest } = value
  return { is: 'done', value: rest, response: keyOf(response as Response) }
}
