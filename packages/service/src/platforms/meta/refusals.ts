// Meta's errors by `error.code` and `error.error_subcode`, whatever the status. Messages are in the language of the
// token's owner. https://developers.facebook.com/docs/graph-api/guides/error-handling

import type { Reset } from '../../upstream/contract/limits.ts'
import type { Ends, Meaning, Refusal } from '../../upstream/contract/refusal.ts'

/** Limits use rolling hours, so some calls are possible again soon. Meta does not say when. */
export const ROLLING_RESET: Reset = { seconds: 300 }

type Error = {
  readonly code: number
  readonly subcode?: number
  readonly message: string
  readonly status?: number
  readonly type?: string
  readonly isTransient?: boolean
}

/** An error in the API's format. */
export const metaError = ({ code, subcode, message, status = 400, type, isTransient }: Error) => ({
  status,
  body: {
    error: {
      message,
      type: type ?? 'OAuthException',
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      ...(isTransient !== undefined && { is_transient: isTransient }),
      fbtrace_id: 'AbCdEfGhIjK',
    },
  },
})

const TOKEN = 'Error validating access token'

type TokenRow = readonly [subcode: number, means: Meaning, ends: Ends, says: string, message: string]

/** Subcodes of code 190. */
const TOKENS: readonly TokenRow[] = [
  [
    ...([458, 'credential_refused', 'removed_by_owner'] as const),
    ...(['The owner of the token has removed the app.', `${TOKEN}: not authorized`] as const),
  ],
  [
    ...([459, 'credential_refused', 'checkpoint'] as const),
    ...(['The owner of the token must log in at facebook.com first.', `${TOKEN}: checkpoint`] as const),
  ],
  [
    ...([460, 'credential_refused', 'password_changed'] as const),
    ...(['The password of the token’s owner was changed.', `${TOKEN}: password changed`] as const),
  ],
  [
    463,
    'credential_expired',
    'expired',
    'The token has expired.',
    `${TOKEN}: Session has expired on Thursday, 01-Oct-26 08:00:00 PDT.`,
  ],
  [
    ...([464, 'credential_refused', 'checkpoint'] as const),
    ...(['The owner of the token is not confirmed at facebook.com.', `${TOKEN}: not confirmed`] as const),
  ],
  [
    ...([467, 'credential_refused', 'expired'] as const),
    ...(['The token was revoked.', `${TOKEN}: invalid session`] as const),
  ],
  [
    ...([492, 'credential_refused', 'role_lost'] as const),
    ...(['The owner of the token no longer has a role at the Page.', `${TOKEN}: no role`] as const),
  ],
]

/** Limits of the app, user, Page, an endpoint, and a temporary one. Codes 800xx are limits of business use cases. */
const LIMITS: readonly (readonly [code: number, message: string])[] = [
  [4, '(#4) Application request limit reached'],
  [17, '(#17) User request limit reached'],
  [32, '(#32) Page request limit reached'],
  [341, '(#341) Feed action request limit reached'],
  [613, '(#613) Calls to this api have exceeded the rate limit.'],
]

export type MetaRefusals = {
  /** Tells the operator why the app may not read the object. */
  readonly scope: string
  /** The code of the rate limit of the platform's business use case. */
  readonly businessCode: number
  /** The setting of the app secret; absent for APIs without proofs. */
  readonly secret?: string
}

const UNPROVEN =
  'Meta requires an app secret proof for this token, which the service does not send. Turn off “Require App Secret” in the settings of the app.'

/** https://developers.facebook.com/docs/graph-api/guides/secure-requests */
const proofRefusals = (secret: string | undefined): readonly Refusal[] => [
  {
    at: 'error.message',
    is: /\binvalid appsecret_proof\b/i,
    means: 'credential_refused',
    // The operator’s settings are wrong, not the account.
    ends: 'nothing',
    says:
      secret === undefined
        ? UNPROVEN
        : `Meta refuses the app secret proof: ${secret} is not the secret of the token’s app.`,
    example: metaError({
      code: 100,
      message: 'Invalid appsecret_proof provided in the API argument',
      type: 'GraphMethodException',
    }),
  },
  {
    at: 'error.message',
    is: /\brequires? (?:an |either )?app ?secret[_ ]proof\b/i,
    means: 'credential_lacks_scope',
    ends: 'nothing',
    says: secret === undefined ? UNPROVEN : `Meta requires an app secret proof for this token. Set ${secret}.`,
    example: metaError({
      code: 100,
      message: 'API calls from the server require an appsecret_proof argument',
      type: 'GraphMethodException',
    }),
  },
]

const TOO_MUCH = "Please reduce the amount of data you're asking for, then retry your request"

/** A list that takes too long. A request for fewer items or fields succeeds. The code is that of a temporary error. */
const SIZES: readonly Refusal[] = [
  {
    at: 'error.message',
    is: /\breduce the amount of data\b|\bfetch less data\b|\brequesting too much data\b/i,
    means: 'too_much',
    example: metaError({ code: 1, message: TOO_MUCH, status: 500 }),
  },
  {
    at: 'error.error_subcode',
    is: [99, 1_504_018, 1_504_022],
    means: 'too_much',
    example: metaError({ code: 1, subcode: 99, message: 'An unknown error occurred', status: 500 }),
  },
]

const ENDED_VERSION =
  'Meta no longer supports this call in the configured version of its Graph API. Set META_GRAPH_VERSION to a newer one.'

/** The rows of all Meta platforms. A platform's own rows come before them. */
export const metaRefusals = ({ scope, businessCode, secret }: MetaRefusals): readonly Refusal[] => [
  ...proofRefusals(secret),
  ...SIZES,
  ...TOKENS.map(
    ([subcode, means, ends, says, message]): Refusal => ({
      at: 'error.error_subcode',
      is: subcode,
      means,
      ends,
      says,
      example: metaError({ code: 190, subcode, message }),
    }),
  ),
  {
    // Without a subcode it means the same as 190.
    at: 'error.code',
    is: 102,
    means: 'credential_refused',
    says: 'The session of the token has expired, or the token was revoked.',
    example: metaError({ code: 102, message: 'Session key invalid or no longer valid' }),
  },
  {
    at: 'error.code',
    is: 101,
    means: 'credential_refused',
    ends: 'app_closed',
    says: 'Meta does not know the app of the token.',
    example: metaError({ code: 101, message: 'Error validating application. Cannot get application info.' }),
  },
  {
    at: 'error.message',
    is: /\bactive access token must be used\b/i,
    means: 'credential_refused',
    example: metaError({
      code: 2500,
      message: 'An active access token must be used to query information about the current user.',
    }),
  },
  {
    at: 'error.code',
    is: [11, 12, 2635],
    means: 'broken',
    says: ENDED_VERSION,
    example: metaError({ code: 2635, message: '(#2635) You are calling a deprecated version of the API.' }),
  },
  {
    at: 'error.code',
    is: 190,
    means: 'credential_refused',
    example: metaError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token', status: 401 }),
  },
  {
    at: 'error.code',
    is: 10,
    means: 'credential_lacks_scope',
    says: scope,
    example: metaError({
      code: 10,
      message: '(#10) Application does not have permission for this action',
      status: 403,
    }),
  },
  {
    at: 'error.code',
    is: /^2\d\d$/,
    means: 'credential_lacks_scope',
    says: scope,
    example: metaError({ code: 200, message: '(#200) Permissions error', status: 403 }),
  },
  {
    at: 'error.code',
    is: 3,
    means: 'credential_lacks_scope',
    says: scope,
    example: metaError({ code: 3, message: '(#3) Application does not have the capability to make this API call.' }),
  },
  ...LIMITS.map(
    ([code, message]): Refusal => ({
      at: 'error.code',
      is: code,
      means: 'limited',
      until: ROLLING_RESET,
      example: metaError({ code, message, status: 403, isTransient: true }),
    }),
  ),
  {
    at: 'error.code',
    is: /^800\d\d$/,
    means: 'limited',
    until: ROLLING_RESET,
    example: metaError({
      code: businessCode,
      subcode: 2_446_079,
      message: `(#${businessCode}) There have been too many calls from this account.`,
    }),
  },
  {
    at: 'error.code',
    is: 368,
    means: 'credential_refused',
    ends: 'nothing',
    says: 'Meta has blocked the app temporarily.',
    example: metaError({ code: 368, message: 'The action attempted has been deemed abusive' }),
  },
  {
    at: 'error.code',
    is: [1, 2],
    means: 'passing',
    example: metaError({ code: 2, message: 'Service temporarily unavailable', status: 500, isTransient: true }),
  },
  {
    at: 'error.is_transient',
    is: true,
    means: 'passing',
    example: metaError({ code: 99, message: 'Please retry your request later', isTransient: true }),
  },
  {
    at: 'error.message',
    is: /\bcursors?\b/i,
    means: 'invalid_cursor',
    example: metaError({ code: 100, message: '(#100) Invalid cursors values.' }),
  },
]
