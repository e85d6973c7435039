// What the store keeps beside licenses that may tell of a person, found by the person's email address.

/** Where a text stands still. */
export type Mention = { readonly table: string; readonly id: string; readonly column: string }

/** What was taken out of records that stay, and what went with their webhooks. */
export type Erased = {
  /** Entries of the audit trail that have no values any more. */
  readonly entries: number
  /** Events, with what waited to be sent of them. */
  readonly events: number
}

/** A webhook that was told of a person's licenses, and how often. */
export type ToldWebhook = { readonly webhookId: string; readonly url: string | null; readonly deliveries: number }
