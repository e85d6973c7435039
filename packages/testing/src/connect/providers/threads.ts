// “Get started with the Threads API”.

import { SECRET } from './provider.ts'
import { isClient, metaError, ok, type Rules } from './rules.ts'

export const threads = {
  authorize: 'https://threads.com/oauth/authorize',
  parameters: ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'],
  scope: 'threads_basic',
  clientField: 'client_id',
  endpoints: {
    'POST https://graph.threads.com/oauth/access_token': ({ form, newSecret, takeCode }) =>
      isClient(form) && takeCode() ? ok({ access_token: newSecret('short'), user_id: 17_841_400 }) : metaError(1),
    'GET https://graph.threads.com/access_token': ({ query, newSecret }) =>
      query.get('grant_type') === 'th_exchange_token' && query.get('client_secret') === SECRET
        ? ok({ access_token: newSecret('long'), token_type: 'bearer', expires_in: 5_183_944 })
        : metaError(190),
    'GET https://graph.threads.com/refresh_access_token': ({ query, newSecret, takeToken }) =>
      query.get('grant_type') === 'th_refresh_token' && takeToken(query.get('access_token'))
        ? ok({ access_token: newSecret('long'), token_type: 'bearer', expires_in: 5_183_944 })
        : metaError(190, 458),
    'GET https://graph.threads.com/v1.0/me': () => ok({ id: '17841400', username: 'gardener', name: 'The gardener' }),
  },
} as const satisfies Rules
