import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { startService, type TestService } from '@central-api/testing/start-service.ts'
import { startPostgres } from './postgres-server.ts'
import { startTwo } from './start-two.ts'

/** A site that delays its responses until it is released, and counts requests. */
const startSite = async (context: TestContext) => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const { promise: called, resolve: call } = Promise.withResolvers<void>()
  let calls = 0
  const server = createServer(async (request, response) => {
    calls += 1
    call()
    await opened
    response
      .writeHead(request.url === '/page' ? 200 : 404, { 'content-type': 'text/html' })
      .end('<title>A page</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => server.close())
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    environment: { EGRESS_ALLOW: `127.0.0.1:${port}` },
    calls: () => calls,
    called,
    open,
  }
}

type Site = Awaited<ReturnType<typeof startSite>>

/** Sends fifty concurrent requests to each service and returns all responses. */
const stampede = async (site: Site, services: readonly TestService[], path: string) => {
  const [first] = services
  const license = await first?.license()
  await first?.setPlan({ name: 'pro', validations: 100_000, burst: 100_000 })
  for (const { licenses } of services.map(({ parts }) => parts)) licenses.forgetAll()
  const client = services.map(async ({ authorize, post }) => {
    const headers = await authorize(license?.key ?? '')
    return Promise.all(Array.from({ length: 50 }, () => post('/validate-link', { url: site.origin + path }, headers)))
  })
  await site.called
  site.open()
  return (await Promise.all(client)).flat()
}

const assertShared = async (context: TestContext, start: (site: Site) => Promise<readonly TestService[]>) => {
  for (const [path, status, code] of [
    ['/page', 200, undefined],
    ['/gone', 422, 'link_status'],
  ] as const) {
    const site = await startSite(context)
    const responses = await stampede(site, await start(site), path)
    assert.equal(responses.length, 100)
    for (const reply of responses) assert.deepEqual([reply.status, reply.body.error?.code], [status, code])
    assert.equal(site.calls(), 1, path)
  }
}

test('concurrent requests for an uncached link make one call across two services on one SQLite file', (context) =>
  assertShared(context, async ({ environment }) => Object.values(await startTwo(context, { environment }))))

test('concurrent requests for an uncached link make one call across two services on one PostgreSQL', async (context) => {
  const postgres = await startPostgres()
  context.after(() => postgres.dispose())
  await assertShared(context, async ({ environment }) => {
    const settings = { environment: { ...environment, DATABASE_URL: await postgres.createDatabase() } }
    return [await startService(context, settings), await startService(context, settings)]
  })
})
