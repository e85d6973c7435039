// The simulated server's hashtags, a channel and a clip: notes of two authors. Every second one is tagged `bread` and in
// the channel, every third one is tagged `rye` and in the clip.

import { type JsonObject, jsonList } from '@central-api/service/parsing/json-value.ts'
import type { SimulatedResponse } from '../suite/simulator.ts'
import { type Note, userLite } from './simulated-notes.ts'

export const CHANNEL_ID = '9chan00001'
export const CLIP_ID = '9clip00001'
/** Somebody's clip that is not public. */
export const PRIVATE_CLIP_ID = '9clip00002'

const SEED = userLite({ id: '9zzz000010', name: 'Seed', username: 'seed', host: 'far.example' })

const numberOf = ({ id }: Note): number => Number.parseInt(id.slice(3), 36)

/** A renote has no text, so no hashtags. */
const tagsOf = (note: Note): readonly string[] =>
  note.renoteId !== null && note.text === null
    ? []
    : [...(numberOf(note) % 2 === 0 ? ['bread'] : []), ...(numberOf(note) % 3 === 0 ? ['rye'] : [])]

export const isInChannel = (note: Note): boolean => numberOf(note) % 2 === 0
export const isInClip = (note: Note): boolean => numberOf(note) % 3 === 0

export const isTagged =
  (any: readonly string[], all: readonly string[] = [], none: readonly string[] = []) =>
  (note: Note): boolean => {
    const tags = tagsOf(note)
    const has = (tag: string) => tags.includes(tag)
    return any.some(has) && all.every(has) && !none.some(has)
  }

/** As in lists of many authors: by one of two, with the hashtags. */
const dressed = (note: Note): Note => ({
  ...note,
  ...(tagsOf(note).length > 0 && { tags: [...jsonList(note.tags), ...tagsOf(note)] }),
  ...(numberOf(note) % 4 === 0 && { user: SEED, userId: SEED.id }),
})

const CHANNEL: JsonObject = {
  ...{ id: CHANNEL_ID, createdAt: '2024-02-03T04:05:06.000Z', lastNotedAt: '2026-05-01T00:00:00.000Z' },
  ...{ name: 'Kiln & glaze', description: 'All about **kilns**', userId: '9abc000001', isArchived: false },
  ...{ bannerUrl: 'https://files.example/kiln.webp', pinnedNoteIds: [], color: '#86b300' },
  ...{ usersCount: 12, notesCount: 345, isSensitive: false, allowRenoteToExternal: true },
}
const CLIP: JsonObject = {
  ...{ id: CLIP_ID, createdAt: '2025-02-03T04:05:06.000Z', lastClippedAt: '2026-05-01T00:00:00.000Z' },
  ...{ userId: '9abc000001', user: userLite(), name: 'Best pots', description: 'Look', isPublic: true },
  ...{ favoritedCount: 3, notesCount: 30 },
}

const refusal = (code: string, message: string, id: string): SimulatedResponse => ({
  status: 400,
  body: { error: { message, code, id, kind: 'client' } },
})
const NO_CHANNEL = refusal('NO_SUCH_CHANNEL', 'No such channel.', '4d0eeeba-a02c-4c3c-9966-ef60d38d2e7f')
const NO_CLIP = refusal('NO_SUCH_CLIP', 'No such clip.', '1d7645e6-2b6d-4635-b0fe-fe22b0e72e00')
/** The server limits lists to 100 notes. */
const INVALID = refusal('INVALID_PARAM', 'Invalid param.', '3d81ceae-475f-4600-b2a8-2bc116157532')

const list = (notes: readonly Note[], { untilId, limit }: JsonObject): SimulatedResponse => {
  const most = Number(limit ?? 10)
  if (most > 100) return INVALID
  const older = notes.filter(({ id }) => typeof untilId !== 'string' || id < untilId)
  return { body: older.slice(0, most).map(dressed) }
}

/** `tag`, or `query`: any of lists of which each has to match whole. */
const matchOf = ({ tag, query }: JsonObject): ((note: Note) => boolean) => {
  const sets = typeof tag === 'string' ? [[tag]] : (jsonList(query) as readonly (readonly string[])[])
  return (note) => sets.some((set) => set.every((each) => isTagged([each])(note)))
}

/** `notes`: newest first. undefined for another endpoint. */
export const respondWithPlace = (
  endpoint: string,
  body: JsonObject,
  notes: readonly Note[],
): SimulatedResponse | undefined => {
  if (endpoint === 'channels/show') return body.channelId === CHANNEL_ID ? { body: CHANNEL } : NO_CHANNEL
  if (endpoint === 'clips/show') return body.clipId === CLIP_ID ? { body: CLIP } : NO_CLIP
  if (endpoint === 'channels/timeline')
    return body.channelId === CHANNEL_ID ? list(notes.filter(isInChannel), body) : NO_CHANNEL
  if (endpoint === 'clips/notes') return body.clipId === CLIP_ID ? list(notes.filter(isInClip), body) : NO_CLIP
  if (endpoint !== 'notes/search-by-tag') return undefined
  const withFiles = (note: Note) => body.withFiles !== true || jsonList(note.files).length > 0
  return list(
    notes.filter((note) => matchOf(body)(note) && withFiles(note)),
    body,
  )
}
