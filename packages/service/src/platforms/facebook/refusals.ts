// What the Graph API means when it refuses to read a Page: as Meta's others do, and by codes of its own.

import type { Refusal } from '../contract/refusal.ts'
import { metaError, metaRefusals } from '../meta/refusals.ts'

export const NOT_REVIEWED =
  'Meta has not granted the application Page Public Content Access, without which it reads only Pages that its token manages.'

export const REFUSALS: readonly Refusal[] = [
  {
    at: 'error.message',
    is: /requires either app secret proof/,
    means: 'credential_lacks_scope',
    says: 'Facebook asks for a proof with each call of this token: set FACEBOOK_APP_SECRET.',
    example: metaError({
      code: 100,
      message: '(#100) Pages Public Content Access requires either app secret proof or an app token',
    }),
  },
  ...metaRefusals({ scope: NOT_REVIEWED, businessCode: 80_001 }),
]
