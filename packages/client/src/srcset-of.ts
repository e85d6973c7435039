// The `srcset` of an image, for browsers that choose the width they need.

import type { Media } from './types.ts'

/** The value of the attribute `srcset`; empty if the service does not offer the image in other widths. Escape it like
 * every other value. */
export const srcsetOf = ({ url, sizes }: Pick<Media, 'url' | 'sizes'>): string =>
  url === null ? '' : sizes.map((width) => `${url}?w=${width} ${width}w`).join(', ')
