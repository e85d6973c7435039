// An authorization server of atproto, written from https://atproto.com/specs/oauth, apart from the flow that it judges.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type ClientDocuments, judgeAssertion, judgeProof, Refusal, type Seen } from './judge-proofs.ts'

type Form = Readonly<Record<string, string>>
export type AtprotoAnswer = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What servers do in their own ways, or wrong. */
export type AuthorizationFacts = {
  /** The account that consents. */
  readonly sub: string
  /** Whether each request is refused once, for want of the newest nonce. */
  readonly changesNonce?: boolean
  readonly hasNonces?: boolean
  readonly tokenType?: string
  /** What the owner grants of what is asked. */
  readonly grants?: (scope: string) => string | undefined
  readonly metadata?: Readonly<Record<string, unknown>>
}

export type Session = { readonly sub: string; readonly scope: string; readonly jkt: string; readonly kid: string }
type Pushed = Form & { readonly jkt: string; readonly kid: string }

export type AuthorizationServer = {
  respond(path: string, method: string, form: Form, proof: string | undefined): Promise<AtprotoAnswer>
  /** The owner allows: what the browser comes back with. */
  authorize(url: URL): URLSearchParams
  /** What was pushed for a request at the page. */
  pushed(url: URL): Form | undefined
  /** The owner takes the consent back. */
  end(token: string): void
  /** The session of a token that works. */
  sessionOf(token: string): Session | undefined
  readonly challenges: readonly string[]
  readonly logins: readonly (string | undefined)[]
  /** Every secret that was given. */
  readonly secrets: string[]
  /** Each request to an endpoint, with the code of its refusal if there was one. */
  readonly log: string[]
  facts: AuthorizationFacts
}

const LIFE_SECONDS = 1_800

export const createAuthorizationServer = (
  issuer: string,
  documents: (clientId: string) => Promise<ClientDocuments>,
  facts: AuthorizationFacts,
): AuthorizationServer => {
  const proofs: Seen = new Set()
  const assertions: Seen = new Set()
  const requests = new Map<string, Pushed>()
  const codes = new Map<string, Pushed>()
  const access = new Map<string, Session>()
  const refresh = new Map<string, Session>()
  const ended = new Map<string, Session>()
  const challenges: string[] = []
  const logins: (string | undefined)[] = []
  let serial = 0
  let nonce = `nonce-0 ${issuer}`

  const newSecret = (name: string): string => {
    serial += 1
    const secret = `${name}-${createHash('sha256').update(`${issuer} ${name} ${serial}`).digest('hex')}`
    server.secrets.push(secret)
    return secret
  }
  /** Ends a session with every token of it. */
  const end = (session: Session): void => {
    for (const tokens of [access, refresh])
      for (const [token, each] of tokens) if (each.jkt === session.jkt) tokens.delete(token)
  }

  const give = (session: Session): AtprotoAnswer => {
    const [access_token, refresh_token] = [newSecret('access'), newSecret('refresh')]
    access.set(access_token, session)
    refresh.set(refresh_token, session)
    const { tokenType: token_type = 'DPoP' } = server.facts
    const { sub, scope } = session
    return { status: 200, body: { access_token, token_type, refresh_token, scope, sub, expires_in: LIFE_SECONDS } }
  }

  const push = (form: Form, jkt: string, kid: string, { metadata }: ClientDocuments): AtprotoAnswer => {
    const refuse = (code: string) => new Refusal(code, 'The request is wrong')
    const { response_type, redirect_uri, scope = '', state, code_challenge: challenge = '' } = form
    const declared = String(metadata.scope).split(' ')
    if (response_type !== 'code' || state === undefined || state === '') throw refuse('invalid_request')
    if (!(metadata.redirect_uris as unknown[]).includes(redirect_uri)) throw refuse('invalid_request')
    if (!scope.split(' ').includes('atproto')) throw refuse('invalid_scope')
    if (!scope.split(' ').every((each) => declared.includes(each))) throw refuse('invalid_scope')
    if (form.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(challenge)) throw refuse('invalid_request')
    if (challenges.includes(challenge)) throw refuse('invalid_request')
    challenges.push(challenge)
    logins.push(form.login_hint)
    const request_uri = `urn:ietf:params:oauth:request_uri:${newSecret('request')}`
    requests.set(request_uri, { ...form, jkt, kid })
    return { status: 201, body: { request_uri, expires_in: 299 } }
  }

  const exchange = (form: Form, jkt: string, kid: string): AtprotoAnswer => {
    const isSame = (session: Pick<Session, 'jkt' | 'kid'>) => session.jkt === jkt && session.kid === kid
    if (form.grant_type === 'refresh_token') {
      const token = form.refresh_token ?? ''
      const replayed = ended.get(token)
      if (replayed) end(replayed)
      const session = refresh.get(token)
      if (!session || !isSame(session)) throw new Refusal('invalid_grant', 'Invalid refresh token')
      end(session)
      ended.set(token, session)
      return give(session)
    }
    const request = codes.get(form.code ?? '')
    codes.delete(form.code ?? '')
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url')
    const isRight = request && isSame(request) && request.redirect_uri === form.redirect_uri
    if (!isRight || request.code_challenge !== challenge) throw new Refusal('invalid_grant', 'Invalid code')
    const { sub, grants = (scope: string) => scope } = server.facts
    const scope = grants(request.scope ?? '')
    return give({ sub, scope: scope as string, jkt, kid })
  }

  const revoke = ({ token = '' }: Form, jkt: string): AtprotoAnswer => {
    const session = access.get(token) ?? refresh.get(token)
    if (session?.jkt === jkt) end(session)
    return { status: 200, body: {} }
  }

  const ENDPOINTS: Readonly<
    Record<string, (form: Form, jkt: string, kid: string, client: ClientDocuments) => AtprotoAnswer>
  > = { '/oauth/par': push, '/oauth/token': exchange, '/oauth/revoke': revoke }

  const take = async (path: string, form: Form, proof: string | undefined): Promise<AtprotoAnswer> => {
    const { jkt } = await judgeProof(proof, {
      ...{ method: 'POST', url: issuer + path, seen: proofs },
      isCurrentNonce: (sent) => server.facts.hasNonces === false || sent === nonce,
    })
    const isLocal = form.client_id?.startsWith('http://localhost?') === true
    const client = isLocal ? documentsOfLocal(form.client_id ?? '') : await documents(form.client_id ?? '')
    const kid = isLocal ? judgeLocal(form) : await judgeAssertion(form, client, { issuer, seen: assertions, jkt })
    return ENDPOINTS[path]?.(form, jkt, kid, client) ?? { status: 404, body: {} }
  }

  const server: AuthorizationServer = {
    ...{ challenges, logins, secrets: [], log: [], facts },
    sessionOf: (token) => access.get(token),
    end(token) {
      const session = access.get(token)
      if (session) end(session)
    },
    async respond(path, method, form, proof) {
      if (path === '/.well-known/oauth-authorization-server')
        return { status: 200, body: { ...METADATA(issuer), ...server.facts.metadata } }
      if (method !== 'POST' || ENDPOINTS[path] === undefined) return { status: 404, body: {} }
      const withNonce = (answer: AtprotoAnswer): AtprotoAnswer => ({
        ...answer,
        headers: server.facts.hasNonces === false ? {} : { 'dpop-nonce': nonce },
      })
      try {
        const answer = await take(path, form, proof)
        server.log.push(path)
        if (server.facts.changesNonce) nonce = `nonce-${server.log.length} ${issuer}`
        return withNonce(answer)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        server.log.push(`${path} ${error.code}`)
        const status = error.code === 'invalid_client' ? 401 : 400
        return withNonce({ status, body: { error: error.code, error_description: 'A sentence of theirs' } })
      }
    },
    pushed: ({ searchParams }) => requests.get(searchParams.get('request_uri') ?? ''),
    authorize(url) {
      assert.equal(url.origin + url.pathname, `${issuer}/oauth/authorize`)
      assert.deepEqual([...url.searchParams.keys()].toSorted(), ['client_id', 'request_uri'])
      const uri = url.searchParams.get('request_uri') ?? ''
      const request = requests.get(uri)
      requests.delete(uri)
      assert.ok(request, 'The request was not pushed')
      assert.equal(request.client_id, url.searchParams.get('client_id'))
      const code = newSecret('code')
      codes.set(code, request)
      return new URLSearchParams({ iss: issuer, state: request.state ?? '', code })
    },
  }
  return server
}

/** “Localhost Client Development”: the client id says what its document would, with redirect URIs at loopback addresses. */
const documentsOfLocal = (id: string): ClientDocuments => {
  const { searchParams } = new URL(id)
  const uris = searchParams.getAll('redirect_uri')
  if (!uris.every((uri) => /^http:\/\/(?:127\.0\.0\.1|\[::1\])[:/]/.test(uri)))
    throw new Refusal('invalid_client', 'The redirect URI is of no loopback address')
  const scope = searchParams.get('scope') ?? 'atproto'
  return { metadata: { client_id: id, redirect_uris: uris, scope }, jwks: { keys: [] } }
}

/** Nothing proves such a client. Returns the name of no key. */
const judgeLocal = (form: Form): string => {
  if (form.client_assertion !== undefined || form.client_secret !== undefined)
    throw new Refusal('invalid_client', 'The client has no secret')
  return 'none'
}

/** “Server Metadata”. */
const METADATA = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  pushed_authorization_request_endpoint: `${issuer}/oauth/par`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  // Servers take more: these are the ones that proofs are judged by.
  token_endpoint_auth_signing_alg_values_supported: ['ES256'],
  scopes_supported: ['atproto', 'transition:generic'],
  authorization_response_iss_parameter_supported: true,
  require_pushed_authorization_requests: true,
  dpop_signing_alg_values_supported: ['ES256'],
  client_id_metadata_document_supported: true,
})
