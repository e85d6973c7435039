// “Facebook Login for Business”: a configuration names the permissions.

import { CLIENT } from './provider.ts'
import { isClient, metaError, ok, type Rules } from './rules.ts'

export const facebook = {
  authorize: 'https://www.facebook.com/v26.0/dialog/oauth',
  parameters: ['client_id', 'config_id', 'redirect_uri', 'response_type', 'state'],
  // An application without a configuration names the permissions itself.
  optional: ['config_id'],
  scope: '',
  privateScope: 'pages_show_list,pages_read_engagement',
  clientField: 'client_id',
  endpoints: {
    'POST https://graph.facebook.com/v26.0/oauth/access_token': ({ form, newSecret, takeCode }) =>
      isClient(form) && takeCode()
        ? ok({ access_token: newSecret('short'), token_type: 'bearer', expires_in: 5_000 })
        : metaError(100, 36_007),
    'GET https://graph.facebook.com/v26.0/oauth/access_token': ({ query, newSecret }) =>
      query.get('grant_type') === 'fb_exchange_token' &&
      query.get('client_id') === CLIENT &&
      query.get('fb_exchange_token')?.startsWith('short')
        ? ok({ access_token: newSecret('long'), token_type: 'bearer', expires_in: 5_183_944 })
        : metaError(190),
    'GET https://graph.facebook.com/v26.0/me': () => ok({ id: 'person-1' }),
    'GET https://graph.facebook.com/v26.0/me/accounts': ({ query, newSecret }) =>
      query.get('after') === 'cursor-2'
        ? ok({
            data: [{ id: '103', name: 'Third page', access_token: newSecret('page') }],
            paging: { cursors: { after: 'cursor-3' } },
          })
        : ok({
            data: [
              { id: '101', name: 'First page', username: 'First.Page', access_token: newSecret('page') },
              { id: '102', name: 'Not ticked' },
            ],
            paging: { cursors: { after: 'cursor-2' }, next: 'https://graph.facebook.com/next' },
          }),
  },
} as const satisfies Rules
