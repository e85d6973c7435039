// The thread's side of a parsing job: runs a source's code with the known responses until it is done or needs more.
// Keeps nothing between jobs.

import { neverSettles } from '../../runtime/event-loop/never-settles.ts'
import type { Call, Response } from '../contract/call.ts'
import type { Platform } from '../contract/platform.ts'
import type { Account, Context, Source } from '../contract/source.ts'
import { freeDecoded, receiveResponse } from '../requests/receive-response.ts'
import { identityOf, urlOf } from '../requests/url-of.ts'
import { callMethod } from './call-method.ts'
import { deserializeError, type Need, PAGE, type ReadJob, type ReadOutcome, serializeError, type Task } from './jobs.ts'
import type { ReadPosts } from './serialized-posts.ts'

/** A running method, what it waits for, and whether it needs the account that the same job reads. */
type Run = { outcome: ReadOutcome | undefined; readonly needs: Need[]; usesOwnAccount: boolean }

type Responses = (key: string) => Response | undefined

/** Waits for one iteration of the event loop, so that all runs progress as far as they can. */
const nextIteration = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Throws RangeError if there is no such source. */
export const readOnThread = async (platform: Platform, job: ReadJob): Promise<readonly ReadOutcome[]> => {
  const source = platform.sources.find(({ id }) => id === job.source)
  if (source === undefined) throw new RangeError(`There is no source ${job.platform} ${job.source}`)
  const responses = new Map<string, Response>()
  const responseOf: Responses = (key) => {
    const result = job.responses.get(key)
    if (result === undefined) return undefined
    if ('error' in result) throw deserializeError(result.error)
    const response = responses.get(key) ?? receiveResponse(result.value.received, result.value.secrets)
    responses.set(key, response)
    return response
  }
  const keyOf = (response: Response) => [...responses].find(([, each]) => each === response)?.[0]

  const own = Promise.withResolvers<Account>()
  // Prevents an unhandled rejection when no run awaits it.
  own.promise.catch(() => {})
  const ownAccount = job.tasks.some(({ invocation }) => invocation.method === 'account') ? own.promise : undefined

  const begin = (task: Task): Run => {
    const run: Run = { outcome: undefined, needs: [], usesOwnAccount: false }
    const { invocation } = task
    const context = contextOf(job, task, run.needs, responseOf)
    const request = { ...context, account: () => accountOf(task, run, ownAccount), page: responseOf(PAGE) }
    const work = callMethod(source as Source, invocation, request)
    if (invocation.method === 'account') work.then((value) => own.resolve(value as Account), own.reject)
    work.then(
      (value) => {
        run.outcome = doneWith(value, keyOf)
      },
      (error: unknown) => {
        run.outcome = { is: 'failed', error: serializeError(error) }
      },
    )
    return run
  }

  const runs = job.tasks.map(begin)
  do await nextIteration()
  while (runs.some(({ outcome }) => outcome === undefined) && runs.every(({ needs }) => needs.length === 0))
  for (const response of responses.values()) freeDecoded(response)
  return runs.map((run) => run.outcome ?? { is: 'needs', needs: needsOf(run) })
}

const contextOf = (
  { settings, own, now }: ReadJob,
  { waits }: Task,
  needs: Need[],
  responseOf: Responses,
): Context<unknown> => {
  let waited = 0
  const send = async (call: Call): Promise<Response> => {
    const key = identityOf(call, urlOf(call), '')
    const known = responseOf(key)
    if (known) return known
    needs.push({ is: 'call', key, call: dataOf(call) })
    return neverSettles()
  }
  return {
    send,
    settings,
    own,
    now: () => now,
    async wait(milliseconds) {
      waited += 1
      if (waited <= waits) return
      needs.push({ is: 'wait', milliseconds })
      await neverSettles()
    },
  }
}

/** The call as plain data. */
const dataOf = ({ url, cost, ...call }: Call): Call => {
  if (typeof cost === 'function')
    throw new RangeError('A call that is priced by its response is made on the event loop')
  return { ...call, url: String(url), ...(cost !== undefined && { cost }) }
}

/** A run that waits for the job's own account also asks for it: the next job contains the account. */
const needsOf = ({ needs, usesOwnAccount }: Run): readonly Need[] =>
  usesOwnAccount ? [...needs, { is: 'account' }] : needs

const accountOf = async ({ account }: Task, run: Run, ownAccount: Promise<Account> | undefined): Promise<Account> => {
  if (account !== undefined) {
    if ('error' in account) throw deserializeError(account.error)
    return account.value
  }
  if (ownAccount) {
    run.usesOwnAccount = true
    return ownAccount
  }
  run.needs.push({ is: 'account' })
  return neverSettles()
}

/** Buffers that are transferred with the outcomes instead of being copied. */
export const buffersOf = (outcomes: readonly ReadOutcome[], { tasks }: ReadJob): ArrayBuffer[] =>
  outcomes.flatMap((outcome, at) =>
    outcome.is === 'done' && tasks[at]?.invocation.method === 'posts'
      ? [(outcome.value as ReadPosts).posts.json.buffer]
      : [],
  )

/** Replaces the response of a post by its key: the response stays on the thread. */
const doneWith = (value: unknown, keyOf: (response: Response) => string | undefined): ReadOutcome => {
  if (typeof value !== 'object' || value === null || !('answer' in value)) return { is: 'done', value }
  const { answer: response, ...rest } = value
  return { is: 'done', value: rest, response: keyOf(response as Response) }
}
