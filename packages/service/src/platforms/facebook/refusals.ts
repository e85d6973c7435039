// Errors of the Graph API when it reads a Page: those of all Meta APIs, and its own codes.

import type { Refusal } from '../../upstream/contract/refusal.ts'
import { metaError, metaRefusals } from '../meta/refusals.ts'

export const NOT_REVIEWED =
  'The app lacks Page Public Content Access. Without it, Meta lets the app read only Pages that its token manages.'

/** Node type → the kind of a profile that Facebook's API does not expose. */
const UNSUPPORTED: readonly (readonly [type: string, kind: string, says: string])[] = [
  ['User', 'person', 'This is a personal profile. Facebook’s API exposes Pages only.'],
  ['Group', 'group', 'This is a group. Facebook’s API exposes Pages only.'],
  ['Event', 'event', 'This is an event. Facebook’s API exposes Pages only.'],
]

const OWN_SCOPE = 'Whoever connected the Page has not granted the permissions that reading it needs.'
const UNKNOWN =
  "Unsupported get request. Object with ID '1' does not exist, cannot be loaded due to missing permissions"

/** Of Pages that someone connected. */
export const PAGE_REFUSALS: readonly Refusal[] = [
  {
    at: 'error.error_subcode',
    is: 33,
    about: 'post',
    means: 'absent',
    example: metaError({ code: 100, subcode: 33, message: UNKNOWN }),
  },
  {
    // The token is for the Page itself.
    at: 'error.error_subcode',
    is: 33,
    means: 'credential_lacks_scope',
    ends: 'role_lost',
    says: 'Facebook no longer shows the Page to whoever connected it.',
    example: metaError({ code: 100, subcode: 33, message: UNKNOWN }),
  },
  ...metaRefusals({ scope: OWN_SCOPE, businessCode: 80_001, secret: 'FACEBOOK_CLIENT_SECRET' }),
]

export const REFUSALS: readonly Refusal[] = [
  ...UNSUPPORTED.map(
    ([type, kind, says]): Refusal => ({
      at: 'error.message',
      is: new RegExp(`\\bon node type \\(${type}\\)`),
      means: 'unsupported',
      ...{ kind, says },
      example: metaError({
        code: 100,
        message: `(#100) Tried accessing nonexisting field (username) on node type (${type})`,
      }),
    }),
  ),
  {
    at: 'error.message',
    is: /\bcannot query users by their username\b/i,
    means: 'unsupported',
    kind: 'person',
    says: 'This is a personal profile. Facebook’s API exposes Pages only.',
    example: metaError({
      code: 803,
      message: '(#803) Cannot query users by their username (ana.example)',
      status: 404,
    }),
  },
  ...metaRefusals({
    scope: NOT_REVIEWED,
    businessCode: 80_001,
    secret: 'FACEBOOK_APP_SECRET, or META_APP_SECRET if that is empty,',
  }),
]
