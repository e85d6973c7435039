// A server of the Mastodon family that asks its users, as https://docs.joinmastodon.org/methods/oauth documents it.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { EgressRequest } from '@central-api/service/egress/egress.ts'
import { accountEntity, MAIN_HOST } from '../../platforms/mastodon/simulated-statuses.ts'
import type { Answer } from '../simulated-providers.ts'
import type { AskingProvider } from './simulated-owners.ts'

type Request = {
  readonly clientId: string
  readonly scope: string
  readonly redirectUri: string
  readonly challenge: string | null
}
type Client = { readonly secret: string; readonly redirectUri: string; readonly scopes: string }

const ORIGIN = `https://${MAIN_HOST}`
const PAGE = `${ORIGIN}/oauth/authorize`
const DOES_NOT_KNOW: Answer = { status: 401, body: { error: 'invalid_client' } }
const IS_INVALID: Answer = { status: 400, body: { error: 'invalid_grant' } }

const METADATA = {
  issuer: ORIGIN,
  authorization_endpoint: PAGE,
  token_endpoint: `${ORIGIN}/oauth/token`,
  revocation_endpoint: `${ORIGIN}/oauth/revoke`,
  code_challenge_methods_supported: ['S256'],
}

export const simulateInstance = (): AskingProvider => {
  const clients = new Map<string, Client>()
  const codes = new Map<string, Request>()
  const ended = new Set<string>()
  const secrets: string[] = []

  const give = (name: string): string => {
    const secret = `${name}-${createHash('sha256').update(`mastodon ${secrets.length}`).digest('hex')}`
    secrets.push(secret)
    return secret
  }
  const works = (token: string): boolean => secrets.includes(token) && !ended.has(token)

  const register = ({ redirect_uris: redirectUri = '', scopes = '' }: Form): Answer => {
    const [id, secret] = [`client-${clients.size + 1}`, give('secret')]
    clients.set(id, { secret, redirectUri, scopes })
    return { status: 200, body: { client_id: id, client_secret: secret } }
  }

  const exchange = (form: Form): Answer => {
    const { client_id: id = '', client_secret: secret, code = '', code_verifier: verifier = '' } = form
    if (clients.get(id)?.secret !== secret) return DOES_NOT_KNOW
    const token = { token_type: 'Bearer', created_at: 1_900_000_000 }
    if (form.grant_type === 'client_credentials')
      return { status: 200, body: { ...token, access_token: give('application'), scope: form.scope } }
    const request = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (request?.clientId !== id || request.redirectUri !== form.redirect_uri || request.challenge !== challenge)
      return IS_INVALID
    return { status: 200, body: { ...token, access_token: give('token'), scope: request.scope } }
  }

  const verify = (authorization: string): Answer =>
    works(authorization.replace('Bearer ', ''))
      ? { status: 200, body: accountEntity('garden') }
      : { status: 401, body: { error: 'The access token is invalid' } }

  const ENDPOINTS: Readonly<Record<string, (form: Form, authorization: string) => Answer>> = {
    'GET /.well-known/oauth-authorization-server': () => ({ status: 200, body: METADATA }),
    'POST /api/v1/apps': register,
    'POST /oauth/token': exchange,
    'POST /oauth/revoke'({ token = '' }) {
      ended.add(token)
      return { status: 200, body: {} }
    },
    'GET /api/v1/accounts/verify_credentials': (_form, authorization) => verify(authorization),
  }

  return {
    ...{ page: PAGE, hosts: [MAIN_HOST], secrets, works },
    answers: (method, { host, pathname }) => host === MAIN_HOST && Object.hasOwn(ENDPOINTS, `${method} ${pathname}`),
    remove() {
      for (const secret of secrets) if (secret.startsWith('token')) ended.add(secret)
    },
    authorize({ searchParams }) {
      const [clientId, redirectUri] = [searchParams.get('client_id') ?? '', searchParams.get('redirect_uri') ?? '']
      const client = clients.get(clientId)
      assert.ok(client, `The client ${clientId} is not registered`)
      assert.equal(redirectUri, client.redirectUri)
      const scope = searchParams.get('scope') ?? ''
      assert.equal(scope, client.scopes)
      assert.equal(searchParams.get('response_type'), 'code')
      const code = give('code')
      codes.set(code, { clientId, scope, redirectUri, challenge: searchParams.get('code_challenge') })
      return new URLSearchParams({ code, state: searchParams.get('state') ?? '' })
    },
    async respond({ url, method = 'GET', body, headers = {} }: EgressRequest) {
      const endpoint = ENDPOINTS[`${method} ${new URL(url).pathname}`]
      assert.ok(endpoint, `${method} ${url} is no endpoint`)
      const form = Object.fromEntries(new URLSearchParams(body?.bytes.toString() ?? ''))
      return endpoint(form, headers.authorization ?? '')
    },
  }
}

type Form = Readonly<Record<string, string>>
