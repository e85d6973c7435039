// Providers as their platforms document them, for tests: each row repeats from the documentation what its token endpoint
// demands and answers, and is written apart from the dialects that it judges.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { EgressRequest } from '@central-api/service/egress/egress.ts'

export type Answer = { readonly status: number; readonly body: unknown }
type Form = Readonly<Record<string, string>>

/** A code lives once. */
export type Provider = {
  /** Judges the authorization request, and returns what the browser comes back with. */
  authorize(url: URL): URLSearchParams
  respond(request: EgressRequest): Promise<Answer>
  /** A token or refresh token as if it had been given before. */
  give(name: string): string
  /** Every secret that was given: none may appear in a log, an answer or a database. */
  readonly secrets: string[]
  readonly calls: string[]
}

type Rules = {
  readonly authorize: string
  /** The exact names of the parameters of an authorization request, sorted. */
  readonly parameters: readonly string[]
  /** Parameters that must have this value. */
  readonly fixed?: Form
  readonly scope: string
  readonly clientField: string
  /** `METHOD URL` without its query → its answer. */
  readonly endpoints: Readonly<Record<string, (sent: Sent) => Answer>>
}
type Sent = {
  readonly form: Form
  readonly query: URLSearchParams
  readonly bearer: string
  readonly headers: Form
  /** The query as it was sent. */
  readonly search: string
  /** `id:secret` of HTTP Basic, whose parts are form-encoded (RFC 6749, section 2.3.1). */
  readonly basic: string
  readonly newSecret: (name: string) => string
  readonly takeCode: () => boolean
  /** Whether it was given and not taken yet: a token that is replaced works no more. */
  readonly takeToken: (token: string | null | undefined) => boolean
  /** The same for a token that works again and again. */
  readonly hasToken: (token: string | null | undefined) => boolean
}

const SECRET = 'app-secret'
const CLIENT = 'app-id'
const ok = (body: unknown): Answer => ({ status: 200, body })
const metaError = (code: number, error_subcode?: number): Answer => ({
  status: 400,
  body: { error: { message: 'A sentence of theirs', type: 'OAuthException', code, error_subcode, fbtrace_id: 'x' } },
})

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
  // “Facebook Login for Business”: a configuration names the permissions.
  facebook: {
    authorize: 'https://www.facebook.com/v26.0/dialog/oauth',
    parameters: ['client_id', 'config_id', 'redirect_uri', 'response_type', 'state'],
    scope: '',
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
      'POST https://api.pinterest.com/v5/oauth/token': ({ form, basic, newSecret, takeCode, takeToken }) => {
        const isRefresh = form.grant_type === 'refresh_token'
        // The secret belongs to the header alone.
        const isOfClient = basic === `${CLIENT}:${SECRET}` && form.client_secret === undefined
        if (!isOfClient) return { status: 401, body: { code: 2, message: 'Authentication failed.' } }
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

export type SimulatedPlatform = keyof typeof RULES

export const OPERATOR = { clientId: CLIENT, clientSecret: SECRET } as const

export const simulateProvider = (platform: SimulatedPlatform): Provider => {
  const rules: Rules = RULES[platform]
  const secrets: string[] = []
  const taken = new Set<string>()
  const calls: string[] = []
  let code:
    | { readonly text: string; readonly challenge: string | null; readonly redirectUri: string | null }
    | undefined

  const newSecret = (name: string): string => {
    const secret = `${name}-${secrets.length}-${createHash('sha256').update(`${platform} ${secrets.length}`).digest('hex')}`
    secrets.push(secret)
    return secret
  }

  return {
    secrets,
    calls,
    give: newSecret,
    authorize(url) {
      const { searchParams } = url
      assert.equal(url.origin + url.pathname, rules.authorize)
      assert.deepEqual([...searchParams.keys()].toSorted(), rules.parameters)
      assert.equal(searchParams.get(rules.clientField), CLIENT)
      assert.equal(searchParams.get('scope') ?? '', rules.scope)
      for (const [name, value] of Object.entries(rules.fixed ?? {})) assert.equal(searchParams.get(name), value)
      assert.equal(searchParams.get('response_type'), 'code')
      assert.match(searchParams.get('redirect_uri') ?? '', new RegExp(`^https://[^?#]+/connect/${platform}/callback$`))
      // TikTok's codes hold characters that must be decoded once.
      const text = `${newSecret('code')}*!4127.v1`
      code = { text, challenge: searchParams.get('code_challenge'), redirectUri: searchParams.get('redirect_uri') }
      return new URLSearchParams({ code: text, state: searchParams.get('state') ?? '' })
    },
    async respond({ url, method = 'GET', body, headers = {} }) {
      const target = new URL(url)
      const name = `${method} ${target.origin}${target.pathname}`
      calls.push(name)
      const endpoint = rules.endpoints[name]
      assert.ok(endpoint, `${name} is no endpoint of ${platform}`)
      const form = Object.fromEntries(new URLSearchParams(body?.bytes.toString() ?? ''))
      return endpoint({
        ...{
          headers,
          search: new URL(url).search,
          form,
          query: target.searchParams,
          newSecret,
          bearer: headers.authorization?.replace('Bearer ', '') ?? '',
        },
        basic: decodeURIComponent(
          Buffer.from(/^Basic (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '', 'base64').toString(),
        ),
        hasToken: (token) => token != null && secrets.includes(token) && !taken.has(token),
        takeToken(token) {
          if (token == null || !secrets.includes(token) || taken.has(token)) return false
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
