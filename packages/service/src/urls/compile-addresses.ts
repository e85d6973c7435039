// The addresses of one platform's posts, compiled once: which of them an address is, and whether a host is the platform's.

import type { PostAddresses } from '../upstream/contract/platform.ts'
import type { PostAddress } from './post-address.ts'
import { compileHost, compilePattern, fillTemplate, type Parts } from './post-pattern.ts'
import { hostForms, readAddress } from './read-address.ts'

export type FoundPost = {
  /** The post's address in its own form. */
  readonly url: URL
  readonly match: Parts
  /** Whether the post's host is a stranger's. */
  readonly isAnyHost: boolean
}

export type CompiledAddresses = {
  /** A pattern of the platform's own hosts counts before one that takes any. A player counts as what it plays. */
  find(address: PostAddress): FoundPost | undefined
  /** By the patterns that count only where somebody names the platform. */
  findGiven(address: PostAddress): FoundPost | undefined
  /** Whether the address only leads on to a post: as a pattern of short links says, or because the platform owns the host
   * and no pattern knows it. */
  isShort(address: PostAddress): boolean
  /** The parts of such an address. */
  partsOfShort(address: PostAddress): Parts | undefined
  /** Whether everything at the host belongs to the platform. */
  owns(hostname: string): boolean
}

const isUnder = (host: string, name: string): boolean => host === name || host.endsWith(`.${name}`)

/** A template whose host is a part of the address leads to a stranger's. */
const STRANGERS = 'https://{host}/'

/** The names of a host that patterns may be written in: `hosts` tells other names of it. */
export const compileHostNames = ({
  hosts = {},
  parts = {},
}: Pick<PostAddresses, 'hosts' | 'parts'>): ((hosts: readonly string[]) => readonly string[]) => {
  const names = Object.entries(hosts).map(([host, name]) => ({ test: compileHost(host, parts), name }))
  return ([bare = '', ...rest]) => [names.find(({ test }) => test.test(bare))?.name ?? bare, ...rest]
}

export const compileAddresses = (posts: PostAddresses): CompiledAddresses => {
  const { parts = {}, patterns, given = {}, domains = [], short = [] } = posts
  const compile = (templates: Readonly<Record<string, string>>) =>
    Object.entries(templates)
      .map(([pattern, template]) => ({ ...compilePattern(pattern, parts), template }))
      .toSorted((a, b) => Number(a.isAnyHost) - Number(b.isAnyHost))
  const rows = compile(patterns)
  const givenRows = compile(given)
  const shortRows = short.map((pattern) => compilePattern(pattern, parts))
  const ownRows = [...rows.filter(({ isAnyHost }) => !isAnyHost), ...shortRows]

  const namesOf = compileHostNames(posts)

  const findIn = (among: typeof rows, address: PostAddress): FoundPost | undefined => {
    const own = namesOf(address.hosts)
    for (const { match, template, isAnyHost } of among) {
      const found = match(isAnyHost ? address.hosts.slice(-1) : own, address)
      if (found)
        return {
          url: new URL(fillTemplate(template, found)),
          match: found,
          isAnyHost: isAnyHost || template.startsWith(STRANGERS),
        }
    }
    return undefined
  }

  const find = (address: PostAddress): FoundPost | undefined => {
    const { played } = address
    return findIn(rows, address) ?? (played && findIn(rows, played))
  }

  const partsOfShort = (address: PostAddress): Parts | undefined => {
    const own = namesOf(address.hosts)
    for (const { match } of shortRows) {
      const found = match(own, address)
      if (found) return found
    }
    return undefined
  }

  const owns = (hostname: string): boolean => {
    const own = namesOf(hostForms(hostname))
    return domains.some((domain) => own.some((host) => isUnder(host, domain)))
  }

  const isUnknownOfOwn = ({ url, hosts: forms, paths: [path = ''], played }: PostAddress): boolean => {
    if (played) return false
    const own = namesOf(forms)
    return url !== null && path !== '' && owns(url.hostname) && !ownRows.some(({ knows }) => knows(own))
  }

  return {
    find,
    findGiven: (address) => findIn(givenRows, address),
    isShort: (address) => partsOfShort(address) !== undefined || isUnknownOfOwn(address),
    partsOfShort,
    owns,
  }
}

/** The post of the platform that an address is. */
export const findPost = (posts: PostAddresses | undefined, address: string | URL): FoundPost | undefined => {
  const read = posts && readAddress(address)
  return read && compileAddresses(posts).find(read)
}
