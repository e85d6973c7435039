// Credentials that only owners of accounts have: the operator sets none, and connecting an account brings one.

import type { CredentialKind } from '../contract/credential.ts'

type Given<S> = Pick<CredentialKind<S>, 'id' | 'origins' | 'sign' | 'prove' | 'steps'>

export const connectedToken = <S>(given: Given<S>): CredentialKind<S> => ({
  ...given,
  settings: [],
  read: () => [],
  connects: true,
})
