// Instagram API with Instagram Login: “Business Login for Instagram”.

import { SECRET } from './provider.ts'
import { isClient, metaError, ok, type Rules } from './rules.ts'

export const instagram = {
  authorize: 'https://www.instagram.com/oauth/authorize',
  parameters: ['client_id', 'enable_fb_login', 'force_reauth', 'redirect_uri', 'response_type', 'scope', 'state'],
  scope: 'instagram_business_basic',
  clientField: 'client_id',
  endpoints: {
    'POST https://api.instagram.com/oauth/access_token': ({ form, newSecret, takeCode }) =>
      isClient(form) && form.grant_type === 'authorization_code' && takeCode()
        ? ok({
            data: [
              {
                access_token: newSecret('short'),
                user_id: '17841400000000001',
                permissions: 'instagram_business_basic',
              },
            ],
          })
        : metaError(100, 36_009),
    'GET https://graph.instagram.com/access_token': ({ query, newSecret }) =>
      query.get('grant_type') === 'ig_exchange_token' && query.get('client_secret') === SECRET
        ? ok({ access_token: newSecret('long'), token_type: 'bearer', expires_in: 5_183_944 })
        : metaError(190),
    'GET https://graph.instagram.com/refresh_access_token': ({ query, newSecret, takeToken }) =>
      query.get('grant_type') === 'ig_refresh_token' && takeToken(query.get('access_token'))
        ? ok({ access_token: newSecret('long'), token_type: 'bearer', expires_in: 5_183_944 })
        : metaError(190, 463),
    'GET https://graph.instagram.com/v26.0/me': ({ query }) =>
      query.get('access_token')?.startsWith('long')
        ? ok({ user_id: '17841400000000001', username: 'Garden.Shop', name: 'Garden shop', id: '7' })
        : metaError(190),
  },
} as const satisfies Rules
