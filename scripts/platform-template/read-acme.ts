// Users and notes as Acme's API gives them.

import { jsonObject } from '../../packages/service/src/parsing/json-value.ts'
import { Refused } from '../../packages/service/src/platforms/contract/refusal.ts'
import { requireList } from '../../packages/service/src/platforms/contract/require-list.ts'
import type {
  Account,
  AccountRequest,
  PostAnswer,
  PostRequest,
  Posts,
  PostsRequest,
} from '../../packages/service/src/platforms/contract/source.ts'
import { byLast } from '../../packages/service/src/platforms/paging/batches.ts'
import { walk } from '../../packages/service/src/platforms/paging/walk.ts'
import { stringOrNull } from '../../packages/service/src/post/build-post.ts'
import { API_ORIGIN } from './addresses.ts'
import { mapNote } from './map-note.ts'
import { mapUser } from './map-user.ts'

const idOf = (note: unknown): string => stringOrNull(jsonObject(note).id) ?? ''

export const readAccount = async ({ ask, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const user = jsonObject((await ask({ url: `${API_ORIGIN}/users/${handle}` })).json())
  const id = stringOrNull(user.id)
  // An answer without it says nothing.
  if (id === null) throw new Refused('broken')
  return { id, profile: mapUser(user, handle), keep: undefined }
}

export const readPosts = ({ ask, handle, variant, after, limit }: PostsRequest<unknown>): Promise<Posts> => {
  const readNotes = async (before: string | undefined) => {
    const query = { limit, before, with: variant === 'media' ? 'pictures' : undefined }
    const answer = await ask({ url: `${API_ORIGIN}/users/${handle}/notes`, query })
    return requireList(jsonObject(answer.json()).notes)
  }
  return walk({
    after,
    limit,
    // The position is the id of a note, so new ones shift nothing.
    anchor: 'post',
    read: byLast(readNotes, idOf, (notes) => notes.length < limit),
    keyOf: idOf,
    textsOf: (note) => [stringOrNull(jsonObject(note).body) ?? ''],
    map: mapNote,
  })
}

export const readPost = async ({ ask, match }: PostRequest<unknown>): Promise<PostAnswer> => {
  const answer = await ask({ url: `${API_ORIGIN}/notes/${match.id}`, about: 'post' })
  const post = mapNote(answer.json())
  if (post === null) throw new Refused('broken')
  return { post, answer }
}
