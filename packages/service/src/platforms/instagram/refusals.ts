// Errors of Business Discovery: those of all Meta APIs, and its own codes.

import type { Refusal } from '../../upstream/contract/refusal.ts'
import { metaError, metaRefusals } from '../meta/refusals.ts'

const UNKNOWN =
  'Instagram’s API does not expose this account: it does not exist, is a personal account, or has an age limit.'
const NOT_OWN = 'INSTAGRAM_USER_ID is not a professional account that the token has access to.'
const SCOPE =
  'The token lacks a permission that Business Discovery requires, or the app did not get the permission in Meta’s App Review.'

const LOGIN_SCOPE = 'The owner of the account has not granted the permission that reading it needs.'

const TAG_SCOPE =
  'The token lacks a permission, or the app did not get the feature “Instagram Public Content Access” in Meta’s App Review.'

export const TAG_REFUSALS: readonly Refusal[] = metaRefusals({
  ...{ scope: TAG_SCOPE, businessCode: 80_002, secret: 'META_APP_SECRET' },
})

/** Of accounts that their owners connected. */
export const LOGIN_REFUSALS: readonly Refusal[] = metaRefusals({ scope: LOGIN_SCOPE, businessCode: 80_002 })

const STORY_SCOPE = 'Instagram wants a permission for stories that the application does not ask for.'

/** Of their stories. Posts of the account are read all the same. */
export const STORY_REFUSALS: readonly Refusal[] = metaRefusals({ scope: STORY_SCOPE, businessCode: 80_002 }).map(
  (refusal) => (refusal.means === 'credential_lacks_scope' ? { ...refusal, ends: 'nothing' } : refusal),
)

export const REFUSALS: readonly Refusal[] = [
  {
    at: 'error.error_subcode',
    is: 2_207_013,
    means: 'absent',
    says: UNKNOWN,
    example: metaError({ code: 110, subcode: 2_207_013, message: 'Invalid user id', isTransient: false }),
  },
  {
    at: 'error.code',
    is: 110,
    means: 'absent',
    says: UNKNOWN,
    example: metaError({ code: 110, message: 'Invalid user id' }),
  },
  {
    at: 'error.code',
    is: 803,
    means: 'credential_lacks_scope',
    says: NOT_OWN,
    example: metaError({ code: 803, message: '(#803) Some of the aliases you requested do not exist: 1', status: 404 }),
  },
  {
    at: 'error.error_subcode',
    is: 33,
    means: 'credential_lacks_scope',
    says: NOT_OWN,
    example: metaError({
      code: 100,
      subcode: 33,
      message: "Unsupported get request. Object with ID '1' does not exist",
    }),
  },
  {
    at: 'error.message',
    is: /\bnonexisting field \(business_discovery\)/,
    means: 'credential_lacks_scope',
    says: NOT_OWN,
    example: metaError({
      code: 100,
      message: '(#100) Tried accessing nonexisting field (business_discovery) on node type (User)',
    }),
  },
  ...metaRefusals({ scope: SCOPE, businessCode: 80_002, secret: 'META_APP_SECRET' }),
]
