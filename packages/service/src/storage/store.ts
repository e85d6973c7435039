// The storage contract. Each backend is a folder that implements it; the storage suite tests every backend.
// Nothing outside storage/ may know which backend is in use. Times are milliseconds since the epoch.

import type { Act, AuditEntry, AuditFilter, AuditSubject, Facts } from './audit-records.ts'
import type { ConnectTicketRecord } from './connect-ticket-records.ts'
import type { ConnectAppRecord, ConnectGrantRecord, ConnectionRecord, ConnectionState } from './connection-records.ts'
import type {
  ImportPart,
  KeyRecord,
  KnownLicenses,
  LicenseOrder,
  LicensePage,
  LicensePosition,
  LicenseQuery,
  LicenseRecord,
  LicenseUpdate,
  PlanRecord,
  StoredStatus,
} from './license-records.ts'
import type { Erased, Mention, NotifiedWebhook } from './person-records.ts'
import type { BudgetRecord, CredentialRecord, DistinctUse } from './platform-records.ts'
import type {
  RequestFilter,
  RequestLane,
  RequestPage,
  RequestPosition,
  RequestRecord,
  TrafficCount,
  TrafficRecord,
} from './request-records.ts'
import type { ResponseRecord } from './response-records.ts'
import type { Charge, Decision, MonthOfLicense, Refund, UseDimension, UsedWindow, UseSum } from './usage-records.ts'
import type {
  AlarmRecord,
  Backlog,
  DeliveryClaim,
  DeliveryOutcome,
  DeliveryRecord,
  DeliveryState,
  EventRecord,
  ImportEvents,
  WebhookChange,
  WebhookRecord,
} from './webhook-records.ts'

export type {
  Act,
  Actor,
  ActorKind,
  AuditEntry,
  AuditFilter,
  AuditSubject,
  Facts,
} from './audit-records.ts'
export {
  type ImportPart,
  type KeyRecord,
  type KnownLicenses,
  LICENSE_ORDERS,
  type LicenseDetails,
  type LicenseFilter,
  type LicenseOrder,
  type LicensePage,
  type LicensePosition,
  type LicenseQuery,
  type LicenseRecord,
  type LicenseTerms,
  type LicenseUpdate,
  type Mode,
  PLAN_MEDIA,
  type PlanRecord,
  type StoredStatus,
} from './license-records.ts'
export type { Erased, Mention, NotifiedWebhook as ToldWebhook } from './person-records.ts'
export type { BudgetRecord, CredentialRecord, CredentialState, DistinctUse } from './platform-records.ts'
export {
  CACHE_STATES,
  type CacheState,
  type RequestFilter,
  type RequestLane,
  type RequestPage,
  type RequestPosition,
  type RequestRecord,
  type StatusRange,
  type TrafficCount,
  type TrafficRecord,
} from './request-records.ts'
export {
  RESPONSE_KEPT_MS as ANSWER_KEPT_MS,
  type ResponseRecord,
  type ToResponse as Answering,
} from './response-records.ts'
export {
  type Charge,
  type Decision,
  MAX_USES_A_DAY,
  type MonthOfLicense,
  OTHER,
  type Refund,
  USE_DIMENSIONS,
  type UsageWindow,
  type Use,
  type UseDimension,
  type UsedWindow,
  type UseSum,
} from './usage-records.ts'
export type {
  AlarmRecord,
  Backlog,
  DeliveryClaim,
  DeliveryOutcome,
  DeliveryRecord,
  DeliveryState,
  EventRecord,
  ImportEvents,
  WebhookChange,
  WebhookRecord,
  WebhookState,
} from './webhook-records.ts'

export type SiteRecord = { readonly licenseId: string; readonly site: string; readonly firstSeenAt: number }

/** A client's token of the current hour: enough to sign the same token again, without storing it. */
export type GrantRecord = { readonly jti: string; readonly kid: string; readonly issuedAt: number }

export type SigningKeyRecord = {
  readonly kid: string
  /** JSON Web Key, public part, as JSON. */
  readonly publicJwk: string
  /** The private part, sealed under a secret that is not in the store. */
  readonly sealedPrivateJwk: string
  readonly createdAt: number
  /** From then on the key signs no new tokens. */
  readonly retiredAt: number | null
}

/** What an operator may do; each role includes the ones before it. */
export type OperatorRole = 'read' | 'support' | 'admin'

export type OperatorRecord = {
  readonly id: string
  /** Never reused for another operator, so that audit entries stay unambiguous. */
  readonly name: string
  readonly role: OperatorRole
  /** HMAC-SHA-256 of the token, hex. */
  readonly hash: string
  readonly pepperVersion: number
  /** The last four characters of the token. */
  readonly hint: string
  readonly createdAt: number
  readonly revokedAt: number | null
  /** Rounded to the hour. */
  readonly lastUsedAt: number | null
}

/** A setting at the last start. For a secret, `value` is a hash under a secret that is not in the store. */
export type StartSetting = { readonly name: string; readonly value: string; readonly isSecret: boolean }

/** A half-open interval: `from` is included, `before` is not. */
export type Span = { readonly from: number; readonly before: number }

/** The result of one step of a sweep. */
export type Swept = {
  readonly dropped: number
  /** Where the next step starts: nothing earlier is left in the span. */
  readonly upTo: number
}

export type CachedPage = {
  /** The response body without the envelope's cursor: see scanning/stored-page.ts. */
  readonly body: Buffer
  /** The platform's own cursor to the next page; null on the last page. */
  readonly next: string | null
  readonly fetchedAt: number
}

/** The keys that a page may be cached under; the lease to fetch it uses the first. */
export type PageKeys = readonly [Buffer, ...Buffer[]]

/** A lease between processes: its owner and its span, in milliseconds since the epoch. */
export type PageLease = { readonly owner: string; readonly now: number; readonly until: number }

/** Earlier than any fetch. */
export const BEFORE_ALL = -1

export type FoundOrClaimed = { readonly page: CachedPage | undefined; readonly isClaimed: boolean }

export type MediaMark = { readonly subject: string; readonly markedAt: number }

/** What no backup may bring back. */
export type Deletions = {
  readonly marks: readonly MediaMark[]
  /** Ids of removed connections. */
  readonly connections: readonly string[]
}

/** What changed, so that every process can drop its cached copy. */
export type ChangeTopic =
  | 'license'
  | 'plan'
  | 'site'
  | 'signing_key'
  | 'credential'
  | 'connection'
  | 'budget'
  | 'profile'
  | 'media'
  | 'webhook'
export type Change = { readonly seq: number; readonly topic: ChangeTopic; readonly subject: string }

/** The tables that a copy of a store contains: everything except cached pages, gone profiles, tickets, change
 * notifications and the request log. */
export type CopiedTable =
  | 'plans'
  | 'licenses'
  | 'license_keys'
  | 'sites'
  | 'grants'
  | 'signing_keys'
  | 'usage'
  | 'daily_usage'
  | 'credentials'
  | 'budgets'
  | 'distinct_uses'
  | 'audit_entries'
  | 'answers'
  | 'operators'
  | 'start_settings'
  | 'webhooks'
  | 'webhook_events'
  | 'webhook_deliveries'
  | 'platform_alarms'
  | 'connect_apps'
  | 'connect_grants'
  | 'connections'
  | 'traffic_counts'

/** A row as it is stored. */
export type CopyRow = Readonly<Record<string, string | number | null>>

export type RowReader = {
  count(table: CopiedTable): Promise<number>
  /** Every row, in batches, ordered by key (copied-tables.ts): numbers by value, texts by their bytes. */
  read(table: CopiedTable): AsyncIterable<readonly CopyRow[]>
}

/** Marks a store that was created as a copy, until a service starts on it. */
export type CopyMark = {
  /** null: the copy is incomplete. */
  readonly finishedAt: number | null
}

/** Only connections with all of these values. */
export type ConnectionFilter = {
  readonly licenseId?: string | undefined
  readonly platform?: string | undefined
  /** In this state at a time: the end of `limited` is stored with the next scan only. */
  readonly state?: { readonly is: ConnectionState; readonly at: number } | undefined
  /** Continues after this connection. */
  readonly before?: Pick<ConnectionRecord, 'createdAt' | 'id'> | undefined
  readonly limit: number
}

export type ConnectionCount = {
  readonly platform: string
  readonly state: ConnectionState
  readonly count: number
}

/** Written in the transaction of a change. */
export type ConnectionNotes = {
  readonly act?: Act | undefined
  /** Why it changed, if that is an event of its own. */
  readonly cause?: EventRecord | undefined
  readonly event?: EventRecord | undefined
}

export type Store = {
  /** `sqlite` or `postgres`: for display, never to branch on. */
  readonly backend: string
  /** Resolves when the store responds; rejects otherwise. */
  ping(): Promise<void>
  /** Makes a durable write that changes nothing. Rejects when the disk is full, the store is read-only, or its file is
   * gone. */
  tryWrite(): Promise<void>
  /** Names of migrations that a later version of this program applied; empty when the store is of this version or an
   * earlier one. */
  laterSteps(): Promise<string[]>
  close(): Promise<void>
  /** Writes a consistent copy of everything except cached pages to a new file, also under load. Rejects when the
   * backend has its own backup tools, and names them. */
  backup(file: string): Promise<void>
  /** Rewrites the store's files so that they contain no deleted data. Resolves to false when that is the server's task,
   * or when another process still reads an older state of the files. */
  compact(): Promise<boolean>

  readonly plans: {
    list(): Promise<PlanRecord[]>
    find(name: string): Promise<PlanRecord | undefined>
    put(plan: PlanRecord, act: Act): Promise<void>
    /** Adds the plans that do not exist yet. */
    seed(plans: readonly PlanRecord[]): Promise<void>
  }

  readonly licenses: {
    /** Up to `most` licenses that end in the span and are not revoked, ordered by end and id, starting after `previous`.
     */
    listEnded(ended: Span, most: number, previous?: LicenseRecord): Promise<LicenseRecord[]>
    /** Counts the active live licenses that end in the span. */
    countEnding(ends: Span): Promise<number>
    /** Adds the license and its first key, both or neither. With `onlyIfNone` it does nothing when any license exists:
     * of several processes that start on an empty store, one creates the first license. Resolves to false when nothing
     * was created. Rejects (`conflict`) when another license has the external id. */
    create(license: LicenseRecord, key: KeyRecord, act: Act, onlyIfNone?: boolean): Promise<boolean>
    /** Adds the licenses of an import with their first keys, if any, with one audit entry and their events: all or
     * nothing. Rejects (`conflict`) when an id, an external id or a key exists already. */
    createAll(
      made: readonly { readonly license: LicenseRecord; readonly key: KeyRecord | null }[],
      act: Act,
      of: ImportPart,
      events?: ImportEvents,
    ): Promise<void>
    /** Which of the ids, external ids and keys exist already, and their licenses. */
    findKnown(wanted: {
      readonly ids: readonly string[]
      readonly externalIds: readonly string[]
      readonly hashes: readonly string[]
    }): Promise<KnownLicenses>
    find(id: string): Promise<LicenseRecord | undefined>
    /** The licenses found among the ids, in any order. */
    findAll(ids: readonly string[]): Promise<LicenseRecord[]>
    findByExternalId(externalId: string): Promise<LicenseRecord | undefined>
    /** The licenses that match the filter, in order. Licenses that are added or removed between two pages cause no
     * other license to be skipped or repeated, unless its sort key changes. */
    list(query: LicenseQuery): Promise<LicensePage>
    /** The position of a license in an order; undefined when it does not exist. */
    positionOf(id: string, order: LicenseOrder): Promise<LicensePosition | undefined>
    /** Deletes the license with its keys, its sites, and the stored responses to the requests that created it, all or
     * nothing. Its monthly usage stays under a name that no license has, so that sums do not change. Its audit entries
     * stay, without the values. False when it does not exist. */
    remove(id: string, act: Act): Promise<boolean>
    count(): Promise<number>
    /** Writes an audit entry for a license without changing it. False when the license does not exist. */
    note(id: string, facts: Facts, act: Act): Promise<boolean>
    /** Sets the status unless the license is revoked, which is final. False when nothing was set. */
    setStatus(id: string, status: StoredStatus, act: Act): Promise<boolean>
    /** Sets the named fields, all or nothing, unless the license is revoked. False when nothing was set. Rejects
     * (`conflict`) when another license has the external id. */
    update(id: string, change: LicenseUpdate & { readonly status?: StoredStatus }, act: Act): Promise<boolean>
    /** Sets the same fields of several licenses, all or nothing. Changes only licenses for which `toAct` returns an
     * act; it is called while the license is locked. Resolves to the licenses found, as they were before. */
    updateAll(
      ids: readonly string[],
      change: { readonly plan?: string; readonly status?: StoredStatus },
      toAct: (license: LicenseRecord) => Act | undefined,
    ): Promise<LicenseRecord[]>
  }

  readonly keys: {
    findByHash(hash: string): Promise<KeyRecord | undefined>
    listOf(licenseId: string): Promise<KeyRecord[]>
    /** The keys of several licenses in one query, newest first. */
    listOfAll(licenseIds: readonly string[]): Promise<KeyRecord[]>
    /** Adds the key and makes the others expire at `othersExpireAt` (earlier ends stay), both or neither. */
    rotate(key: KeyRecord, othersExpireAt: number, act: Act): Promise<void>
    /** Replaces the hash of a key with one under another pepper. */
    rehash(oldHash: string, hash: string, pepperVersion: number): Promise<void>
  }

  readonly sites: {
    /** Adds the site unless the license has `limit` others; true when the site is active afterwards. Publishes the
     * event in the same transaction when the site is new. Exact under concurrency. */
    activate(site: SiteRecord, limit: number | null, event?: EventRecord): Promise<boolean>
    listOf(licenseId: string): Promise<SiteRecord[]>
    /** Without an act when the site released its slot itself: that is usage, not a change by the operator. */
    release(licenseId: string, site: string, act?: Act): Promise<boolean>
  }

  readonly grants: {
    /** Stores the grant unless the client has one issued after `renewBefore` and not after `latest`; returns the grant
     * in effect. A grant issued after `latest` was issued before the clock was set back. */
    claim(client: string, grant: GrantRecord, renewBefore: number, latest?: number): Promise<GrantRecord>
    /** Deletes the oldest grants issued in the span: `most`, plus all with the same time as the last of them. undefined
     * when there were none. */
    sweep(issued: Span, most: number): Promise<Swept | undefined>
  }

  readonly signingKeys: {
    list(): Promise<SigningKeyRecord[]>
    /** Adds the key and retires the others at `retiredAt` (earlier retirements stay), both or neither. With
     * `onlyIfNone` it does nothing when an unretired key exists: of several processes that start together, one creates
     * the key. */
    add(key: SigningKeyRecord, retiredAt: number, act: Act, onlyIfNone?: boolean): Promise<void>
    remove(retiredBefore: number): Promise<number>
  }

  readonly usage: {
    /** Decides all charges and refunds in one durable transaction and one round trip. Never admits over a limit. When
     * it rejects, the charges are not counted; the refunds are made, if necessary once the store is available again. */
    commit(charges: readonly Charge[], refunds: readonly Refund[]): Promise<Decision[]>
    read(licenseId: string, meter: string, startsAt: number): Promise<number>
    /** The windows of several licenses that start then, in one query. Windows without usage are left out. */
    readAll(licenseIds: readonly string[], meters: readonly string[], startsAt: number): Promise<UsedWindow[]>
    /** The combined usage of these licenses in these days, grouped and ordered by one dimension. */
    sumUses(licenseIds: readonly string[], days: Span, by: UseDimension): Promise<UseSum[]>
    /** Usage of these meters in the windows that start then, ordered by license id; licenses without usage are left
     * out. `after` is the last id of the previous page. */
    listMonth(page: {
      readonly meters: readonly string[]
      readonly startsAt: number
      readonly limit: number
      readonly after?: string | undefined
    }): Promise<MonthOfLicense[]>
    /** Deletes the oldest daily uses of the days in the span: `most`, plus all with the same day and license as the
     * last of them. undefined when there were none. */
    sweepUses(days: Span, most: number): Promise<Swept | undefined>
    /** The meters that have a window and a name with this prefix, in order. */
    listMeters(prefix: string): Promise<string[]>
    /** Deletes up to `most` of the oldest windows of a meter that started in the span. undefined when there were none.
     */
    sweep(meter: string, started: Span, most: number): Promise<Swept | undefined>
  }

  /** Credentials of platforms, shared by all processes. */
  readonly credentials: {
    /** Ordered by platform, kind and id. */
    list(): Promise<CredentialRecord[]>
    find(id: string): Promise<CredentialRecord | undefined>
    /** Stores the record with the next version if the stored one still has `record.version` (0: if none exists yet);
     * true when it was stored. Exact under concurrency: of several writers that read the same version, one succeeds.
     * Its event and act are stored with it. No act when an upstream response caused the change: the operator did not
     * make it. */
    put(record: CredentialRecord, act?: Act, event?: EventRecord): Promise<boolean>
    remove(id: string): Promise<boolean>
  }

  /** Connected accounts. A record that was read at a version is stored only if the stored one still has it. */
  readonly connections: {
    /** The connection; with `licenseId`, only if it belongs to that license. */
    find(id: string, licenseId?: string): Promise<ConnectionRecord | undefined>
    /** The license's connection of an account. */
    findAccount(
      licenseId: string,
      platform: string,
      host: string | null,
      accountId: string,
    ): Promise<ConnectionRecord | undefined>
    /** In the order in which they were connected. */
    list(licenseId: string): Promise<ConnectionRecord[]>
    /** Its connections of the account with that handle, or with that id on a platform of one host, in the same order. */
    ofHandle(licenseId: string, platform: string, handle: string): Promise<ConnectionRecord[]>
    /** How many the license has. */
    count(licenseId: string): Promise<number>
    /** Of all licenses, newest first. */
    page(filter: ConnectionFilter): Promise<ConnectionRecord[]>
    /** How many there are, by platform and state. Reads every row. */
    counts(): Promise<ConnectionCount[]>
    /** Those of a person at an application, as the platform's callbacks name them. */
    ofSubject(platform: string, appId: string, subjectHash: string): Promise<ConnectionRecord[]>
    /** Up to `most` that have not ended and are due before that, the longest due first. */
    due(before: number, most: number): Promise<ConnectionRecord[]>
    /** `limit`: the license has `most` already. `exists`: it has this account already. Exact under concurrency. */
    create(
      record: ConnectionRecord,
      most: number | null,
      notes?: ConnectionNotes,
    ): Promise<'created' | 'limit' | 'exists'>
    /** Stores the record with the next version; false if the stored one has another version than `record.version`, or
     * none exists. */
    put(record: ConnectionRecord, notes?: ConnectionNotes): Promise<boolean>
    /** Removes its consent, too, if no other connection uses it. Resolves to what was removed; undefined if the license
     * has no such connection. */
    remove(id: string, licenseId: string, notes?: ConnectionNotes): Promise<ConnectionRecord | undefined>
    /** Removes those that another store removed. Ids of removed connections are kept for good, so that no backup brings
     * one back. */
    adoptRemoved(ids: readonly string[]): Promise<void>
    /** Records when it was last read, without a new version. */
    touch(id: string, readAt: number): Promise<void>
  }

  /** Applications that the environment does not provide. */
  readonly connectApps: {
    find(id: string): Promise<ConnectAppRecord | undefined>
    /** Those of a license, or those for every license (null); on one platform and one host, if they are given. */
    list(licenseId: string | null, platform?: string, host?: string): Promise<ConnectAppRecord[]>
    /** Those of all licenses on a platform. */
    ofLicenses(platform: string): Promise<ConnectAppRecord[]>
    /** As `credentials.put`. `most`: false, too, for a new one whose owner has as many already, without those at hosts.
     * Exact under concurrency. */
    put(record: ConnectAppRecord, act?: Act, most?: number): Promise<boolean>
    remove(id: string, act?: Act): Promise<boolean>
  }

  /** Consents that may cover several accounts. */
  readonly connectGrants: {
    find(id: string, licenseId: string): Promise<ConnectGrantRecord | undefined>
    /** As `credentials.put`. */
    put(record: ConnectGrantRecord): Promise<boolean>
    /** Removes it unless a connection still uses it. True when it was removed. */
    removeUnused(id: string): Promise<boolean>
  }

  /** The audit trail. Every change writes its entry in its own transaction. */
  readonly audit: {
    find(id: string): Promise<AuditEntry | undefined>
    /** Newest first; `before` is the last entry of the previous page. */
    list(
      page: AuditFilter & {
        readonly limit: number
        readonly before?: Pick<AuditEntry, 'at' | 'id'> | undefined
      },
    ): Promise<AuditEntry[]>
    /** Deletes the oldest entries written in the span: `most`, plus all with the same time as the last of them.
     * undefined when there were none. */
    sweep(written: Span, most: number): Promise<Swept | undefined>
    /** Calls back for every entry that this Store wrote, after the commit. */
    onWritten(listener: (entry: AuditEntry) => void): () => void
  }

  /** Stored responses to idempotent requests that created something. Each is written in the transaction of the change.
   */
  readonly responses: {
    find(key: string): Promise<ResponseRecord | undefined>
    /** Deletes the oldest responses given in the span: `most`, plus all with the same time as the last of them.
     * undefined when there were none. */
    sweep(given: Span, most: number): Promise<Swept | undefined>
  }

  /** What the store contains about a person, found by an email address in any letter case. */
  readonly persons: {
    /** Matches the address in any letter case and Unicode form. */
    licensesOf(email: string): Promise<LicenseRecord[]>
    /** The webhooks that received events about these licenses. */
    notifiedWebhooks(licenseIds: readonly string[]): Promise<NotifiedWebhook[]>
    /** Counts what removing these licenses and erasing the text would delete. */
    countErasable(text: string, licenseIds: readonly string[]): Promise<Erased>
    /** Erases the text from the audit trail and the events, all or nothing, and writes an audit entry for it with the
     * facts. `subject` must not identify the person. */
    erase(text: string, subject: AuditSubject, facts: Facts, act: Act): Promise<void>
    /** Where operators wrote the text elsewhere. */
    mentions(text: string): Promise<Mention[]>
  }

  readonly operators: {
    /** Rejects (`conflict`) when the name was ever used before. */
    create(operator: OperatorRecord, act: Act): Promise<void>
    /** Ordered by creation, revoked operators included. */
    list(): Promise<OperatorRecord[]>
    findByHash(hash: string): Promise<OperatorRecord | undefined>
    /** False when the operator does not exist or is revoked already. */
    revoke(id: string, revokedAt: number, act: Act): Promise<boolean>
    /** Records when the token was last used. */
    touch(id: string, usedAt: number): Promise<void>
    /** Replaces the hash of a token with one under another pepper. */
    rehash(oldHash: string, hash: string, pepperVersion: number): Promise<void>
  }

  readonly startSettings: {
    /** Stores the settings of a start. True when they differ from those of the last start. */
    put(settings: readonly StartSetting[], act: Act): Promise<boolean>
  }

  readonly webhooks: {
    /** Newest first. */
    list(): Promise<WebhookRecord[]>
    find(id: string): Promise<WebhookRecord | undefined>
    /** False when `most` webhooks exist already. Exact under concurrency. */
    create(webhook: WebhookRecord, most: number, act: Act): Promise<boolean>
    /** A webhook that is not on has no pending deliveries: they fail with `error`. False when the webhook does not
     * exist. */
    update(id: string, change: WebhookChange, act: Act, error?: string): Promise<boolean>
    /** Removes its pending deliveries too. */
    remove(id: string, act: Act): Promise<boolean>
  }

  readonly webhookEvents: {
    /** Stores the event with a delivery for each webhook that is on and subscribed to its type, all or nothing. Does
     * nothing when there is no such webhook, or when an event with its `onceKey` was published before. A webhook with
     * `mostWaiting` pending deliveries gets none; the drop is counted. Resolves to the number of deliveries. */
    publish(event: EventRecord): Promise<number>
    /** Queues the event for this webhook alone, regardless of its subscriptions. */
    publishTo(event: EventRecord, webhookId: string): Promise<void>
    /** Which of these keys were published before. */
    publishedOf(onceKeys: readonly string[]): Promise<string[]>
    /** Deletes the oldest events that happened in the span: `most`, plus all with the same time as the last of them.
     * undefined when there were none. */
    sweep(happened: Span, most: number): Promise<Swept | undefined>
  }

  readonly deliveries: {
    /** The webhooks with deliveries to attempt. A delivery last touched more than a minute in the future was touched
     * before the clock was set back: it is due immediately. */
    due(now: number): Promise<string[]>
    /** Claims due deliveries of the webhook, the longest due first; each claim counts as an attempt. Concurrent callers
     * get different deliveries. */
    claim(webhookId: string, claim: DeliveryClaim, most: number): Promise<DeliveryRecord[]>
    /** Records the outcome of an attempt. False when another process has claimed the delivery since, or it no longer
     * exists. */
    recordOutcome(webhookId: string, eventId: string, claim: string, outcome: DeliveryOutcome): Promise<boolean>
    /** Newest first; `before` is the event id of the last delivery of the previous page. */
    list(
      webhookId: string,
      page: {
        readonly limit: number
        readonly before?: string | undefined
        readonly state?: DeliveryState | undefined
      },
    ): Promise<DeliveryRecord[]>
    find(webhookId: string, eventId: string): Promise<DeliveryRecord | undefined>
    /** Restarts the attempts of a delivery that is not waiting. False when there is none. */
    resend(webhookId: string, eventId: string, at: number): Promise<boolean>
    /** The backlog of each webhook with pending deliveries. */
    backlogs(): Promise<Backlog[]>
    /** Deletes the oldest deliveries created in the span: `most`, plus all with the same time as the last of them.
     * undefined when there were none. */
    sweep(made: Span, most: number): Promise<Swept | undefined>
  }

  /** Which platforms fail; shared, so that only one process reports it. */
  readonly alarms: {
    list(): Promise<AlarmRecord[]>
    /** Marks the platform as failing; publishes the event in the same transaction when that is new. True when it is
     * new. Exact under concurrency. */
    raise(platform: string, since: number, at: number, event: EventRecord): Promise<boolean>
    /** Marks the platform as recovered, unless a process saw it failing at `seenAfter` or later; publishes the event in
     * the same transaction. True when it was failing. */
    clear(platform: string, seenAfter: number, event: EventRecord): Promise<boolean>
  }

  /** Consents that are under way. */
  readonly connectTickets: {
    create(ticket: ConnectTicketRecord): Promise<void>
    find(id: string): Promise<ConnectTicketRecord | undefined>
    /** Stores the ticket with the next version; false if the stored one has another version than `ticket.version`, or
     * none exists. */
    put(ticket: ConnectTicketRecord): Promise<boolean>
    /** Deletes the oldest created in the span: `most`, plus all with the same time as the last of them. undefined when
     * there were none. */
    sweep(created: Span, most: number): Promise<Swept | undefined>
  }

  readonly budgets: {
    /** The budgets whose window ends after that, by key. */
    list(after: number): Promise<BudgetRecord[]>
    /** Keeps, for each key, the last reported budget; of two reported at the same time, the one with less left. Other
     * processes are notified when a budget is used up, and when the end of a used-up budget moves. */
    put(budgets: readonly BudgetRecord[]): Promise<void>
    /** Deletes the budgets whose window ended before that; resolves to their number. */
    sweep(resetBefore: number): Promise<number>
  }

  /** Which values an owner used in a span, such as the hashtags that a credential has requested this week. */
  readonly distinctUses: {
    /** Adds the use of a value, unless the owner used `most` other ones since `since`. One that was used since then stays
     * as it is. True when the value is among the used ones afterwards. Exact under concurrency. */
    add(use: DistinctUse, since: number, most: number): Promise<boolean>
    /** The uses of these owners since then, oldest first. */
    list(owners: readonly string[], since: number): Promise<DistinctUse[]>
    /** Deletes uses before that; resolves to their number. */
    sweep(usedBefore: number): Promise<number>
  }

  /** When something was last observed about a profile, a page or what images belong to: that it is gone or private, that
   * a status code said so, or that it is available again. */
  readonly goneProfiles: {
    /** Keeps the newest observation. `key` names what was observed, and of what. */
    mark(key: string, at: number): Promise<void>
    /** When each was last observed; undefined when it never was. */
    find(keys: readonly string[]): Promise<readonly (number | undefined)[]>
    /** The last observations whose keys begin with the prefix, newest first. */
    list(prefix: string, limit: number): Promise<readonly { readonly key: string; readonly at: number }[]>
    /** Deletes those marked before that; resolves to their number. */
    sweep(markedBefore: number): Promise<number>
  }

  /** Images that must not be served any more. Marks are never deleted. */
  readonly mediaMarks: {
    /** Marks a subject, a hash of a URL in hexadecimal. Nothing when it is marked already. */
    add(subject: string, act: Act): Promise<void>
    /** Adds marks of another store, without entries in the audit trail. */
    adopt(marks: readonly MediaMark[]): Promise<void>
    list(): Promise<readonly MediaMark[]>
    /** Subjects that were marked then and that no CDN was told of, the oldest first. */
    unpurged(marked: Span, limit: number): Promise<readonly string[]>
    setPurged(subjects: readonly string[], at: number): Promise<void>
  }

  /** The request log: the last requests to the API. */
  readonly requests: {
    /** Adds the requests, all or nothing, except those of deleted licenses and those that were added before. */
    add(requests: readonly RequestRecord[]): Promise<void>
    /** Newest first, after the position. Requests that are added meanwhile neither shift nor repeat others. */
    list(page: {
      readonly limit: number
      readonly before?: RequestPosition | undefined
      readonly filter?: RequestFilter
    }): Promise<RequestPage>
    /** The position of the oldest request to keep, when the newest `kept` of a lane are kept; undefined when the lane
     * has no more than that. */
    findCut(lane: RequestLane, kept: number): Promise<RequestPosition | undefined>
    /** Deletes up to `most` of the oldest requests of a lane before a position. undefined when there were none.
     * `after`: `upTo` of the previous step. */
    sweep(
      lane: RequestLane,
      span: { readonly after?: RequestPosition | undefined; readonly before: RequestPosition },
      most: number,
    ): Promise<{ readonly dropped: number; readonly upTo: RequestPosition } | undefined>
  }

  /** How many requests there were, in periods of several lengths. */
  readonly traffic: {
    /** Adds to what is counted already; each period, platform and measure at most once. All or nothing. */
    add(counts: readonly TrafficRecord[]): Promise<void>
    /** The counts of the periods of this length that start in the span, ordered by their start. */
    read(stepMs: number, started: Span): Promise<TrafficCount[]>
    /** Deletes the periods of this length that started before; resolves to the number of counts. */
    sweep(stepMs: number, startedBefore: number): Promise<number>
  }

  /** Cached pages: a cache that survives restarts. Losing a page is not an error. */
  readonly pages: {
    /** The newest page cached under any of the keys. */
    find(...keys: readonly Buffer[]): Promise<CachedPage | undefined>
    /** Stores the page unless a newer one is cached. A page that is more than a minute newer was stored before the
     * clock was set back, and is replaced. */
    put(key: Buffer, page: CachedPage): Promise<void>
    /** Acquires the lease on something, such as fetching the page with this key, until `until` or its release; false
     * while another owner has it. A lease that ends more than a minute after this one was acquired before the clock
     * was set back, and is expired. All leases on the same key have the same length. */
    claim(key: Buffer, lease: PageLease): Promise<boolean>
    /** Releases the owner's lease. */
    release(key: Buffer, owner: string): Promise<void>
    /** Finds the newest page that is cached under any of the keys and was fetched after `since`. If there is none,
     * acquires the lease on the first key as `claim` does, and looks again: the previous owner may have stored the
     * page in the meantime. */
    findOrClaim(keys: PageKeys, since: number, lease: PageLease): Promise<FoundOrClaimed>
    /** As `put`, then as `release`. The lease is released even when the page cannot be stored. */
    putAndRelease(key: Buffer, page: CachedPage, lease: { readonly key: Buffer; readonly owner: string }): Promise<void>
    /** Deletes every page whose key begins with the prefix. */
    removeWithin(prefix: Buffer): Promise<void>
    /** Deletes leases that ended before that and were never released; resolves to their number. */
    sweepLeases(endedBefore: number): Promise<number>
    /** Sums the sizes of the newest pages fetched before that: `most` pages, plus all with the same time as the oldest
     * of them, `since`. undefined when there are none. */
    weigh(fetchedBefore: number, most: number): Promise<{ readonly bytes: number; readonly since: number } | undefined>
    /** Deletes the oldest pages fetched in the span: `most`, plus all with the same time as the last of them. undefined
     * when there were none. */
    sweep(fetched: Span, most: number): Promise<Swept | undefined>
  }

  readonly changes: {
    /** The number of the newest change. */
    latest(): Promise<number>
    /** At most 1,000 changes after `seq`, oldest first. */
    since(seq: number): Promise<Change[]>
    /** Calls back when there may be changes. A backend without notifications never does, so poll in any case. */
    onHint(listener: () => void): () => void
    sweep(before: number): Promise<number>
  }

  /** For copying a store into another one, of any backend. */
  readonly copies: RowReader & {
    /** Reads all rows as of one moment, regardless of concurrent writers and of how long it takes. Other calls to this
     * Store may have to wait. */
    snapshot<T>(use: (rows: RowReader) => Promise<T>): Promise<T>
    /** Inserts rows of a table, replacing those with the same key; all or nothing. */
    put(table: CopiedTable, rows: readonly CopyRow[]): Promise<void>
    /** Deletes the rows with the keys of these; all or nothing. */
    remove(table: CopiedTable, rows: readonly CopyRow[]): Promise<void>
    /** undefined: this is not a copy, or a service was started on it. */
    mark(): Promise<CopyMark | undefined>
    setMark(mark: CopyMark | undefined): Promise<void>
  }
}
