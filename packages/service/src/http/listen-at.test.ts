import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import Fastify from 'fastify'
import { listenAt } from './listen-at.ts'
import { requireFreeAddress } from './require-free-address.ts'

/** An application on a machine where some addresses are not available. */
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

test('listens on all IPv4 addresses on a machine without IPv6', async () => {
  for (const code of ['EAFNOSUPPORT', 'EADDRNOTAVAIL']) {
    const { app, requested } = machine({ '::': code })
    await listenAt(app, { host: '::', port: 8080 })
    assert.deepEqual(requested, ['::', '0.0.0.0'])
  }
})

test('names an unavailable IPv6 address or a port in use, and listens nowhere else', async () => {
  for (const [host, code, says] of [
    ['::1', 'EAFNOSUPPORT', /^HOST=::1 PORT=8080: this machine does not have this address/],
    ['::', 'EADDRINUSE', /^HOST=:: PORT=8080: another program listens there/],
    ['0.0.0.0', 'EACCES', /^HOST=0\.0\.0\.0 PORT=8080: this user is not allowed/],
    ['::', 'EMFILE', /^listen EMFILE$/],
  ] as const) {
    const { app, requested } = machine({ [host]: code })
    await assert.rejects(listenAt(app, { host, port: 8080 }), { message: says })
    assert.deepEqual(requested, [host])
  }
})

test('Fastify can listen on a second address after the first one failed', async (context) => {
  const app = Fastify()
  context.after(() => app.close())
  // Reserved for documentation (RFC 3849): no machine has it.
  await assert.rejects(app.listen({ host: '2001:db8::1', port: 0 }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  assert.equal((app.server.address() as AddressInfo).address, '127.0.0.1')
})

test('an address is free until another program listens there, and finding out leaves it free', async (context) => {
  const other = createServer().listen(0, '127.0.0.1')
  context.after(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const says = `HOST=127.0.0.1 PORT=${port}: another program listens there. If it is this service, stop it first. Otherwise set PORT to another port`
  await assert.rejects(requireFreeAddress({ host: '127.0.0.1', port }), { message: says })
  other.close()
  await once(other, 'close')
  for (let tries = 1; tries <= 3; tries += 1) await requireFreeAddress({ host: '127.0.0.1', port })
})
