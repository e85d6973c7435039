// Twitch: any channel, by its owner's consent.

import { DIALECTS } from '../dialects/dialects.ts'
import { ConnectFault } from '../oauth/connect-fault.ts'
import { idIn, listIn, textIn, urlIn } from './fields.ts'
import type { ConnectFlow } from './flow.ts'

export const twitchFlow: ConnectFlow = {
  dialect: DIALECTS.twitch,
  name: 'Twitch',
  allows: ['Read your channel and the number of its followers', 'Read your videos and clips'],
  scopes: {
    // Everything but the followers is public.
    least: [],
    asked: ['moderator:read:followers'],
  },
  // A refresh may replace the refresh token.
  renewal: { by: 'refresh_token', rotates: true },
  async accounts({ accessToken }, ask, _base, { clientId }) {
    const body = await ask({
      url: 'https://api.twitch.tv/helix/users',
      headers: { authorization: `Bearer ${accessToken}`, 'client-id': clientId },
    })
    const [user] = listIn(body, 'data')
    if (user === undefined) throw new ConnectFault('platform_error', { reason: 'no_user' })
    const login = idIn(user, 'login')
    return [
      {
        id: idIn(user, 'id'),
        handle: login,
        displayName: textIn(user, 'display_name', 'login'),
        url: `https://www.twitch.tv/${login}`,
        avatarUrl: urlIn(user, 'profile_image_url'),
      },
    ]
  },
}
