// Maps images, videos and polls of a post, which X returns in separate lists. Pure.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, buildPoll, countOrNull, pixelsOrNull } from '../../post/build-post.ts'
import type { Media, Poll } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'

const TYPES: ReadonlyMap<unknown, Media['type']> = new Map<unknown, Media['type']>([
  ['photo', 'image'],
  ['video', 'video'],
  ['animated_gif', 'gif'],
])

/** null for an unknown type, and for a medium without a URL. */
export const mapMedium = (medium: JsonObject): Media | null => {
  const type = TYPES.get(medium.type)
  if (type === undefined) return null
  const url = type === 'image' ? absoluteUrl(medium.url) : bestFile(medium.variants)
  const previewUrl = type === 'image' ? null : absoluteUrl(medium.preview_image_url)
  if (url === null && previewUrl === null) return null
  const milliseconds = countOrNull(medium.duration_ms)
  return buildMedia({
    type,
    url,
    previewUrl,
    width: pixelsOrNull(medium.width),
    height: pixelsOrNull(medium.height),
    durationSeconds: milliseconds === null ? null : milliseconds / 1_000,
    alt: plainText(medium.alt_text),
  })
}

/** The MP4 file with the highest bit rate. */
const bestFile = (variants: unknown): string | null => {
  const files = jsonList(variants)
    .map(jsonObject)
    .filter(({ content_type }) => content_type === 'video/mp4')
    .map(({ url, bit_rate }) => ({ url: absoluteUrl(url), rate: countOrNull(bit_rate) ?? 0 }))
    .toSorted((one, other) => other.rate - one.rate)
  return files.find(({ url }) => url !== null)?.url ?? null
}

/** Each voter has one vote. */
export const mapPoll = (poll: JsonObject): Poll | null => {
  const options = jsonList(poll.options)
    .map(jsonObject)
    .toSorted((one, other) => (countOrNull(one.position) ?? 0) - (countOrNull(other.position) ?? 0))
    .flatMap(({ label, votes }) => {
      const text = plainText(label)
      return text === null ? [] : [{ text, votes: countOrNull(votes) }]
    })
  const votes = options.reduce<number | null>(
    (sum, option) => (sum === null || option.votes === null ? null : sum + option.votes),
    0,
  )
  return buildPoll({
    options,
    votes,
    voters: votes,
    multiple: false,
    endsAt: parseTime(poll.end_datetime),
    closed: typeof poll.voting_status === 'string' ? poll.voting_status === 'closed' : null,
  })
}
