// The network of Bluesky with one account, whose posts the simulator of the AppView has.

import { GARDEN_DID } from '../../platforms/bluesky/simulated-feed.ts'
import { ENTRYWAY, PDS, simulateAtproto } from '../atproto/simulated-network.ts'
import type { AskingProvider } from './simulated-owners.ts'

const ACCOUNT = { did: GARDEN_DID, handle: 'garden.bsky.social', pds: PDS }
const APPVIEW = 'public.api.bsky.app'

/** `simulator`: the origin of the AppView's. */
export const simulateBluesky = (simulator: string): AskingProvider => {
  const network = simulateAtproto({
    accounts: [ACCOUNT],
    // A service of this machine has no document that a server could read.
    documents: (id) => Promise.reject(new Error(`${id} cannot be read`)),
    async appView(method, query) {
      const headers = { connection: 'close', 'x-forwarded-host': APPVIEW }
      const response = await fetch(`${simulator}/xrpc/${method}?${query}`, { headers })
      return { status: response.status, body: await response.json() }
    },
  })
  const server = network.at(ENTRYWAY)
  return {
    page: `${ENTRYWAY}/oauth/authorize`,
    hosts: [ENTRYWAY, PDS, 'https://plc.directory', `https://${APPVIEW}`].map((origin) => new URL(origin).host),
    get secrets() {
      return [...network.secrets()]
    },
    authorize: server.authorize,
    pushed: (url) => new URLSearchParams(server.pushed(url)),
    respond: network.respond,
    answers: () => true,
    // The servers of accounts judge tokens themselves.
    works: () => true,
    remove() {
      for (const secret of network.secrets()) server.end(secret)
    },
  }
}
