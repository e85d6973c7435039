// Checks a request to connect an account before anything is stored: the platform, where the browser returns to, the
// site, and whether the plan has a place left.

import type { Connector } from '../../connect/connector.ts'
import { readReturnTo } from '../../connect/return-to.ts'
import type { ConnectRequest } from '../../connect/tickets/ticket.ts'
import { ApiError } from '../../errors.ts'
import { canonicalSite } from '../../licensing/sites/site.ts'
import { hostName } from '../../parsing/host-name.ts'
import { isPlainText } from '../../parsing/plain-text.ts'
import { requirePlatform } from '../../scanning/may-scan.ts'
import type { Caller } from '../caller.ts'
import { readsThroughConnection } from '../connections/connectable-platforms.ts'
import type { Parts } from '../parts.ts'
import type { ConnectBody } from './schema.ts'

type ReadParts = Pick<Parts, 'registry' | 'sites' | 'store' | 'returnOrigins'>

const invalid = (field: string, message: string): ApiError =>
  new ApiError('invalid_request', { details: [{ field, message }] })

/** `user@host`, with or without an @ in front, and the URL of a profile. */
const hostIn = (handle: string): string | undefined =>
  /^https?:\/\/([^/?#]+)/i.exec(handle)?.[1] ?? /^@?[^@\s]+@([^@\s]+)$/.exec(handle)?.[1]

const readHost = ({ host, handle }: ConnectBody, isFederated: boolean): string | null => {
  if (!isFederated) return null
  const written = (handle === undefined ? undefined : hostIn(handle)) ?? host
  if (written === undefined) throw invalid('host', 'is required for this platform')
  const name = hostName(written)
  if (name === undefined) throw invalid('host', 'must be a host name, such as social.example')
  return name
}

/** The sites that the browser may return to: the license's, and the one that asks. */
const sitesOf = async ({ sites }: ReadParts, { license, plan }: Caller, askedBySite: string | undefined) => {
  if (askedBySite !== undefined) await sites.admit(license, plan, askedBySite)
  const admitted = (await sites.list(license.id)).map(({ site }) => site)
  return askedBySite === undefined ? admitted : [...admitted, canonicalSite(askedBySite)]
}

const requirePlace = async (
  { store }: ReadParts,
  { license, plan }: Caller,
  reconnect: string | undefined,
  platform: string,
): Promise<void> => {
  if (reconnect !== undefined) {
    const known = await store.connections.find(reconnect, license.id)
    if (known?.platform !== platform) throw new ApiError('connection_unknown')
    return
  }
  if (plan.connections !== null && (await store.connections.count(license.id)) >= plan.connections)
    throw new ApiError('connection_limit_reached')
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
  const flow = connector.findFlow(platform)
  if (flow === 'not_connectable') throw new ApiError('platform_not_connectable')
  if (flow === 'not_configured') throw new ApiError('platform_not_configured')
  const host = readHost(body, flow.federated !== undefined)
  if (body.label !== undefined && !isPlainText(body.label)) throw invalid('label', 'must be one line of plain text')
  const askedBySite = body.siteId ?? caller.siteId
  const sites = await sitesOf(parts, caller, askedBySite)
  const rules = { sites, origins: parts.returnOrigins, mode: caller.license.mode, canonicalSite }
  const returnTo = body.returnTo === undefined ? null : readReturnTo(body.returnTo, rules)
  if (returnTo === undefined) throw new ApiError('return_not_allowed')
  await requirePlace(parts, caller, body.reconnect, platform)
  return {
    ...{ platform, host, returnTo: returnTo?.href ?? null },
    site: body.siteId === undefined ? null : canonicalSite(body.siteId),
    askedBySite: askedBySite === undefined ? null : canonicalSite(askedBySite),
    label: body.label ?? null,
    // Without a scope for it, a platform shows what is public only.
    include: flow.scopes.private === undefined ? [] : (body.include ?? []),
    app: body.app ?? null,
    reconnect: body.reconnect ?? null,
  }
}
