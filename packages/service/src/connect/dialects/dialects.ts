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
      errorCodes: { 283: 'invalid_grant' },
      errorStatuses: { 400: 'invalid_grant', 401: 'invalid_client', 403: 'unauthorized_client' },
      refusesAlike: true,
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
} as const satisfies Record<string, Dialect>
