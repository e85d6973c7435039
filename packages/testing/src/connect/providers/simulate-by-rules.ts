// Plays a provider of OAuth 2.0 by its rules.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type Answer, CLIENT, callbackOf, type Provider } from './provider.ts'
import type { Rules } from './rules.ts'

const jsonIn = (text: string): Readonly<Record<string, unknown>> =>
  text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}

const basicIn = (authorization = ''): string | undefined => {
  const encoded = /^Basic (?<encoded>\S+)$/.exec(authorization)?.groups?.encoded
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString()
}

export const simulateByRules = (platform: string, rules: Rules): Provider => {
  const secrets: string[] = []
  const taken = new Set<string>()
  const calls: string[] = []
  const forbidden = new Map<string, Answer>()
  let scope = ''
  const codes = new Map<string, { readonly challenge: string | null; readonly redirectUri: string | null }>()

  const newSecret = (name: string): string => {
    const secret = `${name}-${secrets.length}-${createHash('sha256').update(`${platform} ${secrets.length}`).digest('hex')}`
    secrets.push(secret)
    return secret
  }

  const hasToken = (token: string | null | undefined): boolean =>
    token != null && secrets.includes(token) && !taken.has(token)

  return {
    secrets,
    calls,
    page: rules.authorize,
    hosts: [rules.authorize, ...Object.keys(rules.endpoints).map((name) => name.split(' ')[1] ?? '')].map(
      (url) => new URL(url).host,
    ),
    works: hasToken,
    give: newSecret,
    answers: (method, { origin, pathname, href }) =>
      Object.hasOwn(rules.endpoints, `${method} ${origin}${pathname}`) && !rules.reads?.test(href),
    forbid: (name, answer) => void forbidden.set(name, answer),
    remove() {
      for (const secret of secrets) taken.add(secret)
    },
    isLive: (token) => !taken.has(token) && token === secrets.findLast((each) => each.startsWith('access')),
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
      assert.match(searchParams.get('redirect_uri') ?? '', callbackOf(platform))
      // TikTok's codes hold characters that must be decoded once.
      const text = `${newSecret('code')}*!4127.v1`
      codes.set(text, {
        ...{ challenge: searchParams.get('code_challenge'), redirectUri: searchParams.get('redirect_uri') },
      })
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
          const granted = codes.get(form.code ?? '')
          codes.delete(form.code ?? '')
          if (granted === undefined || form.redirect_uri !== granted.redirectUri) return false
          const challenge = createHash('sha256')
            .update(form.code_verifier ?? '')
            .digest('base64url')
          return granted.challenge === null ? form.code_verifier === undefined : challenge === granted.challenge
        },
      })
    },
  }
}
