// Reads a Page or an album, whichever the handle names.

import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { albumIn } from './canonicalize-album.ts'
import { readPageAccount, type Settings } from './read-page.ts'
import { readPagePosts } from './read-posts.ts'
import { isStream, readAlbum, readAlbumPhotos, readStream } from './read-uploads.ts'

export const readAccount = (request: AccountRequest<Settings>): Promise<Account<undefined>> => {
  const album = albumIn(request.handle)
  return album === undefined ? readPageAccount(request) : readAlbum(request, album)
}

export const readPosts = (request: PostsRequest<Settings>): Promise<Posts> => {
  const album = albumIn(request.handle)
  if (album !== undefined) return readAlbumPhotos(request, album)
  return isStream(request.variant) ? readStream(request) : readPagePosts(request)
}
