// Dialogs belong to the page that opened them, in a real browser: to leave it is to say no.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { agree, type Console, openConsole, signIn, startConsole } from './open-console.ts'

describe('a dialog', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  before(async () => {
    ;({ browser, service, stop } = await startConsole({ environment: { EGRESS_ALLOW: 'shop.example:443' } }))
  })
  after(() => stop())

  /** The page of the second, with that of the first behind it. */
  const openTwo = async () => {
    const [{ license: beta }, { license: alpha }] = [
      await service.license({ name: 'Beta' }),
      await service.license({ name: 'Alpha' }),
    ]
    const opened = await openConsole(browser, service, `#/licenses/${beta.id}`)
    await signIn(opened.page)
    await opened.page.getByRole('heading', { name: 'Beta' }).waitFor()
    await opened.page.goto(`${service.origin}/console/#/licenses/${alpha.id}`)
    await opened.page.getByRole('heading', { name: 'Alpha' }).waitFor()
    const statuses = async () =>
      (await service.parts.store.licenses.findAll([alpha.id, beta.id])).map(({ status }) => status)
    return { ...opened, alpha, beta, statuses }
  }

  for (const [button, opener] of [
    ['a question', 'Suspend'],
    ['a form', 'Edit'],
    ['what makes a secret', 'Rotate key'],
  ] as const) {
    test(`is closed with its page: ${button}`, async () => {
      const { page, complaints, close, statuses } = await openTwo()
      await page.getByRole('button', { name: opener, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'Beta' }).waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0)
      assert.deepEqual(await statuses(), ['active', 'active'])
      assert.deepEqual(complaints, [])
      // The page that is there is the one that is asked about from now on.
      await page.getByRole('button', { name: 'Suspend', exact: true }).click()
      await page.getByRole('dialog').getByText('License: “Beta”.').waitFor()
      await close()
    })
  }

  test('goes with a filter that is changed in the address, and with whoever signs out', async () => {
    const { page, close } = await openTwo()
    await page.goto(`${service.origin}/console/#/operators`)
    await page.getByRole('button', { name: 'New operator' }).click()
    await page.evaluate("location.hash = '#/licenses?order=oldest'")
    await page.getByRole('heading', { name: 'Licenses' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.goto(`${service.origin}/console/#/operators`)
    await page.getByRole('button', { name: 'New operator' }).click()
    await page.getByRole('dialog').waitFor()
    await page.evaluate("document.querySelector('.sign-out').click()")
    await page.getByLabel('Token').waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    await close()
  })

  test('that was left while its request was under way shows its page no more, nor the secret, and says so', async () => {
    const { page, close } = await openTwo()
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/webhooks', async (route) => {
      if (route.request().method() === 'POST') await mayAnswer
      await route.continue()
    })
    await page.goto(`${service.origin}/console/#/webhooks`)
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('URL').fill('https://shop.example/hooks')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.goto(`${service.origin}/console/#/licenses/new`)
    await page.getByLabel('Name', { exact: true }).fill('Half written')
    answer()
    await page.getByText('The secret was created after you left. Create another one to see it.').waitFor()
    assert.match(page.url(), /#\/licenses\/new$/)
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half written')
    await close()
  })

  test('whose step ends after its page was left does not wipe out what is written on the next', async () => {
    const { page, close, alpha } = await openTwo()
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    await page.route(`**/licenses/${alpha.id}/suspend`, async (route) => {
      await mayAnswer
      await route.continue()
    })
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await agree(page, 'Suspend license')
    await page.goto(`${service.origin}/console/#/licenses/new`)
    await page.getByLabel('Name', { exact: true }).fill('Half written')
    answer()
    await page.getByText('The license is suspended.').waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half written')
    await close()
  })

  test('and what is asked before somebody signs out says nothing of who signs in next', async () => {
    const { operator, token } = await service.parts.operators.create('Leaver', 'admin', OPERATOR)
    const { page, close } = await openConsole(browser, service, '#/licenses')
    await signIn(page, token)
    await page.getByRole('heading', { name: 'Licenses' }).waitFor()
    const { promise: mayAsk, resolve: ask } = Promise.withResolvers<void>()
    const asked = page.waitForResponse((response) => response.url().endsWith('/plans') && response.status() === 401)
    await page.route('**/admin/v1/plans', async (route) => {
      if (route.request().headers().authorization === `Bearer ${token}`) await mayAsk
      await route.continue()
    })
    await page.getByRole('link', { name: 'Plans' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await service.parts.operators.revoke(operator.id, OPERATOR)
    await signIn(page)
    await page.getByRole('heading', { name: 'Plans' }).waitFor()
    ask()
    await asked
    await page.getByRole('link', { name: 'Operators' }).click()
    await page.getByText('Signed in as').waitFor()
    await close()
  })
})
