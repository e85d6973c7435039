// X: any account, by its owner's consent. X charges the operator's application for what is read, as without a consent.

import { DIALECTS } from '../dialects/dialects.ts'
import { idIn, objectIn, textIn, urlIn } from './fields.ts'
import type { ConnectFlow } from './flow.ts'

export const xFlow: ConnectFlow = {
  dialect: DIALECTS.x,
  name: 'X',
  allows: ['Read your profile', 'Read your posts'],
  scopes: {
    least: ['tweet.read', 'users.read'],
    // Without the last one, X gives no refresh token, and the connection ends after two hours.
    asked: ['tweet.read', 'users.read', 'offline.access'],
    // The token of a protected account reads its posts without a further scope.
    private: [],
  },
  renewal: { by: 'refresh_token', rotates: true },
  async accounts({ accessToken }, ask) {
    const body = await ask({
      url: 'https://api.x.com/2/users/me',
      query: { 'user.fields': 'profile_image_url' },
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const user = objectIn(body, 'data')
    const name = idIn(user, 'username')
    return [
      {
        id: idIn(user, 'id'),
        handle: name.toLowerCase(),
        displayName: textIn(user, 'name'),
        url: `https://x.com/${name}`,
        avatarUrl: urlIn(user, 'profile_image_url'),
      },
    ]
  },
}
