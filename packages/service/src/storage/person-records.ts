// Records other than licenses that may identify a person, found by email address.

/** Where a text occurs. */
export type Mention = { readonly table: string; readonly id: string; readonly column: string }

/** What an erasure removed: values from records that stay, and events with their deliveries. */
export type Erased = {
  /** Audit entries whose values were removed. */
  readonly entries: number
  /** Events, with their pending deliveries. */
  readonly events: number
}

/** A webhook that received events about a person's licenses, and how many. */
export type NotifiedWebhook = { readonly webhookId: string; readonly url: string | null; readonly deliveries: number }
