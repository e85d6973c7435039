// The network of Bluesky: the directory of accounts, the public AppView, the servers of accounts, and those that ask
// their owners. Repeated from https://atproto.com/specs, apart from how the service calls it.

import type { EgressRequest } from '@central-api/service/egress/egress.ts'
import {
  type AtprotoAnswer,
  type AuthorizationFacts,
  type AuthorizationServer,
  createAuthorizationServer,
} from './authorization-server.ts'
import { type ClientDocuments, judgeProof, Refusal, type Seen } from './judge-proofs.ts'

export const ENTRYWAY = 'https://bsky.social'
export const PDS = 'https://oyster.us-east.host.bsky.network'
const APPVIEW = 'https://public.api.bsky.app'
const PLC = 'https://plc.directory'
const PROXY = 'did:web:api.bsky.app#bsky_appview'

export type SimulatedAccount = {
  readonly did: string
  readonly handle: string
  /** Its server. */
  readonly pds: string
}

export type AtprotoNetworkOptions = {
  /** The documents behind the URL that the service is known by. */
  readonly documents: (clientId: string) => Promise<ClientDocuments>
  readonly accounts: readonly SimulatedAccount[]
  /** Authorization servers, besides that of bsky.social. */
  readonly servers?: Readonly<Record<string, AuthorizationFacts>>
  /** The AppView's answer to a call that an account's server passes on. */
  readonly appView?: (method: string, query: URLSearchParams, did: string) => AtprotoAnswer | Promise<AtprotoAnswer>
}

export type AtprotoNetwork = {
  respond(request: Pick<EgressRequest, 'url' | 'method' | 'body' | 'headers'>): Promise<AtprotoAnswer>
  /** The authorization server at an origin. */
  at(origin: string): AuthorizationServer
  /** DID → account: change it, and the account has moved or has another handle. */
  readonly accounts: Map<string, SimulatedAccount>
  /** Server → its authorization server. */
  readonly issuers: Map<string, string>
  /** Answers to single URLs in place of the right ones. */
  readonly replaced: Map<string, AtprotoAnswer>
  /** `METHOD URL` without its query. */
  readonly calls: string[]
  /** Calls with a token that accounts' servers have answered, by method, and those that they refused, by code. */
  readonly reads: string[]
  /** From now on the servers of accounts want another nonce. */
  changeNonce(): void
  /** Every secret that was given. */
  secrets(): readonly string[]
}

export const simulateAtproto = (options: AtprotoNetworkOptions): AtprotoNetwork => {
  const accounts = new Map(options.accounts.map((account) => [account.did, account]))
  const [{ did: first } = { did: '' }] = options.accounts
  const servers = new Map(
    Object.entries({ [ENTRYWAY]: { sub: first }, ...options.servers }).map(([origin, facts]) => [
      origin,
      createAuthorizationServer(origin, options.documents, facts),
    ]),
  )
  const issuers = new Map([[PDS, ENTRYWAY]])
  const proofs: Seen = new Set()
  const replaced = new Map<string, AtprotoAnswer>()
  const [calls, reads]: [string[], string[]] = [[], []]
  let nonces = 0

  const byHandle = (handle: string | null) => [...accounts.values()].find((account) => account.handle === handle)
  const notFound: AtprotoAnswer = { status: 404, body: { message: 'DID not registered' } }

  const documentOf = ({ did, handle, pds }: SimulatedAccount): AtprotoAnswer => ({
    status: 200,
    body: {
      '@context': ['https://www.w3.org/ns/did/v1'],
      id: did,
      alsoKnownAs: [`at://${handle}`],
      verificationMethod: [],
      service: [
        { id: '#other', type: 'Other', serviceEndpoint: 'https://other.example' },
        { id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: pds },
      ],
    },
  })

  const publicCall = (url: URL): AtprotoAnswer => {
    const account = byHandle(url.searchParams.get('handle'))
    if (url.pathname === '/xrpc/com.atproto.identity.resolveHandle')
      return account
        ? { status: 200, body: { did: account.did } }
        : { status: 400, body: { error: 'InvalidRequest', message: 'Unable to resolve handle' } }
    const shown = accounts.get(url.searchParams.get('actor') ?? '')
    return shown
      ? { status: 200, body: { did: shown.did, handle: shown.handle, displayName: 'Garden', avatar: 'javascript:1' } }
      : { status: 400, body: { error: 'InvalidRequest', message: 'Profile not found' } }
  }

  /** “Demonstrating Proof of Possession”, at the account's own server. */
  const pdsCall = async (
    url: URL,
    method: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<AtprotoAnswer> => {
    const nonce = `pds-${nonces}`
    const token = /^DPoP (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    const session = [...servers.values()].map((each) => each.sessionOf(token)).find(Boolean)
    const call = url.pathname.replace('/xrpc/', '')
    const withNonce = (answer: AtprotoAnswer, more: object = {}): AtprotoAnswer => ({
      ...answer,
      headers: { 'dpop-nonce': nonce, ...more },
    })
    const refuse = (code: string): AtprotoAnswer => {
      reads.push(code)
      const challenge = `DPoP algs="ES256", error="${code}", error_description="A sentence of theirs"`
      return withNonce({ status: 401, body: { error: code } }, { 'www-authenticate': challenge })
    }
    try {
      const { jkt } = await judgeProof(headers.dpop, {
        ...{ method, url: url.href, seen: proofs, accessToken: token },
        isCurrentNonce: (sent) => sent === nonce,
      })
      if (session?.jkt !== jkt || accounts.get(session.sub)?.pds !== url.origin) return refuse('invalid_token')
    } catch (error) {
      if (error instanceof Refusal) return refuse(error.code)
      throw error
    }
    const needed = `rpc:${call}?aud=${PROXY.replace('#', '%23')}`
    if (headers['atproto-proxy'] !== PROXY || !session.scope.split(' ').includes(needed)) {
      reads.push('scope')
      return withNonce({ status: 403, body: { error: 'Forbidden', message: `Missing required scope "${needed}"` } })
    }
    reads.push(call)
    return withNonce((await options.appView?.(call, url.searchParams, session.sub)) ?? { status: 200, body: {} })
  }

  return {
    ...{ accounts, issuers, replaced, calls, reads },
    at(origin) {
      const server = servers.get(origin)
      if (!server) throw new Error(`There is no server at ${origin}`)
      return server
    },
    changeNonce() {
      nonces += 1
    },
    secrets: () => [...servers.values()].flatMap((server) => server.secrets),
    async respond({ url: text, method = 'GET', body, headers = {} }) {
      const url = new URL(text)
      calls.push(`${method} ${url.origin}${url.pathname}`)
      const instead = replaced.get(url.origin + url.pathname)
      if (instead) return instead
      // Clients write the colons of a DID as they are, or percent-encoded.
      const account = accounts.get(decodeURIComponent(url.pathname.slice(1)))
      if (url.origin === PLC) return account ? documentOf(account) : notFound
      if (url.origin === APPVIEW) return publicCall(url)
      if (url.pathname === '/.well-known/oauth-protected-resource') {
        const issuer = issuers.get(url.origin)
        if (issuer === undefined) return notFound
        return { status: 200, body: { resource: url.origin, authorization_servers: [issuer] } }
      }
      if (url.pathname.startsWith('/xrpc/')) return pdsCall(url, method, headers)
      const form = Object.fromEntries(new URLSearchParams(body?.bytes.toString() ?? ''))
      return (await servers.get(url.origin)?.respond(url.pathname, method, form, headers.dpop)) ?? notFound
    },
  }
}
