// Which errors a scan can end in, and so can be had from the sandbox on demand. Every code of the service has its row: a new
// one does not compile until somebody has said which it is.

import { ApiError, ERROR_CODES, type ErrorCode, type ErrorDetails } from '../../errors.ts'

type Origin =
  | { readonly when: string; readonly retryAfterSeconds?: number; readonly details?: ErrorDetails }
  | { readonly never: string }

const WRONG_FIELDS = [{ field: 'handle', message: 'This problem is made up by the sandbox' }]
const ONLY_LINKS = { never: 'a scan fetches no link; what the network refuses is a platform_ code there' }
const ONLY_KEYS = { never: 'keys are only seen where they are exchanged for a token' }

const ORIGINS: Readonly<Record<ErrorCode, Origin>> = {
  invalid_json: { when: 'the body is not JSON' },
  invalid_request: { when: 'a field is missing or malformed', details: WRONG_FIELDS },
  cursor_required: { when: 'load-more-posts is called without a cursor' },
  invalid_cursor: { when: 'the cursor was changed, belongs elsewhere or is too old' },
  not_found: { never: 'only an address that is no endpoint answers so' },
  method_not_allowed: { never: 'only another method than POST is answered so' },
  payload_too_large: { when: 'the body is too large' },
  unsupported_media_type: { when: 'the body is not declared as JSON' },
  license_malformed: ONLY_KEYS,
  license_unknown: ONLY_KEYS,
  license_suspended: { when: 'the license was suspended after the token was made' },
  license_expired: { when: 'the license expired after the token was made' },
  license_revoked: { when: 'the license was revoked after the token was made' },
  site_limit_reached: { when: 'the plan has no room for another site' },
  platform_not_in_plan: { when: 'the plan leaves the platform out' },
  token_missing: { when: 'the request carries no token' },
  token_malformed: { when: 'the token is something else' },
  token_invalid: { when: 'the token was not signed here' },
  token_expired: { when: 'the token is older than an hour' },
  quota_exceeded: { when: 'the month’s scans are used up', retryAfterSeconds: 86_400 },
  rate_limited: { when: 'scans come too fast', retryAfterSeconds: 12 },
  platform_unknown: { when: 'no platform has that id' },
  variant_unknown: { when: 'the platform has no such variant' },
  handle_malformed: { when: 'the handle is not one of the platform' },
  profile_not_found: { when: 'nobody has that handle' },
  profile_private: { when: 'the profile is not public' },
  profile_unsupported: { when: 'the platform lets nobody read profiles of its kind', details: { kind: 'person' } },
  post_not_found: { never: 'a scan asks for a profile, not for one post' },
  unsupported_post_url: { never: 'a scan takes no address of a post' },
  platform_not_configured: { when: 'the operator has not set the platform up' },
  platform_rate_limited: { when: 'the platform asks for patience', retryAfterSeconds: 30 },
  platform_unauthorized: { when: 'the platform refuses the operator’s credentials' },
  platform_error: { when: 'the platform fails' },
  platform_timeout: { when: 'the platform is too slow' },
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
  unavailable: { when: 'the service is overloaded or its store is away', retryAfterSeconds: 1 },
  internal_error: { when: 'the service has a fault' },
}

/** The codes that a scan can end in. */
export const SCAN_ERROR_CODES: readonly ErrorCode[] = ERROR_CODES.filter((code) => 'when' in ORIGINS[code])

/** The error as a scan would end in it. */
export const scanError = (code: ErrorCode): ApiError => {
  const origin = ORIGINS[code]
  if ('never' in origin) throw new RangeError(`A scan never ends in ${code}`)
  const { retryAfterSeconds, details } = origin
  return new ApiError(code, {
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(details !== undefined && { details }),
  })
}
