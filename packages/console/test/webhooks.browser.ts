// Tests webhooks in the console in a real browser, with a receiver on loopback.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { agree, type Console, openSignedIn, startConsole } from './open-console.ts'

describe('webhooks', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  let receiver: Server
  let url: string
  let statusCode = 500
  const received: { readonly id: string; readonly signatures: number }[] = []

  before(async () => {
    receiver = createServer((request, response) => {
      const signatures = String(request.headers['webhook-signature']).split(' ').length
      response.writeHead(statusCode).end()
      received.push({ id: String(request.headers['webhook-id']), signatures })
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    url = `http://127.0.0.1:${port}/hooks`
    ;({ browser, service, stop } = await startConsole({ environment: { EGRESS_ALLOW: `127.0.0.1:${port}` } }))
  })
  after(async () => {
    await stop()
    receiver.close()
  })

  /** Resolves when the receiver has got this many events. */
  const arrived = async (count: number) => {
    while (received.length < count) await once(receiver, 'request')
  }

  test('a webhook is created, tested, resent, rotated, changed, paused, resumed and deleted', async () => {
    const { page, complaints, requests, close } = await openSignedIn(browser, service, '#/webhooks')
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('URL').fill('http://10.0.0.1/hooks')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page
      .getByText(
        'The URL is not allowed. Use a public host and the default port, or list its host and port in EGRESS_ALLOW.',
      )
      .waitFor()
    await page.getByLabel('URL').fill(url)
    await page.getByLabel('Description').fill('The <b>shop</b>')
    await page.getByLabel('All events, including types added later').uncheck()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByText('Select at least one option, or select all.').waitFor()
    await page.getByLabel('license expired').check()
    await page.getByLabel('platform failing').check()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    const secret = (await page.locator('code.key').textContent()) ?? ''
    assert.match(secret, /^whsec_/)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'The <b>shop</b> on' }).waitFor()
    await page.getByText('license.expired, platform.failing').waitFor()
    assert.equal((await page.content()).includes(secret), false)

    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText('Result: status 500.').waitFor()
    const row = page.locator('tbody tr')
    await row.getByText('waiting', { exact: true }).waitFor()
    await row.getByText('1 attempt', { exact: true }).waitFor()
    assert.equal(await row.getByRole('button').count(), 0)

    statusCode = 204
    // The service retries after the delay.
    service.clock.at += 60_000
    await page.clock.setFixedTime(service.clock.at)
    await arrived(2)
    await page.getByRole('link', { name: 'Delivered' }).click()
    await row.getByText('status 204').waitFor()
    await row.locator('summary').click()
    assert.match((await row.locator('pre').textContent()) ?? '', /"type": "webhook.test"/)
    service.clock.at += 60_000
    await page.getByRole('button', { name: /^Resend: evt_/ }).click()
    await page.getByText('Result: status 204.').waitFor()
    assert.deepEqual([received.length, new Set(received.map(({ id }) => id)).size], [3, 1])

    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('button', { name: 'Create new secret' }).click()
    assert.notEqual(await page.locator('code.key').textContent(), secret)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText(/^two are valid: the old secret until/).waitFor()
    await page.getByRole('button', { name: 'Send test event' }).click()
    await arrived(4)
    assert.deepEqual(
      received.map(({ signatures }) => signatures),
      [1, 1, 1, 2],
    )

    await page.getByRole('button', { name: 'Edit' }).click()
    assert.equal(await page.getByLabel('license expired').isChecked(), true)
    await page.getByLabel('All events, including types added later').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('all events', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Pause' }).click()
    await agree(page, 'Pause webhook')
    await page.getByRole('heading', { name: 'The <b>shop</b> paused' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^(?:Send|Resend)/ }).count(), 0)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('heading', { name: 'The <b>shop</b> on' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await agree(page, 'Delete webhook')
    await page.getByText('No webhooks yet').waitFor()
    assert.deepEqual(await service.parts.webhooks.list(), [])
    assert.deepEqual(complaints, [])
    assert.ok(!requests.some((each) => each.includes(secret)))
    await close()
  })

  test('a redirect is reported with advice, and after a 410 response the page shows how to resume', async () => {
    statusCode = 307
    const { webhook } = await service.parts.webhooks.create({ url }, OPERATOR)
    const { page, complaints, close } = await openSignedIn(browser, service, `#/webhooks/${webhook.id}`)
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText('Result: status 307, a redirect, which is not followed.').waitFor()
    await page.locator('tbody').getByText('Edit the webhook and set the URL that it redirects to.').waitFor()
    await page.goto(`${service.origin}/console/#/overview`)
    await page.getByText('responds with a redirect').waitFor()

    statusCode = 410
    await page.goto(`${service.origin}/console/#/webhooks/${webhook.id}`)
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText('Result: status 410, the receiver wants no more events.').waitFor()
    await page
      .getByText(/^The receiver returned 410 Gone on .* To continue, check its URL and select “Resume”\./)
      .waitFor()
    await page.getByText('not sent: the receiver is gone').or(page.getByText('status 307')).first().waitFor()
    await page.goto(`${service.origin}/console/#/overview`)
    await page.getByText('Its receiver responded with 410 Gone, so the service sends it no more events.').waitFor()
    await page.getByRole('link', { name: 'Open webhook' }).click()
    statusCode = 204
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('The webhook is resumed.').waitFor()
    await page.getByText(/To continue/).waitFor({ state: 'hidden' })
    assert.deepEqual(complaints, [])
    await close()
  })
})
