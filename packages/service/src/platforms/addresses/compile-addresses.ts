// The addresses of one platform's posts, compiled once: which of them an address is, and whether a host is the platform's.

import type { PostAddresses } from '../contract/platform.ts'
import { compileHost, compilePattern, fillTemplate, type Parts } from './post-pattern.ts'
import { hostForms, type PostAddress, readAddress } from './read-address.ts'

export type FoundPost = {
  /** The post's address in its own form. */
  readonly url: URL
  readonly match: Parts
  /** Whether the pattern takes any host: that of this address is a stranger's. */
  readonly isAnyHost: boolean
}

export type CompiledAddresses = {
  /** A pattern of the platform's own hosts counts before one that takes any. */
  find(address: PostAddress): FoundPost | undefined
  /** Whether the address only leads on to a post. */
  isShort(address: PostAddress): boolean
  /** The parts of such an address. */
  partsOfShort(address: PostAddress): Parts | undefined
  /** Whether everything at the host belongs to the platform. */
  owns(hostname: string): boolean
}

const isUnder = (host: string, name: string): boolean => host === name || host.endsWith(`.${name}`)

export const compileAddresses = (posts: PostAddresses): CompiledAddresses => {
  const { parts = {}, patterns, hosts = {}, domains = [], short = [] } = posts
  const rows = Object.entries(patterns)
    .map(([pattern, template]) => ({ ...compilePattern(pattern, parts), template }))
    .toSorted((a, b) => Number(a.isAnyHost) - Number(b.isAnyHost))
  const names = Object.entries(hosts).map(([host, name]) => ({ test: compileHost(host, parts), name }))
  const shortRows = short.map((pattern) => compilePattern(pattern, parts))

  /** The names of a host that patterns may be written in. */
  const namesOf = ([bare = '', ...rest]: readonly string[]): readonly string[] => [
    names.find(({ test }) => test.test(bare))?.name ?? bare,
    ...rest,
  ]

  const partsOfShort = (address: PostAddress): Parts | undefined => {
    const own = namesOf(address.hosts)
    for (const { match } of shortRows) {
      const found = match(own, address)
      if (found) return found
    }
    return undefined
  }

  return {
    find(address) {
      const own = namesOf(address.hosts)
      for (const { match, template, isAnyHost } of rows) {
        const found = match(isAnyHost ? address.hosts.slice(-1) : own, address)
        if (found) return { url: new URL(fillTemplate(template, found)), match: found, isAnyHost }
      }
      return undefined
    },
    isShort: (address) => partsOfShort(address) !== undefined,
    partsOfShort,
    owns(hostname) {
      const own = namesOf(hostForms(hostname))
      return domains.some((domain) => own.some((host) => isUnder(host, domain)))
    },
  }
}

/** The post of the platform that an address is. */
export const findPost = (posts: PostAddresses | undefined, address: string | URL): FoundPost | undefined => {
  const read = posts && readAddress(address)
  return read && compileAddresses(posts).find(read)
}
