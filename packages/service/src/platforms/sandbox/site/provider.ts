// The sandbox's OAuth provider (RFC 6749 with RFC 7636). Its accounts are made up and the same for everybody, so codes and
// tokens keep nothing secret: they say what was chosen. It redirects to the service itself only.

import { createHash } from 'node:crypto'
import { escapeHtml } from '../../../post/markup/escape.ts'
import type { SandboxRequest, SandboxResponse } from './exchange.ts'
import { barePage, page } from './pages.ts'
import { findChoice, PROVIDER_CHOICES, type ProviderChoice } from './provider-choices.ts'
import { SANDBOX_PREFIX } from './urls.ts'

const CODE_MS = 60_000
const CODE = 'sandbox-code.'
const TOKEN = 'sandbox-token.'

type Code = {
  readonly choice: string
  readonly scope: string
  readonly challenge: string
  readonly redirectUri: string
  readonly at: number
}
type Token = { readonly choice: string; readonly scope: string; readonly endsAt: number | null }

const encode = (prefix: string, value: Code | Token): string =>
  prefix + Buffer.from(JSON.stringify(value)).toString('base64url')

const decode = <T>(prefix: string, text: string | null | undefined): T | undefined => {
  if (!text?.startsWith(prefix)) return undefined
  try {
    return JSON.parse(Buffer.from(text.slice(prefix.length), 'base64url').toString()) as T
  } catch {
    return undefined
  }
}

const json = (status: number, value: unknown): SandboxResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from(JSON.stringify(value)),
})

const markup = (status: number, body: string): SandboxResponse => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
  },
  body: Buffer.from(body),
})

/** The only address that the provider redirects to. */
const callbackOf = (base: string): string =>
  base.replace(new RegExp(`${SANDBOX_PREFIX}/$`), '/connect/sandbox/callback')

const STYLE = `<style>
:root { color-scheme: light dark; }
body { max-width: 30rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
ul { padding: 0; list-style: none; }
a { display: block; margin: .5rem 0; padding: .625rem 1rem; border: 1px solid light-dark(#868f99, #69737e); border-radius: .5rem; color: inherit; text-decoration: none; }
a:hover, a:focus-visible { background: light-dark(#e7f4f2, #11302d); }
</style>
`

const authorizePage = (query: URLSearchParams): string => {
  const row = ([name, { label }]: readonly [string, ProviderChoice]) => {
    const target = new URLSearchParams(query)
    target.set('choice', name)
    return `<li><a href="decide?${escapeHtml(target.toString())}">${escapeHtml(label)}</a></li>`
  }
  const scopes = escapeHtml((query.get('scope') ?? '').split(' ').join(', '))
  const rows = Object.entries(PROVIDER_CHOICES).map(row).join('\n')
  const body = `<main><h1>Sandbox provider</h1>
<p>Central API asks for: ${scopes}.</p>
<p>This provider is made up. Choose how the consent ends.</p>
<ul>
${rows}
</ul></main>`
  return page('Sandbox provider', STYLE, body)
}

/** What every authorization request needs. An error of these is shown, and redirects nowhere (RFC 6749, section
 * 4.1.2.1). */
const isSound = (query: URLSearchParams, base: string): boolean =>
  query.get('redirect_uri') === callbackOf(base) &&
  query.get('response_type') === 'code' &&
  query.get('code_challenge_method') === 'S256' &&
  /^[\w-]{43}$/.test(query.get('code_challenge') ?? '')

const decide = (query: URLSearchParams, { base, now }: SandboxRequest): SandboxResponse => {
  const choice = findChoice(query.get('choice'))
  if (choice === undefined) return markup(400, barePage('There is no such choice'))
  const target = new URL(callbackOf(base))
  const { denies } = choice
  const scope = choice.grants?.join(' ') ?? query.get('scope') ?? ''
  const code: Code = {
    choice: query.get('choice') ?? '',
    scope,
    challenge: query.get('code_challenge') ?? '',
    redirectUri: callbackOf(base),
    at: now,
  }
  target.searchParams.set(denies === undefined ? 'code' : 'error', denies ?? encode(CODE, code))
  target.searchParams.set('state', query.get('state') ?? '')
  return { status: 302, headers: { location: target.href, 'cache-control': 'no-store' }, body: Buffer.alloc(0) }
}

const exchange = (form: URLSearchParams, now: number): SandboxResponse => {
  const code = decode<Code>(CODE, form.get('code'))
  const choice = findChoice(code?.choice ?? null)
  if (choice?.refuses) return json(choice.refuses.status, { error: choice.refuses.error })
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const isValid =
    form.get('grant_type') === 'authorization_code' &&
    code !== undefined &&
    code.challenge === challenge &&
    code.redirectUri === form.get('redirect_uri') &&
    now - code.at < CODE_MS
  if (!isValid || choice === undefined) return json(400, { error: 'invalid_grant' })
  const { endsInSeconds } = choice
  const endsAt = endsInSeconds === undefined ? null : now + endsInSeconds * 1000
  return json(200, {
    access_token: encode(TOKEN, { choice: code.choice, scope: code.scope, endsAt }),
    token_type: 'Bearer',
    scope: code.scope,
    ...(endsInSeconds !== undefined && { expires_in: endsInSeconds }),
  })
}

/** The choice behind the token of a request; undefined for a token that has ended. */
const choiceOf = ({ headers, now }: SandboxRequest): ProviderChoice | undefined => {
  const token = decode<Token>(TOKEN, headers.authorization?.replace(/^Bearer /, ''))
  if (token === undefined || (token.endsAt !== null && token.endsAt <= now)) return undefined
  return findChoice(token.choice)
}

const accountsOf = (request: SandboxRequest): SandboxResponse => {
  const choice = choiceOf(request)
  return choice === undefined ? json(401, { error: 'invalid_token' }) : json(200, { accounts: choice.accounts })
}

/** `path`: below `oauth/`. */
export const serveProvider = (path: string, query: URLSearchParams, request: SandboxRequest): SandboxResponse => {
  const isPost = request.method === 'POST'
  if (path === 'token' && isPost) return exchange(new URLSearchParams(request.form ?? ''), request.now)
  if (path === 'revoke' && isPost) return json(200, {})
  if (isPost) return markup(404, barePage('There is nothing here'))
  if (path === 'accounts') return accountsOf(request)
  if (path !== 'authorize' && path !== 'decide') return markup(404, barePage('There is nothing here'))
  if (!isSound(query, request.base)) return markup(400, barePage('This authorization request is malformed'))
  return path === 'authorize' ? markup(200, authorizePage(query)) : decide(query, request)
}
