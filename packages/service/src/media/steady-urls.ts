// Platforms whose URLs end sign them anew in every response. The one that this process saw first stands for all of them
// while it lives, so that browsers and CDNs keep the image under one URL of the service.

import { expiryOf } from '../post/expiry-of.ts'
import { createLru } from '../runtime/collections/create-lru.ts'
import { keyWithin, type Reach } from '../upstream/contract/reach.ts'
import { lastingName } from './lasting-name.ts'

/** One that ends sooner is replaced: it may be fetched only once a visitor comes. */
const LEFT_MS = 60 * 60_000
const KNOWN = 20_000

export type SteadyUrls = (url: string, reach: Reach) => string

/** `now`: milliseconds since the epoch. */
export const createSteadyUrls = (now: () => number): SteadyUrls => {
  const first = createLru<string>(KNOWN)
  const lives = (url: string): boolean => Date.parse(expiryOf([url]) ?? '') - now() > LEFT_MS
  return (url, reach) => {
    if (expiryOf([url]) === null) return url
    const name = keyWithin(reach, lastingName(url))
    const known = first.get(name)
    if (known !== undefined && lives(known)) return known
    first.set(name, url)
    return url
  }
}
