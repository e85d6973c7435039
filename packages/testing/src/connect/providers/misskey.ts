// Servers of Misskey, apart from how the service speaks to them: with OAuth since 2023.9, whose clients are pages
// (IndieAuth), or with MiAuth. Written from the server's own code (OAuth2ProviderService, ApiServerService).

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { EgressRequest } from '@central-api/service/egress/egress.ts'
import type { Answer } from './provider.ts'

export type MisskeyOptions = {
  readonly host: string
  readonly way: 'oauth' | 'miauth'
  /** What the page of the client is, by its URL: the server reads it. */
  readonly readClient?: (url: string) => Promise<{ readonly html: string; readonly link: string | undefined }>
  /** In place of the server's own metadata. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Sends the browser back although it gave nothing (misskey-dev/misskey#15154). */
  readonly givesNothing?: boolean
}

const OWN_PATHS = /^\/(?:\.well-known\/oauth-authorization-server|oauth\/token|api\/(?:i|meta|miauth\/[^/]+\/check))$/

const ok = (body: unknown): Answer => ({ status: 200, body })
const fail = (status: number, code: string): Answer => ({
  status,
  body: { error: { message: code, code, id: 'b0a7f5f8-dc2f-4171-b91f-de88ad238e14', kind: 'client' } },
})

export const simulateMisskeyServer = ({ host, way, readClient, metadata, givesNothing = false }: MisskeyOptions) => {
  const origin = `https://${host}`
  const secrets: string[] = []
  const calls: string[] = []
  const sessions = new Set<string>()
  const revoked = new Set<string>()
  let granted:
    | { readonly code: string; readonly challenge: string; readonly client: string; readonly redirectUri: string }
    | undefined

  const newSecret = (name: string): string => {
    const text = `${name}-${createHash('sha256').update(`${host} ${secrets.length}`).digest('hex')}`
    secrets.push(text)
    return text
  }
  const works = (token: string): boolean => secrets.includes(token) && !revoked.has(token)
  const worksAs = (authorization = ''): boolean => works(authorization.replace('Bearer ', ''))
  const user = { id: '9abc000001', username: 'Nao', name: 'Nao', host: null, avatarUrl: `${origin}/a.webp` }

  const authorizeOAuth = async ({ searchParams: query }: URL): Promise<URLSearchParams> => {
    assert.deepEqual([...query.keys()].toSorted(), [
      ...['client_id', 'code_challenge', 'code_challenge_method', 'redirect_uri', 'response_type', 'scope', 'state'],
    ])
    assert.deepEqual([query.get('scope'), query.get('code_challenge_method')], ['read:account', 'S256'])
    const [client = '', redirectUri = ''] = [query.get('client_id') ?? '', query.get('redirect_uri') ?? '']
    if (readClient) {
      const { html, link } = await readClient(client)
      assert.ok(html.includes(`<link rel="redirect_uri" href="${redirectUri}">`), html)
      assert.equal(link, `<${redirectUri}>; rel="redirect_uri"`)
      assert.ok(html.includes('class="h-app"') && html.includes(`class="u-url p-name" href="${client}"`), html)
    }
    granted = { code: newSecret('code'), challenge: query.get('code_challenge') ?? '', client, redirectUri }
    return new URLSearchParams({ code: granted.code, state: query.get('state') ?? '', iss: origin })
  }

  const authorizeSession = ({ pathname, searchParams: query }: URL): URLSearchParams => {
    const session = pathname.slice('/miauth/'.length)
    assert.match(session, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.deepEqual([...query.keys()].toSorted(), ['callback', 'name', 'permission'])
    assert.equal(query.get('permission'), 'read:account')
    if (!givesNothing) sessions.add(session)
    const callback = new URL(query.get('callback') ?? '')
    callback.searchParams.set('session', session)
    return callback.searchParams
  }

  const token = (form: Readonly<Record<string, string>>): Answer => {
    const grant = granted
    granted = undefined
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url')
    const isOfCode = grant !== undefined && form.code === grant.code && challenge === grant.challenge
    const isRight =
      isOfCode &&
      form.client_id === grant?.client &&
      form.redirect_uri === grant?.redirectUri &&
      form.client_secret === undefined
    return isRight
      ? ok({ access_token: newSecret('access'), token_type: 'Bearer', scope: 'read:account' })
      : { status: 403, body: { error: 'invalid_grant', error_description: 'Invalid authorization code' } }
  }

  const respond = async ({ url, method = 'GET', body, headers = {} }: EgressRequest): Promise<Answer> => {
    const { pathname } = new URL(url)
    const text = body?.bytes.toString() ?? ''
    calls.push(`${method} ${pathname}`)
    if (pathname === '/.well-known/oauth-authorization-server')
      return way === 'miauth' && metadata === undefined
        ? { status: 404, body: '<!doctype html>' }
        : ok({
            ...{ issuer: origin, authorization_endpoint: `${origin}/oauth/authorize` },
            ...{ token_endpoint: `${origin}/oauth/token`, scopes_supported: ['read:account', 'write:notes'] },
            ...{ response_types_supported: ['code'], grant_types_supported: ['authorization_code'] },
            code_challenge_methods_supported: ['S256'],
            authorization_response_iss_parameter_supported: true,
            ...metadata,
          })
    if (pathname === '/oauth/token') return token(Object.fromEntries(new URLSearchParams(text)))
    if (method !== 'POST' || !text.startsWith('{')) return { status: 400, body: { error: { code: 'INVALID_PARAM' } } }
    if (pathname === '/api/meta') return ok({ version: '12.119.2', name: 'Notes', uri: origin })
    if (pathname === '/api/i') return worksAs(headers.authorization) ? ok(user) : fail(401, 'AUTHENTICATION_FAILED')
    const session = /^\/api\/miauth\/(?<session>[^/]+)\/check$/.exec(pathname)?.groups?.session
    if (session === undefined) return fail(404, 'UNKNOWN_API_ENDPOINT')
    // A token is given once.
    return sessions.delete(session) ? ok({ ok: true, token: newSecret('access'), user }) : ok({ ok: false })
  }

  return {
    ...{ secrets, calls, respond, works, isLive: worksAs },
    authorize: async (url: URL): Promise<URLSearchParams> => {
      assert.equal(url.host, host)
      return url.pathname.startsWith('/miauth/') ? authorizeSession(url) : authorizeOAuth(url)
    },
    /** Any other path reads notes. */
    answers: (pathname: string): boolean => OWN_PATHS.test(pathname),
    /** The owner removes every token. */
    revoke() {
      for (const secret of secrets) revoked.add(secret)
    },
  }
}
