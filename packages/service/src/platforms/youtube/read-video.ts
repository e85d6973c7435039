// One video by its id, through the API.

import { Refused } from '../../upstream/contract/refusal.ts'
import type { PostAnswer, PostRequest } from '../../upstream/contract/source.ts'
import { askVideos, itemsOf } from './call-api.ts'
import { mapVideo } from './map-video.ts'

export const readVideo = async ({ ask, match }: PostRequest<unknown>): Promise<PostAnswer> => {
  const id = match.id ?? ''
  const answer = await askVideos(ask, [id], 'post')
  const video = itemsOf(answer).find((item) => item.id === id)
  const post = video === undefined ? null : mapVideo(video)
  if (post === null) throw new Refused('absent', { about: 'post' })
  return { post, answer }
}
