// An album, a gallery and groups of the simulated Flickr. For tests and benchmarks only.

import { PERSON } from './simulated-photos.ts'

export const ALBUM = '72177720300000001'
export const GALLERY = '72157720300000001'
export const GROUP = { nsid: '800001@N20', alias: 'rain', name: 'Rain & more', hidden: '800002@N20' } as const

/** The order of their owner: not that of time. */
export const arrange = (photos: readonly number[]): readonly number[] =>
  photos.filter((index) => index % 2 === 0).toSorted((one, other) => (one % 7) - (other % 7) || one - other)

const cover = { server: '65535', farm: 66, secret: 'aa11bb22cc' }

export const albumOf = (count: number) => ({
  ...{ id: ALBUM, owner: PERSON.nsid, username: PERSON.name, primary: '54000000000', ...cover },
  ...{ count_photos: count - 1, count_videos: 1, photos: count - 1, videos: 1 },
  title: { _content: 'Rain & shine' },
  description: { _content: 'Two <b>winters</b>.' },
  ...{ date_create: '1577836800', date_update: '1609459200', sorting_option_id: 'manual' },
})

export const GALLERY_URLS: readonly string[] = [PERSON.nsid, PERSON.alias].map(
  (user) => `https://www.flickr.com/photos/${user}/galleries/${GALLERY}/`,
)

export const galleryOf = (count: number) => ({
  ...{ id: `900001-${GALLERY}`, gallery_id: GALLERY, owner: PERSON.nsid, username: PERSON.name },
  ...{ url: GALLERY_URLS[1], iconserver: '65535', iconfarm: 66, primary_photo_id: '54000000000' },
  ...{ primary_photo_server: '65535', primary_photo_farm: 66, primary_photo_secret: 'aa11bb22cc' },
  ...{ date_create: '1577836800', date_update: '1609459200' },
  ...{ count_photos: String(count), count_videos: '0', count_total: String(count) },
  title: { _content: 'Rain of others' },
  description: { _content: 'What I like.' },
})

export const groupOf = (id: string, count: number) => ({
  ...{ id, nsid: id, path_alias: GROUP.alias, iconserver: '65535', iconfarm: 66 },
  name: { _content: GROUP.name },
  description: { _content: 'Photos of <i>rain</i>.' },
  rules: { _content: '' },
  members: { _content: '120' },
  pool_count: { _content: String(count) },
  topic_count: { _content: '3' },
  privacy: { _content: '3' },
  datecreate: { _content: '2010-03-01 10:00:00' },
})
