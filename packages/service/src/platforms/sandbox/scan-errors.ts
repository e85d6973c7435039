// The errors that a scan can have, and that the sandbox therefore returns on request. Every code of the service has a row, so a
// new code does not compile without one.

import { ApiError, ERROR_CODES, type ErrorCode, type ErrorDetails } from '../../errors.ts'

type Origin =
  | { readonly when: string; readonly retryAfterSeconds?: number; readonly details?: ErrorDetails }
  | { readonly never: string }

const WRONG_FIELDS = [{ field: 'handle', message: 'This problem is made up by the sandbox' }]
const ONLY_LINKS = { never: 'a scan fetches no link; a network error has a platform_ code' }
const ONLY_CONNECT = { never: 'only a request to connect an account returns it' }
const ONLY_KEYS = { never: 'only the exchange of a key for a token checks keys' }

const ORIGINS: Readonly<Record<ErrorCode, Origin>> = {
  invalid_json: { when: 'the body is not JSON' },
  invalid_request: { when: 'a field is missing or malformed', details: WRONG_FIELDS },
  cursor_required: { when: 'load-more-posts is called without a cursor' },
  invalid_cursor: { when: 'the cursor was changed, belongs to another scan or is too old' },
  not_found: { never: 'only a path without an endpoint returns it' },
  method_not_allowed: { never: 'only a method other than POST returns it' },
  payload_too_large: { when: 'the body is too large' },
  unsupported_media_type: { when: 'the Content-Type is not JSON' },
  license_malformed: ONLY_KEYS,
  license_unknown: ONLY_KEYS,
  license_suspended: { when: 'the license was suspended after the token was issued' },
  license_expired: { when: 'the license expired after the token was issued' },
  license_revoked: { when: 'the license was revoked after the token was issued' },
  site_limit_reached: { when: 'the plan allows no further site' },
  platform_not_in_plan: { when: 'the plan does not include the platform' },
  token_missing: { when: 'the request has no token' },
  token_malformed: { when: 'the token does not have the form of a token' },
  token_invalid: { when: 'the token was not signed by this service' },
  token_expired: { when: 'the token is older than an hour' },
  quota_exceeded: { when: 'the month’s scans are used up', retryAfterSeconds: 86_400 },
  rate_limited: { when: 'scans come too fast', retryAfterSeconds: 12 },
  platform_unknown: { when: 'no platform has that id' },
  variant_unknown: { when: 'the platform does not have the variant' },
  handle_malformed: { when: 'the handle is invalid for the platform' },
  profile_not_found: { when: 'the profile does not exist' },
  profile_private: { when: 'the profile is not public' },
  profile_unsupported: { when: 'the platform’s API does not offer profiles of this kind', details: { kind: 'person' } },
  post_not_found: { never: 'a scan reads a profile, not a single post' },
  unsupported_post_url: { never: 'a scan accepts no post URL' },
  platform_not_configured: { when: 'the operator has not configured the platform' },
  platform_rate_limited: { when: 'the platform’s rate limit is used up', retryAfterSeconds: 30 },
  platform_unauthorized: { when: 'the platform refuses the operator’s credentials' },
  platform_error: { when: 'the platform fails' },
  platform_timeout: { when: 'the platform is too slow' },
  platform_not_connectable: ONLY_CONNECT,
  return_not_allowed: ONLY_CONNECT,
  connection_limit_reached: ONLY_CONNECT,
  connection_unknown: { when: 'the license has no such connection' },
  connection_required: { when: 'only connected accounts can be read, and the license has none' },
  connection_ended: { when: 'the owner’s permission has ended', details: { reason: 'expired' } },
  link_malformed: ONLY_LINKS,
  link_blocked: { when: 'the handle names a host that may not be fetched' },
  link_unresolvable: ONLY_LINKS,
  link_unreachable: ONLY_LINKS,
  link_tls_error: ONLY_LINKS,
  link_status: ONLY_LINKS,
  link_redirects: ONLY_LINKS,
  link_too_large: ONLY_LINKS,
  link_timeout: ONLY_LINKS,
  forbidden: { never: 'only the admin API returns it' },
  conflict: { never: 'only the admin API returns it' },
  idempotency_key_in_use: { never: 'only the admin API returns it' },
  idempotency_key_reused: { never: 'only the admin API returns it' },
  unavailable: { when: 'the service is overloaded or its database is unreachable', retryAfterSeconds: 1 },
  internal_error: { when: 'the service has a bug' },
}

/** The codes of errors that a scan can have. */
export const SCAN_ERROR_CODES: readonly ErrorCode[] = ERROR_CODES.filter((code) => 'when' in ORIGINS[code])

/** The error, as a scan would return it. */
export const scanError = (code: ErrorCode): ApiError => {
  const origin = ORIGINS[code]
  if ('never' in origin) throw new RangeError(`A scan never fails with ${code}`)
  const { retryAfterSeconds, details } = origin
  return new ApiError(code, {
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(details !== undefined && { details }),
  })
}
