// Who an account is, and which server hosts it: handle → DID → its document. Handles and servers change; the DID does
// not. https://atproto.com/specs/did, https://atproto.com/specs/handle

import { ApiError } from '../../../errors.ts'
import { hostName } from '../../../parsing/host-name.ts'
import { ConnectFault } from '../../oauth/connect-fault.ts'
import type { Ask } from '../flow.ts'
import { APPVIEW, PLC_DIRECTORY } from './origins.ts'

export type Identity = {
  readonly did: string
  /** The origin of the account's server (PDS). */
  readonly server: string
  /** The handles that the account claims. Whether they lead back to it is another question. */
  readonly handles: readonly string[]
}

type Body = Readonly<Record<string, unknown>>

const PLC = /^did:plc:[a-z2-7]{24}$/
const WEB = /^did:web:(?<host>[a-zA-Z0-9.-]{1,253})$/
/** What a host says of something that it does not know, or knows to be gone. */
const ABSENT: ReadonlySet<string | undefined> = new Set(['status.400', 'status.404', 'status.410'])

const documentUrl = (did: string): string | undefined => {
  if (PLC.test(did)) return `${PLC_DIRECTORY}/${did}`
  const host = WEB.exec(did)?.groups?.host
  return host !== undefined && hostName(host) === host ? `https://${host}/.well-known/did.json` : undefined
}

/** Throws ApiError (`profile_not_found`) for what is not there, and ConnectFault. */
const askOrAbsent = async (ask: Ask, url: string, query: Readonly<Record<string, string>> = {}): Promise<Body> => {
  try {
    return await ask({ url, query })
  } catch (error) {
    if (error instanceof ConnectFault && ABSENT.has(error.reason))
      throw new ApiError('profile_not_found', { cause: error })
    throw error
  }
}

/** A handle, or a DID, in canonical form → the DID. Throws ApiError (`profile_not_found`), ConnectFault. */
export const resolveHandle = async (named: string, ask: Ask): Promise<string> => {
  if (named.startsWith('did:')) return named
  const { did } = await askOrAbsent(ask, `${APPVIEW}/xrpc/com.atproto.identity.resolveHandle`, { handle: named })
  if (typeof did === 'string' && documentUrl(did) !== undefined) return did
  throw new ConnectFault('platform_error', { reason: 'no_did' })
}

/** A bare origin, without which nothing else of the URL could be right. */
export const originOf = (value: unknown): string | undefined => {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url?.protocol === 'https:' && (value === url.origin || value === `${url.origin}/`) ? url.origin : undefined
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Throws ApiError (`profile_not_found`) for an account that has no server, ConnectFault. */
export const readIdentity = async (did: string, ask: Ask): Promise<Identity> => {
  const url = documentUrl(did)
  if (url === undefined) throw new ConnectFault('platform_error', { reason: 'no_did' })
  const document = await askOrAbsent(ask, url)
  // Another document would name another account's server.
  if (document.id !== did) throw new ConnectFault('platform_error', { reason: 'other_document' })
  const service = listOf(document.service)
    .map((each) => Object(each) as Body)
    .find(({ id }) => id === '#atproto_pds' || id === `${did}#atproto_pds`)
  const server = service?.type === 'AtprotoPersonalDataServer' ? originOf(service.serviceEndpoint) : undefined
  if (server === undefined) throw new ApiError('profile_not_found')
  const handles = listOf(document.alsoKnownAs).flatMap((name) =>
    typeof name === 'string' && name.startsWith('at://') ? [name.slice('at://'.length).toLowerCase()] : [],
  )
  return { did, server, handles }
}

/** The first handle that leads back to the account; the DID if none does. */
export const confirmedHandle = async ({ did, handles }: Identity, ask: Ask): Promise<string> => {
  const [handle] = handles
  if (handle === undefined || hostName(handle) !== handle) return did
  const back = await resolveHandle(handle, ask).catch(() => undefined)
  return back === did ? handle : did
}
