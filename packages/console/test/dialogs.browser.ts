// Tests in a real browser that a dialog closes with the page that opened it, which cancels the action.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { agree, type Console, openAccountMenu, openSignedIn, signIn, startConsole } from './open-console.ts'

describe('a dialog', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  before(async () => {
    ;({ browser, service, stop } = await startConsole({ environment: { EGRESS_ALLOW: 'shop.example:443' } }))
  })
  after(() => stop())

  /** Opens the pages of two licenses, so that the browser can go back from the second to the first. */
  const openTwo = async () => {
    const [{ license: beta }, { license: alpha }] = [
      await service.license({ name: 'Beta' }),
      await service.license({ name: 'Alpha' }),
    ]
    const opened = await openSignedIn(browser, service, `#/licenses/${beta.id}`)
    await opened.page.getByRole('heading', { name: 'Beta' }).waitFor()
    await opened.page.goto(`${service.origin}/console/#/licenses/${alpha.id}`)
    await opened.page.getByRole('heading', { name: 'Alpha' }).waitFor()
    const statuses = async () =>
      (await service.parts.store.licenses.findAll([alpha.id, beta.id])).map(({ status }) => status)
    return { ...opened, alpha, beta, statuses }
  }

  for (const [button, opener] of [
    ['a confirmation', 'Suspend'],
    ['a form', 'Edit'],
    ['a new secret', 'Rotate key'],
  ] as const) {
    test(`closes with its page: ${button}`, async () => {
      const { page, complaints, close, statuses } = await openTwo()
      await page.getByRole('button', { name: opener, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'Beta' }).waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0)
      assert.deepEqual(await statuses(), ['active', 'active'])
      assert.deepEqual(complaints, [])
      // The next dialog is about the current page.
      await page.getByRole('button', { name: 'Suspend', exact: true }).click()
      await page.getByRole('dialog').getByText('License: “Beta”.').waitFor()
      await close()
    })
  }

  test('closes when the URL changes and when the operator signs out', async () => {
    const { page, close } = await openTwo()
    await page.goto(`${service.origin}/console/#/operators`)
    await page.getByRole('button', { name: 'New operator' }).click()
    await page.evaluate("location.hash = '#/licenses?order=oldest'")
    await page.getByRole('heading', { name: 'Licenses' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.goto(`${service.origin}/console/#/operators`)
    await page.getByRole('button', { name: 'New operator' }).click()
    await page.getByRole('dialog').waitFor()
    await page.evaluate("document.querySelector('.account + .menu button').click()")
    await page.getByLabel('Token').waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    await close()
  })

  test('that closed during its request does not show the secret, and a message says so', async () => {
    const { page, close } = await openTwo()
    const { promise: mayContinue, resolve: continueRequest } = Promise.withResolvers<void>()
    await page.route('**/webhooks', async (route) => {
      if (route.request().method() === 'POST') await mayContinue
      await route.continue()
    })
    await page.goto(`${service.origin}/console/#/webhooks`)
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('URL').fill('https://shop.example/hooks')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.goto(`${service.origin}/console/#/licenses/new`)
    await page.getByLabel('Name', { exact: true }).fill('Half written')
    continueRequest()
    await page.getByText('The secret was created after you left. Create another one to see it.').waitFor()
    assert.match(page.url(), /#\/licenses\/new$/)
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half written')
    await close()
  })

  test('whose request ends after a navigation keeps the input of the next page', async () => {
    const { page, close, alpha } = await openTwo()
    const { promise: mayContinue, resolve: continueRequest } = Promise.withResolvers<void>()
    await page.route(`**/licenses/${alpha.id}/suspend`, async (route) => {
      await mayContinue
      await route.continue()
    })
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await agree(page, 'Suspend license')
    await page.goto(`${service.origin}/console/#/licenses/new`)
    await page.getByLabel('Name', { exact: true }).fill('Half written')
    continueRequest()
    await page.getByText('The license is suspended.').waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half written')
    await close()
  })

  test('and a 401 response to a request from before signing out does not affect the next operator', async () => {
    const { operator, token } = await service.parts.operators.create('Leaver', 'admin', OPERATOR)
    const { page, close } = await openSignedIn(browser, service, '#/licenses', { token })
    await page.getByRole('heading', { name: 'Licenses' }).waitFor()
    const { promise: maySend, resolve: send } = Promise.withResolvers<void>()
    const rejected = page.waitForResponse((response) => response.url().endsWith('/plans') && response.status() === 401)
    await page.route('**/admin/v1/plans', async (route) => {
      if (route.request().headers().authorization === `Bearer ${token}`) await maySend
      await route.continue()
    })
    await page.getByRole('link', { name: 'Plans' }).click()
    await openAccountMenu(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await service.parts.operators.revoke(operator.id, OPERATOR)
    await signIn(page)
    await page.getByRole('heading', { name: 'Plans' }).waitFor()
    send()
    await rejected
    await page.getByRole('link', { name: 'Operators' }).click()
    await page.getByText('Signed in as').waitFor()
    await close()
  })
})
