// The operator's tokens for servers that show nothing without one. A token is for its own host and never leaves for another.

import { type Static, Type } from 'typebox'
import { hostName } from '../../parsing/host-name.ts'

export const MastodonSettings = Type.Object({
  MASTODON_ACCESS_TOKENS: Type.String({
    default: '',
    description:
      'Access tokens of servers that show posts only to signed-in users: host=token, comma-separated. Optional.',
  }),
})
export type MastodonSettings = Static<typeof MastodonSettings>

/** The token for a host, when the operator has one. */
export const tokenFor = (settings: MastodonSettings, host: string): string | undefined => {
  for (const pair of settings.MASTODON_ACCESS_TOKENS.split(',')) {
    const at = pair.indexOf('=')
    const token = pair.slice(at + 1).trim()
    if (at > 0 && token !== '' && hostName(pair.slice(0, at).trim()) === host) return token
  }
  return undefined
}
