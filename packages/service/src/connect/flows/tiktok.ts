// TikTok Login Kit with the Display API: any account, by its owner's consent. The person may grant a part.

import { DIALECTS } from '../dialects/dialects.ts'
import { idIn, objectIn, textIn, urlIn } from './fields.ts'
import type { ConnectFlow } from './flow.ts'

export const tiktokFlow: ConnectFlow = {
  dialect: DIALECTS.tiktok,
  name: 'TikTok',
  allows: ['Read your profile', 'Read your videos and their counts'],
  uses: {
    'user.info.basic': 'The website shows the display name and the image of the account.',
    'user.info.profile': 'The website shows the user name, the description and a link to the profile.',
    'user.info.stats': 'The website shows the numbers of followers, likes and videos.',
    'video.list': 'The website shows the videos of the account in TikTok’s player.',
  },
  scopes: {
    least: ['user.info.basic', 'video.list'],
    asked: ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list'],
  },
  renewal: { by: 'refresh_token', rotates: true },
  async accounts({ accessToken, scopes }, ask) {
    // The user name belongs to another scope than the display name.
    const hasProfile = scopes === undefined || scopes.includes('user.info.profile')
    const fields = `open_id,display_name,avatar_url${hasProfile ? ',username' : ''}`
    const body = await ask({
      url: 'https://open.tiktokapis.com/v2/user/info/',
      query: { fields },
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const user = objectIn(objectIn(body, 'data'), 'user')
    const id = idIn(user, 'open_id')
    const name = textIn(user, 'username')
    return [
      {
        id,
        handle: name?.toLowerCase() ?? id,
        displayName: textIn(user, 'display_name', 'username'),
        url: name === null ? null : `https://www.tiktok.com/@${name}`,
        avatarUrl: urlIn(user, 'avatar_url'),
      },
    ]
  },
}
