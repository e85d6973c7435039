// Reads the account of a token, its pins, and sections of its boards. The API returns no other account's pins.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildAuthor, stringOrNull } from '../../post/build-post.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import type { Call, Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { byToken } from '../../upstream/paging/batches.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { canonicalizeName, sectionOf } from './canonicalize-name.ts'
import { mapAccount, mapPin } from './map-pin.ts'
import { type Keep, readSection, readSectionPins } from './read-section.ts'
import { API } from './urls.ts'

/** Throws Refused (`credential_refused`) when the token belongs to another account than the setting says. */
export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<Keep>> => {
  const section = sectionOf(handle)
  if (section !== undefined) return readSection(send, section, handle)
  return { id: handle, profile: await requestProfile(send, handle), keep: undefined }
}

const requestProfile = async (send: Send, handle: string, more: Partial<Call> = {}): Promise<PlatformProfile> => {
  const account = jsonObject((await send({ url: `${API}/v5/user_account`, ...more })).json())
  const name = stringOrNull(account.username)
  if (name === null) throw new Refused('broken')
  if (canonicalizeName(name) !== handle)
    throw new Refused('credential_refused', { message: 'The token of this account belongs to another account.' })
  return mapAccount(account, handle)
}

type Item = { readonly pin: JsonObject; readonly author: Author }

const FILTERS: ReadonlyMap<string, string> = new Map([
  ['created', 'exclude_repins'],
  ['saved', 'exclude_native'],
])

export const readPosts = async (request: PostsRequest<unknown, Keep>): Promise<Posts> => {
  const section = sectionOf(request.handle)
  if (section === undefined) return readPins(request)
  const { keep } = await request.account()
  if (keep === undefined) throw new Refused('broken')
  return readSectionPins(request, keep.pins, section)
}

const readPins = ({ send, variant, after, limit, account }: PostsRequest<unknown, Keep>): Promise<Posts> =>
  walk<Item>({
    after,
    limit,
    anchor: 'post',
    keyOf: ({ pin }) => String(pin.id),
    timeOf: ({ pin }) => parseTime(pin.created_at),
    map: ({ pin, author }) => mapPin(pin, author),
    read: byToken(async (bookmark) => {
      const query = { page_size: limit, pin_metrics: 'true', pin_filter: FILTERS.get(variant), bookmark }
      const [response, { profile }] = await Promise.all([send({ url: `${API}/v5/pins`, query }), account()])
      const { items, bookmark: next } = jsonObject(response.json())
      const author = buildAuthor(profile)
      return {
        items: requireList(items).map((pin) => ({ pin: jsonObject(pin), author })),
        next: stringOrNull(next) ?? undefined,
      }
    }),
  })

/** A pin of a connected account, or on a board that it shares. */
export const readPost = async ({ send, match, accounts }: PostRequest<unknown>): Promise<PostResponse> => {
  const [handle = ''] = accounts
  const response = await send({ url: `${API}/v5/pins/${match.id}`, query: { pin_metrics: 'true' }, about: 'post' })
  const pin = jsonObject(response.json())
  const boardOwner = stringOrNull(jsonObject(pin.board_owner).username)
  // On a shared board, each member may read the pins of the others.
  if (pin.is_owner === false && boardOwner !== null && canonicalizeName(boardOwner) !== handle)
    throw new Refused('closed')
  const post = mapPin(pin, buildAuthor(await requestProfile(send, handle, { revalidate: true })))
  if (post === null) throw new Refused('broken')
  return { post, answer: response }
}
