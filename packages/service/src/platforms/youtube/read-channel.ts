// Reads the channel of a handle through the API.

import { jsonObject } from '../../parsing/json-value.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, AccountRequest } from '../../upstream/contract/source.ts'
import { type ChannelFilter, itemsOf, requestChannels, requestVideos } from './call-api.ts'
import { type ChannelHandle, isChannelId, readHandle } from './canonicalize-channel.ts'
import { playlistIdOf } from './canonicalize-playlist.ts'
import { searchIn } from './canonicalize-search.ts'
import { mapChannel } from './map-channel.ts'
import { readPlaylist } from './read-playlist.ts'
import { searchAccount } from './read-search.ts'

const FILTERS: Readonly<Record<ChannelHandle['by'], (send: Send, value: string) => Promise<ChannelFilter>>> = {
  id: async (_, id) => ({ id }),
  name: async (_, forHandle) => ({ forHandle }),
  user: async (_, forUsername) => ({ forUsername }),
  video: async (send, id) => ({ id: await channelOfVideo(send, id) }),
}

/** The stable id is the channel's, since names can change hands. An empty list means that there is no such channel. */
export const readChannel = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const playlist = playlistIdOf(handle)
  if (playlist !== undefined) return readPlaylist(send, playlist)
  const search = searchIn(handle)
  if (search !== undefined) return searchAccount(search)
  const { by, value } = readHandle(handle)
  const [channel = {}] = itemsOf(await requestChannels(send, await FILTERS[by](send, value)))
  const profile = mapChannel(channel)
  if (profile === null || profile.id === null) throw new Refused('absent')
  if (jsonObject(channel.status).privacyStatus === 'private') throw new Refused('hidden')
  return { id: profile.id, handle: profile.id, profile, keep: undefined }
}

const channelOfVideo = async (send: Send, id: string): Promise<string> => {
  const [video = {}] = itemsOf(await requestVideos(send, [id]))
  const { channelId } = jsonObject(video.snippet)
  if (!isChannelId(channelId)) throw new Refused('absent')
  return channelId
}
