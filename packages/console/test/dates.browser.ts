// Dates that are not whole, in a real browser, whose inputs say the empty text then: nothing is done by them, and it is said
// beside the field.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type Console, openConsole, signIn, startConsole } from './open-console.ts'

const END = Date.parse('2031-03-05')
const SAID = 'This date is incomplete or invalid. Enter day, month and year, or clear the field.'

describe('a date that is not whole', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  before(async () => {
    ;({ browser, service, stop } = await startConsole())
  })
  after(() => stop())

  const open = async (hash: string) => {
    const opened = await openConsole(browser, service, hash)
    await signIn(opened.page)
    return opened
  }
  const type = async (page: Page, field: Locator, keys: string) => {
    await field.focus()
    if (keys === 'Backspace') await page.keyboard.press(keys)
    else await page.keyboard.type(keys)
    assert.equal(await field.inputValue(), '')
  }
  const assertSaid = async (page: Page, field: Locator) => {
    await page.getByText(SAID).waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    assert.equal(await field.evaluate((input) => input.matches(':focus')), true)
  }

  test('leaves a license the end that it has', async () => {
    const { license } = await service.license({ name: 'Ends', expiresAt: END })
    const { page, close } = await open(`#/licenses/${license.id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    const end = dialog.getByLabel('Expires')
    await type(page, end, 'Backspace')
    await dialog.getByLabel('Name').fill('Ends later')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await assertSaid(page, end)
    const kept = await service.parts.store.licenses.find(license.id)
    assert.deepEqual([kept?.name, kept?.expiresAt], ['Ends', END])
    // What is empty is meant: it never ends.
    await end.fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('License updated.').waitFor()
    assert.equal((await service.parts.store.licenses.find(license.id))?.expiresAt, null)
    await close()
  })

  for (const keys of ['1130', '02312030', '31']) {
    test(`makes no license that never ends: ${keys}`, async () => {
      const { page, close } = await open('#/licenses/new')
      const end = page.getByLabel('Expires')
      const count = await service.parts.store.licenses.count()
      await type(page, end, keys)
      await page.getByRole('button', { name: 'Create license' }).click()
      await assertSaid(page, end)
      assert.equal(await service.parts.store.licenses.count(), count)
      await close()
    })
  }

  test('is no filter that lets every license through, also where the filters are folded', async () => {
    await service.license({ name: 'Never ends' })
    const { page, close } = await open('#/licenses')
    await page.getByText('Filters and sorting').click()
    const before = page.getByLabel('Expires before')
    await type(page, before, '1130')
    await page.getByText('Filters and sorting').click()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await assertSaid(page, before)
    assert.match(page.url(), /#\/licenses$/)
    await before.fill('2031-11-30')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.waitForURL(/expiresBefore=2031-11-30/)
    await close()
  })

  test('nor is a number that is none', async () => {
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
    test(`shows no other part of the trail: ${label}`, async () => {
      const { page, requests, close } = await open('#/audit')
      const day = page.getByLabel(label)
      await type(page, day, '1130')
      const count = requests.length
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await assertSaid(page, day)
      assert.equal(requests.length, count)
      await close()
    })
  }

  test('in an address, or a day that no month has, is refused and not taken for another day', async () => {
    for (const from of ['2030-02-31', '2030-13-01', '2030-02', 'x']) {
      const { page, close } = await open(`#/audit?${new URLSearchParams({ from })}`)
      await page.locator('[aria-invalid]').waitFor()
      assert.equal(await page.getByLabel('From').getAttribute('aria-invalid'), 'true')
      await close()
    }
  })
})
