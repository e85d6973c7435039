// The simulated Data API: keys, units, parts, and playlists whose page tokens are offsets. It follows the specification and the
// official list of errors, and does not know its client.

import { createHash } from 'node:crypto'
import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import type { SimulatedRequest, SimulatedResponse } from '../suite/simulator.ts'
import {
  channelParts,
  descriptionOf,
  entryParts,
  nthUpload,
  type SimulatedChannel,
  searchParts,
  titleOf,
  type Upload,
  videoParts,
} from './simulated-videos.ts'

/** Undocumented behavior of YouTube. */
export type SimulatedFacts = {
  /** Whether an empty list has `items`. */
  readonly nothing: 'missing' | 'empty'
  /** Whether the tabs of a channel have playlists. */
  readonly tabLists: boolean
  /** Whether the title of an entry says that its video was deleted. */
  readonly reportsGone: boolean
  /** Whether an unchanged resource returns 304. */
  readonly notModified: boolean
  /** Whether the feed contains the whole id of a channel, or the id without `UC`. */
  readonly feedIds: 'whole' | 'bare'
  /** Whether the page of a channel links to its feed. */
  readonly linksFeed: boolean
}

export type SimulatedStore = {
  facts: SimulatedFacts
  readonly keys: Set<string>
  /** Key → the units that are used up. */
  readonly spent: Map<string, number>
  unitsPerDay: number
  /** Key → the searches that are used up. */
  readonly searched: Map<string, number>
  /** Access token → the channel of its owner. */
  readonly owners?: (token: string) => SimulatedChannel | undefined
  searchesPerDay: number
  readonly channels: readonly SimulatedChannel[]
  /** Newest first. */
  readonly uploadsOf: (channel: SimulatedChannel) => readonly Upload[]
}

const TABS: Readonly<Record<string, Upload['tab'] | undefined>> = {
  LF: 'videos',
  SH: 'shorts',
  LV: 'live',
  '': undefined,
}
const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
}

export const apiError = (
  code: number,
  reason: string,
  message: string,
  domain = 'youtube.parameter',
  info?: string,
) => ({
  status: code,
  body: {
    error: {
      code,
      message,
      errors: [{ message, domain, reason }],
      ...(info !== undefined && {
        status: STATUS_NAMES[code],
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: info,
            domain: 'googleapis.com',
            metadata: { service: 'youtube.googleapis.com' },
          },
        ],
      }),
    },
  },
})

const NO_KEY = apiError(403, 'forbidden', 'Method doesn’t allow unregistered callers.', 'global')
const BAD_KEY = apiError(
  400,
  'badRequest',
  'API key not valid. Please pass a valid API key.',
  'global',
  'API_KEY_INVALID',
)
const BAD_TOKEN_OF_OWNER = apiError(401, 'authError', 'Invalid Credentials', 'global')
/** Tokens are counted by project, too. */
export const PROJECT_OF_TOKENS = 'project of the client'
const NO_UNITS = apiError(
  403,
  'quotaExceeded',
  'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
  'youtube.quota',
)
/** As projects report it: with the status and the reasons of a limit per minute. */
const NO_SEARCHES = apiError(
  429,
  'rateLimitExceeded',
  "Quota exceeded for quota metric 'Search Queries' and limit 'Search Queries per day' of service 'youtube.googleapis.com' for consumer 'project_number:1'.",
  'global',
  'RATE_LIMIT_EXCEEDED',
)
const NO_LIST = apiError(
  404,
  'playlistNotFound',
  'The playlist identified with the request’s <code>playlistId</code> parameter cannot be found.',
  'youtube.playlistItem',
)
const CLOSED_LIST = apiError(
  403,
  'playlistItemsNotAccessible',
  'The request is not properly authorized.',
  'youtube.playlistItem',
)
const BAD_TOKEN = apiError(400, 'invalidPageToken', 'The request specifies an invalid page token.')

/** A page token in YouTube's form: a protocol buffer of two numbers. */
const tokenAt = (offset: number): string => {
  const bytes = [8]
  let rest = offset
  for (; rest > 127; rest >>= 7) bytes.push((rest & 127) | 128)
  return Buffer.from([...bytes, rest, 16, 0]).toString('base64url')
}

const offsetOf = (token: string): number | undefined => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes[0] !== 8 || bytes.length < 4 || bytes.length > 7) return undefined
  return bytes.subarray(1, -2).reduceRight((offset, byte) => offset * 128 + (byte & 127), 0)
}

const etagOf = (value: unknown): string => createHash('sha1').update(JSON.stringify(value)).digest('base64url')

/** A resource with the requested parts. */
const resource = (kind: string, id: unknown, parts: JsonObject, requested: readonly string[]) => {
  const picked = Object.fromEntries(
    requested.flatMap((part) => (part === 'id' || !(part in parts) ? [] : [[part, parts[part]]])),
  )
  return { kind: `youtube#${kind}`, etag: etagOf([id, picked]), id, ...picked }
}

/** A playlist of the last channel with videos of the first, and one that only its owner can see. */
export const PLAYLIST = 'PLsimulated00000001'
export const PRIVATE_PLAYLIST = 'PLsimulated00000002'

/** The oldest uploads of the channel in the owner's order, with one of them twice. */
export const playlistOf = (store: SimulatedStore, channel: SimulatedChannel): readonly Upload[] => {
  const oldest = store.uploadsOf(channel).slice(-70)
  const arranged = oldest.toSorted((one, other) => ((one.index * 31) % 71) - ((other.index * 31) % 71))
  return [...arranged.slice(0, 30), ...arranged.slice(2, 3), ...arranged.slice(30)]
}
/** Who made the playlist. */
const makerOf = (store: SimulatedStore): SimulatedChannel | undefined => store.channels.at(-1)
const nthOfPlaylist = (store: SimulatedStore, channel: SimulatedChannel): Upload =>
  playlistOf(store, channel)[0] ?? nthUpload(0)

/** The public uploads that contain one of the words, newest first. */
export const foundBy = (store: SimulatedStore, words: string) => {
  const wanted = words.toLowerCase().split(' ')
  return store.channels
    .flatMap((channel) => store.uploadsOf(channel).map((upload) => ({ upload, channel })))
    .filter(({ upload }) => {
      const text = `${titleOf(upload)} ${descriptionOf(upload)}`.toLowerCase()
      return upload.state === 'public' && wanted.some((word) => text.includes(word))
    })
}

/** Owners see their private videos as anybody sees a public one, and every other of them is unlisted. */
const asOwned = (upload: Upload): Upload => (upload.state === 'private' ? { ...upload, state: 'public' } : upload)
const privacyOf = ({ state, index }: Upload): string =>
  state === 'private' ? (index % 2 === 0 ? 'unlisted' : 'private') : state === 'public' ? 'public' : GONE

/** What a deleted video has in place of a status. */
const GONE = 'privacyStatusUnspecified'

/** `owner`: the channel whose token signed the call. */
type Method = (
  query: URLSearchParams,
  parts: readonly string[],
  owner: SimulatedChannel | undefined,
) => SimulatedResponse

type Page = { readonly total: number; readonly size: number; readonly next?: string | undefined }

export const createSimulatedApi = (store: SimulatedStore) => {
  const listing = (kind: string, items: readonly JsonObject[], { total, size, next }: Page): SimulatedResponse => ({
    body: {
      kind: `youtube#${kind}ListResponse`,
      etag: etagOf(items),
      ...(next !== undefined && { nextPageToken: next }),
      ...((items.length > 0 || store.facts.nothing === 'empty') && { items }),
      pageInfo: { totalResults: total, resultsPerPage: size },
    },
  })

  const isShown = ({ state }: Upload) => state === 'public'

  const channels: Method = (query, parts, owner) => {
    const [id, name, user] = ['id', 'forHandle', 'forUsername'].map((field) => query.get(field))
    const isMine = query.get('mine') === 'true' && owner !== undefined
    if (!id && !name && !user && !isMine) return apiError(400, 'missingRequiredParameter', 'No filter selected.')
    const found = store.channels.filter(
      (channel) =>
        (isMine && channel === owner) ||
        id?.split(',').includes(channel.id) ||
        (name && `@${name.replace(/^@/, '')}`.toLowerCase() === channel.name) ||
        (user && user.toLowerCase() === channel.user),
    )
    const items = found.map((channel) =>
      resource('channel', channel.id, channelParts(channel, store.uploadsOf(channel).filter(isShown).length), parts),
    )
    return listing('channel', items, { total: items.length, size: 5 })
  }

  const playlists: Method = (query, parts) => {
    const id = query.get('id')
    const [channel] = store.channels
    const maker = makerOf(store)
    const privacyStatus = id === PRIVATE_PLAYLIST ? 'private' : 'unlisted'
    const isThere = channel !== undefined && maker !== undefined && (id === PLAYLIST || id === PRIVATE_PLAYLIST)
    if (!isThere) return listing('playlist', [], { total: 0, size: 5 })
    const { thumbnails } = entryParts(nthOfPlaylist(store, channel), channel, {
      playlistId: PLAYLIST,
      ...{ position: 0, reportsGone: true },
    }).snippet as JsonObject
    const snippet = {
      ...{ publishedAt: '2026-05-01T00:00:00Z', channelId: maker.id, channelTitle: maker.title, thumbnails },
      ...{ title: 'Bread, from the start', description: 'In this order. #bread' },
    }
    const itemCount = playlistOf(store, channel).length
    return listing(
      'playlist',
      [resource('playlist', id, { snippet, status: { privacyStatus }, contentDetails: { itemCount } }, parts)],
      {
        ...{ total: 1, size: 5 },
      },
    )
  }

  const playlistItems: Method = (query, parts, owner) => {
    const playlistId = query.get('playlistId') ?? ''
    const { tab = '', id } = /^UU(?<tab>LF|SH|LV)?(?<id>[\w-]{22})$/.exec(playlistId)?.groups ?? {}
    const isMade = playlistId === PLAYLIST
    const channel = isMade ? store.channels[0] : store.channels.find((each) => each.id === `UC${id}`)
    const size = Number(query.get('maxResults') ?? '5')
    if (playlistId === '') return apiError(400, 'missingRequiredParameter', 'No filter selected.')
    if (!Number.isInteger(size) || size < 0 || size > 50)
      return apiError(400, 'invalidParameter', 'Values must be within 0 and 50.')
    if (channel === undefined || (tab !== '' && !store.facts.tabLists)) return NO_LIST
    if (channel.isHidden) return CLOSED_LIST
    const only = TABS[tab]
    const entries = isMade
      ? playlistOf(store, channel)
      : store.uploadsOf(channel).filter((upload) => only === undefined || upload.tab === only)
    if (store.uploadsOf(channel).length === 0) return NO_LIST
    const token = query.get('pageToken')
    const offset = token === null ? 0 : offsetOf(token)
    if (offset === undefined) return BAD_TOKEN
    const page = entries.slice(offset, offset + size)
    const items = page.map((upload, index) => {
      const addedBy = isMade ? makerOf(store) : channel
      const place = { playlistId, position: offset + index, addedBy, reportsGone: store.facts.reportsGone }
      const entryId = Buffer.from(`${playlistId}.${upload.id}`).toString('base64url')
      const entry = entryParts(channel === owner ? asOwned(upload) : upload, channel, place)
      const shown = channel === owner ? { ...entry, status: { privacyStatus: privacyOf(upload) } } : entry
      return resource('playlistItem', entryId, shown, parts)
    })
    const end = offset + size
    return listing('playlistItem', items, {
      total: entries.length,
      size,
      next: end < entries.length ? tokenAt(end) : undefined,
    })
  }

  const videos: Method = (query, parts, owner) => {
    const ids = query.get('id')?.split(',') ?? []
    if (ids.length === 0) return apiError(400, 'missingRequiredParameter', 'No filter selected.')
    if (ids.length > 50) return apiError(400, 'invalidFilters', 'The request specifies an invalid filter parameter.')
    const maxWidth = query.get('maxWidth')
    const items = ids.flatMap((id) =>
      store.channels.flatMap((channel) =>
        store
          .uploadsOf(channel)
          .filter((upload) => upload.id === id && isShown(channel === owner ? asOwned(upload) : upload))
          .map((upload) => {
            const video = videoParts(upload, channel, maxWidth === null ? undefined : Number(maxWidth))
            const status = { ...(video.status as JsonObject), privacyStatus: privacyOf(upload) }
            return resource('video', id, { ...video, status }, parts)
          }),
      ),
    )
    return listing('video', items, { total: items.length, size: items.length })
  }

  const search: Method = (query, parts) => {
    const size = Number(query.get('maxResults') ?? '5')
    // Filters of videos need a type.
    if (query.get('type') !== 'video' || query.get('order') !== 'date')
      return apiError(400, 'invalidSearchFilter', 'The request contains an invalid combination of filters.')
    const token = query.get('pageToken')
    const offset = token === null ? 0 : offsetOf(token)
    if (offset === undefined) return BAD_TOKEN
    const found = foundBy(store, query.get('q') ?? '')
    const items = found
      .slice(offset, offset + size)
      .map(({ upload, channel }) =>
        resource('searchResult', { kind: 'youtube#video', videoId: upload.id }, searchParts(upload, channel), parts),
      )
    const next = offset + size < found.length ? tokenAt(offset + size) : undefined
    // A guess, as is that of the real API.
    return listing('search', items, { total: found.length * 37, size, next })
  }

  const METHODS: ReadonlyMap<string, Method> = new Map([
    ['channels', channels],
    ['playlists', playlists],
    ['playlistItems', playlistItems],
    ['videos', videos],
    ['search', search],
  ])

  return ({ url, headers }: SimulatedRequest): SimulatedResponse => {
    const method = METHODS.get(url.pathname.replace('/youtube/v3/', ''))
    if (method === undefined) return { status: 404, body: '<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>' }
    const token = /^Bearer (?<token>.+)$/.exec(headers.authorization ?? '')?.groups?.token
    const owner = token === undefined ? undefined : store.owners?.(token)
    if (token !== undefined && owner === undefined) return BAD_TOKEN_OF_OWNER
    const key = owner ? PROJECT_OF_TOKENS : (url.searchParams.get('key') ?? headers['x-goog-api-key'])
    if (typeof key !== 'string') return NO_KEY
    if (!owner && !store.keys.has(key)) return BAD_KEY
    const [used, most] = method === search ? [store.searched, store.searchesPerDay] : [store.spent, store.unitsPerDay]
    // A refused call costs a unit, too.
    const spent = (used.get(key) ?? 0) + 1
    used.set(key, spent)
    if (spent > most) return method === search ? NO_SEARCHES : NO_UNITS
    const parts = url.searchParams.get('part')?.split(',')
    if (parts === undefined) return apiError(400, 'missingRequiredParameter', 'Required parameter: part')
    const response = method(url.searchParams, parts, owner)
    if (response.status !== undefined) return response
    const etag = `"${etagOf(response.body)}"`
    const isKnown = store.facts.notModified && headers['if-none-match'] === etag
    return isKnown ? { status: 304, headers: { etag } } : { ...response, headers: { etag, 'cache-control': 'private' } }
  }
}
