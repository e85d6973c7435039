// Recognizes a post by its URL alone: first by the platforms' own patterns, then by the registry of oEmbed providers,
// and last by patterns for any host. Makes no call.

import { ApiError } from '../../errors.ts'
import type { Addressed, PostAddresses } from '../../upstream/contract/platform.ts'
import { compilePostUrls } from '../../urls/compile-post-urls.ts'
import { hostForms, parseUrl } from '../../urls/parse-url.ts'
import type { ParsedUrl } from '../../urls/parsed-url.ts'
import type { Parts } from '../../urls/post-pattern.ts'
import { SHORTENERS } from '../../urls/shorteners.ts'
import { findProvider, isProviderHost, OEMBED_REGISTRY_VERSION, providersAt } from '../oembed/providers.ts'

export type PostTarget = {
  /** The `platform` of the response. */
  readonly platform: string
  readonly name: string
  /** The post's URL, canonical if a platform's pattern matched. */
  readonly url: URL
  /** The platform's URL patterns; undefined if only the registry matched. */
  readonly posts?: PostAddresses
  /** The parts of the URL; empty if only the registry matched. */
  readonly match: Parts
  /** The URL of its oEmbed response. */
  readonly oembedUrl?: URL
  /** Whether the host is unknown, so that only a fetch shows what it is. */
  readonly isAnyHost: boolean
  /** Whether the endpoint comes from the program, not from the URL or the registry. */
  readonly isNamed: boolean
}

export type Recognized =
  | { readonly is: 'post'; readonly target: PostTarget }
  | { readonly is: 'short'; readonly url: URL }
  /** At an unknown host: only a fetch shows whether it is a post. */
  | { readonly is: 'unknown'; readonly url: URL }

const isFront = ({ pathname, search }: URL): boolean => pathname === '/' && search === ''

const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '')

/** The URL with each name of its host, as the registry may write it. */
const spellingsOf = (url: URL): readonly URL[] =>
  [url.hostname, ...hostForms(url.hostname)].flatMap((host) =>
    [host, `www.${host}`].map((hostname) => Object.assign(new URL(url), { hostname })),
  )

const byRegistry = (url: URL): PostTarget | undefined => {
  // A scheme may match every URL of a site, but its front page is not a post.
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

/** Whether the registry lists the endpoint that the platform has at each of its hosts. */
const isListedAs = ({ url, oembedUrl }: PostTarget): boolean =>
  oembedUrl !== undefined &&
  providersAt(url.hostname).some(({ endpoint }) => endpointOf(endpoint(url)) === endpointOf(oembedUrl))

export type Recognizer = {
  /** undefined if the URL is not a post's, whatever is there: one of a known site, or a front page. */
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
  const message = `This is not the URL of a post of ${names}, or of a site in the oEmbed registry (${OEMBED_REGISTRY_VERSION}).`

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

  const find = (written: URL): Recognized | undefined => {
    const address = parseUrl(written)
    const url = address?.url ?? written
    if (address && isShort(address)) return { is: 'short', url }
    const own = address && byPlatform(address, false)
    if (own) return { is: 'post', target: own }
    if (address?.played?.url) return find(address.played.url)
    const isOwned = known.some(({ addresses }) => addresses.owns(url.hostname))
    const isKnownHost = isOwned || isProviderHost(url.hostname)
    // A host that belongs to a platform comes first: the registry lists some of them under other names.
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
