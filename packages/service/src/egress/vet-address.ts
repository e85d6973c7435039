// Which addresses are public: for IPv4 everything but a list, for IPv6 one block but a list. ipaddr.js only parses: its
// own `range()` calls ::/96 unicast, and it accepts octal and hexadecimal text, which this module never passes to it.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { ApiError } from '../errors.ts'

/** Not reachable from the public internet, or not the same host from everywhere. */
const DENIED_IPV4 = [
  ['0.0.0.0/8', 'RFC 791: this network'],
  ['10.0.0.0/8', 'RFC 1918: private'],
  ['100.64.0.0/10', 'RFC 6598: shared by carrier-grade NAT'],
  ['127.0.0.0/8', 'RFC 1122: loopback'],
  ['168.63.129.16/32', 'Azure: host agent'],
  ['169.254.0.0/16', 'RFC 3927: link-local, metadata services'],
  ['172.16.0.0/12', 'RFC 1918: private'],
  ['192.0.0.0/24', 'RFC 6890: protocol assignments'],
  ['192.0.2.0/24', 'RFC 5737: documentation'],
  ['192.31.196.0/24', 'RFC 7535: AS112'],
  ['192.52.193.0/24', 'RFC 7450: AMT'],
  ['192.88.99.0/24', 'RFC 7526: 6to4 relays'],
  ['192.168.0.0/16', 'RFC 1918: private'],
  ['192.175.48.0/24', 'RFC 7534: AS112'],
  ['198.18.0.0/15', 'RFC 2544: benchmarks'],
  ['198.51.100.0/24', 'RFC 5737: documentation'],
  ['203.0.113.0/24', 'RFC 5737: documentation'],
  ['224.0.0.0/4', 'RFC 5771: multicast'],
  ['240.0.0.0/4', 'RFC 1112: reserved, broadcast'],
] as const

/** The only block of IPv6 with assigned public addresses. Outside it: ::/96 with its mapped and translated IPv4
 * addresses, 64:ff9b::/32 (NAT64), 100::/64 (discard), fc00::/7, fe80::/10, fec0::/10, ff00::/8. */
const ALLOWED_IPV6 = [['2000::/3', 'RFC 4291: global unicast']] as const

const DENIED_IPV6 = [
  ['2001::/23', 'RFC 2928: protocol assignments, Teredo, benchmarks, ORCHID'],
  ['2001:db8::/32', 'RFC 3849: documentation'],
  ['2002::/16', 'RFC 3056: 6to4, an IPv4 address inside'],
  ['2620:4f:8000::/48', 'RFC 7534: AS112'],
  ['3fff::/20', 'RFC 9637: documentation'],
] as const

type Table = readonly (readonly [range: string, why: string])[]

/** Parsed once, by family: the general parser of ipaddr.js tries the other family first, and throws inside. */
const ranges4 = (table: Table) => table.map(([range]) => ipaddr.IPv4.parseCIDR(range))
const ranges6 = (table: Table) => table.map(([range]) => ipaddr.IPv6.parseCIDR(range))
const DENIED_4 = ranges4(DENIED_IPV4)
const ALLOWED_6 = ranges6(ALLOWED_IPV6)
const DENIED_6 = ranges6(DENIED_IPV6)

type Address = ipaddr.IPv4 | ipaddr.IPv6

const parse = (text: string): Address | undefined =>
  isIP(text) === 0 || text.includes('%') ? undefined : ipaddr.parse(text)

const textOf = (address: Address): string =>
  address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString()

/** The canonical form (dotted decimal, RFC 5952), or undefined if `text` is no address or has a zone. */
export const canonicalAddress = (text: string): string | undefined => {
  const address = parse(text)
  return address && textOf(address)
}

/** Whether `text` is a public address in its canonical form. */
export const isPublicAddress = (text: string): boolean => {
  const address = parse(text)
  if (address === undefined || textOf(address) !== text) return false
  if (address instanceof ipaddr.IPv4) return !DENIED_4.some((range) => address.match(range))
  return ALLOWED_6.some((range) => address.match(range)) && !DENIED_6.some((range) => address.match(range))
}

/** Throws `link_blocked` unless `text` is a public address in its canonical form. */
export const vetAddress = (text: string): void => {
  if (!isPublicAddress(text)) throw new ApiError('link_blocked')
}
