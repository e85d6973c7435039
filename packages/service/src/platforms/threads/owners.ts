// Which account each token belongs to, as the operator says.

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { listOf } from '../../upstream/credentials/given.ts'
import { canonicalizeName } from './canonicalize-name.ts'

export const ThreadsSettings = Type.Object({
  THREADS_ACCESS_TOKEN: Type.String({
    default: '',
    description: 'Long-lived user tokens of the Threads API, comma-separated; the service renews them',
  }),
  THREADS_USERNAME: Type.String({
    default: '',
    description:
      'Names of the accounts that own the tokens, comma-separated, one for each token: for the variants `replies` and `mentions` of these accounts',
  }),
})
export type ThreadsSettings = Static<typeof ThreadsSettings>

/** The canonical handles, in the order of the tokens; empty if the operator names none. Throws an Error for a text that is
 * no name. */
export const ownersOf = ({ THREADS_USERNAME: names }: Pick<ThreadsSettings, 'THREADS_USERNAME'>): readonly string[] =>
  listOf(names).map((name) => {
    const handle = canonicalizeName(name)
    if (handle === undefined) throw new Error('THREADS_USERNAME must be names of accounts')
    return handle
  })
