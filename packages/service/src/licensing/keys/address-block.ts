// The part of a caller's address that stands for one caller. Whoever has one IPv6 address has all 2^64 of its network
// (RFC 6177), so these count as one. For counting only, never for deciding where to connect.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IPv4 address, also one written as IPv6, or the /64 of an IPv6 address; anything else as it is. */
export const addressBlock = (address: string): string => {
  if (isIP(address) === 0) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
