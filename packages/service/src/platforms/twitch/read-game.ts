// Reads a category of Twitch, which the API calls a game: its name, its newest videos, its clips.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { dataOf, MAX_ITEMS, requestHelix } from './call-helix.ts'
import { type Game, isNamed } from './canonicalize-game.ts'
import { mapClip, mapGame, mapVideo } from './map-video.ts'

/** Throws Refused: `absent`. */
export const readGame = async (send: Send, game: Game): Promise<Account<undefined>> => {
  const found = await ('id' in game ? findById(send, game.id) : findBySlug(send, game.slug))
  const profile = mapGame(found ?? {})
  if (profile?.id == null) throw new Refused('absent')
  return { id: profile.id, handle: profile.handle, profile, keep: undefined }
}

const findById = async (send: Send, id: string): Promise<JsonObject | undefined> =>
  dataOf(await requestHelix(send, 'games', { query: { id } }))[0]

/** The search also finds categories with more words, or only some of them. */
const findBySlug = async (send: Send, slug: string): Promise<JsonObject | undefined> => {
  const query = { query: slug.replaceAll('-', ' '), first: MAX_ITEMS }
  const found = dataOf(await requestHelix(send, 'search/categories', { query }))
  return found.find(({ name }) => isNamed(stringOrNull(name) ?? '', slug))
}

type GameRequest = Pick<PostsRequest<unknown>, 'send' | 'after' | 'limit' | 'account'>

/** `type`: the API's type of video; undefined for clips. */
export const readGamePosts = async (request: GameRequest, type: string | undefined): Promise<Posts> => {
  const { handle = '' } = await request.account()
  const id = handle.replace('game/', '')
  return type === undefined ? readClips(request, id) : readVideos(request, id, type)
}

/** The API has cursors for the videos of a channel only, so a game has one page. */
const readVideos = ({ send, after, limit }: GameRequest, id: string, type: string): Promise<Posts> =>
  walk<JsonObject>({
    ...{ after, limit, anchor: 'post', map: mapVideo },
    async read() {
      const query = { game_id: id, type, sort: 'time', period: 'all', first: MAX_ITEMS }
      return { items: dataOf(await requestHelix(send, 'videos', { query })), next: undefined }
    },
    keyOf: ({ id: video }) => String(video),
    timeOf: (video) => parseTime(video.published_at),
  })

/** Clips change places while they are viewed. After about 1,000, the API returns the same ones under new cursors. */
const readClips = ({ send, after, limit }: GameRequest, id: string): Promise<Posts> =>
  walkUnsorted<JsonObject>({
    ...{ after, limit, map: mapClip },
    async read(cursor) {
      const query = { game_id: id, first: Math.min(limit, MAX_ITEMS), after: cursor }
      // The previous page succeeded, so a 400 means a bad cursor.
      const response = await requestHelix(send, 'clips', { query, answers: cursor === undefined ? [] : [400] })
      if (response.status === 400) throw new Refused('invalid_cursor')
      const next = stringOrNull(jsonObject(jsonObject(response.json()).pagination).cursor)
      return { items: dataOf(response), next: next ?? undefined }
    },
    keyOf: ({ id: clip }) => String(clip),
  })
