// Sends what waits for webhooks, at least once: of all processes on a store one tries a delivery at a time, and what a
// process that died was trying is tried by the next. A receiver that is slow holds up its own deliveries alone: each webhook
// has a line of its own, of a few tries at a time.

import { actsBy, SERVICE } from '../audit/act.ts'
import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { DeliveryOutcome, DeliveryRecord, Store, WebhookRecord } from '../storage/store.ts'
import { type DeliverOptions, deliver, type Verdict } from './deliver.ts'
import { pauseAfter, restAfter } from './retries.ts'

/** `retried`: it failed and is tried again; `given_up`: it failed for the last time; `gone`: its receiver is no more. */
export const DELIVERY_RESULTS = ['delivered', 'retried', 'given_up', 'gone'] as const
export type DeliveryResult = (typeof DELIVERY_RESULTS)[number]

export type Tried = {
  readonly webhook: string
  readonly event: string
  readonly type: string
  readonly attempt: number
  readonly result: DeliveryResult
  readonly status: number | null
  readonly error: string | null
}

export type SenderOptions = DeliverOptions & {
  readonly store: {
    readonly webhooks: Pick<Store['webhooks'], 'find' | 'update'>
    readonly deliveries: Pick<Store['deliveries'], 'due' | 'claim' | 'settle'>
  }
  /** Milliseconds since the epoch, by a clock that never goes back: pauses last as long as they say. */
  readonly steadyNow: () => number
  /** In [0, 1). */
  readonly random: () => number
  readonly randomBytes: RandomBytes
  /** Whether there is any webhook: without one the store is not asked. */
  readonly isNeeded: () => boolean
  readonly onTried: (tried: Tried) => void
  readonly onStoreError: (error: unknown) => void
  /** Code of this program failed: the try has, too. */
  readonly onFault: (error: unknown) => void
}

export type Sender = {
  /** Looks for what is to be tried, and tries it; resolves when that has begun. Safe to call at any time. */
  look(): Promise<void>
  /** Resolves when nothing is being tried any more. */
  idle(): Promise<void>
  /** Finishes what is being tried, and begins nothing more. */
  stop(): Promise<void>
}

/** How often `look` is to be called. */
export const LOOK_INTERVAL_MS = 1_000
/** Tries at a time for one webhook, of this process. */
export const AT_A_TIME = 4
/** Longer than a try may take: what is still claimed then was claimed by a process that died. */
export const CLAIM_MS = 60_000
/** Behind a try that was none: this service asks a host only so often, and takes only so much at a time. */
const UNTRIED_PAUSE_MS = 10_000
const CLAIM_BYTES = 12

export const createSender = (options: SenderOptions): Sender => {
  const { store, steadyNow, random, randomBytes, isNeeded, onTried, onStoreError, onFault } = options
  const act = actsBy(options.now, randomBytes)
  const lines = new Map<string, Promise<void>>()
  /** Webhook → until when its receiver asks to be left alone. */
  const resting = new Map<string, number>()
  let looking: Promise<void> | undefined
  let stopping = false

  const attempt = async (webhook: WebhookRecord, { event }: DeliveryRecord): Promise<Verdict> => {
    try {
      return await deliver(webhook, event, options)
    } catch (error) {
      onFault(error)
      return { is: 'failed', status: null, error: 'internal_error' }
    }
  }

  const tryOne = async (webhook: WebhookRecord, delivery: DeliveryRecord, claim: string): Promise<Verdict> => {
    const { event, attempts } = delivery
    const verdict = await attempt(webhook, delivery)
    const outcome = outcomeOf(verdict, attempts, steadyNow(), random)
    if (await store.deliveries.settle(webhook.id, event.id, claim, outcome)) {
      if (verdict.is !== 'untried') {
        const reported = { webhook: webhook.id, event: event.id, type: event.type, attempt: attempts }
        onTried({ ...reported, result: resultOf(verdict, outcome), status: outcome.status, error: outcome.error })
      }
    }
    return verdict
  }

  /** One webhook's line, until nothing of it is to be tried. */
  const serve = async (id: string): Promise<void> => {
    while (!stopping) {
      const now = steadyNow()
      const claim = randomBytes(CLAIM_BYTES).toString('hex')
      const claimed = await store.deliveries.claim(id, { claim, now, until: now + CLAIM_MS }, AT_A_TIME)
      // As it is now, and not when the line began: its address and its secrets may have been changed since.
      const webhook = claimed.length === 0 ? undefined : await store.webhooks.find(id)
      if (webhook === undefined || webhook.state !== 'on') return
      const verdicts = await Promise.all(claimed.map((delivery) => tryOne(webhook, delivery, claim)))
      // Another address may have been given to it meanwhile, which is not the one that is gone.
      if (verdicts.some(({ is }) => is === 'gone') && (await store.webhooks.find(id))?.url === webhook.url) {
        await store.webhooks.update(
          id,
          { state: 'gone', stateSince: steadyNow() },
          act('webhook.change', SERVICE),
          'gone',
        )
        return
      }
      const restMs = Math.max(...verdicts.map(restOf))
      if (restMs > 0) resting.set(id, steadyNow() + restMs)
      if (restMs > 0 || verdicts.some(({ is }) => is === 'untried')) return
    }
  }

  const begin = (id: string) => {
    if (lines.has(id) || (resting.get(id) ?? 0) > steadyNow()) return
    resting.delete(id)
    const line = serve(id)
      .catch(onStoreError)
      .finally(() => lines.delete(id))
    lines.set(id, line)
  }

  const lookNow = async () => {
    try {
      for (const id of await store.deliveries.due(steadyNow())) if (!stopping) begin(id)
    } catch (error) {
      onStoreError(error)
    }
  }

  const look = (): Promise<void> => {
    if (stopping || !isNeeded()) return Promise.resolve()
    looking ??= lookNow().finally(() => {
      looking = undefined
    })
    return looking
  }

  const idle = async () => {
    while (looking || lines.size > 0) await Promise.all([looking, ...lines.values()])
  }

  return {
    look,
    idle,
    stop() {
      stopping = true
      return idle()
    },
  }
}

const restOf = (verdict: Verdict): number =>
  verdict.is === 'failed' ? restAfter(verdict.status, verdict.retryAfterMs) : 0

const outcomeOf = (verdict: Verdict, attempts: number, at: number, random: () => number): DeliveryOutcome => {
  if (verdict.is === 'untried') {
    const nextAt = at + Math.round(UNTRIED_PAUSE_MS * (0.5 + random()))
    return { state: 'waiting', nextAt, status: null, error: null, at, isUntried: true }
  }
  const { status } = verdict
  if (verdict.is === 'delivered') return { state: 'delivered', nextAt: null, status, error: null, at }
  const pauseMs = verdict.is === 'gone' ? undefined : pauseAfter(attempts, random, verdict.retryAfterMs)
  const { error } = verdict
  if (pauseMs === undefined) return { state: 'failed', nextAt: null, status, error, at }
  return { state: 'waiting', nextAt: at + pauseMs, status, error, at }
}

const resultOf = (
  verdict: Exclude<Verdict, { readonly is: 'untried' }>,
  { state }: DeliveryOutcome,
): DeliveryResult => {
  if (verdict.is === 'failed') return state === 'waiting' ? 'retried' : 'given_up'
  return verdict.is
}
