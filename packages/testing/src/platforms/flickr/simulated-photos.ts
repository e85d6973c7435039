// Photos of a simulated Flickr user: in a list, single, and in the feed. For tests and benchmarks only.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { escapeHtml } from '@central-api/service/post/markup/escape.ts'

export const PERSON = { nsid: '900001@N01', alias: 'rainperson', name: 'Rain Person' } as const

/** The author of the photos in the gallery, which is the person's. */
export const OTHER = { nsid: '900002@N02', name: 'Snow Person' } as const

export const idOf = (index: number): string => String(54_000_000_000 + index)
export const uploadedAt = (index: number): number => 1_700_000_000 + index * 60
export const isVideo = (index: number): boolean => index % 5 === 4

const imageOf = (index: number, suffix: string): string =>
  `https://live.staticflickr.com/65535/${idOf(index)}_aa11bb22cc_${suffix}.jpg`
const titleOf = (index: number): string => (index % 4 === 3 ? '' : `Photo ${index} & more`)
const descriptionOf = (index: number): string =>
  index % 3 === 0
    ? `Seen at <a href="https://example.org/" rel="noreferrer nofollow">the dam</a> ${index}.\n\nTwo lines.`
    : ''

/** Numbers may be strings. */
const sizeOf = (index: number, size: string, suffix: string, width: number): JsonObject => ({
  [`url_${size}`]: imageOf(index, suffix),
  [`width_${size}`]: index % 2 === 0 ? width : String(width),
  [`height_${size}`]: index % 2 === 0 ? width / 2 : String(width / 2),
})

/** With the requested extras. */
export const listed = (index: number, extras: readonly string[]): JsonObject => {
  const has = (name: string) => extras.includes(name)
  return {
    ...{ id: idOf(index), owner: PERSON.nsid, secret: 'aa11bb22cc', server: '65535', farm: 66 },
    ...{ title: titleOf(index), ispublic: 1, isfriend: 0, isfamily: 0 },
    ...(has('license') && { license: '4' }),
    ...(has('description') && { description: { _content: descriptionOf(index) } }),
    ...(has('date_upload') && { dateupload: String(uploadedAt(index)) }),
    ...(has('date_taken') && { datetaken: '2026-05-01 06:12:00', datetakengranularity: 0, datetakenunknown: '0' }),
    ...(has('owner_name') && { ownername: PERSON.name }),
    ...(has('icon_server') && { iconserver: '65535', iconfarm: 66 }),
    ...(has('views') && { views: String(index * 10) }),
    ...(has('tags') && { tags: 'rain afterrain' }),
    ...(has('media') && { media: isVideo(index) ? 'video' : 'photo', media_status: 'ready' }),
    ...(has('path_alias') && { pathalias: index % 2 === 0 ? PERSON.alias : null }),
    ...(has('url_q') && sizeOf(index, 'q', 'q', 150)),
    ...(has('url_l') && index % 4 !== 1 && sizeOf(index, 'l', 'b', 1024)),
    ...(has('count_faves') && { count_faves: String(index) }),
    ...(has('count_comments') && { count_comments: '2' }),
  }
}

export const alone = (index: number): JsonObject => ({
  ...{ id: idOf(index), secret: 'aa11bb22cc', server: '65535', farm: 66, dateuploaded: String(uploadedAt(index)) },
  owner: { nsid: PERSON.nsid, username: 'rain person', realname: PERSON.name, path_alias: PERSON.alias },
  title: { _content: titleOf(index) },
  description: { _content: descriptionOf(index) },
  visibility: { ispublic: 1, isfriend: 0, isfamily: 0 },
  views: '12',
  comments: { _content: '2' },
  tags: { tag: [{ raw: 'after rain', _content: 'afterrain', machine_tag: 0 }] },
  media: isVideo(index) ? 'video' : 'photo',
  ...(isVideo(index) && { video: { ready: 1, failed: 0, pending: 0, duration: '14', width: '1920', height: '1080' } }),
})

export const sizesOf = (index: number): readonly JsonObject[] => [
  { label: 'Large Square', width: '150', height: '150', source: imageOf(index, 'q'), media: 'photo' },
  { label: 'Large', width: 1024, height: 683, source: imageOf(index, 'b'), media: 'photo' },
]

const timeOf = (index: number): string => new Date(uploadedAt(index) * 1_000).toISOString().replace('.000Z', 'Z')

export const entryOf = (index: number): string => {
  const page = `https://www.flickr.com/photos/${PERSON.alias}/${idOf(index)}/`
  const kind = isVideo(index) ? 'video' : 'photo'
  const description = descriptionOf(index).replace('\n\n', '<br />\n<br />\n')
  const content = `<p><a href="https://www.flickr.com/people/${PERSON.alias}/">${PERSON.name}</a> posted a ${kind}:</p> <p><a href="${page}" title="x"><img src="${imageOf(index, 'm')}" width="240" height="160" alt="${escapeHtml(titleOf(index))}" /></a></p>${description === '' ? '' : ` <p>${description}</p>`}`
  return `<entry><title>${escapeHtml(titleOf(index))}</title><link rel="alternate" type="text/html" href="${page}"/><id>tag:flickr.com,2005:/photo/${idOf(index)}</id><published>${timeOf(index)}</published><updated>${timeOf(index)}</updated><flickr:date_taken>2026-05-01T06:12:00-08:00</flickr:date_taken><content type="html">${escapeHtml(content)}</content><author><name>${PERSON.name}</name><uri>https://www.flickr.com/people/${PERSON.alias}/</uri><flickr:nsid>${PERSON.nsid}</flickr:nsid></author><category term="rain" scheme="https://www.flickr.com/photos/tags/" /><category term="afterrain" scheme="https://www.flickr.com/photos/tags/" /></entry>`
}
