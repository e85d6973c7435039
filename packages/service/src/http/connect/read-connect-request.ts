// Checks a request to connect an account before anything is stored: the platform, where the browser returns to, the
// site, and whether the plan has a place left.

import { type Connection, useOf } from '../../connect/connection.ts'
import type { Connector } from '../../connect/connector.ts'
import type { ConnectFlow } from '../../connect/flows/flow.ts'
import { readReturnTo } from '../../connect/return-to.ts'
import type { ConnectRequest } from '../../connect/tickets/ticket.ts'
import { ApiError } from '../../errors.ts'
import { canonicalSite } from '../../licensing/sites/site.ts'
import { hostName } from '../../parsing/host-name.ts'
import { requirePlatform } from '../../scanning/may-scan.ts'
import { readsThroughConnection } from '../../upstream/contract/connects.ts'
import { kindFor } from '../../upstream/contract/kinds.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import type { Caller } from '../caller.ts'
import { userOf } from '../connection-user.ts'
import type { Parts } from '../parts.ts'
import type { ConnectBody } from './schema.ts'

type ReadParts = Pick<Parts, 'registry' | 'sites' | 'store' | 'returnOrigins'>

const invalid = (field: string, message: string): ApiError =>
  new ApiError('invalid_request', { details: [{ field, message }] })

/** `user@host`, with or without an @ in front, and the URL of a profile. */
const hostIn = (handle: string): string | undefined =>
  /^https?:\/\/([^/?#]+)/i.exec(handle)?.[1] ?? /^@?[^@\s]+@([^@\s]+)$/.exec(handle)?.[1]

const readHost = ({ host, handle }: ConnectBody, { federated }: ConnectFlow): string | null => {
  if (federated === undefined) return null
  const written = (handle === undefined || federated.movable ? undefined : hostIn(handle)) ?? host
  // An account that chooses its host names it itself.
  if (written === undefined && federated.movable) return null
  if (written === undefined) throw invalid('host', 'is required for this platform')
  const name = hostName(/^https?:\/\/([^/?#]+)\/?$/i.exec(written)?.[1] ?? written)
  if (name === undefined) throw invalid('host', 'must be a host name, such as social.example')
  return name
}

/** The account that is expected, where that decides who asks its owner. */
const readAccount = (
  { handle }: ConnectBody,
  { federated }: ConnectFlow,
  platform: Platform,
  known: Connection | undefined,
): string | null => {
  if (!federated?.movable) return null
  if (handle === undefined) return known?.accountId ?? null
  const account = platform.canonicalize(handle)
  if (account === undefined || kindFor(platform, account).id !== 'account') throw new ApiError('handle_malformed')
  return account
}

/** The account that is expected, as its platform writes it. */
const readHandle = ({ handle }: ConnectBody, platform: Platform): string | undefined => {
  const account = handle === undefined ? undefined : platform.canonicalize(handle)
  return account !== undefined && kindFor(platform, account).id === 'account' ? account : undefined
}

/** The site that asks. A token of a site connects for that site, or for every site of the license. */
const readAskedBySite = ({ siteId: named, reconnect }: ConnectBody, { siteId: own }: Caller): string | null => {
  const site = named ?? own
  if (site === undefined) return null
  // Which site may renew a connection is checked where the connection is known.
  const isForeign = named !== undefined && own !== undefined && canonicalSite(named) !== canonicalSite(own)
  if (isForeign && reconnect === undefined) throw invalid('siteId', 'must be the site of the token')
  return canonicalSite(site)
}

/** The sites that the browser may return to: the license's, and the one that asks, which takes a place of the plan when
 * something is connected. */
const sitesOf = async ({ sites }: ReadParts, { license, plan }: Caller, askedBySite: string | null) => {
  if (askedBySite !== null) await sites.requirePlace(license, plan, askedBySite)
  const admitted = (await sites.list(license.id)).map(({ site }) => site)
  return askedBySite === null ? admitted : [...admitted, askedBySite]
}

const requirePlace = async (
  { store }: ReadParts,
  caller: Caller,
  { reconnect, siteId }: ConnectBody,
  platform: string,
): Promise<Connection | undefined> => {
  const { license, plan } = caller
  if (reconnect !== undefined) {
    const known = await store.connections.find(reconnect, license.id)
    const isUsable = known?.platform === platform && useOf(known, userOf(caller, siteId)) !== 'unknown'
    if (!isUsable) throw new ApiError('connection_unknown')
    return known
  }
  if (plan.connections !== null && (await store.connections.count(license.id)) >= plan.connections)
    throw new ApiError('connection_limit_reached')
  return undefined
}

/** Throws the code of each check. */
export const readConnectRequest = async (
  parts: ReadParts,
  connector: Connector,
  caller: Caller,
  body: ConnectBody,
): Promise<ConnectRequest> => {
  const found = requirePlatform(body.platform, caller, parts.registry)
  const { id: platform } = found
  if (!readsThroughConnection(found)) throw new ApiError('platform_not_connectable')
  const flow = await connector.findFlow(platform, caller.license.id, body.app)
  if (flow === 'not_connectable') throw new ApiError('platform_not_connectable')
  if (flow === 'not_configured') throw new ApiError('platform_not_configured')
  if (body.app !== undefined && !(await connector.offersApp(platform, caller.license.id, body.app)))
    throw invalid('app', 'is no application that accounts of this platform can be connected with')
  const isReview = await connector.isUnderReview(platform, caller.license.id, body.app ?? null)
  const host = readHost(body, flow)
  const askedBySite = readAskedBySite(body, caller)
  const sites = await sitesOf(parts, caller, askedBySite)
  const rules = { sites, origins: parts.returnOrigins, mode: caller.license.mode, canonicalSite }
  const returnTo = body.returnTo === undefined ? null : readReturnTo(body.returnTo, rules)
  if (returnTo === undefined) throw new ApiError('return_not_allowed')
  const known = await requirePlace(parts, caller, body, platform)
  const handle = readHandle(body, found)
  return {
    ...{ platform, host, returnTo },
    ...{ account: readAccount(body, flow, found, known), accountId: null, ...(handle !== undefined && { handle }) },
    site: body.siteId === undefined ? null : canonicalSite(body.siteId),
    askedBySite,
    label: body.label ?? null,
    // Without a scope for it, a platform shows what is public only. Reviewers see what is requested of everybody.
    include: flow.scopes.private === undefined || isReview ? [] : (body.include ?? []),
    app: body.app ?? null,
    reconnect: body.reconnect ?? null,
  }
}
