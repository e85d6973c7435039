// Reads a channel whose owner connected it, with its own token. The channel is named by its id, so that a new name
// changes nothing. The token also sees what only the owner may see: private and unlisted videos are left out.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { notOwnPost } from '../../upstream/contract/not-own-post.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { itemsOf, requestChannels, requestVideos } from './call-api.ts'
import { authorOf, mapChannel } from './map-channel.ts'
import { mapVideo } from './map-video.ts'
import { readUploadsOf } from './read-uploads.ts'

/** The id of the connected channel. */
const OWN = '{own}'

export const readAccount = async ({ send }: Pick<AccountRequest<unknown>, 'send'>): Promise<Account<undefined>> => {
  const [channel = {}] = itemsOf(await requestChannels(send, { id: OWN }))
  const profile = mapChannel(channel)
  if (profile === null || profile.id === null) throw new Refused('absent')
  return { id: profile.id, profile, keep: undefined }
}

/** What anybody finds on the channel’s page. */
const isListed = ({ status }: JsonObject): boolean => jsonObject(status).privacyStatus === 'public'

export const readPosts = (request: PostsRequest<unknown>): Promise<Posts> => readUploadsOf(request, isListed)

/** Anybody with its URL may see an unlisted video. */
export const readPost = async ({ send, match }: PostRequest<unknown>): Promise<PostResponse> => {
  const id = match.id ?? ''
  const response = await requestVideos(send, [id], 'post')
  const video = itemsOf(response).find((item) => item.id === id)
  const { id: own, profile } = await readAccount({ send })
  const post = video === undefined ? null : mapVideo(video, { owner: authorOf(profile) })
  if (post === null) throw new Refused('absent', { about: 'post' })
  if (post.author?.id !== own) throw notOwnPost()
  return { post, answer: response }
}
