// Which server asks an account's owner, and what that server offers: the metadata of both (RFC 9728, RFC 8414), with
// what atproto demands of them. https://atproto.com/specs/oauth#authorization-servers

import type { Endpoints } from '../../dialects/dialect.ts'
import { ConnectFault } from '../../oauth/connect-fault.ts'
import type { Ask } from '../flow.ts'
import { originOf } from './identity.ts'

type Metadata = Readonly<Record<string, unknown>>

const fault = (reason: string): ConnectFault => new ConnectFault('platform_error', { reason })

/** The host of the authorization server of an account's server. Throws ConnectFault. */
export const authorizationHostOf = async (server: string, ask: Ask): Promise<string> => {
  const metadata = await ask({ url: `${server}/.well-known/oauth-protected-resource` })
  // Metadata of another server says nothing about this one (RFC 9728, section 3.3).
  if (originOf(metadata.resource) !== server) throw fault('other_resource')
  const { authorization_servers: issuers } = metadata
  const issuer = Array.isArray(issuers) && issuers.length === 1 ? originOf(issuers[0]) : undefined
  if (issuer === undefined) throw fault('no_issuer')
  return new URL(issuer).host
}

/** Lists that must have the value. */
const NEEDED: Readonly<Record<string, string>> = {
  scopes_supported: 'atproto',
  response_types_supported: 'code',
  grant_types_supported: 'refresh_token',
  code_challenge_methods_supported: 'S256',
  token_endpoint_auth_methods_supported: 'private_key_jwt',
  token_endpoint_auth_signing_alg_values_supported: 'ES256',
  dpop_signing_alg_values_supported: 'ES256',
}
const NEEDED_TRUE = [
  'authorization_response_iss_parameter_supported',
  'require_pushed_authorization_requests',
  'client_id_metadata_document_supported',
] as const

const isAtproto = (metadata: Metadata): boolean =>
  NEEDED_TRUE.every((name) => metadata[name] === true) &&
  Object.entries(NEEDED).every(([name, value]) => {
    const listed = metadata[name]
    return Array.isArray(listed) && listed.includes(value)
  })

/** The authorization server at the host. Throws ConnectFault. */
export const discover = async (host: string, ask: Ask): Promise<Endpoints> => {
  const issuer = `https://${host}`
  const metadata = await ask({ url: `${issuer}/.well-known/oauth-authorization-server` })
  // Metadata of another server would send the code there (RFC 8414, section 3.3).
  if (metadata.issuer !== issuer) throw fault('other_issuer')
  if (!isAtproto(metadata)) throw fault('not_atproto')
  /** Any other origin is refused: the browser, the code and the assertions would go there. */
  const at = (name: string): string | undefined => {
    const value = metadata[name]
    return typeof value === 'string' && URL.parse(value)?.origin === issuer ? value : undefined
  }
  const [authorize, token, push] = [at('authorization_endpoint'), at('token_endpoint'), at(PUSH)]
  if (authorize === undefined || token === undefined || push === undefined) throw fault('no_endpoint')
  const revoke = at('revocation_endpoint')
  return { issuer, authorize, token, push, ...(revoke !== undefined && { revoke }), pkce: true, namesIssuer: true }
}

const PUSH = 'pushed_authorization_request_endpoint'
