// Tests incomplete dates in a real browser. A date input then has an empty value, which must not be taken for a cleared field.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type Console, openSignedIn, startConsole } from './open-console.ts'

const END = Date.parse('2031-03-05')
const MESSAGE = 'This date is incomplete or invalid. Enter day, month and year, or clear the field.'

describe('an incomplete date', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  before(async () => {
    ;({ browser, service, stop } = await startConsole())
  })
  after(() => stop())

  const open = async (hash: string) => {
    const opened = await openSignedIn(browser, service, hash)
    return opened
  }
  const type = async (page: Page, field: Locator, keys: string) => {
    await field.focus()
    if (keys === 'Backspace') await page.keyboard.press(keys)
    else await page.keyboard.type(keys)
    assert.equal(await field.inputValue(), '')
  }
  const assertMessage = async (page: Page, field: Locator) => {
    await page.getByText(MESSAGE).waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    assert.equal(await field.evaluate((input) => input.matches(':focus')), true)
  }

  test('does not remove the expiry of a license', async () => {
    const { license } = await service.license({ name: 'Ends', expiresAt: END })
    const { page, close } = await open(`#/licenses/${license.id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    const end = dialog.getByLabel('Expires')
    await type(page, end, 'Backspace')
    await dialog.getByLabel('Name').fill('Ends later')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await assertMessage(page, end)
    const stored = await service.parts.store.licenses.find(license.id)
    assert.deepEqual([stored?.name, stored?.expiresAt], ['Ends', END])
    // An empty field removes the expiry.
    await end.fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('License updated.').waitFor()
    assert.equal((await service.parts.store.licenses.find(license.id))?.expiresAt, null)
    await close()
  })

  for (const keys of ['1130', '02312030', '31']) {
    test(`does not create a license without expiry: ${keys}`, async () => {
      const { page, close } = await open('#/licenses/new')
      const end = page.getByLabel('Expires')
      const count = await service.parts.store.licenses.count()
      await type(page, end, keys)
      await page.getByRole('button', { name: 'Create license' }).click()
      await assertMessage(page, end)
      assert.equal(await service.parts.store.licenses.count(), count)
      await close()
    })
  }

  test('is not an empty filter, even if the filters are collapsed', async () => {
    await service.license({ name: 'Never ends' })
    const { page, close } = await open('#/licenses')
    await page.getByText('Filters and sorting').click()
    const before = page.getByLabel('Expires before')
    await type(page, before, '1130')
    await page.getByText('Filters and sorting').click()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await assertMessage(page, before)
    assert.match(page.url(), /#\/licenses$/)
    await before.fill('2031-11-30')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.waitForURL(/expiresBefore=2031-11-30/)
    await close()
  })

  test('and an invalid number are not empty filters', async () => {
    const { page, close } = await open('#/licenses')
    await page.getByText('Filters and sorting').click()
    const used = page.getByLabel('Usage of at least')
    await used.focus()
    await page.keyboard.type('8e')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a whole number.').waitFor()
    assert.match(page.url(), /#\/licenses$/)
    await close()
  })

  for (const label of ['From', 'To (inclusive)']) {
    test(`does not change the filter of the audit trail: ${label}`, async () => {
      const { page, requests, close } = await open('#/audit')
      const day = page.getByLabel(label)
      await type(page, day, '1130')
      const count = requests.length
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await assertMessage(page, day)
      assert.equal(requests.length, count)
      await close()
    })
  }

  test('in the URL, or a day that does not exist, is rejected', async () => {
    for (const from of ['2030-02-31', '2030-13-01', '2030-02', 'x']) {
      const { page, close } = await open(`#/audit?${new URLSearchParams({ from })}`)
      await page.locator('[aria-invalid]').waitFor()
      assert.equal(await page.getByLabel('From').getAttribute('aria-invalid'), 'true')
      await close()
    }
  })
})
