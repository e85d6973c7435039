// Providers as their platforms document them, for tests: each row repeats from the documentation what its token endpoint
// demands and answers, and is written apart from the dialects that it judges.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { simulateFlickr } from './providers/flickr.ts'
import { type Answer, CLIENT, type Provider, SECRET } from './providers/provider.ts'

export type { Answer, Provider } from './providers/provider.ts'

type Form = Readonly<Record<string, string>>

type Rules = {
  readonly authorize: string
  /** The exact names of the parameters of an authorization request, sorted. */
  readonly parameters: readonly string[]
  readonly optional?: readonly string[]
  /** Parameters that must have this value. */
  readonly fixed?: Form
  readonly scope: string
  /** With what is not public. */
  readonly privateScope?: string
  readonly clientField: string
  /** URLs of these endpoints that read posts, too. */
  readonly reads?: RegExp
  /** `METHOD URL` without its query → its answer. */
  readonly endpoints: Readonly<Record<string, (sent: Sent) => Answer>>
}
type Sent = {
  readonly form: Form
  readonly json: Readonly<Record<string, unknown>>
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly bearer: string
  /** The query as it was sent. */
  readonly search: string
  /** Of HTTP Basic, as the platforms' documentation writes it: `id:secret`, not encoded. */
  readonly basic: string | undefined
  /** What the person was asked for. */
  readonly scope: string
  readonly newSecret: (name: string) => string
  readonly takeCode: () => boolean
  /** Whether it was given and not taken yet: a token that is replaced works no more. */
  readonly takeToken: (token: string | null | undefined) => boolean
  /** The same for a token that works again and again. */
  readonly hasToken: (token: string | null | undefined) => boolean
}

/** The form that Reddit requires. */
export const REDDIT_AGENT = 'web:central.example:1.0 (by /u/acme)'
const ok = (body: unknown): Answer => ({ status: 200, body })
const metaError = (code: number, error_subcode?: number): Answer => ({
  status: 400,
  body: { error: { message: 'A sentence of theirs', type: 'OAuthException', code, error_subcode, fbtrace_id: 'x' } },
})

/** A client that proves itself in the header field, and nowhere else. */
const isBasicClient = ({ basic, form }: Sent): boolean =>
  basic === `${CLIENT}:${SECRET}` && form.client_secret === undefined && form.client_id === undefined

/** What an application with rotating refresh tokens is granted: by a code, or by the refresh token before. */
const isGranted = ({ form, takeCode, takeToken }: Sent): boolean =>
  form.grant_type === 'refresh_token' ? takeToken(form.refresh_token) : takeCode()

const isClient = ({ client_id: id, client_secret: secret }: Form): boolean => id === CLIENT && secret === SECRET

const isRest = (headers: Form): boolean =>
  headers['linkedin-version'] === '202606' && headers['x-restli-protocol-version'] === '2.0.0'

const aclOf = (organization: number | string, role: string, state = 'APPROVED') => ({
  ...{ role, state, roleAssignee: 'urn:li:person:A1' },
  organization: typeof organization === 'string' ? organization : `urn:li:organization:${organization}`,
})
/** A member has several roles at a page, roles that were revoked, and roles that may read nothing. */
const ACLS = [
  aclOf(123, 'ADMINISTRATOR'),
  aclOf(123, 'DIRECT_SPONSORED_CONTENT_POSTER'),
  aclOf(124, 'ADMINISTRATOR', 'REVOKED'),
  aclOf(125, 'RECRUITING_POSTER'),
  aclOf(126, 'CONTENT_ADMINISTRATOR'),
  aclOf(127, 'ADMINISTRATOR'),
  aclOf('urn:li:organizationBrand:128', 'ADMINISTRATOR'),
  aclOf(129, 'CONTENT_ADMIN', 'REQUESTED'),
]
/** So many roles that the list has a second page. */
const MORE_ACLS = Array.from({ length: 100 }, (_, at) =>
  at === 99 ? aclOf(130, 'CONTENT_ADMIN') : aclOf(200 + at, 'ANALYST'),
)
/** 127 is closed. */
const ORGANIZATIONS: Readonly<Record<string, unknown>> = {
  123: { id: 123, vanityName: 'Acme', localizedName: 'Acme', primaryOrganizationType: 'NONE' },
  124: { id: 124, vanityName: 'former', localizedName: 'Former employer' },
  125: { id: 125, vanityName: 'jobs', localizedName: 'Jobs' },
  126: { id: 126, vanityName: 'acme-school', localizedName: 'Acme School', primaryOrganizationType: 'SCHOOL' },
  130: { id: 130, localizedName: 'Last & least' },
}

const RULES = {
  // “Facebook Login for Business”: a configuration names the permissions.
  facebook: {
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
  },
  // “Authorizing OAuth apps”, whose tokens do not end, and “Refreshing user access tokens” of GitHub Apps, which have no
  // scopes. Answers are a form unless JSON is asked for, and errors come with 200.
  github: {
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
        if (!isClient(sent.form))
          return ok({ error: 'incorrect_client_credentials', error_uri: 'https://docs.example' })
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
  },
  // Instagram API with Instagram Login: “Business Login for Instagram”.
  instagram: {
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
  },
  // “Authorization Code Flow”, “Programmatic refresh tokens”, “Organization Access Control by Role” and “Organization
  // Lookup” of LinkedIn.
  linkedin: {
    authorize: 'https://www.linkedin.com/oauth/v2/authorization',
    // No PKCE.
    parameters: ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'],
    scope: 'r_organization_social r_organization_admin',
    clientField: 'client_id',
    endpoints: {
      // A refresh repeats the refresh token, whose life goes on.
      'POST https://www.linkedin.com/oauth/v2/accessToken': ({ form, newSecret, takeCode, hasToken }) => {
        const isRefresh = form.grant_type === 'refresh_token'
        if (!isClient(form)) return { status: 401, body: { error: 'invalid_client' } }
        if (!(isRefresh ? hasToken(form.refresh_token) : takeCode()))
          return { status: 400, body: { error: 'invalid_grant', error_description: 'A sentence of theirs' } }
        return ok({
          ...{ access_token: newSecret('AQ'), expires_in: 5_184_000 },
          refresh_token: isRefresh ? form.refresh_token : newSecret('AQrefresh'),
          ...{ refresh_token_expires_in: isRefresh ? 26_438_400 : 31_536_000 },
          scope: 'r_organization_social,r_organization_admin',
        })
      },
      'GET https://api.linkedin.com/rest/organizationAcls': ({ bearer, headers, query, hasToken }) =>
        isRest(headers) && hasToken(bearer) && query.get('q') === 'roleAssignee' && query.get('state') === 'APPROVED'
          ? ok({
              elements: [...ACLS, ...MORE_ACLS].slice(Number(query.get('start'))).slice(0, 100),
              paging: { start: 0 },
            })
          : { status: 401, body: { status: 401, code: 'INVALID_ACCESS_TOKEN', serviceErrorCode: 65_600 } },
      // Parentheses and commas of a list may not be encoded. A page that is closed has an error.
      'GET https://api.linkedin.com/rest/organizationsLookup': ({ bearer, headers, search, hasToken }) => {
        const ids = /[?&]ids=List\(([\d,]+)\)/.exec(search)?.[1]?.split(',')
        if (!isRest(headers) || !hasToken(bearer) || ids === undefined) return { status: 400, body: { status: 400 } }
        const known = ids.filter((id) => Object.hasOwn(ORGANIZATIONS, id))
        return ok({
          results: Object.fromEntries(known.map((id) => [id, ORGANIZATIONS[id]])),
          statuses: Object.fromEntries(ids.map((id) => [id, known.includes(id) ? 200 : 404])),
          errors: {},
        })
      },
    },
  },
  // “Set up authentication and authorization” and the specification of Pinterest's API. Errors have no names.
  pinterest: {
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
  },
  // “OAuth2”: errors come with 200, or are a number. Programs without a user agent of their own are blocked.
  reddit: {
    authorize: 'https://www.reddit.com/api/v1/authorize',
    parameters: ['client_id', 'duration', 'redirect_uri', 'response_type', 'scope', 'state'],
    // Without it, Reddit sends no refresh token.
    fixed: { duration: 'permanent' },
    scope: 'identity read history',
    clientField: 'client_id',
    endpoints: {
      'POST https://www.reddit.com/api/v1/access_token': (sent) => {
        if (sent.headers['user-agent'] !== REDDIT_AGENT) return { status: 429, body: 'whoa there, pardner!' }
        if (!isBasicClient(sent)) return { status: 401, body: { message: 'Unauthorized', error: 401 } }
        const isRenewal = sent.form.grant_type === 'refresh_token'
        // A refresh token works until it is revoked.
        if (isRenewal && !sent.hasToken(sent.form.refresh_token))
          return { status: 400, body: { message: 'Bad Request', error: 400 } }
        if (!isRenewal && !sent.takeCode()) return ok({ error: 'invalid_grant' })
        return ok({
          ...{ access_token: sent.newSecret('access'), token_type: 'bearer', expires_in: 86_400 },
          ...{ scope: 'identity read history', ...(!isRenewal && { refresh_token: sent.newSecret('refresh') }) },
        })
      },
      'POST https://www.reddit.com/api/v1/revoke_token': (sent) =>
        isBasicClient(sent)
          ? { status: 204, body: '' }
          : { status: 401, body: { message: 'Unauthorized', error: 401 } },
      'GET https://oauth.reddit.com/api/v1/me': ({ bearer, headers }) =>
        bearer.startsWith('access') && headers['user-agent'] === REDDIT_AGENT
          ? ok({ name: 'Acme', id: 'a1', icon_img: '', subreddit: { title: 'Acme' }, hide_from_robots: true })
          : { status: 401, body: { message: 'Unauthorized', error: 401 } },
    },
  },
  // “Get started with the Threads API”.
  threads: {
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
  },
  // “Login Kit for Web” and “Manage OAuth Access Tokens”.
  tiktok: {
    authorize: 'https://www.tiktok.com/v2/auth/authorize/',
    parameters: [
      'client_key',
      'code_challenge',
      'code_challenge_method',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ],
    scope: 'user.info.basic,user.info.profile,user.info.stats,video.list',
    clientField: 'client_key',
    endpoints: {
      // A refresh gives another refresh token, and the one before stops at once.
      'POST https://open.tiktokapis.com/v2/oauth/token/': ({ form, newSecret, takeCode, takeToken }) => {
        const isClient = form.client_key === CLIENT && form.client_id === undefined && form.client_secret === SECRET
        const isGranted = form.grant_type === 'refresh_token' ? takeToken(form.refresh_token) : takeCode()
        if (!isClient || !isGranted)
          return ok({ error: 'invalid_grant', error_description: 'A sentence of theirs', log_id: '2026' })
        return ok({
          ...{ open_id: 'open-1', scope: 'user.info.basic,user.info.profile,video.list', token_type: 'Bearer' },
          ...{ access_token: newSecret('act'), expires_in: 7_200 },
          ...{ refresh_token: newSecret('rft'), refresh_expires_in: 15_552_000 },
        })
      },
      'POST https://open.tiktokapis.com/v2/oauth/revoke/': () => ok({}),
      'GET https://open.tiktokapis.com/v2/user/info/': ({ bearer, query }) =>
        bearer.startsWith('act') && query.get('fields') === 'open_id,display_name,avatar_url,username'
          ? ok({
              data: { user: { open_id: 'open-1', display_name: 'Garden', username: 'Garden' } },
              error: { code: 'ok' },
            })
          : { status: 401, body: { error: { code: 'access_token_invalid' } } },
    },
  },
  // “OAuth 2 authorization”. A refresh token works once, and 42 days.
  tumblr: {
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
  },
  // “Authorization code grant flow”: the scopes of a token are a list, and errors have messages in place of codes.
  twitch: {
    authorize: 'https://id.twitch.tv/oauth2/authorize',
    parameters: ['client_id', 'force_verify', 'redirect_uri', 'response_type', 'scope', 'state'],
    scope: 'moderator:read:followers',
    clientField: 'client_id',
    reads: /\/helix\/users\?/,
    endpoints: {
      'POST https://id.twitch.tv/oauth2/token': (sent) => {
        if (!isClient(sent.form)) return { status: 403, body: { status: 403, message: 'invalid client secret' } }
        if (!isGranted(sent)) return { status: 400, body: { status: 400, message: 'Invalid refresh token' } }
        return ok({
          ...{ access_token: sent.newSecret('access'), expires_in: 14_400, token_type: 'bearer' },
          ...{ refresh_token: sent.newSecret('refresh'), scope: ['moderator:read:followers'] },
        })
      },
      'POST https://id.twitch.tv/oauth2/revoke': ({ form }) =>
        form.client_id === CLIENT ? { status: 200, body: '' } : { status: 400, body: { status: 400, message: 'No' } },
      'GET https://api.twitch.tv/helix/users': ({ bearer, headers }) =>
        bearer.startsWith('access') && headers['client-id'] === CLIENT
          ? ok({ data: [{ id: '1', login: 'acme', display_name: 'Acme', profile_image_url: '' }] })
          : { status: 401, body: { error: 'Unauthorized', status: 401, message: 'Invalid OAuth token' } },
      'GET https://api.twitch.tv/helix/channels/followers': ({ bearer, query }) =>
        bearer.startsWith('access') && query.get('broadcaster_id') === '1'
          ? ok({ total: 88, data: [], pagination: {} })
          : { status: 401, body: { error: 'Unauthorized', status: 401, message: 'Invalid OAuth token' } },
    },
  },
  // “Authentication: authorization code grant”. Tokens do not end.
  vimeo: {
    authorize: 'https://api.vimeo.com/oauth/authorize',
    parameters: ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'],
    scope: 'public',
    privateScope: 'public private',
    clientField: 'client_id',
    endpoints: {
      'POST https://api.vimeo.com/oauth/access_token': (sent) =>
        isBasicClient(sent) && sent.form.grant_type === 'authorization_code' && sent.takeCode()
          ? ok({
              ...{ access_token: sent.newSecret('access'), token_type: 'bearer', scope: sent.scope },
              app: { name: 'Central API', uri: '/apps/1' },
              user: {
                ...{ uri: '/users/900001', name: 'Tide Films', link: 'https://vimeo.com/TideFilms', bio: null },
                pictures: { type: 'custom', sizes: [{ width: 360, link: 'https://i.vimeocdn.com/7' }] },
              },
            })
          : { status: 400, body: { error: 'invalid_grant', error_description: 'A sentence of theirs' } },
      'DELETE https://api.vimeo.com/tokens': ({ bearer }) =>
        bearer.startsWith('access') ? { status: 204, body: '' } : { status: 401, body: { error: 'No' } },
    },
  },
  // “OAuth 2.0 Authorization Code Flow with PKCE”, for confidential clients. A refresh token works once.
  x: {
    authorize: 'https://x.com/i/oauth2/authorize',
    parameters: [
      'client_id',
      'code_challenge',
      'code_challenge_method',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ],
    scope: 'tweet.read users.read offline.access',
    clientField: 'client_id',
    endpoints: {
      'POST https://api.x.com/2/oauth2/token': (sent) => {
        if (!isBasicClient(sent))
          return {
            status: 401,
            body: { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
          }
        if (!isGranted(sent)) {
          const what = sent.form.grant_type === 'refresh_token' ? 'token' : 'authorization code'
          const error_description = `Value passed for the ${what} was invalid.`
          return { status: 400, body: { error: 'invalid_request', error_description } }
        }
        return ok({
          ...{ token_type: 'bearer', expires_in: 7_200, scope: 'users.read tweet.read offline.access' },
          ...{ access_token: sent.newSecret('access'), refresh_token: sent.newSecret('refresh') },
        })
      },
      'POST https://api.x.com/2/oauth2/revoke': (sent) =>
        isBasicClient(sent) ? ok({ revoked: true }) : { status: 401, body: { error: 'unauthorized_client' } },
      'GET https://api.x.com/2/users/me': ({ bearer }) =>
        bearer.startsWith('access')
          ? ok({ data: { id: '70001', name: 'Acme', username: 'Acme' } })
          : { status: 401, body: { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' } },
    },
  },
  // “Using OAuth 2.0 for Web Server Applications” of Google, and “channels: list” of YouTube.
  youtube: {
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
  },
} as const satisfies Record<string, Rules>

const jsonIn = (text: string): Readonly<Record<string, unknown>> =>
  text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}

const basicIn = (authorization = ''): string | undefined => {
  const encoded = /^Basic (?<encoded>\S+)$/.exec(authorization)?.groups?.encoded
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString()
}

export type SimulatedPlatform = keyof typeof RULES | 'flickr'

export const OPERATOR = { clientId: CLIENT, clientSecret: SECRET } as const

export const simulateProvider = (platform: SimulatedPlatform): Provider =>
  platform === 'flickr' ? simulateFlickr() : simulateByRules(platform)

const simulateByRules = (platform: keyof typeof RULES): Provider => {
  const rules: Rules = RULES[platform]
  const secrets: string[] = []
  const taken = new Set<string>()
  const calls: string[] = []
  const forbidden = new Map<string, Answer>()
  let isRemoved = false
  let scope = ''
  let code:
    | { readonly text: string; readonly challenge: string | null; readonly redirectUri: string | null }
    | undefined

  const newSecret = (name: string): string => {
    const secret = `${name}-${secrets.length}-${createHash('sha256').update(`${platform} ${secrets.length}`).digest('hex')}`
    secrets.push(secret)
    return secret
  }

  const hasToken = (token: string | null | undefined): boolean =>
    !isRemoved && token != null && secrets.includes(token) && !taken.has(token)

  return {
    secrets,
    calls,
    give: newSecret,
    answers: (method, { origin, pathname, href }) =>
      Object.hasOwn(rules.endpoints, `${method} ${origin}${pathname}`) && !rules.reads?.test(href),
    forbid: (name, answer) => void forbidden.set(name, answer),
    remove() {
      isRemoved = true
    },
    isLive: (token) => !isRemoved && token === secrets.findLast((each) => each.startsWith('access')),
    authorize(url) {
      const { searchParams } = url
      assert.equal(url.origin + url.pathname, rules.authorize)
      // An application without scopes asks for some where what is not public is wanted.
      const names = [...searchParams.keys()].filter((name) => name !== 'scope' || rules.scope !== '')
      const isSent = (name: string): boolean => rules.optional?.includes(name) !== true || searchParams.has(name)
      assert.deepEqual(names.toSorted(), rules.parameters.filter(isSent))
      assert.equal(searchParams.get(rules.clientField), CLIENT)
      scope = searchParams.get('scope') ?? ''
      assert.ok([rules.scope, rules.privateScope].includes(scope), scope)
      for (const [name, value] of Object.entries(rules.fixed ?? {})) assert.equal(searchParams.get(name), value)
      assert.equal(searchParams.get('response_type'), 'code')
      assert.match(searchParams.get('redirect_uri') ?? '', new RegExp(`^https://[^?#]+/connect/${platform}/callback$`))
      // TikTok's codes hold characters that must be decoded once.
      const text = `${newSecret('code')}*!4127.v1`
      code = { text, challenge: searchParams.get('code_challenge'), redirectUri: searchParams.get('redirect_uri') }
      return new URLSearchParams({ code: text, state: searchParams.get('state') ?? '' })
    },
    async respond({ url, method = 'GET', body, accept = '', userAgent, headers: own = {} }) {
      const headers: Readonly<Record<string, string>> = {
        accept,
        ...own,
        ...(userAgent !== undefined && { 'user-agent': userAgent }),
      }
      const target = new URL(url)
      const name = `${method} ${target.origin}${target.pathname}`
      calls.push(name)
      const endpoint = rules.endpoints[name]
      assert.ok(endpoint, `${name} is no endpoint of ${platform}`)
      const refusal = forbidden.get(name)
      if (refusal) return refusal
      const form = Object.fromEntries(new URLSearchParams(body?.bytes.toString() ?? ''))
      return endpoint({
        ...{ form, query: target.searchParams, newSecret, bearer: headers.authorization?.replace('Bearer ', '') ?? '' },
        ...{ basic: basicIn(headers.authorization), scope, headers, hasToken, search: new URL(url).search },
        json: jsonIn(body?.bytes.toString() ?? ''),
        takeToken(token) {
          if (token == null || !hasToken(token)) return false
          taken.add(token)
          return true
        },
        takeCode() {
          const granted = code
          code = undefined
          if (granted === undefined || form.code !== granted.text || form.redirect_uri !== granted.redirectUri)
            return false
          const challenge = createHash('sha256')
            .update(form.code_verifier ?? '')
            .digest('base64url')
          return granted.challenge === null ? form.code_verifier === undefined : challenge === granted.challenge
        },
      })
    },
  }
}
