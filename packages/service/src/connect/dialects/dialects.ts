// The dialects of the platforms. Each row follows the platform's own documentation; what a row does not say is as in
// RFC 6749.

import type { Dialect } from './dialect.ts'

const GRAPH = 'https://graph.facebook.com/v26.0'

export const DIALECTS = {
  sandbox: {
    platform: 'sandbox',
    authorize: '/oauth/authorize',
    token: '/oauth/token',
    revoke: '/oauth/revoke',
    revokes: 'token',
    proof: 'none',
    separator: ' ',
    pkce: true,
    quirks: {},
  },
  // Doorkeeper: one client for each host, registered by the service itself.
  mastodon: {
    platform: 'mastodon',
    authorize: '/oauth/authorize',
    token: '/oauth/token',
    revoke: '/oauth/revoke',
    revokes: 'token',
    proof: 'body',
    separator: ' ',
    // Since Mastodon 4.3, whose metadata says so. An older server ignores the parameters (RFC 6749, section 3.1).
    pkce: true,
    quirks: {},
  },
  instagram: {
    platform: 'instagram',
    authorize: 'https://www.instagram.com/oauth/authorize',
    token: 'https://api.instagram.com/oauth/access_token',
    proof: 'body',
    separator: ',',
    pkce: false,
    authorizeParameters: { enable_fb_login: '0', force_reauth: 'true' },
    reports: 'signed_request',
    quirks: {
      impliesBearer: true,
      mayWrapInData: true,
      scopeField: 'permissions',
      subjectField: 'user_id',
      livesSeconds: 3_600,
    },
  },
  threads: {
    platform: 'threads',
    authorize: 'https://threads.com/oauth/authorize',
    token: 'https://graph.threads.com/oauth/access_token',
    proof: 'body',
    separator: ',',
    pkce: false,
    reports: 'signed_request',
    quirks: { impliesBearer: true, subjectField: 'user_id', livesSeconds: 3_600 },
  },
  facebook: {
    platform: 'facebook',
    authorize: 'https://www.facebook.com/v26.0/dialog/oauth',
    token: `${GRAPH}/oauth/access_token`,
    proof: 'body',
    separator: ',',
    pkce: false,
    provesCalls: true,
    reports: 'signed_request',
    quirks: { impliesBearer: true },
  },
  tiktok: {
    platform: 'tiktok',
    authorize: 'https://www.tiktok.com/v2/auth/authorize/',
    token: 'https://open.tiktokapis.com/v2/oauth/token/',
    revoke: 'https://open.tiktokapis.com/v2/oauth/revoke/',
    revokes: 'consent',
    proof: 'body',
    clientIdField: 'client_key',
    separator: ',',
    pkce: true,
    reports: 'webhook',
    quirks: { errorsWithSuccess: true, subjectField: 'open_id', refreshLifetimeField: 'refresh_expires_in' },
  },
  // https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
  x: {
    platform: 'x',
    authorize: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    revoke: 'https://api.x.com/2/oauth2/revoke',
    revokes: 'token',
    proof: 'basic',
    separator: ' ',
    pkce: true,
    quirks: {
      errorNames: {
        'Value passed for the authorization code was invalid.': 'invalid_grant',
        'Value passed for the token was invalid.': 'invalid_grant',
      },
    },
  },
  // https://developer.vimeo.com/api/authentication: tokens do not end, and their response describes the user.
  vimeo: {
    platform: 'vimeo',
    authorize: 'https://api.vimeo.com/oauth/authorize',
    token: 'https://api.vimeo.com/oauth/access_token',
    revokes: 'token',
    proof: 'basic',
    separator: ' ',
    pkce: false,
    quirks: { accountField: 'user' },
  },
  // https://www.tumblr.com/docs/en/api/v2#oauth2-authorization
  tumblr: {
    platform: 'tumblr',
    authorize: 'https://www.tumblr.com/oauth2/authorize',
    token: 'https://api.tumblr.com/v2/oauth2/token',
    proof: 'body',
    separator: ' ',
    pkce: false,
    // 42 days, whereas the token lives 42 minutes: https://github.com/tumblr/docs/issues/134
    quirks: { refreshLivesSeconds: 42 * 86_400 },
  },
  // https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#authorization-code-grant-flow
  twitch: {
    platform: 'twitch',
    authorize: 'https://id.twitch.tv/oauth2/authorize',
    token: 'https://id.twitch.tv/oauth2/token',
    revoke: 'https://id.twitch.tv/oauth2/revoke',
    revokes: 'token',
    proof: 'body',
    separator: ' ',
    pkce: false,
    // People see which account they connect.
    authorizeParameters: { force_verify: 'true' },
    quirks: {
      impliesBearer: true,
      errorNames: {
        'Invalid authorization code': 'invalid_grant',
        'Invalid refresh token': 'invalid_grant',
        'Invalid grant': 'invalid_grant',
        'invalid client': 'invalid_client',
        'invalid client secret': 'invalid_client',
      },
    },
  },
  // https://github.com/reddit-archive/reddit/wiki/OAuth2
  reddit: {
    platform: 'reddit',
    authorize: 'https://www.reddit.com/api/v1/authorize',
    token: 'https://www.reddit.com/api/v1/access_token',
    revoke: 'https://www.reddit.com/api/v1/revoke_token',
    revokes: 'token',
    proof: 'basic',
    separator: ' ',
    pkce: false,
    // Otherwise there is no refresh token.
    authorizeParameters: { duration: 'permanent' },
    quirks: {
      errorsWithSuccess: true,
      // Some errors are only a status, as a number: `{ "message": "Bad Request", "error": 400 }`.
      errorNames: { '400': 'invalid_grant', '401': 'invalid_client', '403': 'unauthorized_client' },
    },
  },
  // https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps, and, with tokens that end,
  // https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app
  github: {
    platform: 'github',
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    revokes: 'token',
    proof: 'body',
    separator: ' ',
    pkce: true,
    authorizeParameters: { prompt: 'select_account' },
    quirks: {
      errorsWithSuccess: true,
      refreshLifetimeField: 'refresh_token_expires_in',
      errorNames: {
        bad_verification_code: 'invalid_grant',
        bad_refresh_token: 'invalid_grant',
        incorrect_client_credentials: 'invalid_client',
        redirect_uri_mismatch: 'invalid_request',
      },
    },
  },
} as const satisfies Record<string, Dialect>
