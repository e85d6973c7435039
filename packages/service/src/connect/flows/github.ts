// GitHub: any user, by their consent. Tokens of OAuth apps do not end; those of GitHub Apps are renewed.

import { DIALECTS } from '../dialects/dialects.ts'
import { idIn, textIn, urlIn } from './fields.ts'
import type { ConnectFlow } from './flow.ts'

const API = 'https://api.github.com'

export const githubFlow: ConnectFlow = {
  dialect: DIALECTS.github,
  name: 'GitHub',
  allows: ['Read your profile', 'Read your repositories, releases and gists'],
  scopes: {
    // What is public needs no scope.
    least: [],
    asked: [],
    // GitHub has no scope that only reads private repositories. A GitHub App has permissions in place of scopes.
    private: ['repo'],
  },
  privateNote:
    'GitHub also asks for the permission to write, because it has none that only reads private repositories. It is not used.',
  renewal: { by: 'refresh_token', rotates: true },
  revoke: (token, call, { clientId, clientSecret = '' }) =>
    call(`${API}/applications/${encodeURIComponent(clientId)}/token`, {
      method: 'DELETE',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: JSON.stringify({ access_token: token }),
    }),
  async accounts({ accessToken }, ask) {
    const user = await ask({ url: `${API}/user`, headers: { authorization: `Bearer ${accessToken}` } })
    return [
      {
        id: idIn(user, 'id'),
        handle: idIn(user, 'login').toLowerCase(),
        displayName: textIn(user, 'name', 'login'),
        url: urlIn(user, 'html_url'),
        avatarUrl: urlIn(user, 'avatar_url'),
      },
    ]
  },
}
