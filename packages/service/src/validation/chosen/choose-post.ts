// What a client calls a chosen post, by its id or an address, made into a way to read it from the platform that is named.
// Nobody is asked here.

import { ApiError } from '../../errors.ts'
import { pastedUrl } from '../../parsing/pasted.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import { type CompiledPostUrls, compilePostUrls } from '../../urls/compile-post-urls.ts'
import { parseUrl } from '../../urls/parse-url.ts'
import type { ParsedUrl } from '../../urls/parsed-url.ts'
import { postIn } from '../posts/post-in.ts'
import type { PostTarget, Recognized, Recognizer } from '../posts/recognize-post.ts'

export type Choice =
  | { readonly is: 'post'; readonly key: string; readonly target: PostTarget }
  /** `unknown`: at a host that nothing here knows. `short`: it only leads on. What it is gets known by asking. */
  | { readonly is: 'unknown' | 'short'; readonly key: string; readonly platform: Platform; readonly url: URL }
  /** `unsupported_post_url`. */
  | { readonly is: 'refused'; readonly key: string; readonly error: ApiError }

export type ChoosePostOptions = {
  readonly platforms: readonly Platform[]
  readonly recognizer: Recognizer
  /** An address of the service's own sandbox as its platform's patterns name it; any other as it is. */
  readonly aliasOf: (address: string) => string
}

type Place = Pick<PostTarget, 'url' | 'match' | 'isAnyHost'>

const has = ({ sources }: Platform, way: 'post' | 'findPost'): boolean =>
  sources.some((source) => source[way] !== undefined)

/** As people paste it out of an address bar that hides the scheme, or out of markup that leaves it out. */
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
    // Where an id leads to the post by way of a shorter address: its parts name the post all the same.
    const match = partsOfShort(read)
    return match && { url: new URL(address), match, isAnyHost: false }
  }

  /** Whether a host that any platform may be at is one that another one is known to be at. */
  const isElsewhere = (url: URL): boolean => {
    const known = recognizer.find(url)
    return known === undefined || (known.is === 'post' && !known.target.isAnyHost)
  }

  /** A program of one page keeps what it shows in the fragment. */
  const isNobodys = ({ url, route = '' }: ParsedUrl): boolean =>
    url !== null && recognizer.find(new URL(route, url))?.is === 'unknown'

  const placeOf = ({ id, posts }: Platform, text: string): Place | undefined => {
    const addresses = compiled.get(id)
    if (addresses === undefined) return undefined
    const read = parseUrl(text)
    const ofId = (postId: string): Place | undefined => placeOfId(addresses, posts?.ofId?.(postId) ?? '')
    if (read === undefined) return ofId(text)
    const found = addresses.find(read) ?? (isNobodys(read) ? addresses.findGiven(read) : undefined)
    // A short link may name the post by its id.
    if (found === undefined) return ofId(addresses.partsOfShort(read)?.id ?? '')
    return found.isAnyHost && isElsewhere(found.url) ? undefined : found
  }

  /** What has to be asked for: a short link, of this platform or of anybody, or a host that nothing here knows. */
  const requestedFor = (platform: Platform, text: string): Exclude<Recognized, { readonly is: 'post' }> | undefined => {
    const url = parseUrl(text)?.url
    const found = url ? recognizer.find(url) : undefined
    if (found?.is === 'short' && has(platform, 'post')) return found
    return found?.is === 'unknown' && has(platform, 'findPost') ? found : undefined
  }

  return (platform: Platform, written: string): Choice => {
    const { id, name } = platform
    const text = aliasOf(postIn(recognizer, withScheme(pastedUrl(written))))
    const place = has(platform, 'post') ? placeOf(platform, text) : undefined
    if (place)
      return { is: 'post', key: `${id} ${place.url.href}`, target: { platform: id, name, ...place, isNamed: false } }
    const requested = requestedFor(platform, text)
    if (requested) return { ...requested, key: `${id} ${requested.url.href}`, platform }
    const message = has(platform, 'post')
      ? `This is neither the address of a post of ${name} nor an id that leads to one.`
      : `Posts of ${name} cannot be read one by one.`
    return { is: 'refused', key: `${id} ${text}`, error: new ApiError('unsupported_post_url', { message }) }
  }
}

export type ChoosePost = ReturnType<typeof createChoosePost>
