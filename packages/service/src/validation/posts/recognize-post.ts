// Whose post an address is, told from the address alone: the platforms' own addresses first, then the registry of oEmbed
// providers, and last the addresses that may be at anybody's host. Nobody is asked here.

import { ApiError } from '../../errors.ts'
import type { Addressed, PostAddresses } from '../../upstream/contract/platform.ts'
import { compilePostUrls } from '../../urls/compile-post-urls.ts'
import { hostForms, parseUrl } from '../../urls/parse-url.ts'
import type { ParsedUrl } from '../../urls/parsed-url.ts'
import type { Parts } from '../../urls/post-pattern.ts'
import { SHORTENERS } from '../../urls/shorteners.ts'
import { findProvider, isProviderHost, OEMBED_REGISTRY_VERSION, providersAt } from '../oembed/providers.ts'

export type PostTarget = {
  /** The `platform` of the answer. */
  readonly platform: string
  readonly name: string
  /** The post's address, in its own form where a platform knows it. */
  readonly url: URL
  /** What the platform says of its addresses; undefined where only the registry of providers knows the post. */
  readonly posts?: PostAddresses
  /** The parts of the address; none where only the registry knows the post. */
  readonly match: Parts
  /** Where its oEmbed is asked for. */
  readonly oembedUrl?: URL
  /** Whether the host is a stranger's, and what it is gets known by asking. */
  readonly isAnyHost: boolean
  /** Whether the endpoint is named by the program, not by the address or the registry. */
  readonly isNamed: boolean
}

export type Recognized =
  | { readonly is: 'post'; readonly target: PostTarget }
  | { readonly is: 'short'; readonly url: URL }
  /** At a host that nothing here knows: whether it is a post gets known by asking. */
  | { readonly is: 'unknown'; readonly url: URL }

const isFront = ({ pathname, search }: URL): boolean => pathname === '/' && search === ''

const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '')

/** The address under each name of its host, as the registry writes them. */
const spellingsOf = (url: URL): readonly URL[] =>
  [url.hostname, ...hostForms(url.hostname)].flatMap((host) =>
    [host, `www.${host}`].map((hostname) => Object.assign(new URL(url), { hostname })),
  )

const byRegistry = (url: URL): PostTarget | undefined => {
  // A site whose scheme is all of its addresses: its front page is no post all the same.
  if (isFront(url)) return undefined
  for (const spelling of spellingsOf(url)) {
    const provider = findProvider(spelling)
    if (!provider) continue
    const { name } = provider
    const oembedUrl = provider.endpoint(spelling)
    return { platform: slugOf(name), name, url: spelling, match: {}, oembedUrl, isAnyHost: false, isNamed: false }
  }
  return undefined
}

const endpointOf = ({ origin, pathname }: URL): string => origin + pathname

/** Whether the registry names the endpoint that the platform has at each of its hosts. */
const isListedAs = ({ url, oembedUrl }: PostTarget): boolean =>
  oembedUrl !== undefined &&
  providersAt(url.hostname).some(({ endpoint }) => endpointOf(endpoint(url)) === endpointOf(oembedUrl))

export type Recognizer = {
  /** Undefined when the address is not one of a post, whatever is there: one of a known site, or a front page. */
  find(url: URL): Recognized | undefined
  /** Throws `unsupported_post_url`. */
  require(url: URL): Recognized
  /** `unsupported_post_url`, with the names of what is supported. */
  refusal(): ApiError
}

export const createRecognizer = (platforms: readonly Addressed[]): Recognizer => {
  const known = platforms.flatMap(({ posts, ...platform }) =>
    posts ? [{ ...platform, posts, addresses: compilePostUrls(posts) }] : [],
  )
  const names = known.map(({ name }) => name).join(', ')
  const message = `This is not the address of a post of ${names}, or of a site in the oEmbed registry (${OEMBED_REGISTRY_VERSION}).`

  const byPlatform = (address: ParsedUrl, wantsAnyHost: boolean): PostTarget | undefined => {
    for (const { id, name, posts, addresses, oembed } of known) {
      const found = addresses.find(address)
      if (found?.isAnyHost !== wantsAnyHost) continue
      const { url } = found
      const own = oembed?.(url)
      const oembedUrl = own ?? (wantsAnyHost ? undefined : findProvider(url)?.endpoint(url))
      const isNamed = own !== undefined && !wantsAnyHost
      return { platform: id, name, posts, ...found, ...(oembedUrl && { oembedUrl }), isNamed }
    }
    return undefined
  }

  const isShort = (address: ParsedUrl): boolean =>
    [SHORTENERS, ...known.map(({ addresses }) => addresses)].some((each) => each.isShort(address))

  const find = (given: URL): Recognized | undefined => {
    const address = parseUrl(given)
    const url = address?.url ?? given
    if (address && isShort(address)) return { is: 'short', url }
    const own = address && byPlatform(address, false)
    if (own) return { is: 'post', target: own }
    if (address?.played?.url) return find(address.played.url)
    const isOwned = known.some(({ addresses }) => addresses.owns(url.hostname))
    const isKnownHost = isOwned || isProviderHost(url.hostname)
    // A host that is known to be one of a platform's counts first: the registry lists some of them by names of their own.
    const isShared = platforms.some(({ sharedHosts = [] }) => sharedHosts.includes(url.hostname))
    const anywhere = address && !isOwned ? byPlatform(address, true) : undefined
    const isAnywhere = anywhere !== undefined && (isShared || !isKnownHost || isListedAs(anywhere))
    const target = (isAnywhere ? anywhere : undefined) ?? (isOwned || isShared ? undefined : byRegistry(url))
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
