// The records of plans, licenses and their keys. Times are milliseconds since the epoch.

export type Mode = 'live' | 'test'
/** The stored status; `expired` is derived from `expiresAt` and the clock. */
export type StoredStatus = 'active' | 'suspended' | 'revoked'

export const PLAN_MEDIA = ['none', 'proxy'] as const
export type PlanMedia = (typeof PLAN_MEDIA)[number]

export type PlanRecord = {
  readonly name: string
  /** Per month, UTC. */
  readonly scans: number
  readonly validations: number
  /** Requests per minute. */
  readonly burst: number
  /** null: unlimited. */
  readonly sites: number | null
  /** Connected accounts of a license. null: unlimited. */
  readonly connections: number | null
  /** `none`: responses name the platforms' URLs of images even if the service passes images on. */
  readonly media: PlanMedia
  /** Megabytes of images that are fetched for a license per month, UTC. null: unlimited. */
  readonly mediaMb: number | null
  /** null: every platform. */
  readonly platforms: readonly string[] | null
}

/** The part of a license that requests are served by. */
export type LicenseTerms = {
  readonly id: string
  readonly name: string | null
  readonly plan: string
  readonly mode: Mode
  readonly status: StoredStatus
  readonly expiresAt: number | null
  readonly createdAt: number
}

/** The operator's own notes on a license; never part of a response to clients. */
export type LicenseDetails = {
  /** The license's id in another system; unique. */
  readonly externalId: string | null
  readonly email: string | null
  readonly notes: string | null
  readonly metadata: Readonly<Record<string, string>>
}

export type LicenseRecord = LicenseTerms & LicenseDetails

export const LICENSE_ORDERS = ['newest', 'oldest', 'name', 'expiresAt'] as const
/** `name`: licenses without a name first. `expiresAt`: licenses that never expire last. */
export type LicenseOrder = (typeof LICENSE_ORDERS)[number]

/** The position of a license in an order. */
export type LicensePosition = { readonly key: string | number; readonly id: string }

/** All named conditions must hold. Case is ignored, as far as the database knows the letters. */
export type LicenseFilter = {
  /** Licenses with this id, external id or email; with a key that ends in it, if it looks like the end of a key;
   * otherwise licenses whose name, email or a site contains it, or with a key that ends in it. */
  readonly search?: string
  readonly id?: string
  readonly status?: { readonly is: StoredStatus | 'expired'; readonly at: number }
  readonly plan?: string
  readonly mode?: Mode
  readonly expiresBefore?: number
  /** Used at least this percentage of the plan's scans in the month that started then. */
  readonly usedOver?: { readonly percent: number; readonly month: number }
  /** In its canonical spelling. */
  readonly site?: string
  /** A prefix. */
  readonly name?: string
  readonly email?: string
  readonly externalId?: string
}

export type LicenseQuery = {
  readonly limit: number
  /** `newest` when absent. */
  readonly order?: LicenseOrder
  /** `next` of the previous page, in the same order. */
  readonly after?: LicensePosition | undefined
  readonly filter?: LicenseFilter
}

/** `next` is null on the last page. */
export type LicensePage<L = LicenseRecord> = {
  readonly licenses: readonly L[]
  readonly next: LicensePosition | null
}

export type LicenseUpdate = Partial<Pick<LicenseRecord, 'name' | 'plan' | 'expiresAt'> & LicenseDetails>

/** What the audit trail records about the lines of an import file. */
export type ImportPart = {
  /** The id of the run; each of its parts has an entry of its own. */
  readonly importId: string
  /** The system that exported the file. */
  readonly from: string
  /** The file name, without its folder. */
  readonly file: string
  /** The first and the last line with these licenses. */
  readonly firstLine: number
  readonly lastLine: number
}

/** What the store has already of licenses that may be new. */
export type KnownLicenses = {
  /** Those with one of the ids, external ids or keys. */
  readonly licenses: readonly Pick<LicenseRecord, 'id' | 'externalId'>[]
  readonly keys: readonly Pick<KeyRecord, 'hash' | 'licenseId'>[]
}

export type KeyRecord = {
  /** HMAC-SHA-256 of the key, hex. */
  readonly hash: string
  readonly pepperVersion: number
  readonly licenseId: string
  /** The last four characters of the key, for display. */
  readonly hint: string
  readonly createdAt: number
  /** The end of a rotated key's overlap; null for the current key. */
  readonly expiresAt: number | null
}
