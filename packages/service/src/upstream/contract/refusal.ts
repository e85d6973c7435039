// What an upstream means when it does not give what was asked for, as data: read before retry, breaker, credentials and
// budgets act on it.

import { ApiError, type ApiErrorOptions, type ErrorCode } from '../../errors.ts'
import type { Fields } from './call.ts'
import type { Reset } from './limits.ts'

export const MEANINGS = [
  /** There is no such profile or post. */
  'absent',
  /** It is there, and not for everybody. */
  'hidden',
  /** It is there, and of a kind that the platform lets nobody read: a person's own profile, a group. */
  'unsupported',
  /** The call asks for more than the platform gives at once: fewer items of the same may be given. */
  'too_much',
  /** Too many calls in a short time. */
  'limited',
  /** The budget of a day or month is used up. */
  'exhausted',
  /** A fault of a moment: worth another try at once. */
  'passing',
  /** A fault of the host that the same call will meet again. */
  'failing',
  /** The host is well, the answer is not. */
  'broken',
  /** The position is none of the platform's any more. */
  'invalid_cursor',
  /** The credential is none, or was taken back. */
  'credential_refused',
  /** The token has ended; another one may be had. */
  'credential_expired',
  /** The credential is one, but not for this. */
  'credential_lacks_scope',
  /** This source does not serve this profile; the next one may. */
  'closed',
] as const
export type Meaning = (typeof MEANINGS)[number]

/** A row of a source's error table. Rows are read in their order; those that name no status are read for every answer. */
export type Refusal = {
  readonly status?: number | readonly number[]
  /** A place in the JSON body, by names and numbers: `error.errors.0.reason`. */
  readonly at?: string
  /** What stands there; any value but null when absent. `missing`: nothing does. Text is compared whole, or by pattern. */
  readonly is?: string | number | boolean | RegExp | readonly (string | number)[] | 'missing'
  /** Only of calls that a credential signed, or only of others; of all when absent. */
  readonly signed?: boolean
  /** Only of calls about a post; of all when absent. */
  readonly about?: 'post'
  readonly means: Meaning
  /** Until when, where no header says. */
  readonly until?: Reset
  /** Of `unsupported`: what kind of profile it is. `details.kind` of the error. */
  readonly kind?: string
  /** For people, where the meaning's own words are not enough. Never the upstream's words. */
  readonly says?: string
  /** An answer of the platform that this row names: played by the suite. */
  readonly example: { readonly status: number; readonly headers?: Fields; readonly body: unknown }
}

/** What a row says of a body. */
export type BodyRow = Pick<Refusal, 'at' | 'is'>

/** What a source's own refusals hold, of these statuses; of all when absent. */
export type FormRow = Pick<Refusal, 'status' | 'at' | 'is'>

/** What a client is told, by meaning. */
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
}

/** The same of a post, where that differs. */
const POST_CODES: Partial<Readonly<Record<Meaning, ErrorCode>>> = {
  absent: 'post_not_found',
  unsupported: 'unsupported_post_url',
}

/** How well it is known that something is not there for everybody, the weakest first. */
export const EVIDENCE = [
  /** What was expected did not come, and no more: a page stood in its place. */
  'none',
  /** A plain 404 or 410, which anything in front of a server can return. It counts once it was returned again, hours later. */
  'status',
  /** The platform said so in its own form. */
  'own',
] as const
export type Evidence = (typeof EVIDENCE)[number]

export type RefusedOptions = ApiErrorOptions & {
  /** `own` when absent: a platform's code throws what it has read. */
  readonly evidence?: Evidence | undefined
  readonly about?: 'profile' | 'post' | undefined
  /** What a client is told, where the meaning says too little: why a closed source is closed. */
  readonly as?: ErrorCode
}

/** What was meant instead of an answer. Platforms throw it for what no row can say; the engine for all else. */
export class Refused extends ApiError {
  readonly meaning: Meaning
  readonly evidence: Evidence

  constructor(meaning: Meaning, { about, as, evidence = 'own', ...options }: RefusedOptions = {}) {
    super(as ?? ((about === 'post' && POST_CODES[meaning]) || CODES[meaning]), options)
    this.meaning = meaning
    this.evidence = evidence
  }

  /** The same refusal, known no better than another one: both were needed to tell. */
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
