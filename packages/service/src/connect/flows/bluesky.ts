// Bluesky, and every other server of its network (atproto). The account chooses its server, so the account decides who
// is asked. What calls the network is loaded with the first consent.

import { CLIENT_METADATA_PATH } from '../client-paths.ts'
import { DIALECTS } from '../dialects/dialects.ts'
import { ConnectFault } from '../oauth/connect-fault.ts'
import type { ConnectFlow } from './flow.ts'

const located = () => import('./bluesky/locate.ts')

/** Single calls to read with, to Bluesky’s AppView and nowhere else. https://atproto.com/specs/permission */
const CALLS = ['app.bsky.actor.getProfile', 'app.bsky.feed.getAuthorFeed', 'app.bsky.feed.getPosts'] as const
const SCOPES = ['atproto', ...CALLS.map((call) => `rpc:${call}?aud=did:web:api.bsky.app%23bsky_appview`)]

export const blueskyFlow: ConnectFlow = {
  dialect: DIALECTS.bluesky,
  name: 'Bluesky',
  allows: [
    'Read your profile and your posts',
    'Show them on the website, also if Bluesky hides your account from people who are not signed in',
  ],
  scopes: { least: SCOPES.slice(0, -1), asked: SCOPES },
  federated: {
    discover: async (host, ask) => (await import('./bluesky/servers.ts')).discover(host, ask),
    client: { by: 'url', path: CLIENT_METADATA_PATH },
    trusted: ['https://public.api.bsky.app', 'https://plc.directory', 'https://bsky.social'],
    movable: {
      locate: async (named, ask) => (await located()).locate(named, ask),
      confirm: async (host, accountId, ask) => (await located()).confirm(host, accountId, ask),
    },
  },
  renewal: { by: 'refresh_token', rotates: true },
  async accounts({ subject = '', scopes }, ask, base) {
    // Servers must name what they granted, and with it that they follow the rules of atproto.
    if (scopes?.includes('atproto') !== true) throw new ConnectFault('connection_incomplete', { reason: 'no_atproto' })
    return (await located()).readAccounts(subject, new URL(base).host, ask)
  },
}
