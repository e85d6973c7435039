// Simulates Flickr with and without a key: the API, which returns every error with status 200, and the feeds. For tests
// and benchmarks only.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { believed, type Facts } from '../suite/facts.ts'
import { lastPart, oembedOf } from '../suite/simulated-oembed.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import { alone, entryOf, idOf, listed, OTHER, PERSON, sizesOf } from './simulated-photos.ts'
import { ALBUM, albumOf, arrange, GALLERY_URLS, GROUP, galleryOf, groupOf } from './simulated-places.ts'

export const KEYS = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'] as const

const fail = (code: number, message: string): SimulatedResponse => ({ body: { stat: 'fail', code, message } })

/** Unverified assumptions about the API. Tests try every value. */
export const FACTS = {
  /** Response for a page after the last one. */
  beyond: ['last page', 'nothing'],
  /** JSON type of the total. */
  total: ['string', 'number'],
  /** Whether undocumented extras are returned. */
  extras: ['all', 'documented'],
  /** Response for the feed of an alias. */
  feedOfName: [404, 'empty'],
  /** oEmbed response for a missing photo. */
  oembedMissing: [
    { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not Found' },
    { status: 404, body: { stat: 'fail', code: 1, message: 'Photo not found' } },
    { status: 404, body: '<!doctype html><title>Flickr: Page not found</title>' },
  ],
} as const

export type FlickrSimulator = Simulator & {
  suppose(facts: Partial<Facts<typeof FACTS>>): void
  /** The photos of the album and the gallery, as their owner arranged them. */
  arrangedIds(): readonly string[]
}

/** Not in Flickr's list of extras. */
const UNDOCUMENTED: ReadonlySet<string> = new Set(['url_h', 'url_k', 'count_faves', 'count_comments'])

const NO_USER = fail(1, 'User not found')

export const startFlickr = async (count = 57): Promise<FlickrSimulator> => {
  let facts: Facts<typeof FACTS> = believed(FACTS)
  const refused = new Set<string>()
  let photos = Array.from({ length: count }, (_, index) => index).reverse()

  const person = (): SimulatedResponse => ({
    body: {
      person: {
        ...{
          id: PERSON.nsid,
          nsid: PERSON.nsid,
          ispro: 1,
          iconserver: '65535',
          iconfarm: 66,
          path_alias: PERSON.alias,
        },
        username: { _content: 'rain person' },
        realname: { _content: PERSON.name },
        location: { _content: '' },
        description: { _content: 'I like <i>rain</i>.' },
        photosurl: { _content: `https://www.flickr.com/photos/${PERSON.alias}/` },
        profileurl: { _content: `https://www.flickr.com/people/${PERSON.alias}/` },
        photos: {
          firstdatetaken: { _content: '2004-01-01 00:00:00' },
          firstdate: { _content: '1071510391' },
          count: { _content: photos.length },
        },
      },
      stat: 'ok',
    },
  })

  const list = (query: URLSearchParams, among: readonly number[] = photos, more: JsonObject = {}): JsonObject => {
    const size = Math.min(500, Number(query.get('per_page') ?? '100'))
    const pages = Math.ceil(among.length / size)
    const wanted = Number(query.get('page') ?? '1')
    const page = wanted > pages && facts.beyond === 'last page' ? pages : wanted
    const names = (query.get('extras') ?? '').split(',')
    const extras = facts.extras === 'all' ? names : names.filter((name) => !UNDOCUMENTED.has(name))
    const photo = among.slice((page - 1) * size, page * size).map((index) => ({ ...listed(index, extras), ...more }))
    const total = facts.total === 'string' ? String(among.length) : among.length
    return { page, pages, perpage: size, total, photo }
  }
  const listOf = (query: URLSearchParams, among?: readonly number[], more?: JsonObject): SimulatedResponse => ({
    body: { photos: list(query, among, more), stat: 'ok' },
  })
  const arranged = () => arrange(photos)

  const places: Readonly<Record<string, (query: URLSearchParams) => SimulatedResponse>> = {
    'flickr.photosets.getInfo': (query) => {
      if (query.get('user_id') !== PERSON.nsid) return fail(2, 'User not found')
      return query.get('photoset_id') === ALBUM
        ? { body: { photoset: albumOf(arranged().length), stat: 'ok' } }
        : fail(1, 'Photoset not found')
    },
    'flickr.photosets.getPhotos': (query) => {
      const { page, ...set } = list(query, arranged(), { owner: undefined, ownername: undefined })
      const photoset = { id: ALBUM, owner: PERSON.nsid, ownername: PERSON.name, ...set, page: String(page) }
      return query.get('photoset_id') === ALBUM ? { body: { photoset, stat: 'ok' } } : fail(1, 'Photoset not found')
    },
    'flickr.urls.lookupGallery': (query) =>
      GALLERY_URLS.includes(query.get('url') ?? '')
        ? { body: { gallery: galleryOf(arranged().length), stat: 'ok' } }
        : fail(1, 'Gallery not found'),
    'flickr.galleries.getPhotos': (query) =>
      query.get('gallery_id') === galleryOf(0).id
        ? listOf(query, arranged(), { owner: OTHER.nsid, ownername: OTHER.name, pathalias: null })
        : fail(1, 'Gallery not found'),
    'flickr.urls.lookupGroup': (query) =>
      query.get('url') === `https://www.flickr.com/groups/${GROUP.alias}/`
        ? { body: { group: { id: GROUP.nsid, groupname: { _content: GROUP.name } }, stat: 'ok' } }
        : fail(1, 'Group not found'),
    'flickr.groups.getInfo': (query) => {
      const id = query.get('group_id')
      if (id === GROUP.nsid || id === GROUP.hidden) return { body: { group: groupOf(id, photos.length), stat: 'ok' } }
      return fail(1, 'Group not found')
    },
    'flickr.groups.pools.getPhotos': (query) => {
      if (query.get('group_id') === GROUP.hidden) return fail(4, 'Group/pool is member only')
      const { photo, ...more } = list(query) as { photo: JsonObject[] }
      const added = photo.map((each) => ({ ...each, dateadded: String(Number(each.dateupload) + 10) }))
      return { body: { photos: { ...more, photo: added }, stat: 'ok' } }
    },
    'flickr.photos.search': (query) => {
      const user = query.get('user_id')
      if (user !== null && user !== PERSON.nsid) return fail(2, 'Unknown user')
      const isSafe = query.get('safe_search') === '1' && query.get('sort') === 'date-posted-desc'
      return listOf(query, isSafe && query.get('tags')?.split(',').includes('rain') ? photos : [])
    },
  }

  const byId = (id: string | null, bodyOf: (index: number) => object): SimulatedResponse => {
    if (id === '54999999999') return fail(2, 'Permission denied')
    const index = photos.find((each) => idOf(each) === id)
    return index === undefined ? fail(1, 'Photo not found') : { body: { ...bodyOf(index), stat: 'ok' } }
  }

  const lookUp = (url: string | null): SimulatedResponse =>
    url === `https://www.flickr.com/photos/${PERSON.alias}/`
      ? { body: { user: { id: PERSON.nsid, username: { _content: 'rain person' } }, stat: 'ok' } }
      : NO_USER

  const api = ({ url: { searchParams: query, pathname } }: SimulatedRequest): SimulatedResponse => {
    const key = query.get('api_key') ?? ''
    if (pathname !== '/services/rest/' || query.get('nojsoncallback') !== '1') return { body: 'jsonFlickrApi({})' }
    if (refused.has(key) || !KEYS.some((known) => known === key))
      return fail(100, 'Invalid API Key (Key has invalid format)')
    const user = query.get('user_id')
    const method = query.get('method')
    if (method === 'flickr.urls.lookupUser') return lookUp(query.get('url'))
    if (method === 'flickr.photos.getInfo') return byId(query.get('photo_id'), (index) => ({ photo: alone(index) }))
    if (method === 'flickr.photos.getSizes')
      return byId(query.get('photo_id'), (index) => ({ sizes: { size: sizesOf(index) } }))
    const place = places[method ?? '']
    if (place !== undefined) return place(query)
    if (user === '900005@N01') return fail(5, 'User deleted')
    if (user !== PERSON.nsid) return NO_USER
    if (method === 'flickr.people.getInfo') return person()
    if (method === 'flickr.people.getPhotos')
      return query.has('auth_token') ? listOf(query) : fail(99, 'User not logged in / Insufficient permissions')
    return method === 'flickr.people.getPublicPhotos' ? listOf(query) : fail(112, `Method "${method}" not found`)
  }

  const embed = (url: URL): SimulatedResponse =>
    oembedOf({
      url,
      provider: { name: 'Flickr', url: 'https://www.flickr.com/' },
      type: 'photo',
      isThere: (post) => photos.some((index) => idOf(index) === lastPart(post)),
      missing: facts.oembedMissing,
      // Sizes are strings.
      more: {
        flickr_type: 'photo',
        width: '1024',
        height: '768',
        url: 'https://live.staticflickr.com/65535/1_a_b.jpg',
      },
    })

  const site = ({ url }: SimulatedRequest): SimulatedResponse => {
    if (url.pathname === '/services/oembed/') return embed(url)
    const id = url.searchParams.get('id')
    const isEmpty = id !== PERSON.nsid && facts.feedOfName === 'empty'
    if (url.pathname !== '/services/feeds/photos_public.gne' || (id !== PERSON.nsid && !isEmpty))
      return { status: 404, body: '<!doctype html><title>Flickr: Page not found</title>' }
    const entries = isEmpty ? [] : photos.slice(0, 20).map(entryOf)
    return {
      headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
      body: `<?xml version="1.0" encoding="utf-8" standalone="yes"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:flickr="urn:flickr:user" xmlns:media="http://search.yahoo.com/mrss/"><title>Uploads from ${PERSON.name}</title><link rel="self" href="https://www.flickr.com/services/feeds/photos_public.gne?id=${PERSON.nsid}"/><link rel="alternate" type="text/html" href="https://www.flickr.com/photos/${PERSON.alias}/"/><id>tag:flickr.com,2005:/photos/public/900001</id><icon>https://farm66.staticflickr.com/65535/buddyicons/900001@N01.jpg?1</icon><subtitle></subtitle><updated>2026-05-02T08:53:20Z</updated><generator uri="https://www.flickr.com/">Flickr</generator>${entries.join('')}</feed>`,
    }
  }

  const upstream = await startUpstream((request) => (request.host === 'api.flickr.com' ? api(request) : site(request)))
  return {
    ...upstream,
    handle: PERSON.alias,
    missing: 'nobody-here',
    suppose(more) {
      facts = { ...facts, ...more }
    },
    refuse: (key) => refused.add(key),
    ids: () => photos.map(idOf),
    arrangedIds: () => arranged().map(idOf),
    publish(more) {
      const from = photos.length
      photos = [...Array.from({ length: more }, (_, index) => from + index).reverse(), ...photos]
    },
  }
}
