// Normalizes X-Forwarded-For before it is read: load balancers write addresses with ports, in brackets, in quotes or
// with a zone. A caller must not become another one by the spelling of its address.

import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

const HEADER = 'x-forwarded-for'
/** More than any chain of proxies has. The caller controls the length of the header. */
const MAX_HOPS = 64
const QUOTED = /^"(?<inside>[^"\\]*)"$/
/** RFC 3986, section 3.2.2. RFC 7239, section 6, and RFC 6874 allow a port after it and a zone in it. */
const BRACKETED = /^\[(?<address>[^\]]*)\](?::\d{1,5})?$/
const PORT = /:\d{1,5}$/
const ZONE = /%.*$/

/** The address, with IPv4-mapped IPv6 as IPv4. Undefined if it is not an address. */
export const readForwardedAddress = (element: string): string | undefined => {
  const trimmed = element.trim()
  const written = QUOTED.exec(trimmed)?.groups?.inside ?? trimmed
  const bare = BRACKETED.exec(written)?.groups?.address ?? written
  // In this order: `::1:443` is an address, `203.0.113.7:443` is not.
  const address = [bare, bare.replace(PORT, '')].map((text) => text.replace(ZONE, '')).find((text) => isIP(text) !== 0)
  return address === undefined ? undefined : ipaddr.process(address).toString()
}

/** The addresses from the nearest hop up to the first invalid one: who wrote that cannot vouch for those before it. */
const readForwardedFor = (header: string): string => {
  const known: string[] = []
  const elements = header.split(',').filter((element) => element.trim() !== '')
  for (const element of elements.slice(-MAX_HOPS).reverse()) {
    const address = readForwardedAddress(element)
    if (address === undefined) break
    known.push(address)
  }
  return known.reverse().join(', ')
}

/** Rewrites the header, from which `request.ip` is read. */
export const tidyForwardedFor = ({ raw: { headers } }: Pick<FastifyRequest, 'raw'>): void => {
  const header = headers[HEADER]
  if (header !== undefined) headers[HEADER] = readForwardedFor(String(header))
}

/** The caller's IP address for tokens, limits and the audit trail, the same on every instance: on a dual-stack socket
 * an IPv4 address is an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2). */
export const callerAddress = ({ ip }: Pick<FastifyRequest, 'ip'>): string => readForwardedAddress(ip) ?? ip
