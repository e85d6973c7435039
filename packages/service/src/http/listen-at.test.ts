import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import Fastify from 'fastify'
import { listenAt } from './listen-at.ts'

/** An application on a machine where some addresses cannot be listened at. */
const machine = (fails: Readonly<Record<string, string>>) => {
  const requested: unknown[] = []
  const listen = async ({ host = '' }: { readonly host?: string } = {}) => {
    requested.push(host)
    const code = fails[host]
    if (code !== undefined) throw Object.assign(new Error(`listen ${code}`), { code })
    return host
  }
  return { app: { listen } as Parameters<typeof listenAt>[0], requested }
}

test('every address of a machine without IPv6 is every address of IPv4', async () => {
  for (const code of ['EAFNOSUPPORT', 'EADDRNOTAVAIL']) {
    const { app, requested } = machine({ '::': code })
    await listenAt(app, { host: '::', port: 8080 })
    assert.deepEqual(requested, ['::', '0.0.0.0'])
  }
})

test('an address of IPv6, or a port in use, is not listened at elsewhere, and named', async () => {
  for (const [host, code, says] of [
    ['::1', 'EAFNOSUPPORT', /^HOST=::1 PORT=8080: this machine has no such address/],
    ['::', 'EADDRINUSE', /^HOST=:: PORT=8080: something listens there already/],
    ['0.0.0.0', 'EACCES', /^HOST=0\.0\.0\.0 PORT=8080: this user may not/],
    ['::', 'EMFILE', /^listen EMFILE$/],
  ] as const) {
    const { app, requested } = machine({ [host]: code })
    await assert.rejects(listenAt(app, { host, port: 8080 }), { message: says })
    assert.deepEqual(requested, [host])
  }
})

test('Fastify listens where it is told next after it could not listen at the first', async (context) => {
  const app = Fastify()
  context.after(() => app.close())
  // Reserved for documentation (RFC 3849): no machine has it.
  await assert.rejects(app.listen({ host: '2001:db8::1', port: 0 }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  assert.equal((app.server.address() as AddressInfo).address, '127.0.0.1')
})
