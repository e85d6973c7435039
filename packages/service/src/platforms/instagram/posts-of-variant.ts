// Which media of Instagram a variant shows. Variants that are not listed show all.

import type { JsonObject } from '../../parsing/json-value.ts'

export const POSTS_OF_VARIANT: ReadonlyMap<string, (media: JsonObject) => boolean> = new Map([
  ['reels', ({ media_product_type: product }: JsonObject) => product === 'REELS'],
  ['videos', ({ media_type: type }: JsonObject) => type === 'VIDEO'],
  ['photos', ({ media_type: type }: JsonObject) => type === 'IMAGE' || type === 'CAROUSEL_ALBUM'],
])
