// X-Forwarded-For in one form, before anybody reads it: balancers write addresses with ports, in brackets, in quotes, or with
// a zone, and a caller must not become another one by the way in which its address is written.

import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

const HEADER = 'x-forwarded-for'
/** More than any chain of proxies has: the caller decides how long the header is. */
const MOST_HOPS = 64
const QUOTED = /^"(?<inside>[^"\\]*)"$/
/** RFC 3986, section 3.2.2; RFC 7239, section 6, and RFC 6874 write a port behind it and a zone in it. */
const BRACKETED = /^\[(?<address>[^\]]*)\](?::\d{1,5})?$/
const PORT = /:\d{1,5}$/
const ZONE = /%.*$/

/** The address alone, an IPv4 address that is written as IPv6 as itself; undefined where it is none. */
export const readForwardedAddress = (element: string): string | undefined => {
  const trimmed = element.trim()
  const written = QUOTED.exec(trimmed)?.groups?.inside ?? trimmed
  const bare = BRACKETED.exec(written)?.groups?.address ?? written
  // In this order: `::1:443` is an address, `203.0.113.7:443` is none.
  const address = [bare, bare.replace(PORT, '')].map((text) => text.replace(ZONE, '')).find((text) => isIP(text) !== 0)
  return address === undefined ? undefined : ipaddr.process(address).toString()
}

/** The addresses from the nearest hop on, up to the first that is none: whoever wrote that cannot vouch for those before it. */
const readForwardedFor = (header: string): string => {
  const known: string[] = []
  const elements = header.split(',').filter((element) => element.trim() !== '')
  for (const element of elements.slice(-MOST_HOPS).reverse()) {
    const address = readForwardedAddress(element)
    if (address === undefined) break
    known.push(address)
  }
  return known.reverse().join(', ')
}

/** Rewrites the header of the request, which `request.ip` is read from. */
export const tidyForwardedFor = ({ raw: { headers } }: Pick<FastifyRequest, 'raw'>): void => {
  const header = headers[HEADER]
  if (header !== undefined) headers[HEADER] = readForwardedFor(String(header))
}

/**
 * The address of the caller as tokens, limits and the audit trail know it on every instance: on a socket of both families an
 * IPv4 address is an IPv6 one that contains it (RFC 4291, section 2.5.5.2).
 */
export const callerAddress = ({ ip }: Pick<FastifyRequest, 'ip'>): string => readForwardedAddress(ip) ?? ip
