// Posts of the simulated Instagram, in all shapes in turn.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'

const CDN = 'https://scontent-ber1-1.cdninstagram.com'
const FIRST_SECOND = 1_780_000_000
const STEP_SECONDS = 5_400

const image = (name: string): string => `${CDN}/v/t51/${name}_n.jpg?oh=00_A&oe=6AC98000`
const video = (name: string): string => `${CDN}/o1/v/t16/${name}.mp4?oh=00_B&oe=6AC98000`

type Shape = (index: number) => JsonObject

const ALBUM: Shape = (index) => ({
  media_type: 'CAROUSEL_ALBUM',
  media_url: image(`${index}a`),
  children: {
    data: [
      { id: `${index}1`, media_type: 'IMAGE', media_url: image(`${index}a`), alt_text: 'A loaf' },
      { id: `${index}2`, media_type: 'VIDEO', thumbnail_url: image(`${index}b`) },
      { id: `${index}3`, media_type: 'VIDEO', media_url: video(`${index}c`), thumbnail_url: image(`${index}c`) },
    ],
  },
})

const REEL: Shape = (index) => ({
  media_type: 'VIDEO',
  media_product_type: 'REELS',
  media_url: video(`${index}`),
  thumbnail_url: image(`${index}`),
  view_count: 5_400 + index,
  reposts_count: 2,
  is_shared_to_feed: true,
  caption: `Rolls today #bread #berlin ${index}`,
  like_count: 120,
})

const SHAPES: readonly Shape[] = [
  (index) => ({
    media_url: image(`${index}`),
    caption: 'Summer sale with @partner',
    like_count: 0,
    alt_text: 'Cake',
  }),
  ALBUM,
  REEL,
  (index) => ({ ...REEL(index), media_url: undefined }),
  (index) => ({ media_type: 'VIDEO', media_url: video(`${index}`), thumbnail_url: image(`${index}`), like_count: 3 }),
  () => ({ media_type: 'VIDEO', caption: 'Its music is licensed' }),
  (index) => ({ media_url: image(`${index}`) }),
]

export const nthMedia = (index: number): JsonObject => {
  const special = SHAPES[index % SHAPES.length]?.(index) ?? {}
  const kind = special.media_product_type === 'REELS' ? 'reel' : 'p'
  const whole: JsonObject = {
    id: `180000000000${String(index).padStart(5, '0')}`,
    media_type: 'IMAGE',
    media_product_type: 'FEED',
    permalink: `https://www.instagram.com/${kind}/DAb${String(index).padStart(8, '0')}/`,
    timestamp: new Date((FIRST_SECOND + index * STEP_SECONDS) * 1_000).toISOString().replace('.000Z', '+0000'),
    username: 'acme.bakery',
    comments_count: index % 5,
    ...special,
  }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined))
}

export const ACCOUNT: JsonObject = {
  id: '17841400000000001',
  username: 'acme.bakery',
  name: 'Acme Bakery',
  biography: 'Bread & more\nBerlin #bread',
  website: 'https://example.org/',
  profile_picture_url: image('me'),
  followers_count: 1_520,
  follows_count: 12,
}
