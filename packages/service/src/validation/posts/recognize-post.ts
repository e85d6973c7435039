// Whose post an address is, told from the address alone: a platform's own patterns first, then the sites of the table,
// then the registry of oEmbed providers, and last the patterns that take any host. Nobody is asked here.

import { ApiError } from '../../errors.ts'
import type { Platform } from '../../platforms/platform.ts'
import { findProvider, isProviderHost, OEMBED_REGISTRY_VERSION } from '../oembed/providers.ts'
import { hostForms } from './host-forms.ts'
import { MEDIA_SITES } from './media-sites.ts'
import type { PostAddress } from './post-pattern.ts'
import type { PostSite } from './post-site.ts'
import { isShortLink } from './short-links.ts'
import { SOCIAL_SITES } from './social-sites.ts'
import { WRITING_SITES } from './writing-sites.ts'

export type PostTarget = {
  /** The `platform` of the answer. */
  readonly platform: string
  readonly name: string
  /** The post's address, in its own form where the site has one. */
  readonly url: URL
  /** Where the platform is one that can be scanned. */
  readonly known?: { readonly definition: Platform; readonly match: Readonly<Record<string, string>> }
  readonly site?: PostSite
  /** Where its oEmbed is asked for. */
  readonly oembedUrl?: URL
  /** Whose pattern would take any host: the host is a stranger's, and what it is gets known by asking. */
  readonly isAnyHost: boolean
  /** Whether the endpoints are named by the program, not by the address or the registry. */
  readonly isNamed: boolean
}

export type Recognized =
  | { readonly is: 'post'; readonly target: PostTarget }
  | { readonly is: 'short'; readonly url: URL }
  /** At a host that nothing here knows: whether it is a post gets known by asking. */
  | { readonly is: 'unknown'; readonly url: URL }

export const POST_SITES: readonly PostSite[] = [...SOCIAL_SITES, ...MEDIA_SITES, ...WRITING_SITES]

const ELSEWHERE = 'elsewhere.example'

const isUnder = (host: string, name: string): boolean => host === name || host.endsWith(`.${name}`)

/** The address as sites' patterns read it, under each name of its host. */
const addressesOf = ({ hostname, pathname, searchParams }: URL): readonly PostAddress[] => {
  const path = pathname.replace(/%3a/gi, ':').replace(/\/+$/, '')
  return hostForms(hostname).map((host) => ({ host, path, query: searchParams }))
}

/** The address under each name of its host, as platforms' patterns read it. */
const spellingsOf = (url: URL): readonly URL[] =>
  [url.hostname, ...hostForms(url.hostname)].flatMap((host) =>
    [host, `www.${host}`].map((hostname) => Object.assign(new URL(url), { hostname })),
  )

const siteOf = (hosts: readonly string[]): PostSite | undefined =>
  POST_SITES.find(({ domains }) => domains.some((domain) => hosts.some((host) => isUnder(host, domain))))

const matchPattern = (pattern: RegExp, spellings: readonly URL[]) => {
  for (const url of spellings) {
    const found = pattern.exec(url.href)
    if (found) return { url, match: { ...found.groups } }
  }
  return undefined
}

const takesAnyHost = (pattern: RegExp, url: URL): boolean =>
  pattern.test(Object.assign(new URL(url), { hostname: ELSEWHERE }).href)

const isFront = ({ pathname, search }: URL): boolean => pathname === '/' && search === ''

const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '')

export type Recognizer = {
  /** Undefined when the address is not one of a post, whatever is there: one of a known site, or a front page. */
  find(url: URL): Recognized | undefined
  /** Throws `unsupported_post_url`. */
  require(url: URL): Recognized
  /** `unsupported_post_url`, with the names of what is supported. */
  refusal(): ApiError
}

export const createRecognizer = (platforms: readonly Platform[]): Recognizer => {
  const names = [
    ...new Set([...POST_SITES, ...platforms.filter(({ postUrls }) => postUrls.length > 0)].map(({ name }) => name)),
  ]
  const message = `This is not the address of a post of ${names.join(', ')}, or of a site in the oEmbed registry (${OEMBED_REGISTRY_VERSION}).`

  const byPlatform = (url: URL, wantsAnyHost: boolean): PostTarget | undefined => {
    const spellings = wantsAnyHost ? [url] : spellingsOf(url)
    for (const definition of platforms) {
      for (const pattern of definition.postUrls) {
        const found = matchPattern(pattern, spellings)
        if (!found || takesAnyHost(pattern, found.url) !== wantsAnyHost) continue
        const site = wantsAnyHost ? undefined : POST_SITES.find(({ platform }) => platform === definition.id)
        const oembedUrl = definition.oembed?.(found.url) ?? site?.oembed?.(found.url)
        return {
          platform: definition.id,
          name: definition.name,
          url: found.url,
          known: { definition, match: found.match },
          ...(site && { site }),
          ...(oembedUrl && { oembedUrl }),
          isAnyHost: wantsAnyHost,
          isNamed: !wantsAnyHost,
        }
      }
    }
    return undefined
  }

  const bySite = (site: PostSite, addresses: readonly PostAddress[]): PostTarget | undefined => {
    for (const address of addresses) {
      const url = site.find(address)
      if (!url) continue
      const own = site.oembed?.(url)
      const oembedUrl = own ?? findProvider(url)?.endpoint(url)
      const { platform, name } = site
      return {
        platform,
        name,
        url,
        site,
        ...(oembedUrl && { oembedUrl }),
        isAnyHost: false,
        isNamed: own !== undefined,
      }
    }
    return undefined
  }

  const byRegistry = (url: URL): PostTarget | undefined => {
    // A site whose scheme is all of its addresses: its front page is no post all the same.
    if (isFront(url)) return undefined
    for (const spelling of spellingsOf(url)) {
      const provider = findProvider(spelling)
      if (!provider) continue
      const { name } = provider
      const oembedUrl = provider.endpoint(spelling)
      return { platform: slugOf(name), name, url: spelling, oembedUrl, isAnyHost: false, isNamed: false }
    }
    return undefined
  }

  const find = (url: URL): Recognized | undefined => {
    // No post of these sites is at a port of its own; one of an own server may be.
    const addresses = url.port === '' ? addressesOf(url) : []
    if (addresses.some(isShortLink)) return { is: 'short', url }
    const hosts = addresses.map(({ host }) => host)
    const site = siteOf(hosts)
    const isKnownHost = site !== undefined || isProviderHost(url.hostname)
    const target =
      byPlatform(url, false) ??
      (site ? bySite(site, addresses) : byRegistry(url)) ??
      (isKnownHost ? undefined : byPlatform(url, true))
    if (target) return { is: 'post', target }
    return isKnownHost || isFront(url) ? undefined : { is: 'unknown', url }
  }

  const refusal = () => new ApiError('unsupported_post_url', { message })

  return {
    find,
    require(url) {
      const found = find(url)
      if (!found) throw refusal()
      return found
    },
    refusal,
  }
}
