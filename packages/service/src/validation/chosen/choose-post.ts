// Parses what a client sends for a selected post, an id or a URL, into a target to read from the named platform. Makes
// no call.

import { ApiError } from '../../errors.ts'
import { pastedUrl } from '../../parsing/pasted.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import { type CompiledPostUrls, compilePostUrls } from '../../urls/compile-post-urls.ts'
import { parseUrl } from '../../urls/parse-url.ts'
import type { ParsedUrl } from '../../urls/parsed-url.ts'
import { postIn } from '../posts/post-in.ts'
import type { PostTarget, Recognized, Recognizer } from '../posts/recognize-post.ts'

/** URLs of a post that are known to be its own: the canonical one, and the one that the client wrote. */
export type Spellings = readonly string[]

export type Choice =
  | { readonly is: 'post'; readonly key: string; readonly target: PostTarget; readonly spellings: Spellings }
  /** `unknown`: at an unknown host. `short`: a redirect. Only a fetch shows what it is. */
  | { readonly is: 'unknown' | 'short'; readonly key: string; readonly platform: Platform; readonly url: URL }
  /** `unsupported_post_url`. */
  | { readonly is: 'refused'; readonly key: string; readonly error: ApiError }

export type ChoosePostOptions = {
  readonly platforms: readonly Platform[]
  readonly recognizer: Recognizer
  /** Maps a URL of the service's own sandbox to the form of its platform's patterns; returns any other unchanged. */
  readonly aliasOf: (address: string) => string
}

type Place = Pick<PostTarget, 'url' | 'match' | 'isAnyHost'>

const has = ({ sources }: Platform, way: 'post' | 'findPost'): boolean =>
  sources.some((source) => source[way] !== undefined)

/** Adds the scheme that address bars hide and markup may omit. */
const withScheme = (text: string): string => {
  if (text.startsWith('//')) return `https:${text}`
  return /^[\w-]+(?:\.[\w-]+)+\/\S/.test(text) ? `https://${text}` : text
}

export const createChoosePost = ({ platforms, recognizer, aliasOf }: ChoosePostOptions) => {
  const compiled = new Map(platforms.flatMap(({ id, posts }) => (posts ? [[id, compilePostUrls(posts)]] : [])))

  const placeOfId = ({ find, partsOfShort }: CompiledPostUrls, address: string): Place | undefined => {
    const read = parseUrl(address)
    const found = read && find(read)
    if (read === undefined || found) return found
    // A shorter URL without a pattern of its own may still name the parts of a post.
    const match = partsOfShort(read)
    return match && { url: new URL(address), match, isAnyHost: false }
  }

  /** Whether a URL that matches at any host belongs to a host that is known to be another platform's. */
  const isElsewhere = (url: URL): boolean => {
    const known = recognizer.find(url)
    return known === undefined || (known.is === 'post' && !known.target.isAnyHost)
  }

  /** A single-page application keeps what it shows in the fragment. */
  const isUnknownUrl = ({ url, route = '' }: ParsedUrl): boolean =>
    url !== null && recognizer.find(new URL(route, url))?.is === 'unknown'

  const placeOf = ({ id, posts }: Platform, text: string): Place | undefined => {
    const addresses = compiled.get(id)
    if (addresses === undefined) return undefined
    const read = parseUrl(text)
    const ofId = (postId: string): Place | undefined => placeOfId(addresses, posts?.ofId?.(postId) ?? '')
    if (read === undefined) return ofId(text)
    const found = addresses.find(read) ?? (isUnknownUrl(read) ? addresses.findGiven(read) : undefined)
    // A short link may contain the post's id.
    if (found === undefined) return ofId(addresses.partsOfShort(read)?.id ?? '')
    return found.isAnyHost && isElsewhere(found.url) ? undefined : found
  }

  /** What only a fetch can recognize: a short link, or a URL at an unknown host. */
  const unrecognized = (platform: Platform, text: string): Exclude<Recognized, { readonly is: 'post' }> | undefined => {
    const url = parseUrl(text)?.url
    const found = url ? recognizer.find(url) : undefined
    if (found?.is === 'short' && has(platform, 'post')) return found
    return found?.is === 'unknown' && has(platform, 'findPost') ? found : undefined
  }

  return (platform: Platform, written: string): Choice => {
    const { id, name } = platform
    const found = postIn(recognizer, withScheme(pastedUrl(written)))
    const text = aliasOf(found)
    const place = has(platform, 'post') ? placeOf(platform, text) : undefined
    if (place) {
      const target = { platform: id, name, ...place, isNamed: false }
      const { href } = place.url
      return { is: 'post', key: `${id} ${href}`, target, spellings: URL.canParse(found) ? [href, found] : [href] }
    }
    const requested = unrecognized(platform, text)
    if (requested) return { ...requested, key: `${id} ${requested.url.href}`, platform }
    const message = has(platform, 'post')
      ? `This is neither the URL nor the id of a post of ${name}.`
      : `Posts of ${name} cannot be read one by one.`
    return { is: 'refused', key: `${id} ${text}`, error: new ApiError('unsupported_post_url', { message }) }
  }
}

export type ChoosePost = ReturnType<typeof createChoosePost>
