// What the YouTube Data API shows the token of a channel's owner. Repeated from the documentation, apart from how the
// service calls it.

import type { IncomingHttpHeaders } from 'node:http'
import { createSimulatedApi, PROJECT_OF_TOKENS, type SimulatedStore } from '../platforms/youtube/simulated-api.ts'
import { ACME, nthUpload, type SimulatedChannel } from '../platforms/youtube/simulated-videos.ts'
import type { Answer } from './simulated-providers.ts'

const COUNT = 90
const OTHER: SimulatedChannel = {
  ...{ id: 'UCdddddddddddddddddddddd', name: '@other', user: 'othervideos', title: 'Other', isHidden: false },
}
const OTHERS_UPLOAD = nthUpload(900)

export type SimulatedChannelOfOwner = {
  /** The answer to a read; undefined if the URL is none. */
  respond(url: URL, headers: IncomingHttpHeaders): Answer | undefined
  /** The token of each read. */
  readonly tokens: string[]
  /** Answers every read with a token from now on; the channel itself when undefined. */
  fault: Answer | undefined
  /** Of the public videos, newest first. */
  readonly ids: readonly string[]
  /** Of the private and unlisted videos. */
  readonly hiddenIds: readonly string[]
  /** Of a public video of another channel. */
  readonly otherId: string
  /** The units that were used with a key, or with tokens. */
  units(key?: string): number
}

/** `isGiven`: whether the token is one that works. `keys`: the operator's keys of the same API. */
export const simulateChannel = (
  isGiven: (token: string) => boolean,
  keys: readonly string[] = [],
): SimulatedChannelOfOwner => {
  const uploads = Array.from({ length: COUNT }, (_, index) => nthUpload(index)).reverse()
  const store: SimulatedStore = {
    facts: {
      ...{ nothing: 'missing', tabLists: true, reportsGone: true, notModified: false },
      ...{ feedIds: 'whole', linksFeed: true },
    },
    ...{ keys: new Set(keys), spent: new Map(), unitsPerDay: 10_000, searched: new Map(), searchesPerDay: 100 },
    owners: (token) => (isGiven(token) ? ACME : undefined),
    channels: [ACME, OTHER],
    uploadsOf: (channel) => (channel === OTHER ? [OTHERS_UPLOAD] : uploads),
  }
  const api = createSimulatedApi(store)
  const idsOf = (...states: readonly string[]) =>
    uploads.filter(({ state }) => states.includes(state)).map(({ id }) => id)

  const simulated: SimulatedChannelOfOwner = {
    otherId: OTHERS_UPLOAD.id,
    ...{ tokens: [], fault: undefined, ids: idsOf('public'), hiddenIds: idsOf('private') },
    units: (key = PROJECT_OF_TOKENS) => store.spent.get(key) ?? 0,
    respond(url, headers) {
      // The flow finds the channel of a token.
      if (url.origin !== 'https://youtube.googleapis.com' || url.searchParams.has('mine')) return undefined
      const { authorization } = headers
      if (authorization !== undefined) {
        simulated.tokens.push(authorization.replace('Bearer ', ''))
        if (simulated.fault) return simulated.fault
      }
      const { status = 200, body } = api({ url, headers } as Parameters<typeof api>[0])
      return { status, body }
    },
  }
  return simulated
}
