// Which formats of images a client shows, by its `Accept` header (RFC 9110, section 12.5.1). Browsers name the formats
// that not every browser shows. Ranges such as `image/*` say nothing about them.

import type { RenderedFormat } from './rendering/rendering.ts'

const IS_REFUSED = /;\s*q=0(?:\.0*)?\s*(?:;|$)/i

/** Those that the client shows, in the order of `formats`. Every client shows JPEG and PNG. A client that shows none gets
 * the last. */
export const acceptedFormats = (
  accept: string | undefined,
  formats: readonly RenderedFormat[],
): readonly RenderedFormat[] => {
  const named = (accept ?? '')
    .split(',')
    .filter((range) => !IS_REFUSED.test(range))
    .map((range) => range.split(';', 1)[0]?.trim().toLowerCase())
  const accepted = formats.filter((format) => format === 'jpeg' || named.includes(`image/${format}`))
  return accepted.length > 0 ? accepted : formats.slice(-1)
}
