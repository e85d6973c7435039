// A person who connects accounts of the sandbox over the service's own pages.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Network } from '@central-api/service/engine.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import { startClient } from '../start-client.ts'
import { onwardOf } from './onward-of.ts'

export const BASE = 'https://central.example'
export const SITE = 'shop.example'
export const RETURN_TO = 'https://shop.example/wp-admin/?page=feed&state=own'

type Options = {
  readonly environment?: Readonly<Record<string, string>>
  readonly platforms?: readonly Platform[]
  readonly network?: Network
}

/** A license, and the browser of a person: it keeps cookies, and follows nothing by itself. */
export const startSandboxBrowser = async (
  context: TestContext,
  { environment = {}, platforms, network }: Options = {},
) => {
  const client = await startClient(context, {
    environment,
    ...(platforms && { platforms }),
    ...(network && { network }),
  })
  const cookies = new Map<string, string>()
  const browse = async (method: 'GET' | 'POST', url: string, form?: Readonly<Record<string, string | string[]>>) => {
    const { pathname, search } = new URL(url, BASE)
    const payload = new URLSearchParams(
      Object.entries(form ?? {}).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
    ).toString()
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await client.app.inject({
      method,
      url: pathname + search,
      headers: {
        host: 'central.example',
        ...(cookie !== '' && { cookie }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
      },
      ...(form && { payload }),
    })
    for (const written of [response.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = written.split(';')
      const at = pair.indexOf('=')
      if (written.includes('Max-Age=0')) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }
  const connect = (body: object = {}, headers = client.headers) =>
    client.post('/connect', { platform: 'sandbox', siteId: SITE, returnTo: RETURN_TO, ...body }, headers)
  const begin = async (body: object = {}) => String((await connect(body)).body.data?.url)

  /** From a form to where the page behind it leads. */
  const onwardFrom = async (response: Awaited<ReturnType<typeof browse>>, from: string) => {
    assert.equal(response.statusCode, 303, response.body)
    const next = new URL(String(response.headers.location), from)
    assert.equal(next.origin, BASE)
    return onwardOf((await browse('GET', next.href)).body)
  }

  /** From the start page to what the platform sends the browser to. */
  const consent = async (url: string, choice: string): Promise<string> => {
    const secret = new URL(url).searchParams.get('t') ?? ''
    await browse('GET', url)
    const started = await browse('POST', url.split('?')[0] ?? '', { t: secret })
    assert.equal(started.statusCode, 303, started.body)
    const authorize = new URL(await onwardFrom(started, url))
    assert.equal(authorize.origin + authorize.pathname, `${BASE}/sandbox/oauth/authorize`)
    authorize.searchParams.set('choice', choice)
    const decided = await browse('GET', authorize.href.replace('/authorize?', '/decide?'))
    return String(decided.headers.location)
  }
  /** From the start page to the callback. */
  const walk = async (url: string, choice: string) => browse('GET', await consent(url, choice))
  return { ...client, browse, cookies, connect, begin, consent, walk, onwardFrom }
}
