// Reddit: any user, by their consent.

import { DIALECTS } from '../dialects/dialects.ts'
import { idIn, textIn, urlIn } from './fields.ts'
import type { ConnectFlow } from './flow.ts'

export const redditFlow: ConnectFlow = {
  dialect: DIALECTS.reddit,
  name: 'Reddit',
  allows: ['Read your profile', 'Read your posts and comments'],
  scopes: {
    least: ['identity', 'read', 'history'],
    asked: ['identity', 'read', 'history'],
    // The token of a user reads what they posted in private communities without a further scope.
    private: [],
  },
  renewal: { by: 'refresh_token', rotates: false },
  async accounts({ accessToken }, ask) {
    const user = await ask({
      url: 'https://oauth.reddit.com/api/v1/me',
      // Without it, Reddit escapes `&` in URLs.
      query: { raw_json: '1' },
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const name = idIn(user, 'name')
    return [
      {
        // As posts name their authors.
        id: `t2_${idIn(user, 'id')}`,
        handle: `u/${name.toLowerCase()}`,
        displayName: textIn(user, 'name'),
        url: `https://www.reddit.com/user/${name}/`,
        avatarUrl: urlIn(user, 'icon_img', 'snoovatar_img'),
      },
    ]
  },
}
