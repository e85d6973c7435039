// What the store keeps of webhooks: where they lead, what happened, and what was told of it to whom. Secrets only sealed.
// Times are whole milliseconds since the epoch.

/** `gone`: its receiver said that it is there no more. */
export type WebhookState = 'on' | 'off' | 'gone'

export type WebhookRecord = {
  readonly id: string
  readonly url: string
  /** The types of events that it is told of; null: all of them, also those to come. */
  readonly types: readonly string[] | null
  readonly description: string | null
  readonly state: WebhookState
  /** When the state began. */
  readonly stateSince: number
  /** What signs, sealed under a secret that the store does not hold. */
  readonly sealedSecret: string
  /** The one before, which signs beside it until `oldSecretUntil`. */
  readonly sealedOldSecret: string | null
  readonly oldSecretUntil: number | null
  /** Events that it was not told of because too many others were waiting. */
  readonly dropped: number
  readonly createdAt: number
}

/** What is left out stays as it is. */
export type WebhookChange = Partial<Omit<WebhookRecord, 'id' | 'createdAt' | 'dropped'>>

/** Something that happened. */
export type EventRecord = {
  /** The same in each telling: what a receiver knows repetitions by. */
  readonly id: string
  readonly type: string
  /** The license that it is about; null where it is about none. */
  readonly licenseId: string | null
  /** Events with the same key are told once, whoever finds out; null for what happens once by itself. */
  readonly onceKey: string | null
  readonly at: number
  /** JSON. */
  readonly data: string
}

/** Of licenses that are imported: what webhooks are told, and what they are never told, as if they had been. */
export type ImportEvents = {
  readonly reported: readonly EventRecord[]
  readonly untold: readonly EventRecord[]
}

/** `failed`: given up. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed'

/** One event and one webhook. */
export type DeliveryRecord = {
  readonly webhookId: string
  readonly event: EventRecord
  readonly state: DeliveryState
  /** How often it was tried, the try under way included. */
  readonly attempts: number
  /** When it is tried next, or the try under way is over at the latest; null when nothing is to be done. */
  readonly nextAt: number | null
  /** What the receiver answered last; null where there was no answer. */
  readonly status: number | null
  /** Why the last try was none, in a word. Never the receiver's own words. */
  readonly error: string | null
  readonly triedAt: number | null
  readonly createdAt: number
}

/** Who tries a delivery, and until when nobody else does. */
export type DeliveryClaim = { readonly claim: string; readonly now: number; readonly until: number }

/** What came of a try. */
export type DeliveryOutcome = Pick<DeliveryRecord, 'state' | 'nextAt' | 'status' | 'error'> & {
  readonly at: number
  /** The try does not count: nobody was asked. */
  readonly isUntried?: true
}

/** What waits for a webhook. */
export type Backlog = {
  readonly webhookId: string
  readonly waiting: number
  readonly oldestAt: number
  /** When the oldest was made of those whose last try was none; null where none was tried in vain. */
  readonly failingAt: number | null
}

/** A platform that fails, as all processes know it; `failingSince` null: it has recovered. */
export type AlarmRecord = {
  readonly platform: string
  readonly failingSince: number | null
  /** When a process last found it failing. */
  readonly seenAt: number
}
