// The made-up provider of the sandbox, which the service serves itself: for building and testing without any platform.

import { DIALECTS } from '../dialects/dialects.ts'
import { idIn, listIn, textIn, urlIn } from './fields.ts'
import type { ConnectFlow } from './flow.ts'

export const sandboxFlow: ConnectFlow = {
  dialect: DIALECTS.sandbox,
  name: 'Sandbox',
  noAccount: 'You have no account at the sandbox that can be read.',
  allows: ['Read the profile and the posts of a made-up account'],
  scopes: { least: ['posts.read'], asked: ['profile.read', 'posts.read'], private: ['posts.read.private'] },
  async accounts({ accessToken }, ask, base) {
    const body = await ask({ url: `${base}/oauth/accounts`, headers: { authorization: `Bearer ${accessToken}` } })
    return listIn(body, 'accounts').map((account) => ({
      id: idIn(account, 'id'),
      handle: idIn(account, 'handle'),
      displayName: textIn(account, 'displayName'),
      url: urlIn(account, 'url'),
      avatarUrl: urlIn(account, 'avatarUrl'),
    }))
  },
}
