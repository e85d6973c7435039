// Reads one video by its id through the API.

import { Refused } from '../../upstream/contract/refusal.ts'
import type { PostRequest, PostResponse } from '../../upstream/contract/source.ts'
import { itemsOf, requestVideos } from './call-api.ts'
import { mapVideo } from './map-video.ts'

export const readVideo = async ({ send, match }: PostRequest<unknown>): Promise<PostResponse> => {
  const id = match.id ?? ''
  const response = await requestVideos(send, [id], 'post')
  const video = itemsOf(response).find((item) => item.id === id)
  const post = video === undefined ? null : mapVideo(video)
  if (post === null) throw new Refused('absent', { about: 'post' })
  return { post, answer: response }
}
