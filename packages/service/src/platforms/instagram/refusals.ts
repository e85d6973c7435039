// What Business Discovery means when it refuses: as Meta's others do, and by codes of its own.

import type { Refusal } from '../../upstream/contract/refusal.ts'
import { metaError, metaRefusals } from '../meta/refusals.ts'

const UNKNOWN =
  'Instagram shows programs no such account: nobody has the name, or the account is a personal one, or has an age limit.'
const NOT_OWN = 'INSTAGRAM_USER_ID is no professional account that the token may act for.'
const SCOPE =
  'The token lacks a permission that Business Discovery takes, or Meta has not granted it to the application in its App Review.'

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
