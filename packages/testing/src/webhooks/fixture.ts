// The setup of webhook tests: a receiver on the loopback that behaves as its path says, stores that share a file, and
// senders with a manual clock. Signatures are checked by code written from the specification alone.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { parseAllowList } from '@central-api/service/egress/allow-list.ts'
import { createEgress } from '@central-api/service/egress/create-egress.ts'
import type { Limits } from '@central-api/service/egress/limits.ts'
import { makeEvent } from '@central-api/service/events/make-event.ts'
import { parsePeppers } from '@central-api/service/licensing/keys/pepper.ts'
import { createSteadyClock } from '@central-api/service/runtime/clock/steady-clock.ts'
import { openSqlite } from '@central-api/service/storage/sqlite/open.ts'
import type { Store } from '@central-api/service/storage/store.ts'
import { createSender, type SenderOptions, type Tried } from '@central-api/service/webhooks/sender.ts'
import { createWebhooks } from '@central-api/service/webhooks/webhooks.ts'
import { OPERATOR } from '../licensing/fixture.ts'

export const START = Date.parse('2030-01-15T12:00:00Z')

export type Received = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly response: ServerResponse
}

type Behavior = (received: Received) => void

/** By path; any other path accepts. */
const BEHAVIORS: Readonly<Record<string, Behavior>> = {
  '/fails': ({ response }) => response.writeHead(500).end('no'),
  '/gone': ({ response }) => response.writeHead(410).end(),
  '/hangs': () => {},
  '/coded': ({ response }) => response.writeHead(200, { 'content-encoding': 'UTF-8' }).end('ok'),
  '/coded-twice': ({ response }) => response.writeHead(201, { 'content-encoding': 'gzip, br' }).end('ok'),
  '/no-gzip': ({ response }) => response.writeHead(202, { 'content-encoding': 'gzip' }).end('ok'),
  '/coded-transfer': ({ response }) => {
    response.socket?.end('HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n')
  },
  '/no-chunks': ({ response }) => {
    response.socket?.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nno size of a chunk\r\n')
  },
  '/silent': ({ response }) => response.writeHead(200, { 'content-length': '100' }).flushHeaders(),
  '/broken-refusal': ({ response }) => {
    response.writeHead(500, { 'content-length': '100', 'content-encoding': 'UTF-8' }).write('short')
    setImmediate(() => response.socket?.destroy())
  },
  '/truncated': ({ response }) => {
    response.writeHead(200, { 'content-length': '100' }).write('short')
    setImmediate(() => response.socket?.destroy())
  },
  '/resets': ({ response }) => {
    response.writeHead(200, { 'transfer-encoding': 'chunked' }).flushHeaders()
    setImmediate(() => response.socket?.resetAndDestroy())
  },
  '/endless': ({ response }) => {
    response.writeHead(200)
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(4_096, 'x')));
    }
    response.on('drain', more)
    more()
  },
  '/redirects': ({ response }) => response.writeHead(307, { location: 'http://127.0.0.1:1/private' }).end(),
  '/wrong-location': ({ response }) => response.writeHead(301, { location: 'http://[/' }).end(),
  '/redirects-here': ({ response }) => response.writeHead(302, { location: '/taken' }).end(),
}

/** A receiver; `received` grows with each request. */
export const startReceiver = async (context: Pick<TestContext, 'after'>) => {
  const received: Received[] = []
  const responses = new Map<string, readonly [number, Readonly<Record<string, string | readonly string[]>>]>()
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const path = request.url ?? ''
    const one = { path, headers: request.headers, body: Buffer.concat(parts).toString(), response }
    received.push(one)
    for (const { count, resolve } of waiting) if (received.length >= count) resolve()
    const [status, headers] = responses.get(path) ?? []
    if (status !== undefined) {
      for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
      response.writeHead(status).end()
      return
    }
    const behave = BEHAVIORS[path] ?? (() => response.writeHead(204).end())
    behave(one)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    received,
    /** Sets the response for a path. */
    answers: (path: string, status: number, headers: Readonly<Record<string, string | readonly string[]>> = {}) => {
      responses.set(path, [status, headers])
    },
    origin: `http://127.0.0.1:${port}`,
    allow: `127.0.0.1:${port}`,
    /** Resolves when this number of requests has arrived. */
    until: (count: number) =>
      received.length >= count ? Promise.resolve() : new Promise<void>((resolve) => waiting.push({ count, resolve })),
  }
}

/** Checks like a receiver which of the header's signatures match the secret. */
export const signaturesBy = async (secret: string, { headers, body }: Pick<Received, 'headers' | 'body'>) => {
  assert.match(secret, /^whsec_/)
  const raw = Uint8Array.from(atob(secret.slice('whsec_'.length)), (character) => character.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = new TextEncoder().encode(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  const mac = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))))
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => signature === `v1,${mac}`)
}

export type HooksOptions = {
  /** Allowed hosts besides the receiver. */
  readonly allow?: string
  readonly limits?: Partial<Limits>
}

export const startHooks = async (context: TestContext, { allow, limits = {} }: HooksOptions = {}) => {
  const receiver = await startReceiver(context)
  const folder = await mkdtemp(join(tmpdir(), 'central-hooks-'))
  const stores: Store[] = []
  const endings: (() => Promise<unknown>)[] = []
  context.after(async () => {
    for (const end of endings) await end()
    for (const store of stores) await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const open = async (): Promise<Store> => {
    const store = await openSqlite({ file: join(folder, 'central.db') })
    stores.push(store)
    return store
  }
  let putMs = 0
  const clock = {
    at: START,
    /** Sets the system clock. */
    put(byMs: number) {
      clock.at += byMs
      putMs += byMs
    },
  }
  const now = () => clock.at
  const elapsed = () => clock.at - putMs
  const store = await open()
  const peppers = parsePeppers('pepper-of-the-tests-pepper-of-the-tests')
  const allowed = parseAllowList(allow ?? receiver.allow)
  const webhooks = createWebhooks({ store, peppers, allow: parseAllowList(receiver.allow), now, randomBytes })
  const tried: Tried[] = []
  const failures: unknown[] = []

  /** A sender as in another process. */
  const sender = (over: Store = store, changed: Partial<SenderOptions> = {}) => {
    const egress = createEgress({ allow: allowed, elapsed, limits: { hostPerMinute: 1e6, ...limits } })
    const made = createSender({
      ...{ store: over, egress, peppers, now, randomBytes, random: () => 0.5, isNeeded: () => true },
      steadyNow: createSteadyClock({ now, elapsed }),
      onTried: (one) => tried.push(one),
      onStoreError: (error) => failures.push(error),
      onFault: (error) => failures.push(error),
      ...changed,
    })
    endings.push(() => made.stop(), egress.close)
    return made
  }
  const create = (path: string, types: readonly string[] | null = null) =>
    webhooks.create({ url: receiver.origin + path, types }, OPERATOR)
  const publish = async (of: Store = store) => {
    const data = { platform: 'rss', since: new Date(clock.at).toISOString() }
    const event = makeEvent('platform.failing', data, { at: clock.at, randomBytes })
    await of.webhookEvents.publish(event)
    return event
  }
  /** Looks once, and waits for the attempts. */
  const send = async (one: ReturnType<typeof sender>) => {
    await one.look()
    await one.idle()
  }
  return { receiver, open, store, clock, webhooks, peppers, sender, create, publish, send, tried, failures }
}
