// Pinterest: any account, by its owner's consent. Secret boards and their pins belong to other scopes, which are not
// asked for.
// https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/

import { DIALECTS } from '../dialects/dialects.ts'
import { idIn, textIn, urlIn } from './fields.ts'
import type { ConnectFlow } from './flow.ts'

const READ = ['user_accounts:read', 'boards:read', 'pins:read']

export const pinterestFlow: ConnectFlow = {
  dialect: DIALECTS.pinterest,
  name: 'Pinterest',
  allows: ['Read your profile', 'Read your public boards and pins, with their counts'],
  uses: {
    'user_accounts:read': 'The website shows the name and the image of the account.',
    'boards:read': 'The website shows the boards that you choose.',
    'pins:read': 'The website shows the Pins of the account or of a board.',
  },
  scopes: { least: READ, asked: READ },
  renewal: { by: 'refresh_token', rotates: true },
  async accounts({ accessToken }, ask) {
    const account = await ask({
      url: 'https://api.pinterest.com/v5/user_account',
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const name = idIn(account, 'username')
    return [
      {
        id: idIn(account, 'id', 'username'),
        handle: name.toLowerCase(),
        displayName: textIn(account, 'business_name', 'username'),
        url: `https://www.pinterest.com/${encodeURIComponent(name)}/`,
        avatarUrl: urlIn(account, 'profile_image'),
      },
    ]
  },
}
