// Takes a token back at its platform: by RFC 7009, or in the platform's own way.

import type { ConnectFlow } from './flows/flow.ts'
import type { GuardedFetch } from './oauth/guarded-fetch.ts'
import type { AppSecrets, OAuthClient } from './oauth/oauth-client.ts'

/** Best effort: resolves whether or not the platform took it back. */
export const revokeToken = async (
  { revoke }: Pick<ConnectFlow, 'revoke'>,
  { client, call, app }: { readonly client: OAuthClient; readonly call: GuardedFetch; readonly app: AppSecrets },
  token: string,
): Promise<void> => {
  if (revoke) await revoke(token, call, app).catch(() => {})
  else await client.revoke(token)
}
