// The tab of a Page's URL → the variant that it shows.

import { readSiteUrl } from '../../urls/site-url.ts'
import { SITE_HOST } from './canonicalize-page.ts'

const TAB = /\/(?<tab>[a-z_]+)$/

const VARIANTS: ReadonlyMap<string | null | undefined, string> = new Map([
  ['photos', 'uploaded_photos'],
  ['photos_by', 'uploaded_photos'],
  ['photos_stream', 'uploaded_photos'],
  ['videos', 'uploaded_videos'],
  ['videos_by', 'uploaded_videos'],
  ['reels', 'reels'],
  ['reels_tab', 'reels'],
  ['mentions', 'tagged'],
])

export const variantsIn = (input: string): readonly string[] | undefined => {
  const { path = '', query } = readSiteUrl(input.trim(), SITE_HOST) ?? {}
  // A Page without a name has its tab in the query, and others may.
  const variant = VARIANTS.get(TAB.exec(path)?.groups?.tab) ?? VARIANTS.get(query?.get('sk'))
  return variant === undefined ? undefined : [variant]
}
