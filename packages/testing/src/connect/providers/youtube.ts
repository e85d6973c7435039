// “Using OAuth 2.0 for Web Server Applications” of Google, and “channels: list” of YouTube.

import { isClient, ok, type Rules } from './rules.ts'

export const youtube = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  parameters: [
    ...['access_type', 'client_id', 'code_challenge', 'code_challenge_method', 'prompt', 'redirect_uri'],
    ...['response_type', 'scope', 'state'],
  ],
  // Without these, Google sends no refresh token.
  fixed: { access_type: 'offline', prompt: 'consent' },
  scope: 'https://www.googleapis.com/auth/youtube.readonly',
  clientField: 'client_id',
  endpoints: {
    // A refresh repeats no refresh token: the first one stays.
    'POST https://oauth2.googleapis.com/token': ({ form, newSecret, takeCode, hasToken }) => {
      const isRefresh = form.grant_type === 'refresh_token'
      if (!isClient(form)) return { status: 401, body: { error: 'invalid_client' } }
      if (!(isRefresh ? hasToken(form.refresh_token) : takeCode()))
        return { status: 400, body: { error: 'invalid_grant', error_description: 'A sentence of theirs' } }
      return ok({
        ...{ access_token: newSecret('ya29'), expires_in: 3_599, token_type: 'Bearer' },
        scope: 'https://www.googleapis.com/auth/youtube.readonly',
        ...(!isRefresh && { refresh_token: newSecret('1//refresh') }),
      })
    },
    'POST https://oauth2.googleapis.com/revoke': () => ok({}),
    'GET https://youtube.googleapis.com/youtube/v3/channels': ({ bearer, query, hasToken }) =>
      hasToken(bearer) && query.get('mine') === 'true'
        ? ok({
            kind: 'youtube#channelListResponse',
            items: [
              {
                ...{ kind: 'youtube#channel', id: 'UCaaaaaaaaaaaaaaaaaaaaaa' },
                snippet: {
                  ...{ title: 'Acme & Söhne', customUrl: '@acme' },
                  thumbnails: { high: { url: 'https://yt3.ggpht.com/a=s800', width: 800, height: 800 } },
                },
              },
            ],
          })
        : { status: 401, body: { error: { code: 401, errors: [{ reason: 'authError' }] } } },
  },
} as const satisfies Rules
