// Instagram API with Instagram Login: Business and Creator accounts, by their owner's consent.

import { DIALECTS } from '../dialects/dialects.ts'
import { idIn, textIn, urlIn } from './fields.ts'
import type { ConnectFlow } from './flow.ts'
import { settleByExchange } from './settle-by-exchange.ts'

export const instagramFlow: ConnectFlow = {
  dialect: DIALECTS.instagram,
  name: 'Instagram',
  allows: ['Read your profile', 'Read your posts, reels and stories'],
  uses: {
    instagram_business_basic:
      'The website shows the photos, videos, stories and captions of the account, with its name and image.',
  },
  scopes: { least: ['instagram_business_basic'], asked: ['instagram_business_basic'] },
  settle: settleByExchange('https://graph.instagram.com/access_token', 'ig_exchange_token'),
  renewal: {
    by: 'exchange',
    url: 'https://graph.instagram.com/refresh_access_token',
    grantType: 'ig_refresh_token',
    notBeforeSeconds: 24 * 3_600,
  },
  async accounts({ accessToken }, ask) {
    const account = await ask({
      url: 'https://graph.instagram.com/v26.0/me',
      query: { fields: 'user_id,username,name,profile_picture_url', access_token: accessToken },
    })
    return [
      {
        id: idIn(account, 'user_id', 'id'),
        handle: idIn(account, 'username').toLowerCase(),
        displayName: textIn(account, 'name', 'username'),
        url: `https://www.instagram.com/${idIn(account, 'username')}/`,
        avatarUrl: urlIn(account, 'profile_picture_url'),
      },
    ]
  },
}
