// Host name → the addresses that may be connected to. Asked once per hop: what is returned here is what is connected to,
// and nothing behind this module resolves a name again.

import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { ApiError } from '../errors.ts'
import { vetAddress } from './vet-address.ts'
import type { VettedUrl } from './vet-url.ts'

export type ResolveOptions = {
  /** The operator named this host in EGRESS_ALLOW. */
  readonly isException: boolean
  readonly signal: AbortSignal
}

/** Every A and AAAA answer for a name; none when there is none. A throw counts as none. */
export type Resolve = (hostname: string, options: ResolveOptions) => Promise<readonly string[]>

/** DNS and nothing else for names of strangers: no hosts file, no search list, no mDNS, which are about the inside.
 * An exception is the operator's own name, so the system resolves it as it would for any program (`localhost` too). */
export const resolveBySystem: Resolve = async (hostname, { isException, signal }) => {
  if (isException) return (await lookup(hostname, { all: true })).map(({ address }) => address)
  const dns = new Resolver({ timeout: 1_000, tries: 2 })
  const cancel = (): void => dns.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    // One family that fails does not matter: only addresses that were seen, and vetted, are connected to.
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

/** Throws `link_unresolvable` for no answer, `link_blocked` when any answer is not public. */
export const resolveHost = async (target: VettedUrl, resolve: Resolve, signal: AbortSignal): Promise<string[]> => {
  const { hostname, isAddress, isException } = target
  if (isAddress) return [hostname]
  const answers = await resolve(hostname, { isException, signal }).catch((cause: unknown) => {
    throw new ApiError('link_unresolvable', { cause })
  })
  if (!isException) answers.forEach(vetAddress)
  const addresses = interleave([...new Set(answers)])
  if (addresses.length === 0) throw new ApiError('link_unresolvable')
  return addresses
}
