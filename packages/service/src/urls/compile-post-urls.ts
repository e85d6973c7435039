// The URL patterns of one platform's posts, compiled once for everybody who asks: matches a URL, and tells whether a host belongs to the platform.

import type { PostAddresses } from '../upstream/contract/platform.ts'
import { hostForms, parseUrl } from './parse-url.ts'
import type { ParsedUrl } from './parsed-url.ts'
import { compileHost, compilePattern, fillTemplate, type Parts } from './post-pattern.ts'

export type FoundPost = {
  /** The post's canonical URL. */
  readonly url: URL
  readonly match: Parts
  /** Whether the post is at an unknown host, which the platform does not own. */
  readonly isAnyHost: boolean
}

export type CompiledPostUrls = {
  /** Patterns of the platform's own hosts match before patterns for any host. A player's URL matches as the post that it plays. */
  find(parsed: ParsedUrl): FoundPost | undefined
  /** Uses the patterns that apply only when the client names the platform. */
  findGiven(parsed: ParsedUrl): FoundPost | undefined
  /** Whether the URL only redirects to a post: a short-link pattern matches it, or the platform owns the host and has no pattern
   * for it. */
  isShort(parsed: ParsedUrl): boolean
  /** The parts of such a URL. */
  partsOfShort(parsed: ParsedUrl): Parts | undefined
  /** Whether everything at the host belongs to the platform. */
  owns(hostname: string): boolean
}

const isUnder = (host: string, name: string): boolean => host === name || host.endsWith(`.${name}`)

/** A template that takes its host from the URL points to an unknown host. */
const ANY_HOST_TEMPLATE = 'https://{host}/'

/** Replaces a host by the name that patterns use for it, as `hosts` lists them. */
export const compileHostAliases = ({
  hosts = {},
  parts = {},
}: Pick<PostAddresses, 'hosts' | 'parts'>): ((hosts: readonly string[]) => readonly string[]) => {
  const names = Object.entries(hosts).map(([host, name]) => ({ test: compileHost(host, parts), name }))
  return ([bare = '', ...rest]) => [names.find(({ test }) => test.test(bare))?.name ?? bare, ...rest]
}

const compileAll = (posts: PostAddresses): CompiledPostUrls => {
  const { parts = {}, patterns, given = {}, domains = [], short = [] } = posts
  const compile = (templates: Readonly<Record<string, string>>) =>
    Object.entries(templates)
      .map(([pattern, template]) => ({ ...compilePattern(pattern, parts), template }))
      .toSorted((a, b) => Number(a.isAnyHost) - Number(b.isAnyHost))
  const rows = compile(patterns)
  const explicitRows = compile(given)
  const shortRows = short.map((pattern) => compilePattern(pattern, parts))
  const ownRows = [...rows.filter(({ isAnyHost }) => !isAnyHost), ...shortRows]

  const namesOf = compileHostAliases(posts)

  const findIn = (among: typeof rows, parsed: ParsedUrl): FoundPost | undefined => {
    const own = namesOf(parsed.hosts)
    for (const { match, template, isAnyHost } of among) {
      const found = match(isAnyHost ? parsed.hosts.slice(-1) : own, parsed)
      if (found)
        return {
          url: new URL(fillTemplate(template, found)),
          match: found,
          isAnyHost: isAnyHost || template.startsWith(ANY_HOST_TEMPLATE),
        }
    }
    return undefined
  }

  const find = (parsed: ParsedUrl): FoundPost | undefined => {
    const { played } = parsed
    return findIn(rows, parsed) ?? (played && findIn(rows, played))
  }

  const partsOfShort = (parsed: ParsedUrl): Parts | undefined => {
    const own = namesOf(parsed.hosts)
    for (const { match } of shortRows) {
      const found = match(own, parsed)
      if (found) return found
    }
    return undefined
  }

  const owns = (hostname: string): boolean => {
    const own = namesOf(hostForms(hostname))
    return domains.some((domain) => own.some((host) => isUnder(host, domain)))
  }

  const isUnknownOwnHost = ({ url, hosts: forms, paths: [path = ''], played }: ParsedUrl): boolean => {
    if (played) return false
    const own = namesOf(forms)
    return url !== null && path !== '' && owns(url.hostname) && !ownRows.some(({ knows }) => knows(own))
  }

  return {
    find,
    findGiven: (parsed) => findIn(explicitRows, parsed),
    isShort: (parsed) => partsOfShort(parsed) !== undefined || isUnknownOwnHost(parsed),
    partsOfShort,
    owns,
  }
}

const compiled = new WeakMap<PostAddresses, CompiledPostUrls>()

export const compilePostUrls = (posts: PostAddresses): CompiledPostUrls => {
  const known = compiled.get(posts) ?? compileAll(posts)
  compiled.set(posts, known)
  return known
}

/** The post of the platform that a URL points to. */
export const findPost = (posts: PostAddresses | undefined, url: string | URL): FoundPost | undefined => {
  const parsed = posts && parseUrl(url)
  return parsed && compilePostUrls(posts).find(parsed)
}
