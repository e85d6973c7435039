// What the store keeps of who changed what. An entry is written in the transaction of its change, and never changed again.
// Times are milliseconds since the epoch.

import type { LicenseRecord } from './license-records.ts'
import type { ResponseRecord } from './response-records.ts'
import type { EventRecord } from './webhook-records.ts'

export type ActorKind = 'operator' | 'command-line' | 'service'

/** Who changes something, and from where. Never a secret. */
export type Actor = {
  readonly kind: ActorKind
  readonly name: string
  /** The address of an operator, the command of a command line; null for the service itself. */
  readonly from: string | null
  readonly requestId: string | null
}

/** What goes with a change down to the store: who makes it, when, and what it is called. */
export type Act = {
  /** Of the entry; no two acts have the same. */
  readonly id: string
  readonly at: number
  readonly actor: Actor
  /** Such as `license.suspend`. */
  readonly action: string
  /** What webhooks are told of it, where it changes a license: made of the license as it is since, and kept with the entry. */
  readonly reports?: (license: LicenseRecord) => EventRecord
  /** What whoever asked for it is answered, kept with the entry. Where one of its key is kept the change does not stand, and
   * rejects (`conflict`). */
  readonly response?: ResponseRecord | undefined
}

/** What was changed. */
export type AuditSubject = { readonly kind: string; readonly id: string }

/** Values by name, as JSON has them. Never a secret, and nothing that a secret can be told from. */
export type Facts = Readonly<Record<string, unknown>>

export type AuditEntry = Omit<Act, 'tells' | 'answer'> & {
  readonly subject: AuditSubject
  /** What was changed, as it was: null where there was nothing before. */
  readonly before: Facts | null
  /** The same as it is since: null where there is nothing any more. */
  readonly after: Facts | null
}

/** Which entries; what is left out is any. */
export type AuditFilter = {
  /** The name of who did it. */
  readonly actor?: string | undefined
  readonly action?: string | undefined
  /** The id of what was changed. */
  readonly subject?: string | undefined
  /** From then on. */
  readonly since?: number | undefined
  /** Before then. */
  readonly until?: number | undefined
}
