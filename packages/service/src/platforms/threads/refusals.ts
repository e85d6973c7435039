// What the errors of the Threads API mean: Meta's common errors, and Threads' own codes.

import type { Refusal } from '../../upstream/contract/refusal.ts'
import { metaError, metaRefusals } from '../meta/refusals.ts'

export const NOT_REVIEWED =
  'Meta has not granted the application the permission threads_profile_discovery. Without it, the API returns only a few profiles of Meta’s own.'

const OWN_SCOPE = 'The owner of the profile has not granted the permission that reading it needs.'

/** Of profiles that their owners connected. */
export const OWN_REFUSALS: readonly Refusal[] = metaRefusals({ scope: OWN_SCOPE, businessCode: 80_009 })

export const REFUSALS: readonly Refusal[] = [
  {
    at: 'error.error_subcode',
    is: 4_279_009,
    means: 'absent',
    example: metaError({ code: 24, subcode: 4_279_009, message: 'The requested resource does not exist' }),
  },
  ...metaRefusals({ scope: NOT_REVIEWED, businessCode: 80_009 }),
]
