// The channel that a handle names, through the API.

import { jsonObject } from '../../parsing/json-value.ts'
import type { Ask } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, AccountRequest } from '../../upstream/contract/source.ts'
import { askChannels, askVideos, type ChannelFilter, itemsOf } from './call-api.ts'
import { type ChannelHandle, isChannelId, readHandle } from './canonicalize-channel.ts'
import { mapChannel } from './map-channel.ts'

const FILTERS: Readonly<Record<ChannelHandle['by'], (ask: Ask, value: string) => Promise<ChannelFilter>>> = {
  id: async (_, id) => ({ id }),
  name: async (_, forHandle) => ({ forHandle }),
  user: async (_, forUsername) => ({ forUsername }),
  video: async (ask, id) => ({ id: await channelOfVideo(ask, id) }),
}

/** The channel, lasting under its id: a name can change hands. A good answer without a channel means that there is none. */
export const readChannel = async ({ ask, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const { by, value } = readHandle(handle)
  const [channel = {}] = itemsOf(await askChannels(ask, await FILTERS[by](ask, value)))
  const profile = mapChannel(channel)
  if (profile === null || profile.id === null) throw new Refused('absent')
  if (jsonObject(channel.status).privacyStatus === 'private') throw new Refused('hidden')
  return { id: profile.id, handle: profile.id, profile, keep: undefined }
}

const channelOfVideo = async (ask: Ask, id: string): Promise<string> => {
  const [video = {}] = itemsOf(await askVideos(ask, [id]))
  const { channelId } = jsonObject(video.snippet)
  if (!isChannelId(channelId)) throw new Refused('absent')
  return channelId
}
