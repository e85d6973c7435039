// “Authorizing OAuth apps”, whose tokens do not end, and “Refreshing user access tokens” of GitHub Apps, which have no
// scopes. Answers are a form unless JSON is asked for, and errors come with 200.

import { isBasicClient, isClient, isGranted, ok, type Rules } from './rules.ts'

export const github = {
  authorize: 'https://github.com/login/oauth/authorize',
  parameters: [
    'client_id',
    'code_challenge',
    'code_challenge_method',
    'prompt',
    'redirect_uri',
    'response_type',
    'state',
  ],
  scope: '',
  privateScope: 'repo',
  clientField: 'client_id',
  endpoints: {
    'POST https://github.com/login/oauth/access_token': (sent) => {
      if (sent.headers.accept !== 'application/json') return { status: 200, body: 'error=not_json' }
      if (!isClient(sent.form)) return ok({ error: 'incorrect_client_credentials', error_uri: 'https://docs.example' })
      const isRenewal = sent.form.grant_type === 'refresh_token'
      if (!isGranted(sent)) return ok({ error: isRenewal ? 'bad_refresh_token' : 'bad_verification_code' })
      const token = { access_token: sent.newSecret('access'), token_type: 'bearer', scope: sent.scope }
      if (sent.scope !== '') return ok(token)
      const refresh = { refresh_token: sent.newSecret('refresh'), refresh_token_expires_in: 15_811_200 }
      return ok({ ...token, expires_in: 28_800, ...refresh })
    },
    'DELETE https://api.github.com/applications/app-id/token': (sent) =>
      isBasicClient(sent) && sent.json.access_token !== undefined
        ? { status: 204, body: '' }
        : { status: 404, body: { message: 'Not Found' } },
    'GET https://api.github.com/user': ({ bearer }) =>
      bearer.startsWith('access')
        ? ok({ id: 99_000_001, login: 'Hollow-Oak', name: null, html_url: 'https://github.com/Hollow-Oak' })
        : { status: 401, body: { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest' } },
  },
} as const satisfies Rules
