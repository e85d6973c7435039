// The part of an IP address that identifies one caller. A network usually assigns a whole /64 of IPv6 addresses to one
// subscriber (RFC 6177), so a /64 counts as one. For counting only, never to decide where to connect.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IPv4 address (also IPv4-mapped), or the /64 of an IPv6 address; any other text unchanged. */
export const addressBlock = (address: string): string => {
  if (isIP(address) === 0) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
