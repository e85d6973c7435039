// A copy of a store next to the production service, as in the drill: it responds to requests and sends no events.

import assert from 'node:assert/strict'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createTestCli } from '@central-api/testing/cli/fixture.ts'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { PEPPER, START, startService } from '@central-api/testing/start-service.ts'
import { startReceiver } from '@central-api/testing/webhooks/fixture.ts'
import { readRestoration } from '../src/observability/store-file.ts'

const DAY_MS = 86_400_000

/** A backup with a waiting event and a license that expires a day later, and a copy that was restored from it. */
const startDrill = async (context: TestContext) => {
  const receiver = await startReceiver(context)
  const cli = await createTestCli(context)
  const settings = { EGRESS_ALLOW: receiver.allow, LICENSE_PEPPER: PEPPER }
  Object.assign(cli.environment, settings)
  const used = await startService(context, {
    environment: { ...settings, DATABASE_URL: `sqlite:${cli.file('used.db')}` },
  })
  await used.parts.webhooks.create({ url: `${receiver.origin}/taken`, types: null, description: null }, OPERATOR)
  const { key } = await used.license({ expiresAt: START + DAY_MS })
  await used.parts.store.backup(cli.file('b.db'))
  assert.equal((await cli.run('restore', cli.file('b.db'))).status, 0)
  const serve = async (environment = {}) => {
    const url = `sqlite:${cli.file('central.db')}`
    const service = await startService(context, { environment: { ...settings, DATABASE_URL: url, ...environment } })
    const { body } = await service.post('/auth/token', { licenseKey: key })
    assert.equal(body.ok, true)
    service.clock.at += 2 * DAY_MS
    await service.runChecks()
    await service.sender.look()
    await service.sender.idle()
    return service
  }
  const types = () => receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type).toSorted()
  return { cli, receiver, serve, types, file: cli.file('central.db') }
}

test('a quiet service responds, and sends neither events that waited in the backup nor new ones', async (context) => {
  const { cli, serve, types, file } = await startDrill(context)
  const service = await serve({ QUIET: 'True' })
  assert.deepEqual(types(), [])
  assert.equal(service.log.filter((line) => /"msg":"Quiet: .*The store is a restored backup"/.test(line)).length, 1)
  const { store } = service.parts
  assert.deepEqual(await store.webhookEvents.publishedOf([`license.expired ${START + DAY_MS}`]), [])
  assert.equal((await store.deliveries.backlogs()).reduce((sum, { waiting }) => sum + waiting, 0) > 0, true)
  // It still reports that it is a copy.
  assert.equal((await readRestoration(file))?.from, cli.file('b.db'))
  const { out } = await cli.run('doctor', '--json')
  const { findings } = JSON.parse(out) as { findings: { about: string; message: string; next?: string }[] }
  const [finding] = findings.filter(({ about }) => about === 'restored copy')
  assert.match(
    String(finding?.message),
    /^The store was restored from the backup .*b\.db at 2030-01-15T12:00:00\.000Z\. /,
  )
  assert.match(String(finding?.next), /serve --quiet/)
})

test('a service without --quiet logs that the store is a copy, sends waiting events, and makes the copy the production store', async (context) => {
  const { cli, serve, types, file } = await startDrill(context)
  const service = await serve()
  assert.deepEqual(types(), ['license.created', 'license.expired'])
  assert.equal(
    service.log.filter((line) => /"msg":"The store is a restored backup, and is in service from now on/.test(line))
      .length,
    1,
  )
  assert.equal(await readRestoration(file), undefined)
  assert.ok(!(await cli.run('doctor', '--json')).out.includes('restored copy'))
})

test('--quiet also works for a store whose files were copied', async (context) => {
  const { cli, serve, types } = await startDrill(context)
  await copyFile(join(cli.folder, 'b.db'), cli.file('other.db'))
  await serve({ QUIET: 'true', DATABASE_URL: `sqlite:${cli.file('other.db')}` })
  assert.deepEqual(types(), [])
})
