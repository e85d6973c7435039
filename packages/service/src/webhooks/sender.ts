// Sends pending deliveries at least once. Of all processes that share a store, one attempts a delivery at a time;
// attempts of a crashed process are repeated by another. A slow receiver delays only its own deliveries: each webhook
// has its own queue with a few concurrent attempts.

import { actsBy, SERVICE } from '../audit/act.ts'
import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { DeliveryOutcome, DeliveryRecord, Store, WebhookRecord } from '../storage/store.ts'
import { type DeliverOptions, deliver, type Verdict } from './deliver.ts'
import { pauseAfter, restAfter } from './retries.ts'

/** `retried`: failed, will be retried; `given_up`: failed for the last time; `gone`: the receiver no longer exists. */
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
    readonly deliveries: Pick<Store['deliveries'], 'due' | 'claim' | 'recordOutcome'>
  }
  /** Milliseconds since the epoch, by a clock that never goes back, so that pauses have their full length. */
  readonly steadyNow: () => number
  /** In [0, 1). */
  readonly random: () => number
  readonly randomBytes: RandomBytes
  /** Whether any webhook exists; without one the store is not read. */
  readonly isNeeded: () => boolean
  readonly onTried: (tried: Tried) => void
  readonly onStoreError: (error: unknown) => void
  /** The service's own code failed; the attempt counts as failed. */
  readonly onFault: (error: unknown) => void
}

export type Sender = {
  /** Finds due deliveries and starts to send them; resolves when that has started. May be called at any time. */
  look(): Promise<void>
  /** Resolves when no attempt is in progress. */
  idle(): Promise<void>
  /** Finishes attempts in progress and starts no others. */
  stop(): Promise<void>
}

/** How often to call `look`. */
export const SEND_INTERVAL_MS = 1_000
/** Concurrent attempts per webhook in this process. */
export const AT_A_TIME = 4
/** Longer than any attempt: an older claim belongs to a crashed process. */
export const CLAIM_MS = 60_000
/** The pause after an attempt that was not made, because of this service's own rate or capacity limits. */
const UNTRIED_PAUSE_MS = 10_000
const CLAIM_BYTES = 12

export const createSender = (options: SenderOptions): Sender => {
  const { store, steadyNow, random, randomBytes, isNeeded, onTried, onStoreError, onFault } = options
  const act = actsBy(options.now, randomBytes)
  const lines = new Map<string, Promise<void>>()
  /** Webhook → the end of the pause that its receiver requested. */
  const resting = new Map<string, number>()
  let finding: Promise<void> | undefined
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
    if (await store.deliveries.recordOutcome(webhook.id, event.id, claim, outcome)) {
      if (verdict.is !== 'untried') {
        const reported = { webhook: webhook.id, event: event.id, type: event.type, attempt: attempts }
        onTried({ ...reported, result: resultOf(verdict, outcome), status: outcome.status, error: outcome.error })
      }
    }
    return verdict
  }

  /** Processes the queue of a webhook until nothing is due. */
  const serve = async (id: string): Promise<void> => {
    while (!stopping) {
      const now = steadyNow()
      const claim = randomBytes(CLAIM_BYTES).toString('hex')
      const claimed = await store.deliveries.claim(id, { claim, now, until: now + CLAIM_MS }, AT_A_TIME)
      // Read again for each batch: the URL and the secrets may have changed.
      const webhook = claimed.length === 0 ? undefined : await store.webhooks.find(id)
      if (webhook === undefined || webhook.state !== 'on') return
      const verdicts = await Promise.all(claimed.map((delivery) => tryOne(webhook, delivery, claim)))
      // The URL may have changed meanwhile; then another receiver is gone.
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

  const findDue = async () => {
    try {
      for (const id of await store.deliveries.due(steadyNow())) if (!stopping) begin(id)
    } catch (error) {
      onStoreError(error)
    }
  }

  const look = (): Promise<void> => {
    if (stopping || !isNeeded()) return Promise.resolve()
    finding ??= findDue().finally(() => {
      finding = undefined
    })
    return finding
  }

  const idle = async () => {
    while (finding || lines.size > 0) await Promise.all([finding, ...lines.values()])
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
