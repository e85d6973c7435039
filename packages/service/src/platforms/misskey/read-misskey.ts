// Reads an account, a page of its notes, and one note. All calls are POSTs that only read.

import { ApiError } from '../../errors.ts'
import { hostName } from '../../parsing/host-name.ts'
import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import type { Call, Send } from '../../upstream/contract/call.ts'
import { isRefused, Refused } from '../../upstream/contract/refusal.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { byLast } from '../../upstream/paging/batches.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { splitActor } from '../../urls/actor.ts'
import { findActor, LOOKUP_STATUSES, type LookUp, readLookup } from '../../urls/find-actor.ts'
import { requestUnknownHost } from '../../urls/request-unknown-host.ts'
import { isPublic, mapNote, textsOf } from './map-note.ts'
import { mapProfile, pinsOf } from './map-user.ts'

type Settings = unknown

/** What pages of notes need to know about their account. */
export type Keep = {
  readonly host: string
  readonly id: string
  readonly pins: readonly string[]
  /** Only its owner can let it be read. */
  readonly requiresLogin?: true
}

/** What an owner agreed to besides public notes. */
export type Shown = { readonly showsFollowers: boolean }
const PUBLIC_ONLY: Shown = { showsFollowers: false }

export const MAX_NOTES = 100
const BAD_REQUEST = 400
export const NOTE_ID = /^[0-9A-Za-z]{1,64}$/

export const callTo = (host: string, endpoint: string, json: JsonObject): Call => ({
  url: `https://${host}/api/${endpoint}`,
  body: { json },
})

/** Throws Refused: `absent`, `hidden` (the account requires a login), `closed` (the server requires a login). */
export const readAccount = async ({
  send,
  handle: requestedHandle,
}: AccountRequest<Settings>): Promise<Account<Keep>> => {
  const { place, found: user } = await findActor(send, splitActor(requestedHandle), (name, host) =>
    lookUp(send, name, host),
  )
  const { name, host } = place
  const handle = `${name}@${host}`
  const requiresLogin = user.requireSigninToViewContents === true
  const keep = {
    ...{ host, id: stringOrNull(user.id) ?? '', pins: pinsOf(user) },
    ...(requiresLogin && ({ requiresLogin } as const)),
  }
  const profile = mapProfile({ ...user, movedTo: await findMoved(send, user.movedTo, host) }, handle, host)
  return { id: handle, handle, profile, keep }
}

/** The account that this one moved to, looked up by its id. Falls back to the reported value. */
const findMoved = async (send: Send, movedTo: unknown, host: string): Promise<unknown> => {
  if (typeof movedTo !== 'string' || !NOTE_ID.test(movedTo)) return movedTo
  try {
    return (await send(callTo(host, 'users/show', { userId: movedTo }))).json()
  } catch (error) {
    if (!isRefused(error)) throw error
    return movedTo
  }
}

const lookUp = async (send: Send, name: string, host: string): Promise<LookUp<JsonObject>> => {
  const call = callTo(host, 'users/show', { username: name, host: null })
  const response = await send({ ...call, redirect: 'answer', answers: LOOKUP_STATUSES })
  return readLookup(response, host, 'absent', (user) => (stringOrNull(user.id) === null ? undefined : user))
}

type Selection = {
  readonly query: JsonObject
  /** Additional filters for servers before 2023.10. */
  readonly older?: JsonObject
  readonly matches: (post: PlatformPost, userId: string) => boolean
}

const isOwn = ({ repostOf }: PlatformPost) => repostOf === null
/** A reply to oneself continues a thread. */
const isNoReplyToOthers = ({ replyTo }: PlatformPost, userId: string) =>
  replyTo === null || replyTo.author?.id === userId

const WITH_REPLIES = { includeReplies: true }

/** Variant → query. Servers support different filters, so each is applied here as well. */
const SELECTIONS: ReadonlyMap<string, Selection> = new Map<string, Selection>([
  [
    'posts',
    {
      query: { withRenotes: false, withReplies: false },
      matches: (post, id) => isOwn(post) && isNoReplyToOthers(post, id),
    },
  ],
  ['replies', { query: { withRenotes: false, withReplies: true }, older: WITH_REPLIES, matches: isOwn }],
  [
    'media',
    // Servers refuse `withFiles` together with replies.
    { query: { withRenotes: false, withFiles: true }, matches: (post) => isOwn(post) && post.media.length > 0 },
  ],
  ['all', { query: { withRenotes: true, withReplies: true }, older: WITH_REPLIES, matches: () => true }],
])

export const readPosts = (request: PostsRequest<Settings, Keep>): Promise<Posts> => readNotes(request, PUBLIC_ONLY)

export const readNotes = async (
  { send, now, variant, after, limit, account }: PostsRequest<Settings, Keep>,
  { showsFollowers }: Shown,
): Promise<Posts> => {
  const { keep } = await account()
  const { host } = keep
  const { query, older, matches }: Selection = SELECTIONS.get(variant) ?? { query: {}, matches: () => true }
  const read = async (untilId: string | undefined): Promise<readonly unknown[]> => {
    if (untilId !== undefined && !NOTE_ID.test(untilId)) throw new Refused('invalid_cursor')
    const from = { userId: keep.id, limit: Math.min(limit, MAX_NOTES), ...(untilId !== undefined && { untilId }) }
    const current = { ...query, withChannelNotes: false, allowPartial: true }
    // Most servers ignore unknown filters. A server that refuses them gets only the filters of its time.
    for (const filters of [...(older ? [{ ...current, ...older }] : []), current, { ...older }]) {
      const response = await send({ ...callTo(host, 'users/notes', { ...from, ...filters }), answers: [BAD_REQUEST] })
      if (response.status === BAD_REQUEST) continue
      const notes = response.json()
      if (!Array.isArray(notes)) throw new Refused('broken')
      return notes
    }
    throw new Refused('broken')
  }
  return walk({
    after,
    limit,
    anchor: 'post',
    // Servers filter after cutting the batch, so only an empty batch is the last one.
    read: byLast(read, idOf),
    map: (note) => mapNote(note, { host, now: now(), pins: keep.pins, showsFollowers }),
    keyOf: (note) => String(idOf(note)),
    timeOf: (note) => parseTime(jsonObject(note).createdAt),
    textsOf,
    wants: (post) => matches(post, keep.id),
  })
}

export const idOf = (note: unknown): string | undefined => stringOrNull(jsonObject(note).id) ?? undefined

/** Throws Refused: `absent`, `hidden`; ApiError `unsupported_post_url` when the host is not a Misskey server. */
export const readPost = (request: PostRequest<Settings>): Promise<PostResponse> => readNote(request, PUBLIC_ONLY)

/** `check`: throws if the note must not be shown. */
export const readNote = async (
  { send, now, match }: PostRequest<Settings>,
  { showsFollowers, check }: Shown & { readonly check?: (note: unknown) => void },
): Promise<PostResponse> => {
  const host = hostName(match.host ?? '')
  if (host === undefined) throw new ApiError('unsupported_post_url')
  const isNote = ({ id, userId }: JsonObject) => typeof id === 'string' && typeof userId === 'string'
  const response = await requestUnknownHost(send, callTo(host, 'notes/show', { noteId: match.id ?? '' }), isNote)
  const note = response.json()
  check?.(note)
  const post = mapNote(note, { host, now: now(), showsFollowers })
  if (post === null) throw new Refused(isPublic(note) ? 'absent' : 'hidden', { about: 'post' })
  return { post, answer: response }
}
