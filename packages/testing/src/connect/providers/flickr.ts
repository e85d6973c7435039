// Flickr as “User Authentication” documents it: OAuth 1.0, whose signatures are checked here apart from how the service
// makes them. https://www.flickr.com/services/api/auth.oauth.html

import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import type { EgressRequest } from '@central-api/service/egress/egress.ts'
import { type Answer, CLIENT, callbackOf, type Provider, SECRET } from './provider.ts'

const AUTHORIZE = 'https://www.flickr.com/services/oauth/authorize'
const REQUEST_TOKEN = 'POST https://www.flickr.com/services/oauth/request_token'
const ACCESS_TOKEN = 'POST https://www.flickr.com/services/oauth/access_token'
const REST = 'GET https://api.flickr.com/services/rest/'

const form = (status: number, fields: Readonly<Record<string, string>>): Answer => ({
  status,
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'text/plain; charset=utf-8' },
})
const problem = (name: string): Answer => form(401, { oauth_problem: name, debug_sbs: 'GET' })

const encode = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')

/** The fields of the header, as they were before they were encoded. */
const fieldsIn = (authorization = ''): ReadonlyMap<string, string> => {
  const fields = authorization.replace(/^OAuth /, '').matchAll(/(?<name>\w+)="(?<value>[^"]*)"(?:, |$)/g)
  return new Map(
    [...fields].map(({ groups = {} }): [string, string] => [groups.name ?? '', decodeURIComponent(groups.value ?? '')]),
  )
}

const signatureOf = (name: string, query: URLSearchParams, fields: ReadonlyMap<string, string>, secret: string) => {
  const [method = '', url = ''] = name.split(' ')
  const pairs = [...query, ...fields].filter(([field]) => field !== 'oauth_signature')
  const lines = pairs.map(([field, value]) => `${encode(field)}=${encode(value)}`)
  // Names are unique, and `=` is before every character of a name that goes on.
  const text = `${method}&${encode(url)}&${encode(lines.sort().join('&'))}`
  return createHmac('sha1', `${SECRET}&${encode(secret)}`)
    .update(text)
    .digest('base64')
}

const PERSON = {
  ...{ id: '900001@N01', nsid: '900001@N01', iconserver: '65535', iconfarm: 66, path_alias: 'RainPerson' },
  ...{ username: { _content: 'rain person' }, realname: { _content: 'Rain Person' } },
}

export const simulateFlickr = (): Provider => {
  const secrets: string[] = []
  const calls: string[] = []
  const forbidden = new Map<string, Answer>()
  const nonces = new Set<string>()
  /** By token; what each was given for. */
  const given = new Map<string, { readonly secret: string; readonly callback?: string; verifier?: string }>()
  const removed = new Set<string>()
  const works = (token: string): boolean => given.has(token) && !removed.has(token)

  const newText = (name: string): string =>
    `${name}-${secrets.length}-${createHash('sha256').update(`flickr ${secrets.length}`).digest('hex')}`
  const newSecret = (name: string): string => {
    const text = newText(name)
    secrets.push(text)
    return text
  }

  /** Why the request is refused; undefined if its signature is right. */
  const refusalOf = (name: string, query: URLSearchParams, fields: ReadonlyMap<string, string>): string | undefined => {
    const [nonce, token] = [fields.get('oauth_nonce') ?? '', fields.get('oauth_token')]
    if (fields.get('oauth_consumer_key') !== CLIENT) return 'consumer_key_unknown'
    if (!/^\d{9,10}$/.test(fields.get('oauth_timestamp') ?? '')) return 'timestamp_refused'
    if (nonce === '' || nonces.has(nonce)) return 'nonce_used'
    nonces.add(nonce)
    const known = token === undefined ? undefined : given.get(token)
    if (token !== undefined && known === undefined) return 'token_rejected'
    return fields.get('oauth_signature') === signatureOf(name, query, fields, known?.secret ?? '')
      ? undefined
      : 'signature_invalid'
  }

  const requestToken = (fields: ReadonlyMap<string, string>): Answer => {
    const callback = fields.get('oauth_callback')
    if (callback === undefined) return problem('parameter_absent')
    // The browser takes the token along, so that alone it is good for nothing.
    const [token, secret] = [newText('request'), newSecret('requestsecret')]
    given.set(token, { secret, callback })
    return form(200, { oauth_callback_confirmed: 'true', oauth_token: token, oauth_token_secret: secret })
  }

  const accessToken = (fields: ReadonlyMap<string, string>): Answer => {
    const token = fields.get('oauth_token') ?? ''
    const request = given.get(token)
    if (request?.verifier === undefined || request.verifier !== fields.get('oauth_verifier'))
      return problem('token_rejected')
    given.delete(token)
    const [access, secret] = [newSecret('access'), newSecret('tokensecret')]
    given.set(access, { secret })
    return form(200, {
      ...{ fullname: 'Rain Person', oauth_token: access, oauth_token_secret: secret },
      ...{ user_nsid: PERSON.nsid, username: 'rain person' },
    })
  }

  const answers: Provider['answers'] = (method, { origin, pathname, searchParams: query }) => {
    const name = `${method} ${origin}${pathname}`
    const isOwn = query.get('method') === 'flickr.people.getInfo' && query.get('api_key') === CLIENT
    return name === REQUEST_TOKEN || name === ACCESS_TOKEN || (name === REST && isOwn)
  }

  return {
    ...{ secrets, calls, answers, give: newSecret },
    page: AUTHORIZE,
    hosts: ['www.flickr.com', 'api.flickr.com'],
    works,
    forbid: (name, answer) => void forbidden.set(name, answer),
    remove() {
      for (const token of given.keys()) removed.add(token)
    },
    isLive: (token) => works(token) && token === secrets.findLast((each) => each.startsWith('access')),
    pushed: (url) => {
      const callback = given.get(url.searchParams.get('oauth_token') ?? '')?.callback ?? ''
      const state = URL.parse(callback)?.searchParams.get('state') ?? ''
      return new URLSearchParams({ redirect_uri: callback, state, scope: url.searchParams.get('perms') ?? '' })
    },
    tokenOf({ method = 'GET', url, headers = {} }: EgressRequest) {
      const { origin, pathname, searchParams } = new URL(url)
      const fields = fieldsIn(headers.authorization)
      const refusal = refusalOf(`${method} ${origin}${pathname}`, searchParams, fields)
      return refusal === undefined ? (fields.get('oauth_token') ?? '') : refusal
    },
    authorize({ origin, pathname, searchParams: query }) {
      assert.equal(origin + pathname, AUTHORIZE)
      assert.deepEqual([...query.keys()].toSorted(), ['oauth_token', 'perms'])
      assert.equal(query.get('perms'), 'read')
      const token = query.get('oauth_token') ?? ''
      const request = given.get(token)
      assert.ok(request?.callback)
      const callback = new URL(request.callback)
      assert.match(callback.origin + callback.pathname, callbackOf('flickr'))
      assert.deepEqual([...callback.searchParams.keys()], ['state'])
      request.verifier = newSecret('verifier')
      callback.searchParams.set('oauth_token', token)
      callback.searchParams.set('oauth_verifier', request.verifier)
      return callback.searchParams
    },
    async respond({ url, method = 'GET', headers = {} }) {
      const { origin, pathname, searchParams } = new URL(url)
      const name = `${method} ${origin}${pathname}`
      calls.push(name)
      assert.ok(answers(method, new URL(url)), `${name} is no endpoint of Flickr`)
      const refused = forbidden.get(name)
      if (refused) return refused
      if (name === REST) return { status: 200, body: { person: PERSON, stat: 'ok' } }
      const fields = fieldsIn(headers.authorization)
      const refusal = refusalOf(name, searchParams, fields)
      if (refusal !== undefined) return problem(refusal)
      return name === REQUEST_TOKEN ? requestToken(fields) : accessToken(fields)
    },
  }
}
