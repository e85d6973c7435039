// Threads: any profile, by its owner's consent.

import { DIALECTS } from '../dialects/dialects.ts'
import { idIn, textIn, urlIn } from './fields.ts'
import type { ConnectFlow } from './flow.ts'
import { settleByExchange } from './settle-by-exchange.ts'

export const threadsFlow: ConnectFlow = {
  dialect: DIALECTS.threads,
  name: 'Threads',
  allows: ['Read your profile', 'Read your posts'],
  uses: {
    threads_basic: 'The website shows the posts of the profile, with its name and image.',
  },
  scopes: { least: ['threads_basic'], asked: ['threads_basic'] },
  settle: settleByExchange('https://graph.threads.com/access_token', 'th_exchange_token'),
  renewal: {
    by: 'exchange',
    url: 'https://graph.threads.com/refresh_access_token',
    grantType: 'th_refresh_token',
    notBeforeSeconds: 24 * 3_600,
  },
  async accounts({ accessToken }, ask) {
    const account = await ask({
      url: 'https://graph.threads.com/v1.0/me',
      query: { fields: 'id,username,name,threads_profile_picture_url', access_token: accessToken },
    })
    return [
      {
        id: idIn(account, 'id'),
        handle: idIn(account, 'username').toLowerCase(),
        displayName: textIn(account, 'name', 'username'),
        url: `https://www.threads.com/@${idIn(account, 'username')}`,
        avatarUrl: urlIn(account, 'threads_profile_picture_url'),
      },
    ]
  },
}
