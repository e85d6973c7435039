// Reads feeds, lists and starter packs. A feed is ranked by a server of its author’s; a list is newest first.
// https://docs.bsky.app/docs/api/app-bsky-feed-get-feed, https://docs.bsky.app/docs/api/app-bsky-feed-get-list-feed

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { PlatformProfile } from '../../post/post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byToken } from '../../upstream/paging/batches.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { RANKED_PAGES, walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { bodyOf, callAppView } from './call-appview.ts'
import { COLLECTIONS, type Place, placeOf } from './canonicalize-place.ts'
import { mapFeed, mapList, mapPack } from './map-place.ts'
import { mapFeedItem, reasonOf, uriOf } from './map-post.ts'
import { resolveActor } from './resolve-actor.ts'

/** The URI of the feed, or of the list behind a starter pack. */
export type Listed = { readonly uri: string }

/** A list of accounts to read. A `modlist` names accounts to mute or block. */
const READABLE: ReadonlySet<unknown> = new Set(['app.bsky.graph.defs#curatelist', 'app.bsky.graph.defs#referencelist'])
const MODERATION = 'This list names accounts to mute or block. The service does not show their posts.'

type Found = { readonly view: JsonObject; readonly uri: unknown }

const FINDERS: Readonly<Record<Place['is'], (send: Send, uri: string) => Promise<Found>>> = {
  async feed(send, uri) {
    const { view } = bodyOf(await callAppView(send, 'app.bsky.feed.getFeedGenerator', { feed: uri }))
    return { view: jsonObject(view), uri }
  },
  async list(send, uri) {
    const view = jsonObject(bodyOf(await callAppView(send, 'app.bsky.graph.getList', { list: uri, limit: 1 })).list)
    if (!READABLE.has(view.purpose) && typeof view.purpose === 'string')
      throw new Refused('unsupported', { message: MODERATION, details: { kind: 'list' } })
    return { view, uri }
  },
  async pack(send, uri) {
    const { starterPack } = bodyOf(await callAppView(send, 'app.bsky.graph.getStarterPack', { starterPack: uri }))
    const view = jsonObject(starterPack)
    return { view, uri: jsonObject(view.list).uri ?? jsonObject(view.record).list }
  },
}

const MAPPINGS: Readonly<
  Record<Place['is'], (view: unknown, named: Parameters<typeof mapFeed>[1]) => PlatformProfile>
> = {
  feed: mapFeed,
  list: mapList,
  pack: mapPack,
}

/** Throws Refused: `absent`, `unsupported`. */
export const readPlace = async ({ send }: AccountRequest<unknown>, place: Place): Promise<Account<Listed>> => {
  const { is, key } = place
  const did = await resolveActor(send, place.actor, 'profile')
  const { view, uri } = await FINDERS[is](send, `at://${did}/${COLLECTIONS[is]}/${key}`)
  if (typeof view.uri !== 'string' || typeof uri !== 'string') throw new Refused('broken')
  const handle = `${did}/${is}/${key}`
  const id = `${is === 'feed' ? 'feed' : 'list'} ${handle}`
  return { id, handle, profile: MAPPINGS[is](view, { handle, id, did, key }), keep: { uri } }
}

export const readPlacePosts = async (request: PostsRequest<unknown, Listed>): Promise<Posts> => {
  const { send, limit, after } = request
  const { keep } = await request.account()
  const isFeed = placeOf(request.handle)?.is === 'feed'
  const query = isFeed ? { feed: keep.uri } : { list: keep.uri }
  const method = isFeed ? 'app.bsky.feed.getFeed' : 'app.bsky.feed.getListFeed'
  const read = async (cursor: string | undefined): Promise<Batch<unknown>> => {
    const body = bodyOf(await callAppView(send, method, { ...query, limit, cursor }))
    return { items: requireList(body.feed), next: stringOrNull(body.cursor) ?? undefined }
  }
  const common = {
    ...{ after, limit, keyOf, read: byToken(read), map: (item: unknown) => mapFeedItem(item, null) },
    // Hidden posts leave gaps. Filling them would take another call for each page.
    mostReads: 1,
  }
  // The cursor of a list is a time, so new posts do not shift it.
  return isFeed ? walkUnsorted({ ...common, mostPages: RANKED_PAGES }) : walk({ ...common, anchor: 'post' })
}

/** A post, and each repost of it, are different items. */
const keyOf = (item: unknown): string => {
  const { uri, by } = reasonOf(item)
  return stringOrNull(uri) ?? `${uriOf(item)} ${String(jsonObject(by).did)}`
}
