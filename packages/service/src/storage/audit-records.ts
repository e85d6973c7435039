// The records of the audit trail. An entry is written in the transaction of its change, and never changed afterwards.
// Times are milliseconds since the epoch.

import type { LicenseRecord } from './license-records.ts'
import type { ResponseRecord } from './response-records.ts'
import type { EventRecord } from './webhook-records.ts'

export type ActorKind = 'operator' | 'command-line' | 'service'

/** Who makes a change, and from where. Never contains a secret. */
export type Actor = {
  readonly kind: ActorKind
  readonly name: string
  /** The IP address of an operator, the command of the command line; null for the service itself. */
  readonly from: string | null
  readonly requestId: string | null
}

/** Passed to the store with every change: who makes it, when, and its name. */
export type Act = {
  /** The id of the entry, unique to the act. */
  readonly id: string
  readonly at: number
  readonly actor: Actor
  /** Such as `license.suspend`. */
  readonly action: string
  /** For a license change: the event for webhooks, made from the license after the change and published with the entry.
   */
  readonly toEvent?: (license: LicenseRecord) => EventRecord
  /** The response to the request, stored with the entry. When one with the same key is stored already, the change
   * rejects (`conflict`). */
  readonly response?: ResponseRecord | undefined
}

/** The object of a change. */
export type AuditSubject = { readonly kind: string; readonly id: string }

/** Values by name, as JSON. Never a secret, nor anything that a secret can be derived from. */
export type Facts = Readonly<Record<string, unknown>>

export type AuditEntry = Omit<Act, 'toEvent' | 'response'> & {
  readonly subject: AuditSubject
  /** The changed values before; null when the subject did not exist. */
  readonly before: Facts | null
  /** The changed values after; null when the subject no longer exists. */
  readonly after: Facts | null
}

/** Selects entries; a missing field matches any. */
export type AuditFilter = {
  /** The name of the actor. */
  readonly actor?: string | undefined
  readonly action?: string | undefined
  /** The id of the subject. */
  readonly subject?: string | undefined
  /** Inclusive. */
  readonly since?: number | undefined
  /** Exclusive. */
  readonly until?: number | undefined
}
