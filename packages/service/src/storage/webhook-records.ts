// The records of webhooks, events and deliveries. Secrets are stored sealed only. Times are whole milliseconds since
// the epoch.

/** `gone`: the receiver responded with 410 Gone. */
export type WebhookState = 'on' | 'off' | 'gone'

export type WebhookRecord = {
  readonly id: string
  readonly url: string
  /** The subscribed event types; null: all types, including future ones. */
  readonly types: readonly string[] | null
  readonly description: string | null
  readonly state: WebhookState
  /** When the state began. */
  readonly stateSince: number
  /** The signing secret, sealed under a secret that is not in the store. */
  readonly sealedSecret: string
  /** The previous secret, which also signs until `oldSecretUntil`. */
  readonly sealedOldSecret: string | null
  readonly oldSecretUntil: number | null
  /** Events that were dropped because too many deliveries were pending. */
  readonly dropped: number
  readonly createdAt: number
}

/** Missing fields stay unchanged. */
export type WebhookChange = Partial<Omit<WebhookRecord, 'id' | 'createdAt' | 'dropped'>>

/** Something that happened. */
export type EventRecord = {
  /** The same in every attempt: receivers detect duplicates by it. */
  readonly id: string
  readonly type: string
  /** The license that the event is about, if any. */
  readonly licenseId: string | null
  /** Events with the same key are published once, whichever process detects them; null when no duplicates are possible.
   */
  readonly onceKey: string | null
  readonly at: number
  /** JSON. */
  readonly data: string
}

/** Events of an import: those to publish, and those to record as published without sending them. */
export type ImportEvents = {
  readonly published: readonly EventRecord[]
  readonly suppressed: readonly EventRecord[]
}

/** `failed`: given up. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed'

/** The delivery of one event to one webhook. */
export type DeliveryRecord = {
  readonly webhookId: string
  readonly event: EventRecord
  readonly state: DeliveryState
  /** The number of attempts, including the current one. */
  readonly attempts: number
  /** The time of the next attempt, or the latest end of the current one; null when nothing is pending. */
  readonly nextAt: number | null
  /** The status of the last response; null when there was none. */
  readonly status: number | null
  /** Why the last attempt failed, one word. Never the receiver's own text. */
  readonly error: string | null
  readonly triedAt: number | null
  readonly createdAt: number
}

/** Who attempts a delivery, and until when no other process does. */
export type DeliveryClaim = { readonly claim: string; readonly now: number; readonly until: number }

/** The outcome of an attempt. */
export type DeliveryOutcome = Pick<DeliveryRecord, 'state' | 'nextAt' | 'status' | 'error'> & {
  readonly at: number
  /** The attempt is not counted: no request was sent. */
  readonly isUntried?: true
}

/** The pending deliveries of a webhook. */
export type Backlog = {
  readonly webhookId: string
  readonly waiting: number
  readonly oldestAt: number
  /** When the oldest delivery with a failed attempt was created; null when none failed. */
  readonly failingAt: number | null
}

/** A failing platform, shared by all processes. `failingSince` null: it has recovered. */
export type AlarmRecord = {
  readonly platform: string
  readonly failingSince: number | null
  /** When a process last saw it failing. */
  readonly seenAt: number
}
