// Posts of the simulated Facebook, in all shapes in turn.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'

const CDN = 'https://scontent.xx.fbcdn.net'
const FIRST_SECOND = 1_780_000_000
const STEP_SECONDS = 5_400

export const PAGE_ID = '1000001'

const image = (name: string, width = 720, height = 540) => ({
  image: { src: `${CDN}/v/t39/${name}_n.jpg?oe=6AC98000`, width, height },
})

type Shape = (index: number) => JsonObject

/** Reasons why a post is not public. */
const NOT_PUBLIC: readonly JsonObject[] = [{ is_published: false }, { is_hidden: true }, { is_expired: true }]

const SHAPES: readonly Shape[] = [
  (index) => ({
    message: `New menu ${index}! #food https://example.org/menu`,
    status_type: 'mobile_status_update',
    shares: { count: 3 },
    attachments: {
      data: [
        {
          media_type: 'link',
          type: 'share',
          title: 'Menu',
          description: 'All dishes',
          url: 'https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.org%2Fmenu&h=AT0',
          unshimmed_url: 'https://example.org/menu',
          media: image(`l${index}`, 720, 378),
        },
      ],
    },
  }),
  (index) => ({
    status_type: 'added_video',
    permalink_url: `/reel/90000${index}/`,
    full_picture: `${CDN}/v/t15/r${index}_n.jpg?oe=6AC98000`,
    properties: [{ name: 'Length', text: '01:31' }],
    attachments: {
      data: [
        {
          media_type: 'video',
          type: 'video_inline',
          url: `https://www.facebook.com/reel/90000${index}/`,
          target: { id: `90000${index}`, url: `https://www.facebook.com/reel/90000${index}/` },
          media: { ...image(`r${index}`, 405, 720), source: `https://video.xx.fbcdn.net/${index}.mp4?oe=6AC98000` },
        },
      ],
    },
  }),
  (index) => ({
    message: 'Look at this',
    story: 'Acme shared a post.',
    status_type: 'shared_story',
    parent_id: '2000002_800001',
    attachments: {
      data: [
        {
          media_type: 'album',
          type: 'album',
          title: 'Photos from Other’s post',
          url: 'https://www.facebook.com/2000002/posts/800001',
          target: { id: '800001', url: 'https://www.facebook.com/2000002/posts/800001' },
          media: image(`s${index}a`),
          subattachments: {
            data: ['a', 'b', 'c'].map((name) => ({
              media_type: 'photo',
              type: 'photo',
              target: { id: `801${name}` },
              url: 'https://www.facebook.com/photo.php?fbid=801',
              media: image(`s${index}${name}`),
            })),
          },
        },
      ],
    },
  }),
  (index) => ({
    message: `😀 With Other Bakery ${index}`,
    message_tags: [{ id: '2000002', name: 'Other Bakery', type: 'page', offset: 7, length: 12 }],
  }),
  () => ({ story: 'Acme updated their cover photo.', full_picture: `${CDN}/v/t1/cover_n.jpg?oe=6AC98000` }),
  (index) => ({ message: `Not public ${index}`, ...NOT_PUBLIC[Math.floor(index / 6) % NOT_PUBLIC.length] }),
]

export const isPublic = (index: number): boolean => index % SHAPES.length !== SHAPES.length - 1
export const idOf = (index: number): string => `${PAGE_ID}_${900_000 + index}`

export const nthPost = (index: number): JsonObject => {
  const time = new Date((FIRST_SECOND + index * STEP_SECONDS) * 1_000).toISOString().replace('.000Z', '+0000')
  return {
    id: idOf(index),
    created_time: time,
    updated_time: time,
    permalink_url: `https://www.facebook.com/${PAGE_ID}/posts/${900_000 + index}`,
    is_published: true,
    from: { id: PAGE_ID, name: 'Acme', picture: PAGE.picture },
    reactions: { data: [], summary: { total_count: index } },
    comments: { data: [], summary: { total_count: 0 } },
    ...SHAPES[index % SHAPES.length]?.(index),
  }
}

export const PAGE: JsonObject = {
  id: PAGE_ID,
  name: 'Acme',
  username: 'AcmeBakery',
  about: 'Food & drinks',
  link: 'https://www.facebook.com/AcmeBakery',
  website: 'https://example.org',
  category: 'Restaurant',
  is_verified: false,
  verification_status: 'blue_verified',
  fan_count: 900,
  followers_count: 950,
  picture: { data: { url: `${CDN}/v/1_n.jpg?oe=6AC98000`, width: 200, height: 200, is_silhouette: false } },
  cover: { source: `${CDN}/v/2_n.jpg?oe=6AC98000`, offset_x: 0, offset_y: 50, id: '77' },
}
