// “OAuth 2 authorization”. A refresh token works once, and 42 days.

import { isClient, isGranted, ok, type Rules } from './rules.ts'

export const tumblr = {
  authorize: 'https://www.tumblr.com/oauth2/authorize',
  parameters: ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'],
  scope: 'basic offline_access',
  clientField: 'client_id',
  endpoints: {
    'POST https://api.tumblr.com/v2/oauth2/token': (sent) =>
      isClient(sent.form) && isGranted(sent)
        ? ok({
            ...{ access_token: sent.newSecret('access'), expires_in: 2_520, token_type: 'bearer' },
            ...{ scope: 'basic offline_access', refresh_token: sent.newSecret('refresh') },
          })
        : { status: 400, body: { error: 'invalid_grant', error_description: 'A sentence of theirs' } },
    'GET https://api.tumblr.com/v2/user/info': ({ bearer }) =>
      bearer.startsWith('access')
        ? ok({
            meta: { status: 200, msg: 'OK' },
            response: {
              user: {
                name: 'ferns',
                blogs: [
                  { name: 'Ferns', uuid: 't:Ab3_x9', title: 'Fern Notes', url: 'https://ferns.tumblr.com/' },
                  { name: 'mosses', uuid: 't:Cd4_y0', title: '', url: 'https://mosses.tumblr.com/', admin: true },
                  { name: 'locked', uuid: 't:Ef5_z1', title: 'Locked', type: 'private' },
                  { name: 'of-a-group', uuid: 't:Gh6_w2', title: 'A group', admin: false },
                ],
              },
            },
          })
        : { status: 401, body: { meta: { status: 401, msg: 'Unauthorized' }, response: [] } },
  },
} as const satisfies Rules
