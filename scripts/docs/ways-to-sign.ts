// What a credential is made of: the operator's settings, or the consent of an account's owner.

import type { CredentialKind } from '../../packages/service/src/upstream/contract/credential.ts'

const CONNECTED = 'a connected account'

export const waysToSign = ({ settings, connects }: Pick<CredentialKind<unknown>, 'settings' | 'connects'>): string => {
  const named = settings.map((name) => `\`${name}\``).join(' and ')
  if (named === '') return CONNECTED
  return connects === true ? `${named}${settings.length > 1 ? ',' : ''} or ${CONNECTED}` : named
}
