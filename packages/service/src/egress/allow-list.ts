// EGRESS_ALLOW: the exact targets that may be fetched although they are not public, such as a private instance. Each
// entry is one `host:port`, or one block of addresses at one port. No entry matches everything.

import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import { canonicalAddress } from './vet-address.ts'

/** `hostname` as a parsed URL has it, without brackets and trailing dot. */
export type AllowList = { has(hostname: string, port: number): boolean }

type Block = { readonly address: ipaddr.IPv4 | ipaddr.IPv6; readonly bits: number; readonly port: number }

/** A wider block would turn the guard off. */
const WIDEST_BITS = { ipv4: 8, ipv6: 7 } as const

const NAME = /^(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*$/

const refuse = (entry: string, problem: string): never => {
  throw new Error(
    `EGRESS_ALLOW: "${entry}" ${problem}. Entries look like sim.example.test:8080, 127.0.0.1:8081, [::1]:80, 10.1.0.0/16:443.`,
  )
}

const parsePort = (entry: string, text: string): number =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535 ? Number(text) : refuse(entry, 'has no port from 1 to 65535')

const parseBlock = (entry: string, text: string, port: number): Block => {
  const [address = '', bitsText = ''] = text.split('/')
  const canonical = canonicalAddress(address)
  if (canonical === undefined) return refuse(entry, 'has a block that does not start with an IP address')
  const parsed = ipaddr.parse(canonical)
  const bits = /^\d{1,3}$/.test(bitsText) ? Number(bitsText) : -1
  const most = parsed.kind() === 'ipv4' ? 32 : 128
  const least = WIDEST_BITS[parsed.kind()]
  if (bits < least || bits > most) return refuse(entry, `has a block that is not /${least} to /${most}`)
  return { address: parsed, bits, port }
}

const parseHost = (entry: string, text: string, isBracketed: boolean): string => {
  const address = canonicalAddress(text)
  if (isIP(text) === 6 && !isBracketed) return refuse(entry, 'has an IPv6 address that is not in brackets')
  if (address !== undefined) return address
  if (isBracketed) return refuse(entry, 'has brackets around something that is not an IPv6 address')
  if (text.includes('*')) return refuse(entry, 'has a wildcard; write the exact name')
  const name = domainToASCII(text.toLowerCase())
  // A URL parser turns some names into addresses (`2130706433`, `0x7f.1`).
  if (!NAME.test(name) || isIP(name) !== 0) return refuse(entry, 'has no host name or IP address')
  return name
}

/** Throws an Error whose message names the entry and its problem. */
export const parseAllowList = (text: string): AllowList => {
  const targets = new Set<string>()
  const blocks: Block[] = []
  for (const entry of text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const match = /^(?:\[(?<bracketed>[^[\]]*)\](?<bits>\/\d+)?|(?<plain>[^[\]]*)):(?<port>[^:]*)$/.exec(entry)
    const { bracketed, bits = '', plain = '', port: portText = '' } = match?.groups ?? refuse(entry, 'is not host:port')
    const port = parsePort(entry, portText)
    const host = (bracketed ?? plain) + bits
    if (host.includes('/')) blocks.push(parseBlock(entry, host, port))
    else targets.add(`${parseHost(entry, host, bracketed !== undefined)} ${port}`)
  }
  return {
    has(hostname, port) {
      if (targets.has(`${hostname} ${port}`)) return true
      if (blocks.length === 0 || isIP(hostname) === 0) return false
      const address = ipaddr.parse(hostname)
      return blocks.some(
        (block) =>
          block.port === port && block.address.kind() === address.kind() && address.match([block.address, block.bits]),
      )
    },
  }
}
