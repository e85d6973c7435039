// “Set up authentication and authorization” and the specification of Pinterest's API. Errors have no names.

import { isBasicClient, ok, type Rules } from './rules.ts'

export const pinterest = {
  authorize: 'https://www.pinterest.com/oauth/',
  parameters: ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'],
  scope: 'user_accounts:read,boards:read,pins:read',
  clientField: 'client_id',
  endpoints: {
    // A refresh gives another refresh token, with sixty days of its own.
    'POST https://api.pinterest.com/v5/oauth/token': (sent) => {
      const { form, newSecret, takeCode, takeToken } = sent
      const isRefresh = form.grant_type === 'refresh_token'
      if (!isBasicClient(sent)) return { status: 401, body: { code: 2, message: 'Authentication failed.' } }
      if (isRefresh && !takeToken(form.refresh_token))
        return { status: 401, body: { code: 2, message: 'Authentication failed.' } }
      if (!isRefresh && !takeCode()) return { status: 400, body: { code: 1, message: 'Invalid parameters.' } }
      // Without the parameter, older applications get a token that cannot be refreshed for ever.
      const isContinuous = isRefresh || form.continuous_refresh === 'true'
      return ok({
        ...{ response_type: form.grant_type, access_token: newSecret('pina'), token_type: 'bearer' },
        ...{ expires_in: 2_592_000, scope: 'boards:read,pins:read,user_accounts:read' },
        ...(isContinuous && { refresh_token: newSecret('pinr'), refresh_token_expires_in: 5_184_000 }),
      })
    },
    'GET https://api.pinterest.com/v5/user_account': ({ bearer, hasToken }) =>
      hasToken(bearer)
        ? ok({
            ...{ id: '600000000000000001', username: 'Acme', account_type: 'BUSINESS' },
            ...{ business_name: 'Acme Bakery', profile_image: 'https://i.pinimg.com/600x600_R/aa/p.jpg' },
          })
        : { status: 401, body: { code: 2, message: 'Authentication failed.' } },
  },
} as const satisfies Rules
