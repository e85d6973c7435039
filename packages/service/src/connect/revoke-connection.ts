// Takes the token of a disconnected account back at its platform. Best effort: here it is deleted already.

import type { Egress } from '../egress/egress.ts'
import { lookUp } from '../parsing/look-up.ts'
import type { Connection } from './connection.ts'
import type { SecretFields } from './connection-seal.ts'
import { createAsk } from './flows/ask.ts'
import { fetchFor } from './flows/fetch-for.ts'
import { OFFERED_FLOWS } from './flows/flows.ts'
import { createOAuthClient } from './oauth/oauth-client.ts'
import { hostOf, redirectUriOf } from './redirect-uri.ts'
import { revokeToken } from './revoke-token.ts'
import { createServiceApps, type ServiceAppsOptions } from './service-apps.ts'

export type RevokeOptions = ServiceAppsOptions & { readonly egress: Pick<Egress, 'fetch'> }

/** Resolves whether or not the platform took it back. */
export const createRevokeConnection = (options: RevokeOptions) => {
  const apps = createServiceApps(options)
  return async (connection: Connection, secrets: SecretFields): Promise<void> => {
    const { platform, licenseId, appId } = connection
    const { token, refreshToken, proofKey } = secrets
    const host = hostOf(connection, secrets)
    const flow = lookUp(OFFERED_FLOWS, platform)
    // Where revoking ends the whole consent, it could end the connection of another license.
    if (!flow || token === undefined || flow.dialect.revokes !== 'token') return
    const call = fetchFor({ egress: options.egress, apps }, flow, licenseId)
    const app = await apps.find(flow, { licenseId, host, app: appId }, createAsk(call), false).catch(() => undefined)
    if (app?.id !== appId) return
    const client = createOAuthClient({
      ...{ dialect: flow.dialect, endpoints: app.endpoints, app: app.secrets, fetch: call, proofKey },
      redirectUri: redirectUriOf(options.config.baseUrl, flow, host),
    })
    const at = { client, call, app: app.secrets }
    // A server need not revoke one with the other (RFC 7009, section 2.1).
    if (refreshToken !== undefined) await revokeToken(flow, at, refreshToken)
    await revokeToken(flow, at, token)
  }
}
