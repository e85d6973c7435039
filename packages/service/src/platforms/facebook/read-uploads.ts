// Reads an album, and what a Page has besides its posts: photos, videos, and posts by others that tag it.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byTokenOfFewer } from '../../upstream/paging/request-fewer.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { type GraphError, graphUrl, requestFields } from '../meta/graph.ts'
import { mapPost, mapSender } from './map-post.ts'
import { mapAlbum, mapPhoto, mapVideo } from './map-upload.ts'
import { type Edge, readEdge } from './read-edge.ts'
import { limitOf, POST_FIELDS, type Settings, throwForUnknown } from './read-page.ts'

const COMMENTS = 'comments.limit(0).summary(total_count)'
const PLAIN_PHOTO = 'id,name,images,created_time,link,from{id,name}'
const PHOTO = `${PLAIN_PHOTO},alt_text,alt_text_custom,reactions.limit(0).summary(total_count),${COMMENTS}`
const PLAIN_VIDEO = 'id,title,description,created_time,length,picture,permalink_url,from{id,name}'
const VIDEO = `${PLAIN_VIDEO},source,published,format,likes.limit(0).summary(total_count),${COMMENTS}`
/** Only albums have a count. */
const PLAIN_ALBUM = 'id,name,link,count'
const ALBUM = `${PLAIN_ALBUM},description,created_time,from{id,name},cover_photo{images}`

type Stream = Omit<Edge, 'path'> & {
  readonly edge: string
  readonly map: (item: JsonObject) => PlatformPost | null
}

const PHOTOS: Stream = { edge: 'photos', fields: [PHOTO, PLAIN_PHOTO], map: mapPhoto }

/** Variant → what it reads. */
const STREAMS: ReadonlyMap<string, Stream> = new Map<string, Stream>([
  ['uploaded_photos', { ...PHOTOS, query: { type: 'uploaded' } }],
  ['uploaded_videos', { edge: 'videos', fields: [VIDEO, PLAIN_VIDEO], query: { type: 'uploaded' }, map: mapVideo }],
  // Facebook omits the author if it is a person.
  ['tagged', { edge: 'tagged', fields: POST_FIELDS, map: (post) => mapPost(post, mapSender(post.from)) }],
])

export const isStream = (variant: string): boolean => STREAMS.has(variant)

/** Positions belong to a photo, a video or a post. The order is Facebook’s. */
export const readStream = async (request: PostsRequest<Settings>): Promise<Posts> => {
  const { after, limit, variant, account } = request
  const stream = STREAMS.get(variant)
  if (stream === undefined) throw new Refused('broken')
  const { edge, map, ...list } = stream
  const path = `${(await account()).id}/${edge}`
  return walk<JsonObject>({
    ...{ after, limit, anchor: 'post', map },
    read: byTokenOfFewer(limitOf(request), (kept, size) => readEdge(request, { ...list, path }, kept, size)),
    keyOf: ({ id }) => String(id),
  })
}

/** An id of something else, such as a Page, has no fields of an album. */
const throwForAlbum =
  (send: Send, settings: Settings) =>
  async (error: GraphError): Promise<never> => {
    if (/\bon node type \((?!Album\))/.test(error.message)) throw new Refused('absent')
    return throwForUnknown(send, settings)(error)
  }

/** Throws Refused: `absent`, `broken`, `credential_lacks_scope`. */
export const readAlbum = async (
  { send, settings }: Pick<AccountRequest<Settings>, 'send' | 'settings'>,
  album: string,
): Promise<Account<undefined>> => {
  const callFor = (fields: string) => ({ url: graphUrl(settings, album), query: { fields } })
  const { body } = await requestFields(send, callFor, [ALBUM, PLAIN_ALBUM], { onError: throwForAlbum(send, settings) })
  if (stringOrNull(body.id) !== album) throw new Refused('broken')
  const named = { id: `collection album ${album}`, handle: `album/${album}` }
  return { ...named, profile: mapAlbum(jsonObject(body), named), keep: undefined }
}

/** In the order of the album. */
export const readAlbumPhotos = (request: PostsRequest<Settings>, album: string): Promise<Posts> => {
  const { after, limit } = request
  const list = { path: `${album}/${PHOTOS.edge}`, fields: PHOTOS.fields }
  return walkUnsorted<JsonObject>({
    ...{ after, limit, map: PHOTOS.map },
    read: byTokenOfFewer(limitOf(request), (kept, size) => readEdge(request, list, kept, size)),
    keyOf: ({ id }) => String(id),
  })
}
