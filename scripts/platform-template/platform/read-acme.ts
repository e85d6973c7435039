// Reads users and notes from Acme's API.

import { jsonObject } from '@central-api/service/parsing/json-value.ts'
import { stringOrNull } from '@central-api/service/post/build-post.ts'
import { Refused } from '@central-api/service/upstream/contract/refusal.ts'
import { requireList } from '@central-api/service/upstream/contract/require-list.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '@central-api/service/upstream/contract/source.ts'
import { byLast } from '@central-api/service/upstream/paging/batches.ts'
import { walk } from '@central-api/service/upstream/paging/walk.ts'
import { mapNote } from './map-note.ts'
import { mapUser } from './map-user.ts'
import { API_ORIGIN } from './urls.ts'

const idOf = (note: unknown): string => stringOrNull(jsonObject(note).id) ?? ''

export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const user = jsonObject((await send({ url: `${API_ORIGIN}/users/${handle}` })).json())
  const id = stringOrNull(user.id)
  // A body without an id is not a user.
  if (id === null) throw new Refused('broken')
  return { id, profile: mapUser(user, handle), keep: undefined }
}

export const readPosts = ({ send, handle, variant, after, limit }: PostsRequest<unknown>): Promise<Posts> => {
  const readNotes = async (before: string | undefined) => {
    const query = { limit, before, with: variant === 'media' ? 'pictures' : undefined }
    const response = await send({ url: `${API_ORIGIN}/users/${handle}/notes`, query })
    return requireList(jsonObject(response.json()).notes)
  }
  return walk({
    after,
    limit,
    // The position is the id of a note, so new notes do not shift it.
    anchor: 'post',
    read: byLast(readNotes, idOf, (notes) => notes.length < limit),
    keyOf: idOf,
    textsOf: (note) => [stringOrNull(jsonObject(note).body) ?? ''],
    map: mapNote,
  })
}

export const readPost = async ({ send, match }: PostRequest<unknown>): Promise<PostResponse> => {
  const response = await send({ url: `${API_ORIGIN}/notes/${match.id}`, about: 'post' })
  const post = mapNote(response.json())
  if (post === null) throw new Refused('broken')
  return { post, answer: response }
}
