// The storage contract. A backend is a folder that makes one of these; suite.ts holds what every backend must show.
// Nothing outside storage/ may know which backend it talks to. Times are milliseconds since the epoch.

import type { Act, AuditEntry, AuditFilter, AuditSubject, Facts } from './audit-records.ts'
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
import type { Erased, Mention, ToldWebhook } from './person-records.ts'
import type { BudgetRecord, CredentialRecord } from './platform-records.ts'
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
  type PlanRecord,
  type StoredStatus,
} from './license-records.ts'
export type { Erased, Mention, ToldWebhook } from './person-records.ts'
export type { BudgetRecord, CredentialRecord, CredentialState } from './platform-records.ts'
export { ANSWER_KEPT_MS, type Answering, type ResponseRecord } from './response-records.ts'
export {
  type Charge,
  type Decision,
  MOST_USES_A_DAY,
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

/** The one token of a client's hour: enough to sign the same bytes again, and no token at rest. */
export type GrantRecord = { readonly jti: string; readonly kid: string; readonly issuedAt: number }

export type SigningKeyRecord = {
  readonly kid: string
  /** JSON Web Key, public part, as JSON. */
  readonly publicJwk: string
  /** The private part, sealed under a secret that the store does not hold. */
  readonly sealedPrivateJwk: string
  readonly createdAt: number
  /** Signs no new token from then on. */
  readonly retiredAt: number | null
}

/** What an operator may do; each includes those before it. */
export type OperatorRole = 'read' | 'support' | 'admin'

export type OperatorRecord = {
  readonly id: string
  /** Given once: no other operator ever has it, so that what is told of it stays this one's. */
  readonly name: string
  readonly role: OperatorRole
  /** HMAC-SHA-256 of the token, hex. */
  readonly hash: string
  readonly pepperVersion: number
  /** The last four characters of the token. */
  readonly hint: string
  readonly createdAt: number
  readonly revokedAt: number | null
  /** To the hour. */
  readonly lastUsedAt: number | null
}

/** What a setting was at a start. Of a secret `value` is a hash under a secret that the store does not hold. */
export type StartSetting = { readonly name: string; readonly value: string; readonly isSecret: boolean }

/** From an instant, which is included, to another one, which is not. */
export type Span = { readonly from: number; readonly before: number }

/** What one step of clearing away did. */
export type Swept = {
  readonly dropped: number
  /** Where the next step goes on: in the span, there is nothing left before. */
  readonly upTo: number
}

export type CachedPage = {
  /** What is sent, without the envelope's cursor: see scanning/stored-page.ts. */
  readonly body: Buffer
  /** The platform's own position behind the page; null on the last page. */
  readonly next: string | null
  readonly fetchedAt: number
}

/** What a page may be held under; the turn to fetch it is taken under the first. */
export type PageKeys = readonly [Buffer, ...Buffer[]]

/** Whose turn it is, from when until when: milliseconds since the epoch. */
export type PageTurn = { readonly owner: string; readonly now: number; readonly until: number }

/** Before anything was fetched. */
export const BEFORE_ALL = -1

export type FoundOrClaimed = { readonly page: CachedPage | undefined; readonly isClaimed: boolean }

/** What was changed, so that every process can forget what it holds of it. */
export type ChangeTopic = 'license' | 'plan' | 'site' | 'signing_key' | 'credential' | 'budget' | 'profile' | 'webhook'
export type Change = { readonly seq: number; readonly topic: ChangeTopic; readonly subject: string }

/** What a copy of a store holds: all but held pages, whose profiles are gone, and what tells of changes. */
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
  | 'audit_entries'
  | 'answers'
  | 'operators'
  | 'start_settings'
  | 'webhooks'
  | 'webhook_events'
  | 'webhook_deliveries'
  | 'platform_alarms'

/** A row as it is stored. */
export type CopyRow = Readonly<Record<string, string | number | null>>

export type RowReader = {
  count(table: CopiedTable): Promise<number>
  /** Every row, some at a time, in the order of their keys (copied-tables.ts): numbers by size, texts by their bytes. */
  read(table: CopiedTable): AsyncIterable<readonly CopyRow[]>
}

/** What a store that is made as a copy says of itself until a service starts on it. */
export type CopyMark = {
  /** null: it is not whole yet. */
  readonly finishedAt: number | null
}

export type Store = {
  /** `sqlite` or `postgres`: for people to read, never to branch on. */
  readonly backend: string
  /** Resolves when the store answers; rejects otherwise. */
  ping(): Promise<void>
  /** Resolves when the store has written something durably, which changes nothing; rejects otherwise: where the disk is
   * full, where it may only be read, where its file is gone. */
  tryWrite(): Promise<void>
  /** Names of what a later version of this program made in the store, and this one does not know; none where it is of this version
   * or an earlier one. */
  laterSteps(): Promise<string[]>
  close(): Promise<void>
  /** Writes a consistent copy of everything but held pages to a new file, also under load. Rejects where the backend
   * has tools of its own for it, and says which. */
  backup(file: string): Promise<void>
  /** Makes of the store's files such that hold nothing but what is there now. Resolves to false where that is the server's to do, or
   * where somebody else reads an older state of them still. */
  compact(): Promise<boolean>

  readonly plans: {
    list(): Promise<PlanRecord[]>
    find(name: string): Promise<PlanRecord | undefined>
    put(plan: PlanRecord, act: Act): Promise<void>
    /** Puts the plans that are not there yet. */
    seed(plans: readonly PlanRecord[]): Promise<void>
  }

  readonly licenses: {
    /** Up to `most` licenses whose end is in the span and that are not revoked, in the order of their ends and ids; those
     * behind `behind`. */
    listEnded(ended: Span, most: number, behind?: LicenseRecord): Promise<LicenseRecord[]>
    /** Active live licenses whose end is in the span. */
    countEnding(ends: Span): Promise<number>
    /** The license and its first key, both or neither. With `onlyIfNone` nothing where there is a license: of several
     * processes that start together on an empty store, one makes the first. False when there was nothing to make. Rejects
     * (`conflict`) where another license has the external id. */
    create(license: LicenseRecord, key: KeyRecord, act: Act, onlyIfNone?: boolean): Promise<boolean>
    /** Licenses of an import with their first keys, where they have one: all of them or none, with one entry in the audit
     * trail and with what is told of them. Rejects (`conflict`) where an id, an external id or a key is there already. */
    createAll(
      made: readonly { readonly license: LicenseRecord; readonly key: KeyRecord | null }[],
      act: Act,
      of: ImportPart,
      events?: ImportEvents,
    ): Promise<void>
    /** Which of the ids, the external ids and the keys are there already, and of which license. */
    findKnown(wanted: {
      readonly ids: readonly string[]
      readonly externalIds: readonly string[]
      readonly hashes: readonly string[]
    }): Promise<KnownLicenses>
    find(id: string): Promise<LicenseRecord | undefined>
    /** Those of the ids that there are, in any order. */
    findAll(ids: readonly string[]): Promise<LicenseRecord[]>
    findByExternalId(externalId: string): Promise<LicenseRecord | undefined>
    /** Those that the filter lets through, in the order; between two pages licenses may come and go without any other one
     * being passed over or shown twice, unless what orders it changes. */
    list(query: LicenseQuery): Promise<LicensePage>
    /** Where a license stands; undefined where there is none. */
    positionOf(id: string, order: LicenseOrder): Promise<LicensePosition | undefined>
    /** Takes the license away with its keys and sites, and with the answers to who made it, all or nothing. What it used by the month
     * goes on being counted under a name that no license has, so that sums stay what they were; what is written down of its
     * changes stays without what they were. False when there was none. */
    remove(id: string, act: Act): Promise<boolean>
    count(): Promise<number>
    /** Writes down what was done in the name of a license and changes nothing of it. False where there is none. */
    note(id: string, facts: Facts, act: Act): Promise<boolean>
    /** Sets the status unless the license is revoked, which is final. False when there was nothing to set. */
    setStatus(id: string, status: StoredStatus, act: Act): Promise<boolean>
    /** Sets what is named, all of it or nothing, unless the license is revoked. False when there was nothing to set. Rejects
     * (`conflict`) where another license has the external id. */
    update(id: string, change: LicenseUpdate & { readonly status?: StoredStatus }, act: Act): Promise<boolean>
    /** Sets the same of several licenses, all of it or nothing: of each that there is an act for, which is asked of the license
     * while nobody else changes it. Resolves to the licenses as they were before, those that there are. */
    updateAll(
      ids: readonly string[],
      change: { readonly plan?: string; readonly status?: StoredStatus },
      toAct: (license: LicenseRecord) => Act | undefined,
    ): Promise<LicenseRecord[]>
  }

  readonly keys: {
    findByHash(hash: string): Promise<KeyRecord | undefined>
    listOf(licenseId: string): Promise<KeyRecord[]>
    /** The keys of several licenses, asked for at once, newest first. */
    listOfAll(licenseIds: readonly string[]): Promise<KeyRecord[]>
    /** Adds the key and ends the others' validity at `othersExpireAt` (earlier ends stay), both or neither. */
    rotate(key: KeyRecord, othersExpireAt: number, act: Act): Promise<void>
    /** Moves a key to another pepper. */
    rehash(oldHash: string, hash: string, pepperVersion: number): Promise<void>
  }

  readonly sites: {
    /** Adds the site unless the license has `limit` others; true when it is there afterwards. Where it is new, the event is
     * told in the same transaction. Exact under concurrency. */
    activate(site: SiteRecord, limit: number | null, event?: EventRecord): Promise<boolean>
    listOf(licenseId: string): Promise<SiteRecord[]>
    /** Without an act where the site gave its place back itself, which is use and no change of the operator's. */
    release(licenseId: string, site: string, act?: Act): Promise<boolean>
  }

  readonly grants: {
    /** Stores the grant unless the client holds one issued after `renewBefore`, and not after `latest`; returns the one
     * that stands. What was issued later still is of a clock that was put back since. */
    claim(client: string, grant: GrantRecord, renewBefore: number, latest?: number): Promise<GrantRecord>
    /** Drops the oldest of those issued in the span: `most`, and all of the same instant as the last of them. undefined:
     * there was none. */
    sweep(issued: Span, most: number): Promise<Swept | undefined>
  }

  readonly signingKeys: {
    list(): Promise<SigningKeyRecord[]>
    /** Adds the key and retires the others at `retiredAt` (earlier retirements stay), both or neither. With
     * `onlyIfNone` it does nothing where there is an unretired key: the first start of several processes makes one. */
    add(key: SigningKeyRecord, retiredAt: number, act: Act, onlyIfNone?: boolean): Promise<void>
    remove(retiredBefore: number): Promise<number>
  }

  readonly usage: {
    /** Decides everything in one transaction and one round trip, durably. Never admits over a limit. Where it rejects, the
     * charges stay uncounted and the refunds are made, if need be as soon as the store answers again. */
    settle(charges: readonly Charge[], refunds: readonly Refund[]): Promise<Decision[]>
    read(licenseId: string, meter: string, startsAt: number): Promise<number>
    /** The windows of several licenses that began then, asked for at once; one that was never used is not among them. */
    readAll(licenseIds: readonly string[], meters: readonly string[], startsAt: number): Promise<UsedWindow[]>
    /** What these licenses used together in these days, by one dimension, in its order. */
    sumUses(licenseIds: readonly string[], days: Span, by: UseDimension): Promise<UseSum[]>
    /** What licenses used of these meters in the windows that began then, by their ids, those that used none left out;
     * `after` is the id of the last one of the page before. */
    listMonth(page: {
      readonly meters: readonly string[]
      readonly startsAt: number
      readonly limit: number
      readonly after?: string | undefined
    }): Promise<MonthOfLicense[]>
    /** Drops the oldest uses of those of the days in the span: `most`, and all of the same day and license as the last of
     * them. undefined: there was none. */
    sweepUses(days: Span, most: number): Promise<Swept | undefined>
    /** The meters that have a window and whose names begin with the prefix, in order. */
    listMeters(prefix: string): Promise<string[]>
    /** Drops the oldest windows of a meter of those that began in the span, `most` of them. undefined: there was none. */
    sweep(meter: string, started: Span, most: number): Promise<Swept | undefined>
  }

  /** Credentials of platforms, as every process is to see them. */
  readonly credentials: {
    /** By platform, kind and id. */
    list(): Promise<CredentialRecord[]>
    find(id: string): Promise<CredentialRecord | undefined>
    /** Puts the record, with the next version, if the stored one still has `record.version`; 0: if there is none yet. True
     * when it was put. Exact under concurrency: of those who read one version, one puts; what it is told of is kept with it. Without an act where an answer of
     * the platform tells of it, which is no change of the operator's. */
    put(record: CredentialRecord, act?: Act, event?: EventRecord): Promise<boolean>
    remove(id: string): Promise<boolean>
  }

  /** Who changed what. Entries are written by what changes something, beside the change. */
  readonly audit: {
    find(id: string): Promise<AuditEntry | undefined>
    /** Newest first, behind an entry or from the newest on. */
    list(
      page: AuditFilter & {
        readonly limit: number
        readonly before?: Pick<AuditEntry, 'at' | 'id'> | undefined
      },
    ): Promise<AuditEntry[]>
    /** Drops the oldest of those written in the span: `most`, and all of the same instant as the last of them.
     * undefined: there was none. */
    sweep(written: Span, most: number): Promise<Swept | undefined>
    /** Calls back for every entry that this Store wrote, once it stands. */
    onWritten(listener: (entry: AuditEntry) => void): () => void
  }

  /** What requests were answered that made something. Answers are written by what makes it, beside its entry. */
  readonly answers: {
    find(key: string): Promise<ResponseRecord | undefined>
    /** Drops the oldest of those given in the span: `most`, and all of the same instant as the last of them. undefined: there
     * was none. */
    sweep(given: Span, most: number): Promise<Swept | undefined>
  }

  /** What is known of a person by an email address, whichever case it is written in. */
  readonly persons: {
    /** In whichever case and Unicode form the address is written. */
    licensesOf(email: string): Promise<LicenseRecord[]>
    /** The webhooks that were sent something about these licenses. */
    reportedOf(licenseIds: readonly string[]): Promise<ToldWebhook[]>
    /** What the removal of these licenses and `erase` of the text take away. */
    held(text: string, licenseIds: readonly string[]): Promise<Erased>
    /** Takes the text out of the audit trail and the events, all or nothing, and writes down that it was done: of `subject`, which
     * names nobody, with the facts. */
    erase(text: string, subject: AuditSubject, facts: Facts, act: Act): Promise<void>
    /** Where the text stands still, as the operators wrote it. */
    mentions(text: string): Promise<Mention[]>
  }

  readonly operators: {
    /** Rejects with a conflict where the name was given before. */
    create(operator: OperatorRecord, act: Act): Promise<void>
    /** In the order in which they were made, those included that are revoked. */
    list(): Promise<OperatorRecord[]>
    findByHash(hash: string): Promise<OperatorRecord | undefined>
    /** False where there is none, or it is revoked already. */
    revoke(id: string, revokedAt: number, act: Act): Promise<boolean>
    /** Says that it was used then. */
    touch(id: string, usedAt: number): Promise<void>
    /** Moves a token to another pepper. */
    rehash(oldHash: string, hash: string, pepperVersion: number): Promise<void>
  }

  readonly startSettings: {
    /** Keeps what a service starts with. True where that is not what the last one started with. */
    put(settings: readonly StartSetting[], act: Act): Promise<boolean>
  }

  readonly webhooks: {
    /** Newest first. */
    list(): Promise<WebhookRecord[]>
    find(id: string): Promise<WebhookRecord | undefined>
    /** False where there are `most` already. Exact under concurrency. */
    create(webhook: WebhookRecord, most: number, act: Act): Promise<boolean>
    /** One that is not on has nothing waiting: that is given up, as `error` says. False where there is no such webhook. */
    update(id: string, change: WebhookChange, act: Act, error?: string): Promise<boolean>
    /** What waits for it goes with it. */
    remove(id: string, act: Act): Promise<boolean>
  }

  readonly webhookEvents: {
    /** Keeps the event, with a delivery for each webhook that is on and is told of its type, all of it or nothing; nothing
     * where there is no such webhook, or one of its `onceKey` was told before. A webhook that `mostWaiting` wait for gets
     * none; that is counted. Resolves to how many were made. */
    tell(event: EventRecord): Promise<number>
    /** Queues it for this webhook alone, whatever that is told of. */
    tellOne(event: EventRecord, webhookId: string): Promise<void>
    /** Of these keys those that were told. */
    reportedOf(onceKeys: readonly string[]): Promise<string[]>
    /** Drops the oldest of those that happened in the span: `most`, and all of the same instant as the last of them.
     * undefined: there was none. */
    sweep(happened: Span, most: number): Promise<Swept | undefined>
  }

  readonly deliveries: {
    /** The webhooks that have something to be tried. What was last touched later than in a minute from now was so by a clock
     * that was put back since: it is to be tried at once. */
    due(now: number): Promise<string[]>
    /** Takes deliveries of the webhook that are to be tried, the longest due first; each counts as a try. Of those who claim
     * at the same time each gets others. */
    claim(webhookId: string, claim: DeliveryClaim, most: number): Promise<DeliveryRecord[]>
    /** Writes down what came of a try. False where it was claimed by somebody else since, or is no more. */
    settle(webhookId: string, eventId: string, claim: string, outcome: DeliveryOutcome): Promise<boolean>
    /** Newest first; `before` is the event of the last one of the page before. */
    list(
      webhookId: string,
      page: {
        readonly limit: number
        readonly before?: string | undefined
        readonly state?: DeliveryState | undefined
      },
    ): Promise<DeliveryRecord[]>
    find(webhookId: string, eventId: string): Promise<DeliveryRecord | undefined>
    /** Has one that is not waiting tried again from the start. False where there is none. */
    resend(webhookId: string, eventId: string, at: number): Promise<boolean>
    /** Of each webhook that something waits for. */
    backlogs(): Promise<Backlog[]>
    /** Drops the oldest of those made in the span: `most`, and all of the same instant as the last of them. undefined: there
     * was none. */
    sweep(made: Span, most: number): Promise<Swept | undefined>
  }

  /** Which platforms fail, so that of all processes one says so. */
  readonly alarms: {
    list(): Promise<AlarmRecord[]>
    /** Notes that it was found failing; where that is new, the event is told in the same transaction. True where it is new.
     * Exact under concurrency. */
    raise(platform: string, since: number, at: number, event: EventRecord): Promise<boolean>
    /** Notes that it works again, unless somebody found it failing at `seenAfter` or later; the event is told in the same
     * transaction. True where it had been failing. */
    clear(platform: string, seenAfter: number, event: EventRecord): Promise<boolean>
  }

  readonly budgets: {
    /** Those whose window ends after that, by key. */
    list(after: number): Promise<BudgetRecord[]>
    /** Keeps, of each key, the one told last; of two told at the same instant, the one with less left. Others hear of a
     * budget that has nothing left when it comes to that, and when its end moves. */
    put(budgets: readonly BudgetRecord[]): Promise<void>
    /** Drops those whose window ended before; resolves to how many. */
    sweep(resetBefore: number): Promise<number>
  }

  /** When something was last found of a profile or a page: that it is gone or private, that a plain status said so, that it
   * was given again. */
  readonly goneProfiles: {
    /** Keeps the newest. `finding`: what was found, of what. */
    mark(finding: string, at: number): Promise<void>
    /** When each was last found; undefined where it never was. */
    find(findings: readonly string[]): Promise<readonly (number | undefined)[]>
    /** Drops those marked before; resolves to how many. */
    sweep(markedBefore: number): Promise<number>
  }

  /** Held pages: a cache that survives restarts. Losing one is no error. */
  readonly pages: {
    /** The newest of what is held under any of the keys. */
    find(...keys: readonly Buffer[]): Promise<CachedPage | undefined>
    /** Keeps the page unless a newer one is held. One that is newer by more than a minute is of a clock that was put back
     * since, and does not stand in the way. */
    put(key: Buffer, page: CachedPage): Promise<void>
    /** Takes the turn at something, such as fetching the page with this key, until then or until it is released; false
     * while another owner has it. A turn that ends later than this one by more than a minute is of a clock that was put back
     * since: it is over. All turns at a thing are of one length. */
    claim(key: Buffer, turn: PageTurn): Promise<boolean>
    /** Gives the owner's turn back. */
    release(key: Buffer, owner: string): Promise<void>
    /** Looks for the newest of what is held under any of the keys and was fetched after `since`. Where there is none, takes
     * the turn at the first key as `claim` does, and looks once more: whoever had the turn before may have put it there
     * meanwhile. */
    findOrClaim(keys: PageKeys, since: number, turn: PageTurn): Promise<FoundOrClaimed>
    /** As `put`, and then as `release`; the turn is given back also where the page could not be put. */
    putAndRelease(key: Buffer, page: CachedPage, turn: { readonly key: Buffer; readonly owner: string }): Promise<void>
    /** Drops turns that were over before and that nobody gave back; resolves to how many. */
    sweepTurns(endedBefore: number): Promise<number>
    /** What the newest of the pages fetched before weigh: `most` of them, with all that were fetched at the same instant as
     * the oldest of them, `since`. undefined: there is none. */
    weigh(fetchedBefore: number, most: number): Promise<{ readonly bytes: number; readonly since: number } | undefined>
    /** Drops the oldest of the pages fetched in the span: `most`, and all of the same instant as the last of them.
     * undefined: there was none. */
    sweep(fetched: Span, most: number): Promise<Swept | undefined>
  }

  readonly changes: {
    /** The newest change's number. */
    latest(): Promise<number>
    /** At most 1,000 changes after `seq`, oldest first. */
    since(seq: number): Promise<Change[]>
    /** Calls back when there may be changes; a backend without such a signal never does, and is polled all the same. */
    onHint(listener: () => void): () => void
    sweep(before: number): Promise<number>
  }

  /** For copying a store into another one, of whichever backend. */
  readonly copies: RowReader & {
    /** Lends the rows as they all were at one moment, whoever writes meanwhile, and however long it takes. Other
     * requests to this Store may have to wait until then. */
    snapshot<T>(use: (rows: RowReader) => Promise<T>): Promise<T>
    /** Puts some rows of a table, each in the place of the one with its key; all of them or none. */
    put(table: CopiedTable, rows: readonly CopyRow[]): Promise<void>
    /** Removes the rows with the keys of these; all of them or none. */
    remove(table: CopiedTable, rows: readonly CopyRow[]): Promise<void>
    /** undefined: this is no copy, or it is one that a service was started on. */
    mark(): Promise<CopyMark | undefined>
    setMark(mark: CopyMark | undefined): Promise<void>
  }
}
