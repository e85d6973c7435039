// A token → the next one, in the way of its platform. Tokens appear in no error.

import type { Egress } from '../../egress/egress.ts'
import { lookUp } from '../../parsing/look-up.ts'
import type { Apps } from '../apps.ts'
import type { Connection } from '../connection.ts'
import type { SecretFields } from '../connection-seal.ts'
import { createAsk } from '../flows/ask.ts'
import { fetchFor } from '../flows/fetch-for.ts'
import type { ConnectFlow, Renewal } from '../flows/flow.ts'
import { adaptResponse, secondsIn } from '../oauth/adapt-response.ts'
import { ConnectFault } from '../oauth/connect-fault.ts'
import type { GuardedFetch } from '../oauth/guarded-fetch.ts'
import { createOAuthClient, type GrantedToken } from '../oauth/oauth-client.ts'
import { hostOf, redirectUriOf } from '../redirect-uri.ts'
import { renewalOf } from './renewal-of.ts'

export type ExchangeOptions = {
  readonly baseUrl: string
  readonly flows: Readonly<Record<string, ConnectFlow>>
  readonly apps: Pick<Apps, 'find' | 'agentOf'>
  readonly egress: Pick<Egress, 'fetch'>
}

/** Throws ConnectFault: `connection_expired` if the platform refused what was sent. */
export type ExchangeToken = (connection: Connection, secrets: SecretFields) => Promise<GrantedToken>

export const createExchangeToken =
  ({ baseUrl, flows, apps, egress }: ExchangeOptions): ExchangeToken =>
  async (connection, secrets) => {
    const { platform, licenseId, appId, accountId } = connection
    const host = hostOf(connection, secrets)
    const flow = lookUp(flows, platform)
    const renewal = renewalOf(flows, platform, secrets)
    if (!flow || !renewal) throw new ConnectFault('platform_error', { reason: 'not_renewable' })
    const call = fetchFor({ egress, apps }, flow, licenseId)
    const ask = createAsk(call)
    const app = await apps.find(flow, { licenseId, host, app: appId }, ask, false)
    if (app?.id !== appId) throw new ConnectFault('platform_unauthorized', { reason: 'no_application' })
    if (renewal.by === 'exchange') return exchangeItself(flow, renewal, secrets.token ?? '', call)
    // Before the refresh token is used: a server that the account has left would take it, too.
    const fields = await flow.federated?.movable?.confirm(host ?? '', accountId, ask)
    const { endpoints, secrets: client } = app
    const { proofKey, refreshToken = '' } = secrets
    const granted = await createOAuthClient({
      ...{ dialect: flow.dialect, endpoints, app: client, fetch: call, proofKey },
      redirectUri: redirectUriOf(baseUrl, flow, host),
    }).refresh(refreshToken)
    if (fields !== undefined && granted.subject !== accountId)
      throw new ConnectFault('connection_expired', { reason: 'other_subject' })
    return { ...granted, fields: { ...granted.fields, ...fields } }
  }

/** Meta's error codes for a token that ended. https://developers.facebook.com/docs/graph-api/guides/error-handling */
const ENDED = /^(?:190|102|10|200)(?:\.|$)/

const exchangeItself = async (
  { dialect }: ConnectFlow,
  { url, grantType }: Extract<Renewal, { by: 'exchange' }>,
  token: string,
  call: GuardedFetch,
): Promise<GrantedToken> => {
  const target = new URL(url)
  target.searchParams.set('grant_type', grantType)
  target.searchParams.set('access_token', token)
  const response = await call(target.href).catch((cause: unknown) => {
    throw new ConnectFault('platform_timeout', { cause })
  })
  if (response.status === 429) throw new ConnectFault('platform_rate_limited')
  // The first token of a consent lives shorter than those that follow.
  const { livesSeconds: _first, ...quirks } = dialect.quirks
  const adapted = await adaptResponse(response, { ...dialect, quirks })
  const body = (await adapted.json().catch(() => ({}))) as Readonly<Record<string, unknown>>
  if (typeof body.error === 'string') {
    const isEnded = adapted.status < 500 && ENDED.test(body.error)
    throw new ConnectFault(isEnded ? 'connection_expired' : 'platform_error', { reason: body.error })
  }
  const { access_token: accessToken } = body
  if (adapted.status !== 200 || typeof accessToken !== 'string' || accessToken === '')
    throw new ConnectFault('platform_error', { reason: `status.${adapted.status}` })
  const seconds = secondsIn(body.expires_in)
  return { accessToken, ...(seconds !== undefined && seconds > 0 && { expiresInSeconds: seconds }) }
}
