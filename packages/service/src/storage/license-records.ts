// What the store keeps of plans, licenses and their keys. Times are milliseconds since the epoch.

export type Mode = 'live' | 'test'
/** What is stored; `expired` is told from `expiresAt` by the clock. */
export type StoredStatus = 'active' | 'suspended' | 'revoked'

export type PlanRecord = {
  readonly name: string
  /** A month, UTC. */
  readonly scans: number
  readonly validations: number
  /** Requests a minute. */
  readonly burst: number
  /** null: any number. */
  readonly sites: number | null
  /** null: every platform. */
  readonly platforms: readonly string[] | null
}

/** What clients are served by. */
export type LicenseTerms = {
  readonly id: string
  readonly name: string | null
  readonly plan: string
  readonly mode: Mode
  readonly status: StoredStatus
  readonly expiresAt: number | null
  readonly createdAt: number
}

/** What the operator notes of a license for himself. Nothing that is answered to clients is made of it. */
export type LicenseDetails = {
  /** Its id in another system; no other license has it. */
  readonly externalId: string | null
  readonly email: string | null
  readonly notes: string | null
  readonly metadata: Readonly<Record<string, string>>
}

export type LicenseRecord = LicenseTerms & LicenseDetails

export const LICENSE_ORDERS = ['newest', 'oldest', 'name', 'expiresAt'] as const
/** By name: those without one first. By end: those that never end last. */
export type LicenseOrder = (typeof LICENSE_ORDERS)[number]

/** The place of a license in an order. */
export type LicensePosition = { readonly key: string | number; readonly id: string }

/** All of what is named has to hold. Letters of either case are the same, as far as the store itself knows letters. */
export type LicenseFilter = {
  /** Those whose id, external id or address it is; those whose key ends in it, where it looks like the end of one; else
   * those whose name, address or a site of theirs holds it, or whose key ends in it. */
  readonly search?: string
  readonly id?: string
  readonly status?: { readonly is: StoredStatus | 'expired'; readonly at: number }
  readonly plan?: string
  readonly mode?: Mode
  readonly expiresBefore?: number
  /** At least so many percent of the plan's scans, in the month that began then. */
  readonly usedOver?: { readonly percent: number; readonly month: number }
  /** In its canonical spelling. */
  readonly site?: string
  /** How it begins. */
  readonly name?: string
  readonly email?: string
  readonly externalId?: string
}

export type LicenseQuery = {
  readonly limit: number
  /** `newest` when absent. */
  readonly order?: LicenseOrder
  /** `next` of the page before, in the same order. */
  readonly after?: LicensePosition | undefined
  readonly filter?: LicenseFilter
}

/** `next` is null on the last page. */
export type LicensePage<L = LicenseRecord> = {
  readonly licenses: readonly L[]
  readonly next: LicensePosition | null
}

export type LicenseUpdate = Partial<Pick<LicenseRecord, 'name' | 'plan' | 'expiresAt'> & LicenseDetails>

/** What the audit trail says of some lines of a file that licenses are made of. */
export type ImportPart = {
  /** Of the run, which has an entry for each of its parts. */
  readonly importId: string
  /** Whose export the file is. */
  readonly from: string
  /** Its name, without its folder. */
  readonly file: string
  /** The lines that the licenses stand in, from the first to the last. */
  readonly firstLine: number
  readonly lastLine: number
}

/** What a store has of licenses that may be new. */
export type KnownLicenses = {
  /** Those that have one of the ids, external ids or keys. */
  readonly licenses: readonly Pick<LicenseRecord, 'id' | 'externalId'>[]
  readonly keys: readonly Pick<KeyRecord, 'hash' | 'licenseId'>[]
}

export type KeyRecord = {
  /** HMAC-SHA-256 of the key, hex. */
  readonly hash: string
  readonly pepperVersion: number
  readonly licenseId: string
  /** The last four characters of the key, so that people can tell keys apart. */
  readonly hint: string
  readonly createdAt: number
  /** The end of a rotated key's overlap; null for the current key. */
  readonly expiresAt: number | null
}
