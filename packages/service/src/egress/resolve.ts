// Host name → the addresses that may be connected to. Resolved once per hop: the service connects to these addresses,
// and nothing after this module resolves the name again.

import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { ApiError } from '../errors.ts'
import { vetAddress } from './vet-address.ts'
import type { VettedUrl } from './vet-url.ts'

export type ResolveOptions = {
  /** The operator listed this host in EGRESS_ALLOW. */
  readonly isException: boolean
  readonly signal: AbortSignal
}

/** All A and AAAA records of a name. An empty list or an error means that it has none. */
export type Resolve = (hostname: string, options: ResolveOptions) => Promise<readonly string[]>

/** DNS only for untrusted names: no hosts file, search list or mDNS, which describe the internal network. An exception
 * is the operator's own name, so the system resolves it as for any program (`localhost`, too). */
export const resolveBySystem: Resolve = async (hostname, { isException, signal }) => {
  if (isException) return (await lookup(hostname, { all: true })).map(({ address }) => address)
  const dns = new Resolver({ timeout: 1_000, tries: 2 })
  const cancel = (): void => dns.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    // It does not matter if one family fails: only returned and vetted addresses are connected to.
    const families = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)])
    return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Alternates the families, IPv4 first, so that a machine without IPv6 does not start with addresses it cannot reach. */
const interleave = (addresses: readonly string[]): string[] => {
  const v4 = addresses.filter((address) => isIP(address) === 4)
  const v6 = addresses.filter((address) => isIP(address) === 6)
  return addresses.flatMap((_, index) => [v4[index], v6[index]]).filter((address) => address !== undefined)
}

/** Throws `link_unresolvable` if there is no address, `link_blocked` if any address is not public. */
export const resolveHost = async (target: VettedUrl, resolve: Resolve, signal: AbortSignal): Promise<string[]> => {
  const { hostname, isAddress, isException } = target
  if (isAddress) return [hostname]
  const resolved = await resolve(hostname, { isException, signal }).catch((cause: unknown) => {
    throw new ApiError('link_unresolvable', { cause })
  })
  if (!isException) resolved.forEach(vetAddress)
  const addresses = interleave([...new Set(resolved)])
  if (addresses.length === 0) throw new ApiError('link_unresolvable')
  return addresses
}
