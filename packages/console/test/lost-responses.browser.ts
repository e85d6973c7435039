// Tests lost responses in a real browser: a form creates its resource only once, and shows its secret when the button is
// pressed again.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { agree, type Console, openConsole, signIn, startConsole } from './open-console.ts'

type Loss = (route: Route) => Promise<void>

/** Ways to lose a response after the service has made the change. */
const LOSSES: Readonly<Record<string, Loss>> = {
  'a broken connection': async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  },
  'a proxy timeout': async (route) => {
    await route.fetch()
    await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>504 Gateway Time-out</h1>' })
  },
  'a response truncated by a proxy': async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ status: 200, contentType: 'application/json', body: body.slice(0, body.length / 2) })
  },
}
const [BROKEN_CONNECTION = async () => {}] = Object.values(LOSSES)

const LOST =
  'The connection was lost before the service’s response arrived. The change may have been made. Press the button again. Nothing is created twice.'

describe('after a lost response', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  before(async () => {
    ;({ browser, service, stop } = await startConsole({ environment: { EGRESS_ALLOW: 'shop.example:443' } }))
  })
  after(() => stop())

  /** Opens a page that loses the response to its first change. `keys`: the idempotency keys of all changes. */
  const open = async (hash: string, lose: Loss) => {
    const opened = await openConsole(browser, service, hash)
    const keys: (string | undefined)[] = []
    await opened.page.route('**/admin/v1/**', async (route) => {
      const request = route.request()
      if (request.method() === 'GET') return route.continue()
      keys.push(request.headers()['idempotency-key'])
      await (keys.length === 1 ? lose(route) : route.continue())
    })
    await signIn(opened.page)
    return { ...opened, keys }
  }

  /** Presses the button, waits for the message about the lost response, and presses again. */
  const pressTwice = async (page: Page, name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    await button.click()
    await page.getByText(LOST).waitFor()
    await button.click()
  }
  const secret = async (page: Page) => (await page.locator('code.key').textContent()) ?? ''

  for (const [how, lose] of Object.entries(LOSSES)) {
    test(`one license is created, and its key is shown at the second press: ${how}`, async () => {
      const { page, keys, close } = await open('#/licenses/new', lose)
      const name = `Lost by ${how}`
      await page.getByLabel('Name', { exact: true }).fill(name)
      await pressTwice(page, 'Create license')
      const key = await secret(page)
      const { licenses } = await service.parts.store.licenses.list({ filter: { name }, order: 'newest', limit: 9 })
      assert.equal(licenses.length, 1)
      const [stored] = await service.parts.store.keys.listOf(licenses[0]?.id ?? '')
      assert.equal(stored?.hint, key.slice(-4))
      assert.match(keys[0] ?? '', /^[\da-f]{32}$/)
      assert.deepEqual(new Set(keys).size, 1)
      await close()
    })
  }

  test('one operator is created, and its token is shown at the second press', async () => {
    const { page, close } = await open('#/operators', BROKEN_CONNECTION)
    await page.getByRole('button', { name: 'New operator' }).click()
    await page.getByLabel('Name').fill('Night shift')
    await pressTwice(page, 'Create operator')
    const token = await secret(page)
    assert.equal((await service.parts.operators.identify(token))?.name, 'Night shift')
    await close()
  })

  test('one webhook is created, and one new secret', async () => {
    const { page, close } = await open('#/webhooks', BROKEN_CONNECTION)
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('URL').fill('https://shop.example/hooks')
    await pressTwice(page, 'Create webhook')
    await secret(page)
    const [created, ...more] = await service.parts.webhooks.list()
    assert.ok(created)
    assert.deepEqual(more, [])
    await close()

    const other = await open(`#/webhooks/${created.id}`, BROKEN_CONNECTION)
    await other.page.getByRole('button', { name: 'Rotate secret' }).click()
    await pressTwice(other.page, 'Create new secret')
    await secret(other.page)
    // The previous secret must still sign, because the receiver uses it.
    assert.equal((await service.parts.webhooks.require(created.id)).sealedOldSecret, created.sealedSecret)
    await other.close()
  })

  test('one new key of a license is created, and one plan', async () => {
    const { license } = await service.license({ name: 'Rotated' })
    const { page, close } = await open(`#/licenses/${license.id}`, BROKEN_CONNECTION)
    await page.getByRole('button', { name: 'Rotate key' }).click()
    await pressTwice(page, 'Create new key')
    const key = await secret(page)
    const keys = await service.parts.store.keys.listOf(license.id)
    assert.deepEqual([keys.length, keys.some(({ hint }) => hint === key.slice(-4))], [2, true])
    await close()

    const other = await open('#/plans', BROKEN_CONNECTION)
    await other.page.getByRole('button', { name: 'New plan' }).click()
    await other.page.getByLabel('Name').fill('lost')
    await pressTwice(other.page, 'Create plan')
    await other.page.getByText('Plan lost created.').waitFor()
    await other.close()
  })

  test('a changed form creates no second license, and a message says what to do', async () => {
    const { page, close } = await open('#/licenses/new', BROKEN_CONNECTION)
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Changed one')
    await page.getByRole('button', { name: 'Create license' }).click()
    await page.getByText(LOST).waitFor()
    await name.fill('Changed two')
    await page.getByRole('button', { name: 'Create license' }).click()
    await page.getByText(/Enter the same content again to see the response/).waitFor()
    await name.fill('Changed one')
    await page.getByRole('button', { name: 'Create license' }).click()
    await secret(page)
    const filter = { name: 'Changed' }
    const { licenses } = await service.parts.store.licenses.list({ filter, order: 'newest', limit: 9 })
    assert.deepEqual(
      licenses.map((each) => each.name),
      ['Changed one'],
    )
    await close()
  })

  test('a request that never arrived can be changed and sent again', async () => {
    const { page, close } = await open('#/licenses/new', (route) => route.abort('connectionrefused'))
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Never arrived')
    await page.getByRole('button', { name: 'Create license' }).click()
    await page.getByText(LOST).waitFor()
    await name.fill('Arrived')
    await page.getByRole('button', { name: 'Create license' }).click()
    await page.getByRole('heading', { name: 'License for Arrived created' }).waitFor()
    await close()
  })

  test('an action without a form says that the change may have been made', async () => {
    const { license } = await service.license({ name: 'Stepped' })
    const { page, close } = await open(`#/licenses/${license.id}`, BROKEN_CONNECTION)
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await agree(page, 'Suspend license')
    await page.getByText(/The change may have been made. Refresh the page before you repeat it./).waitFor()
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor()
    await close()
  })

  test('a read shows the usual error, and each form has its own idempotency key', async () => {
    const { page, keys, close } = await open('#/licenses/new', BROKEN_CONNECTION)
    await page.getByLabel('Name', { exact: true }).fill('Two keys')
    await pressTwice(page, 'Create license')
    await secret(page)
    await page.goto(`${service.origin}/console/#/licenses`)
    await page.getByRole('link', { name: 'New license' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Two keys')
    await page.getByRole('button', { name: 'Create license' }).click()
    await secret(page)
    assert.deepEqual([keys.length, new Set(keys).size], [3, 2])
    await page.route('**/admin/v1/plans', (route) => route.abort('connectionreset'))
    await page.goto(`${service.origin}/console/#/plans`)
    await page
      .getByText('The service is not responding. Check that the service is running and that this device is online.')
      .waitFor()
    await close()
  })
})
