// How long the service may keep a copy of an image, by platform: what its terms let a site do with its images, as far
// as they are known. An operator can only make it stricter (`MEDIA_KEEP`).

import type { Platform } from '../upstream/contract/platform.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** From the most permissive to the strictest. `cache`: for a limited time. `pass`: never. */
export const MEDIA_TERMS = ['keep', 'cache', 'pass'] as const
export type MediaTerm = (typeof MEDIA_TERMS)[number]

/** Where the terms of a platform name a time. */
const CACHED_MS: Readonly<Record<string, number>> = { x: DAY_MS }
/** Where they name none: as long as a page may replace the response of a platform that fails. */
const MAX_CACHED_MS = 30 * DAY_MS

const termOf = ({ keepsPictures }: Pick<Platform, 'keepsPictures'>): MediaTerm => {
  if (keepsPictures === undefined) return 'cache'
  return keepsPictures ? 'keep' : 'pass'
}

/** What an operator allows: of all platforms, and of single ones, by their ids. */
export type KeepSetting = { readonly all: MediaTerm; readonly of: ReadonlyMap<string, MediaTerm> }

const strictest = (terms: readonly MediaTerm[]): MediaTerm =>
  MEDIA_TERMS[Math.max(...terms.map((term) => MEDIA_TERMS.indexOf(term)))] ?? 'pass'

/** The first id that is no platform's. */
export const strayIn = ({ of }: KeepSetting, platforms: readonly Pick<Platform, 'id'>[]): string | undefined =>
  of.keys().find((id) => !platforms.some((platform) => platform.id === id))

/** Milliseconds that a copy may be kept; 0 for never. No setting permits more than the terms of the platform. */
export const keptMs = (platform: Pick<Platform, 'id' | 'keepsPictures'>, { all, of }: KeepSetting): number => {
  const term = strictest([termOf(platform), all, of.get(platform.id) ?? 'keep'])
  if (term === 'keep') return Number.POSITIVE_INFINITY
  return term === 'cache' ? (CACHED_MS[platform.id] ?? MAX_CACHED_MS) : 0
}
