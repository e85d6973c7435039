// Simulates servers of Misskey and its forks by host: an open one, an old one without the newer filters, and one that
// requires a login. For tests and benchmarks only.

import { type JsonObject, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { believed, type Facts } from '../suite/facts.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import { HOST, type Note, nthNote, USER_ID, userDetailed } from './simulated-notes.ts'
import { respondWithPlace } from './simulated-places.ts'

/** Unverified assumptions about the API. Tests try every value. */
export const FACTS = {
  /** Handling of unknown parameters. */
  unknownParameters: ['ignored', 'refused'],
  /** Spelling of `tags` of a note. */
  tags: ['small', 'as written'],
  /** Field for the time of an edit. */
  edited: ['none', 'updatedAt'],
  /** Error for a note that requires a login. */
  forMembers: ['SIGNIN_REQUIRED', 'CONTENT_RESTRICTED_BY_USER', 'CONTENT_RESTRICTED_BY_SERVER'],
  /** Response of a server that requires a login. */
  closed: [
    { status: 401, code: 'CREDENTIAL_REQUIRED' },
    { status: 401, code: 'AUTHENTICATION_FAILED' },
    { status: 403, code: 'AUTHENTICATION_FAILED' },
  ],
  /** Whether errors have the known ids. */
  errorIds: ['known', 'other'],
  /** Response for an unknown endpoint. */
  unknownEndpoint: ['UNKNOWN_API_ENDPOINT', 'page'],
} as const

type MisskeyFacts = Facts<typeof FACTS>

export type MisskeySimulator = Simulator & {
  suppose(facts: Partial<MisskeyFacts>): void
  /** Current ids of matching notes. */
  idsOf(matches: (note: Note) => boolean): readonly string[]
  pin(...ids: readonly string[]): void
  /** Body of the last request. */
  lastBody(): JsonObject
}

const refusal = (status: number, code: string, message: string, id: string): SimulatedResponse => ({
  status,
  body: { error: { message, code, id, kind: 'client' } },
})
const NO_USER = refusal(404, 'NO_SUCH_USER', 'No such user.', '4362f8dc-731f-4ad8-a694-be5a88922a24')
const NO_NOTE = refusal(400, 'NO_SUCH_NOTE', 'No such note.', '24fcbfc6-2e37-42b6-8388-c29b3861a08d')
const BOTH = refusal(
  400,
  'BOTH_WITH_REPLIES_AND_WITH_FILES',
  'Specifying both is not supported',
  '91c8cb9f-36ed-46e7-9ca2-7df96ed6e222',
)

/** Requires a login. */
export const MEMBERS_NOTE = 'a1zmembers'
/** Parameters of lists. */
const PARAMETERS = new Set([
  ...['userId', 'limit', 'untilId', 'allowPartial', 'withReplies', 'withRenotes', 'withFiles', 'withChannelNotes'],
])
const OLD_PARAMETERS = new Set(['userId', 'limit', 'untilId', 'withFiles', 'includeReplies', 'includeMyRenotes'])
const EDITED = '2026-06-01T00:00:00.000Z'

const capitalized = (tag: unknown): string => String(tag).replace(/^./u, (first) => first.toUpperCase())

export const isRenote = (note: Note): boolean => note.renoteId !== null && note.text === null
export const isSeen = (note: Note): boolean => note.isHidden !== true
const isReply = ({ replyId, reply }: Note): boolean => replyId !== null && jsonObject(reply).userId !== USER_ID
export const isOwnNote = (note: Note): boolean => isSeen(note) && !isRenote(note) && !isReply(note)

/** The server's id of the account that `moved` moved to. */
export const NEW_ID = '9zzz000009'

const OLD_HOST = 'old.example'
const CLOSED_HOST = 'closed.example'
/** A host with an API that has none of the endpoints. */
const BARE_HOST = 'bare.example'
const PAGE: SimulatedResponse = { status: 404, body: '<!doctype html><title>Not found</title>' }

const withOtherId = (response: SimulatedResponse): SimulatedResponse => {
  const { error } = jsonObject(response.body)
  return error === undefined ? response : { ...response, body: { error: { ...jsonObject(error), id: 'other' } } }
}

export const startMisskey = async (): Promise<MisskeySimulator> => {
  const notes = Array.from({ length: 90 }, (_, index) => nthNote(index)).reverse()
  let facts: MisskeyFacts = believed(FACTS)
  let pinned: readonly string[] = []
  let lastBody: JsonObject = {}

  const noteBody = (note: Note): Note => ({
    ...note,
    ...(facts.tags === 'as written' && Array.isArray(note.tags) && { tags: note.tags.map(capitalized) }),
    ...(facts.edited === 'updatedAt' && { updatedAt: EDITED }),
  })

  const show = ({ username, userId }: JsonObject): SimulatedResponse => {
    if (userId === NEW_ID) return { body: userDetailed([], { id: NEW_ID, username: 'lea', host: 'far.example' }) }
    if (username === 'moved') return { body: userDetailed([], { username, movedTo: NEW_ID }) }
    if (username === 'lost') return { body: userDetailed([], { username, movedTo: '9zzz000404' }) }
    if (username === 'shy') return { body: userDetailed([], { username, requireSigninToViewContents: true }) }
    if (username === 'banned') return { body: userDetailed([], { username, isSuspended: true }) }
    return username === 'nao' ? { body: userDetailed(pinned) } : NO_USER
  }

  /** Filters after cutting the batch, so pages are short and may be empty. */
  const list = (body: JsonObject, isOld: boolean): SimulatedResponse => {
    if (body.userId !== USER_ID)
      return refusal(400, 'NO_SUCH_USER', 'No such user.', '27e494ba-2ac2-48e8-893b-10d4d8c2387b')
    const known = isOld ? OLD_PARAMETERS : PARAMETERS
    if (facts.unknownParameters === 'refused' && Object.keys(body).some((name) => !known.has(name)))
      return refusal(400, 'INVALID_PARAM', 'Invalid param.', '3d81ceae-475f-4600-b2a8-2bc116157532')
    if (body.withReplies === true && body.withFiles === true) return BOTH
    const until = body.untilId
    const limit = Math.min(100, Number(body.limit ?? 10))
    const older = notes.filter(({ id }) => typeof until !== 'string' || id < until)
    if (isOld) return { body: older.slice(0, limit).map(noteBody) }
    const slice = older.slice(0, limit)
    const kept = slice.filter(
      (note, at) =>
        // Always keeps one note, because an empty page would be the end.
        at === slice.length - 1 ||
        ((body.withRenotes !== false || !isRenote(note)) &&
          (body.withReplies === true || !isReply(note)) &&
          (body.withFiles !== true || (note.files as readonly unknown[]).length > 0)),
    )
    return { body: kept.map(noteBody) }
  }

  const one = ({ noteId }: JsonObject): SimulatedResponse => {
    const found = notes.find(({ id }) => id === noteId)
    if (noteId === MEMBERS_NOTE)
      return refusal(400, facts.forMembers, 'Signin required.', '8e75455b-738c-471d-9f80-62693f33372e')
    return found ? { body: noteBody(found) } : NO_NOTE
  }

  const feed = (): SimulatedResponse => {
    const entries = notes
      .filter(isOwnNote)
      .slice(0, 20)
      .map(
        ({ id, createdAt }) =>
          `<entry><title>New note by Nao</title><id>https://${HOST}/notes/${id}</id><updated>${createdAt}</updated><link href="https://${HOST}/notes/${id}"/><content type="html">Plain &amp;lt;3</content></entry>`,
      )
    const body = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Nao (@nao@${HOST})</title><subtitle>340 Notes, 12 Following, ? Followers · Hi there</subtitle><generator>Misskey</generator><link rel="alternate" href="https://${HOST}/@nao"/><id>https://${HOST}/@nao</id>${entries.join('')}</feed>`
    return { body, headers: { 'content-type': 'application/atom+xml; charset=utf-8' } }
  }

  const api = ({ method, url, body: text, host }: SimulatedRequest): SimulatedResponse => {
    if (method !== 'POST') return { status: 405, body: '' }
    if (host === CLOSED_HOST) {
      const { status, code } = facts.closed
      const response = refusal(status, code, 'Credential required.', '1384574d-a912-4b81-8601-c7b1c4085df1')
      return { ...response, headers: { 'www-authenticate': 'Bearer realm="Misskey"' } }
    }
    const body = jsonObject(JSON.parse(text))
    lastBody = body
    const endpoint = host === BARE_HOST ? '' : url.pathname.slice('/api/'.length)
    if (endpoint === 'users/show') return show(body)
    if (endpoint === 'users/notes') return list(body, host === OLD_HOST)
    if (endpoint === 'notes/show') return one(body)
    const place = respondWithPlace(endpoint, body, notes)
    if (place) return place
    if (facts.unknownEndpoint === 'page') return PAGE
    return refusal(404, 'UNKNOWN_API_ENDPOINT', 'Unknown API endpoint.', '2ca3b769-540a-4f08-9dd5-b5a825b6d0f1')
  }

  const upstream = await startUpstream((request) => {
    const { host, url } = request
    const isServer = [HOST, OLD_HOST, CLOSED_HOST, BARE_HOST].includes(host)
    if (isServer && host !== BARE_HOST && url.pathname === '/@nao.atom') return feed()
    if (isServer && url.pathname.startsWith('/api/')) {
      const response = api(request)
      return facts.errorIds === 'other' ? withOtherId(response) : response
    }
    return PAGE
  })

  const idsOf = (matches: (note: Note) => boolean) => notes.filter(matches).map(({ id }) => id)
  return {
    ...upstream,
    handle: `nao@${HOST}`,
    missing: `nobody@${HOST}`,
    hidden: `shy@${HOST}`,
    ids: () => idsOf(isOwnNote),
    idsOf,
    suppose(more) {
      facts = { ...facts, ...more }
    },
    pin: (...ids) => {
      pinned = ids
    },
    lastBody: () => lastBody,
    publish(count) {
      for (let more = 0; more < count; more += 1) notes.unshift(nthNote(notes.length))
    },
  }
}
