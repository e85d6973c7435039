// Every error that a client can receive: code → status, retryable, title.
// Nothing else defines codes: the API, docs/reference/errors.md, the OpenAPI document and the client derive from this table.

export type ErrorSpec = { readonly status: number; readonly retryable: boolean; readonly title: string }

/** The stable codes. A code's meaning never changes; messages may. */
export const ERRORS = {
  // request
  invalid_json: { status: 400, retryable: false, title: 'The body is not valid JSON' },
  invalid_request: { status: 400, retryable: false, title: 'A field of the request is missing or malformed' },
  cursor_required: { status: 400, retryable: false, title: 'The field cursor, the nextCursor of a page, is missing' },
  invalid_cursor: { status: 400, retryable: false, title: 'The cursor belongs to another request, or is too old' },
  not_found: { status: 404, retryable: false, title: 'There is no such endpoint' },
  method_not_allowed: { status: 405, retryable: false, title: 'This endpoint takes another method' },
  payload_too_large: { status: 413, retryable: false, title: 'The request is too large' },
  unsupported_media_type: { status: 415, retryable: false, title: 'The body must be application/json' },
  // license
  license_malformed: { status: 400, retryable: false, title: 'This is not a license key; it may be mistyped' },
  license_unknown: { status: 401, retryable: false, title: 'This license key is unknown' },
  license_suspended: { status: 403, retryable: false, title: 'The license is suspended' },
  license_expired: { status: 403, retryable: false, title: 'The license has expired' },
  license_revoked: { status: 403, retryable: false, title: 'The license was revoked' },
  site_limit_reached: { status: 403, retryable: false, title: 'The plan’s site limit is reached' },
  platform_not_in_plan: { status: 403, retryable: false, title: 'The license’s plan does not include this platform' },
  // token
  token_missing: { status: 401, retryable: false, title: 'The request carries no bearer token' },
  token_malformed: { status: 401, retryable: false, title: 'The bearer token is not a token of this service' },
  token_invalid: { status: 401, retryable: false, title: 'The bearer token does not verify' },
  token_expired: { status: 401, retryable: false, title: 'The bearer token has expired' },
  // limits
  quota_exceeded: { status: 429, retryable: true, title: 'The plan’s quota for this month is used up' },
  rate_limited: { status: 429, retryable: true, title: 'Too many requests in a short time' },
  // platform
  platform_unknown: { status: 422, retryable: false, title: 'There is no platform of this name' },
  variant_unknown: { status: 422, retryable: false, title: 'The platform does not offer this variant' },
  handle_malformed: { status: 422, retryable: false, title: 'The handle is not one of this platform' },
  profile_not_found: { status: 404, retryable: false, title: 'The platform has no such profile' },
  profile_private: { status: 403, retryable: false, title: 'The profile or post is not public' },
  profile_unsupported: { status: 422, retryable: false, title: 'The platform does not expose profiles of this kind' },
  post_not_found: { status: 404, retryable: false, title: 'The platform has no such post' },
  unsupported_post_url: { status: 422, retryable: false, title: 'The URL is not a post of a supported platform' },
  platform_not_configured: { status: 503, retryable: false, title: 'The operator has not set this platform up' },
  platform_rate_limited: { status: 503, retryable: true, title: 'The platform’s rate limit is reached' },
  platform_unauthorized: { status: 502, retryable: false, title: 'The platform refused the operator’s credentials' },
  platform_error: { status: 502, retryable: true, title: 'The platform returned an error' },
  platform_timeout: { status: 504, retryable: true, title: 'The platform did not respond in time' },
  // connection
  platform_not_connectable: { status: 422, retryable: false, title: 'Accounts of this platform cannot be connected' },
  return_not_allowed: { status: 422, retryable: false, title: 'The license may not return to this URL' },
  connection_limit_reached: { status: 403, retryable: false, title: 'The license has no place for another connection' },
  connection_unknown: { status: 404, retryable: false, title: 'The license has no such connection' },
  connection_required: { status: 403, retryable: false, title: 'This platform reads connected accounts only' },
  connection_ended: { status: 403, retryable: false, title: 'The connection has ended; the owner must connect again' },
  // link
  link_malformed: { status: 422, retryable: false, title: 'This is not a URL that can be fetched' },
  link_blocked: { status: 422, retryable: false, title: 'This URL may not be fetched' },
  link_unresolvable: { status: 422, retryable: true, title: 'The host name does not resolve' },
  link_unreachable: { status: 422, retryable: true, title: 'The host could not be reached' },
  link_tls_error: { status: 422, retryable: false, title: 'The host’s certificate could not be verified' },
  link_status: { status: 422, retryable: true, title: 'The URL did not return a page' },
  link_redirects: { status: 422, retryable: false, title: 'The URL redirects too often' },
  link_too_large: { status: 422, retryable: false, title: 'The response is too large' },
  link_timeout: { status: 422, retryable: true, title: 'The host did not respond in time' },
  // operator
  forbidden: { status: 403, retryable: false, title: 'The operator’s role does not allow this' },
  conflict: { status: 409, retryable: false, title: 'The request conflicts with the current state' },
  idempotency_key_in_use: { status: 409, retryable: true, title: 'A request with this key is in progress' },
  idempotency_key_reused: { status: 422, retryable: false, title: 'This key was used for another request' },
  // service
  unavailable: { status: 503, retryable: true, title: 'The service is temporarily unavailable' },
  internal_error: { status: 500, retryable: true, title: 'Something went wrong in the service' },
} as const satisfies Record<string, ErrorSpec>

export type ErrorCode = keyof typeof ERRORS

export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[]

export type FieldProblem = { readonly field: string; readonly message: string }

/** The content of `error.details`: the invalid fields, the response of a link, the kind of an unsupported profile, or
 * why a connection ended. */
export type ErrorDetails =
  | readonly FieldProblem[]
  | { readonly status?: number; readonly url?: string; readonly kind?: string; readonly reason?: string }

export type ApiErrorOptions = {
  /** In English, for people; defaults to the table's title. Never a stack, path, statement or upstream body. */
  readonly message?: string
  readonly details?: ErrorDetails
  /** Whole seconds, sent as `Retry-After` when the request may succeed later. */
  readonly retryAfterSeconds?: number
  /** Whether the same request may succeed later; set only where it differs from the code's default. */
  readonly retryable?: boolean | undefined
  readonly cause?: unknown
}

/** The only error class of the service: every error response starts as one of these. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined
  readonly retryAfterSeconds: number | undefined
  /** Whether the same request may succeed later. */
  readonly retryable: boolean

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? ERRORS[code].title, { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.retryable = options.retryable ?? (ERRORS[code].retryable && mayChange(options.details))
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

/** The upstream status says whether a retry can help: RFC 9110, section 15.6; RFC 6585, section 4. */
const mayChange = (details: ErrorDetails | undefined): boolean => {
  const status = details !== undefined && 'status' in details ? details.status : undefined
  return status === undefined || status === 429 || status >= 500
}

export const isApiError = (error: unknown, ...codes: ErrorCode[]): error is ApiError =>
  error instanceof ApiError && (codes.length === 0 || codes.includes(error.code))
