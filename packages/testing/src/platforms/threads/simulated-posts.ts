// Posts of the simulated Threads, in all shapes, in rotation.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'

const CDN = 'https://scontent-ber1-1.cdninstagram.com'
const FIRST_SECOND = 1_780_000_000
const STEP_SECONDS = 5_400

const timeOf = (index: number): string =>
  new Date((FIRST_SECOND + index * STEP_SECONDS) * 1_000).toISOString().replace('.000Z', '+0000')

const image = (name: string): string => `${CDN}/v/t51/${name}_n.jpg?stp=dst&oe=6AC98000`
const video = (name: string): string => `${CDN}/o1/v/${name}.mp4?oe=6AC98000`

/** The fields that are particular to each shape. */
const SHAPES: readonly ((index: number) => JsonObject)[] = [
  (index) => ({ media_type: 'TEXT_POST', text: `Good morning ${index} @other.baker` }),
  (index) => ({
    media_type: 'TEXT_POST',
    text: 'Tea or coffee?',
    topic_tag: 'breakfast',
    poll_attachment: {
      option_a: 'Tea',
      option_b: 'Coffee',
      option_a_votes_percentage: 0.25,
      option_b_votes_percentage: 0.75,
      total_votes: 8,
      expiration_timestamp: timeOf(index + 16),
    },
  }),
  (index) => ({ media_type: 'IMAGE', media_url: image(`i${index}`), alt_text: 'A loaf', text: 'Look' }),
  (index) => ({
    media_type: 'CAROUSEL_ALBUM',
    media_url: image(`a${index}`),
    text: 'Two views',
    children: {
      data: [
        { id: `${index}41`, media_type: 'IMAGE', media_url: image(`a${index}`), alt_text: 'A street' },
        { id: `${index}42`, media_type: 'VIDEO', media_url: video(`a${index}`), thumbnail_url: image(`b${index}`) },
      ],
    },
  }),
  (index) => ({ media_type: 'REPOST_FACADE', reposted_post: { id: `180300000009${index}` } }),
  (index) => ({
    media_type: 'TEXT_POST',
    text: 'Read this https://example.org/a',
    link_attachment_url: 'https://example.org/a',
    is_quote_post: true,
    quoted_post: { id: `180300000008${index}` },
    permalink: undefined,
  }),
  (index) => ({ media_type: 'VIDEO', media_url: video(`v${index}`), thumbnail_url: image(`v${index}`) }),
  (index) => ({ media_type: 'TEXT_POST', text: 'Wow', gif_url: `https://media.giphy.example/${index}.gif` }),
  (index) => ({ media_type: 'AUDIO', media_url: `${CDN}/o1/v/${index}.m4a?oe=6AC98000` }),
  () => ({ media_type: 'VIDEO', text: 'Taken down for its music', permalink: undefined }),
  (index) => ({
    media_type: 'IMAGE',
    media_url: image(`s${index}`),
    text: 'The last scene',
    is_spoiler_media: true,
    text_entities: { data: [{ entity_type: 'SPOILER', offset: 4, length: 3 }] },
  }),
  () => ({ media_type: 'TEXT_POST', text: 'Long', text_attachment: { plaintext: 'And much longer.\n\nTruly.' } }),
]

export const codeOf = (index: number): string => `DAx${String(index).padStart(4, '0')}`

export const nthPost = (index: number): JsonObject => {
  const shape = SHAPES[index % SHAPES.length]?.(index) ?? {}
  const whole: JsonObject = {
    id: `180300000000${String(index).padStart(5, '0')}`,
    media_product_type: 'THREADS',
    permalink: `https://www.threads.com/@acme.bakery/post/${codeOf(index)}`,
    username: 'acme.bakery',
    timestamp: timeOf(index),
    shortcode: codeOf(index),
    is_quote_post: false,
    has_replies: index % 2 === 0,
    reply_audience: 'EVERYONE',
    is_spoiler_media: false,
    is_verified: true,
    profile_picture_url: image('me'),
    ...shape,
  }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined))
}

export const PROFILE: JsonObject = {
  username: 'acme.bakery',
  name: 'Acme Bakery',
  profile_picture_url: image('me'),
  biography: 'Bread & tea\nBerlin @other.baker',
  is_verified: true,
  follower_count: 2_400,
  likes_count: 10,
  quotes_count: 0,
  replies_count: 3,
  reposts_count: 1,
  views_count: 900,
}
