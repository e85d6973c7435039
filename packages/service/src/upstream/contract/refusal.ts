// What an upstream means when it does not return what was requested, as data. It is decided before retry, breaker,
// credentials and budgets act on it.

import { ApiError, type ApiErrorOptions, type ErrorCode } from '../../errors.ts'
import type { Fields } from './call.ts'
import type { Reset } from './limits.ts'

export const MEANINGS = [
  /** There is no such profile or post. */
  'absent',
  /** It exists, but is not public. */
  'hidden',
  /** It exists, but is of a kind that the platform shows to no application: a personal profile, a group. */
  'unsupported',
  /** The call requests more than the platform returns at once; fewer items may succeed. */
  'too_much',
  /** Too many calls in a short time. */
  'limited',
  /** The budget of a day or month is used up. */
  'exhausted',
  /** A momentary fault: worth an immediate retry. */
  'passing',
  /** A fault of the host that the same call will meet again. */
  'failing',
  /** The host works, but the response is unusable. */
  'broken',
  /** The platform no longer knows the position. */
  'invalid_cursor',
  /** The credential is invalid or was revoked. */
  'credential_refused',
  /** The token has expired; a new one may be obtained. */
  'credential_expired',
  /** The credential is valid, but not for this call. */
  'credential_lacks_scope',
  /** This source does not serve this profile; the next one may. */
  'closed',
  /** This source serves this profile only with a credential that the operator has not set; the next one may serve it. */
  'signed_only',
] as const
export type Meaning = (typeof MEANINGS)[number]

/** What a refusal of a credential says about the connected account whose token it is. */
export type Ends =
  | 'expired'
  | 'removed_by_owner'
  | 'password_changed'
  | 'checkpoint'
  | 'role_lost'
  | 'scope_missing'
  | 'account_gone'
  | 'app_closed'
  | 'nothing'

/** A row of a source's error table. Rows are read in order; rows without a status are checked for every response. */
export type Refusal = {
  readonly status?: number | readonly number[]
  /** A path in the JSON body, of names and numbers: `error.errors.0.reason`. */
  readonly at?: string
  /** The value at the path; any value but null when absent. `missing`: there is no value. Text is compared whole, or by
   * pattern. */
  readonly is?: string | number | boolean | RegExp | readonly (string | number)[] | 'missing'
  /** Only for calls that a credential signed, or only for others; for all when absent. */
  readonly signed?: boolean
  /** Only for calls about a post; for all when absent. */
  readonly about?: 'post'
  readonly means: Meaning
  /** When it ends, if no header field says so. */
  readonly until?: Reset
  /** For `unsupported`: the kind of profile, shown as `details.kind` of the error. */
  readonly kind?: string
  /** For people, where the default message is not enough. Never the upstream's words. */
  readonly says?: string
  /** Why it ends the connected account whose token signed the call; `nothing` if the account is not at fault. Without
   * it, `means` decides. */
  readonly ends?: Ends
  /** A response of the platform that matches this row; the suite replays it. */
  readonly example: { readonly status: number; readonly headers?: Fields; readonly body: unknown }
}

/** The condition of a row on a body. */
export type BodyRow = Pick<Refusal, 'at' | 'is'>

/** Recognizes an error body in the source's own format. Without `status`, for any status. */
export type FormRow = Pick<Refusal, 'status' | 'at' | 'is'>

/** The error code that a client receives, by meaning. */
const CODES: Readonly<Record<Meaning, ErrorCode>> = {
  absent: 'profile_not_found',
  hidden: 'profile_private',
  unsupported: 'profile_unsupported',
  too_much: 'platform_error',
  limited: 'platform_rate_limited',
  exhausted: 'platform_rate_limited',
  passing: 'platform_error',
  failing: 'platform_error',
  broken: 'platform_error',
  invalid_cursor: 'invalid_cursor',
  credential_refused: 'platform_unauthorized',
  credential_expired: 'platform_unauthorized',
  credential_lacks_scope: 'platform_unauthorized',
  closed: 'profile_private',
  signed_only: 'platform_not_configured',
}

/** The codes that differ for a post. */
const POST_CODES: Partial<Readonly<Record<Meaning, ErrorCode>>> = {
  absent: 'post_not_found',
  unsupported: 'unsupported_post_url',
}

/** How reliably it is known that something is absent or not public, the weakest first. */
export const EVIDENCE = [
  /** The expected content is missing, and nothing more: the response was some other page. */
  'none',
  /** A plain 404 or 410, which any proxy in front of a server can return. It counts once it is returned again, hours
   * later. */
  'status',
  /** The platform said so in its own format. */
  'own',
] as const
export type Evidence = (typeof EVIDENCE)[number]

export type RefusedOptions = ApiErrorOptions & {
  /** `own` when absent: a platform's code throws what it has read. */
  readonly evidence?: Evidence | undefined
  readonly about?: 'profile' | 'post' | undefined
  /** The code for the client, where the default says too little: why a closed source is closed. */
  readonly as?: ErrorCode
  readonly ends?: Ends | undefined
}

/** The meaning of a response that is a refusal. Platforms throw it for what no row can express; the engine for
 * everything else. */
export class Refused extends ApiError {
  readonly meaning: Meaning
  readonly evidence: Evidence
  readonly ends: Ends | undefined

  constructor(meaning: Meaning, { about, as, evidence = 'own', ends, ...options }: RefusedOptions = {}) {
    super(as ?? ((about === 'post' && POST_CODES[meaning]) || CODES[meaning]), options)
    this.meaning = meaning
    this.evidence = evidence
    this.ends = ends
  }

  /** The same refusal, with the weaker evidence of the two: the conclusion needed both. */
  noSurerThan({ evidence }: Pick<Refused, 'evidence'>): Refused {
    if (EVIDENCE.indexOf(this.evidence) <= EVIDENCE.indexOf(evidence)) return this
    const { code: as, message, details, retryAfterSeconds, retryable } = this
    return new Refused(this.meaning, {
      ...{ as, message, retryable, evidence, cause: this },
      ...(details && { details }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })
  }
}

export const isRefused = (error: unknown, ...meanings: Meaning[]): error is Refused =>
  error instanceof Refused && (meanings.length === 0 || meanings.includes(error.meaning))
