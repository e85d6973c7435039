// The dialects of the platforms. Each row follows the platform's own documentation; what a row does not say is as in
// RFC 6749.

import type { Dialect } from './dialect.ts'

const GRAPH = 'https://graph.facebook.com/v26.0'

export const DIALECTS = {
  // Each account chooses its server, whose metadata names the endpoints. https://atproto.com/specs/oauth
  bluesky: {
    platform: 'bluesky',
    authorize: '/oauth/authorize',
    token: '/oauth/token',
    revoke: '/oauth/revoke',
    revokes: 'token',
    proof: 'assertion',
    separator: ' ',
    pkce: true,
    bindsTokens: true,
    quirks: {
      subjectField: 'sub',
      // The shortest that the servers of Bluesky grant. https://github.com/bluesky-social/atproto/tree/main/packages/oauth/oauth-provider
      refreshLivesSeconds: 14 * 86_400,
    },
  },
  facebook: {
    platform: 'facebook',
    authorize: 'https://www.facebook.com/v26.0/dialog/oauth',
    token: `${GRAPH}/oauth/access_token`,
    proof: 'body',
    separator: ',',
    pkce: false,
    callsNeed: 'secret_proof',
    reports: 'signed_request',
    quirks: { impliesBearer: true },
  },
  // The only one with OAuth 1.0. Tokens do not end, and only the person can take one back.
  // https://www.flickr.com/services/api/auth.oauth.html
  flickr: {
    platform: 'flickr',
    authorize: 'https://www.flickr.com/services/oauth/authorize',
    token: 'https://www.flickr.com/services/oauth/access_token',
    requestToken: 'https://www.flickr.com/services/oauth/request_token',
    proof: 'signature',
    separator: ' ',
    pkce: false,
    authorizeParameters: { perms: 'read' },
    callsNeed: 'secret',
    quirks: { subjectField: 'user_nsid' },
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
      errors: {
        bad_verification_code: 'invalid_grant',
        bad_refresh_token: 'invalid_grant',
        incorrect_client_credentials: 'invalid_client',
        redirect_uri_mismatch: 'invalid_request',
      },
    },
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
  // Applications for the web may not use PKCE. A token is not revoked, since other connected pages of the member may
  // have the same. https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow
  linkedin: {
    platform: 'linkedin',
    authorize: 'https://www.linkedin.com/oauth/v2/authorization',
    token: 'https://www.linkedin.com/oauth/v2/accessToken',
    proof: 'body',
    separator: ' ',
    pkce: false,
    quirks: { impliesBearer: true, refreshLifetimeField: 'refresh_token_expires_in' },
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
  // Each server has OAuth, or MiAuth. Tokens do not end, and only the person can take one back.
  misskey: {
    platform: 'misskey',
    authorize: '/oauth/authorize',
    token: '/oauth/token',
    proof: 'none',
    separator: ' ',
    pkce: true,
    quirks: {},
  },
  // The only refresh tokens are those that are refreshed for ever, which older applications have to ask for.
  // https://developers.pinterest.com/docs/api/v5/oauth-token
  pinterest: {
    platform: 'pinterest',
    authorize: 'https://www.pinterest.com/oauth/',
    token: 'https://api.pinterest.com/v5/oauth/token',
    proof: 'basic',
    separator: ',',
    pkce: false,
    tokenParameters: { continuous_refresh: 'true' },
    quirks: {
      refreshLifetimeField: 'refresh_token_expires_in',
      // Errors have numbers. 283: “The authorization grant is invalid”.
      errors: { 283: 'invalid_grant' },
      errorStatuses: { 400: 'invalid_grant', 401: 'invalid_client', 403: 'unauthorized_client' },
      refusesAlike: true,
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
      errors: { 400: 'invalid_grant', 401: 'invalid_client', 403: 'unauthorized_client' },
    },
  },
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
    callsNeed: 'client_id',
    quirks: {
      impliesBearer: true,
      errors: {
        'Invalid authorization code': 'invalid_grant',
        'Invalid refresh token': 'invalid_grant',
        'Invalid grant': 'invalid_grant',
        'invalid client': 'invalid_client',
        'invalid client secret': 'invalid_client',
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
      errors: {
        'Value passed for the authorization code was invalid.': 'invalid_grant',
        'Value passed for the token was invalid.': 'invalid_grant',
      },
    },
  },
  // Google sends a refresh token only for offline access, and from the second consent on only if the person is asked
  // again. https://developers.google.com/identity/protocols/oauth2/web-server
  youtube: {
    platform: 'youtube',
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    revoke: 'https://oauth2.googleapis.com/revoke',
    revokes: 'consent',
    proof: 'body',
    separator: ' ',
    pkce: true,
    authorizeParameters: { access_type: 'offline', prompt: 'consent' },
    // Only where the consent ends: the person limited its time, or the application is in testing.
    quirks: { refreshLifetimeField: 'refresh_token_expires_in' },
  },
} as const satisfies Record<string, Dialect>
