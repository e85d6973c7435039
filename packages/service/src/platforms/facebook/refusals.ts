// What the Graph API means when it refuses to read a Page: as Meta's others do, and by codes of its own.

import type { Refusal } from '../../upstream/contract/refusal.ts'
import { metaError, metaRefusals } from '../meta/refusals.ts'

export const NOT_REVIEWED =
  'Meta has not granted the application Page Public Content Access, without which it reads only Pages that its token manages.'

/** Node type → the kind of a profile that no interface of Facebook tells of. */
const UNSUPPORTED: readonly (readonly [type: string, kind: string, says: string])[] = [
  ['User', 'person', 'This is the profile of a person: Facebook lets programs read Pages alone.'],
  ['Group', 'group', 'This is a group: Facebook lets programs read Pages alone.'],
  ['Event', 'event', 'This is an event: Facebook lets programs read Pages alone.'],
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
    says: 'This is the profile of a person: Facebook lets programs read Pages alone.',
    example: metaError({
      code: 803,
      message: '(#803) Cannot query users by their username (ana.example)',
      status: 404,
    }),
  },
  ...metaRefusals({
    scope: NOT_REVIEWED,
    businessCode: 80_001,
    secret: 'FACEBOOK_APP_SECRET, or META_APP_SECRET where that is empty,',
  }),
]
