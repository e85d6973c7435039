// An album, photos, videos and tagged posts of the simulated Facebook. For tests and benchmarks only.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { PAGE_ID } from './simulated-posts.ts'

export const ALBUM = '5550000001'
const CDN = 'https://scontent.xx.fbcdn.net'
const FROM = { id: PAGE_ID, name: 'Acme' }
const COUNTED = { data: [], summary: { total_count: 4 } }

const timeOf = (index: number): string => `2026-06-01T${String(10 + (index % 12)).padStart(2, '0')}:00:00+0000`
const fileOf = (name: string, width: number, height: number) => ({
  source: `${CDN}/v/t39/${name}_${width}.jpg?oe=6AC98000`,
  ...{ width, height },
})

export const photoIdOf = (index: number): string => `${77_000_000 + index}`
export const videoIdOf = (index: number): string => `${88_000_000 + index}`
/** Every other one is by a person. */
export const taggedIdOf = (index: number): string => `${index % 2 === 0 ? '2000002' : '4000004'}_${600_000 + index}`

export const photoOf = (index: number): JsonObject => ({
  ...{ id: photoIdOf(index), created_time: timeOf(index), from: FROM },
  ...(index % 2 === 0 && { name: `Loaf ${index} #rye`, alt_text_custom: 'A loaf' }),
  alt_text: 'May be an image of bread',
  link: `https://www.facebook.com/${PAGE_ID}/photos/a.${ALBUM}/${photoIdOf(index)}/`,
  images: [fileOf(`p${index}`, 480, 320), fileOf(`p${index}`, 1440, 960), fileOf(`p${index}`, 960, 640)],
  ...{ reactions: COUNTED, comments: COUNTED },
})

export const videoOf = (index: number): JsonObject => ({
  ...{ id: videoIdOf(index), created_time: timeOf(index), from: FROM, published: index % 5 !== 4 },
  ...{ title: `Oven ${index}`, description: 'Hot #rye', length: 61.4 },
  permalink_url: `/acmebakery/videos/${videoIdOf(index)}/`,
  source: `https://video.xx.fbcdn.net/v${index}.mp4?oe=6AC98000`,
  picture: `${CDN}/v/t15/v${index}_small.jpg?oe=6AC98000`,
  format: [
    { filter: '130x130', width: 130, height: 73, picture: `${CDN}/v/t15/v${index}_130.jpg?oe=6AC98000` },
    { filter: 'native', width: 1280, height: 720, picture: `${CDN}/v/t15/v${index}.jpg?oe=6AC98000` },
  ],
  ...{ likes: COUNTED, comments: COUNTED },
})

export const isPublished = (index: number): boolean => videoOf(index).published === true

export const taggedOf = (index: number): JsonObject => ({
  ...{ id: taggedIdOf(index), message: `Bread by Acme ${index}`, created_time: timeOf(index) },
  permalink_url: `https://www.facebook.com/${taggedIdOf(index).replace('_', '/posts/')}`,
  ...(index % 2 === 0 && { from: { id: '2000002', name: 'Other Bakery' } }),
})

/** The owner's order: not that of time. */
export const arrange = (photos: readonly number[]): readonly number[] =>
  photos.toSorted((one, other) => (one % 7) - (other % 7) || one - other)

export const albumOf = (count: number): JsonObject => ({
  ...{ id: ALBUM, name: 'Loaves', description: 'All of #rye', count, from: FROM },
  link: `https://www.facebook.com/album.php?fbid=${ALBUM}&id=${PAGE_ID}&aid=12`,
  ...{ created_time: '2020-01-02T03:04:05+0000', cover_photo: { id: photoIdOf(0), images: photoOf(0).images } },
})
