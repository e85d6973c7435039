// Reads an account whose owner connected it, with its own token. Notes for followers are shown where the client asked for
// what is not public, and so are the notes of an account that requires a login. Direct notes never are.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { notOwnPost } from '../../upstream/contract/not-own-post.ts'
import type { OwnAccount } from '../../upstream/contract/reach.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { type Keep, readAccount as readAnyAccount, readNote, readNotes } from './read-misskey.ts'

type Request = { readonly own?: OwnAccount | undefined }

const includesPrivate = ({ own }: Request): boolean => own?.includesPrivate === true

/** Throws Refused: `hidden` if the account requires a login, and its owner did not agree to show it all the same. */
export const readAccount = async (request: AccountRequest<unknown>): Promise<Account<Keep>> => {
  const account = await readAnyAccount(request)
  if (account.keep.requiresLogin && !includesPrivate(request)) throw new Refused('hidden')
  return account
}

export const readPosts = (request: PostsRequest<unknown, Keep>): Promise<Posts> =>
  readNotes(request, { showsFollowers: includesPrivate(request) })

/** Only the account's own notes. Throws Refused: `absent`, `hidden`, `closed`. */
export const readPost = (request: PostRequest<unknown>): Promise<PostResponse> =>
  readNote(request, {
    showsFollowers: includesPrivate(request),
    check(note: unknown) {
      const { userId, user }: JsonObject = jsonObject(note)
      if (userId !== request.own?.id) throw notOwnPost()
      const { requireSigninToViewContents: requiresLogin } = jsonObject(user)
      if (requiresLogin === true && !includesPrivate(request)) throw new Refused('hidden', { about: 'post' })
    },
  })
