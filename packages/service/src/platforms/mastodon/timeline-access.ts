// Who may read the timelines of a server. Mastodon says so since 4.5; other servers do not.
// https://docs.joinmastodon.org/entities/Instance/

import { isApiError } from '../../errors.ts'
import { jsonObject } from '../../parsing/json-value.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { callServer } from './call-server.ts'
import type { Timeline } from './canonicalize-timeline.ts'

type Who = 'public' | 'authenticated' | 'disabled'
/** By where the posts are from; undefined if the server does not say. */
export type Access = { readonly local?: Who; readonly remote?: Who }

const WHO: readonly unknown[] = ['public', 'authenticated', 'disabled'] satisfies readonly Who[]
const whoOf = (value: unknown): { readonly who?: Who } => (WHO.includes(value) ? { who: value as Who } : {})

const FEEDS = { tag: 'hashtag_feeds', local: 'live_feeds', public: 'live_feeds' } as const

/** Only explains what was returned, so a server that does not answer is one that does not say. */
export const readAccess = async (send: Send, host: string, is: keyof typeof FEEDS): Promise<Access> => {
  try {
    const { configuration } = jsonObject(
      (await callServer(send, host, '/api/v2/instance', { revalidate: true })).json(),
    )
    const access = jsonObject(jsonObject(jsonObject(configuration).timelines_access)[FEEDS[is]])
    const [local, remote] = [whoOf(access.local).who, whoOf(access.remote).who]
    return { ...(local && { local }), ...(remote && { remote }) }
  } catch (error) {
    if (!isApiError(error)) throw error
    return {}
  }
}

/** Whether nobody may read the timeline. The server then returns an empty list. */
export const isTurnedOff = (is: Timeline['is'], { local, remote }: Access): boolean =>
  local === 'disabled' && (is === 'local' || remote === 'disabled')
