// Tests the audit trail of the console in a real browser.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { type Console, openSignedIn, startConsole } from './open-console.ts'

const DAY_MS = 86_400_000
const ANNA = { kind: 'operator', name: 'Anna', from: '192.0.2.7', requestId: 'request-by-anna' } as const

describe('the audit trail', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  before(async () => {
    ;({ browser, service, stop } = await startConsole())
  })
  after(() => stop())

  test('a license links to its trail, which shows each change with its actor, its origin and the old value', async () => {
    const { license } = await service.license({ name: 'Garden', plan: 'starter' })
    await service.license({ name: 'Another' })
    service.clock.at += DAY_MS
    await service.parts.licenses.suspend(license.id, ANNA)
    const { page, complaints, close } = await openSignedIn(browser, service, `#/licenses/${license.id}`)
    await page.getByRole('link', { name: 'Audit trail' }).click()
    await page.getByRole('heading', { name: 'Audit trail' }).waitFor()
    assert.equal(await page.getByLabel('License or other ID').inputValue(), license.id)
    const rows = page.locator('tbody tr')
    assert.equal(await rows.count(), 2)
    const [suspended, created] = [rows.first(), rows.last()]
    await suspended.getByRole('rowheader', { name: 'License suspended' }).waitFor()
    for (const text of ['Anna', 'from 192.0.2.7', 'request-by-anna'])
      await suspended.getByText(text, { exact: true }).waitFor()
    assert.match((await suspended.locator('.changes').textContent()) ?? '', /^statuswas active → is suspended$/)
    assert.match((await created.locator('.changes').textContent()) ?? '', /nameGarden.*planstarter/)

    await page.getByLabel('Actor').fill('Anna')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.waitForURL(/actor=Anna/)
    await page.getByRole('rowheader', { name: 'License created' }).waitFor({ state: 'hidden' })
    assert.equal(await rows.count(), 1)
    await suspended.getByRole('link', { name: license.id }).click()
    await page.getByRole('heading', { name: 'Garden' }).waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  test('filters by action and by days in the time zone of the operator are part of the URL', async () => {
    const { license } = await service.license({ name: 'By day' })
    service.clock.at += DAY_MS
    await service.parts.licenses.suspend(license.id, OPERATOR)
    service.clock.at += DAY_MS
    await service.parts.licenses.resume(license.id, OPERATOR)
    // In this time zone it is the evening of the previous day.
    const timezoneId = 'America/Los_Angeles'
    const day = (ago: number) => {
      const time = new Date(service.clock.at - ago * DAY_MS)
      return new Intl.DateTimeFormat('en-CA', { timeZone: timezoneId }).format(time)
    }
    const { page, close } = await openSignedIn(browser, service, `#/audit?subject=${license.id}`, { timezoneId })
    const shown = () =>
      page.locator('tbody th').evaluateAll((cells) => cells.map((cell) => cell.firstChild?.textContent))
    await page.getByRole('rowheader', { name: 'License created' }).waitFor()
    await page.getByLabel('From').fill(day(1))
    await page.getByLabel('To (inclusive)').fill(day(1))
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.waitForURL(/from=/)
    await page.getByRole('rowheader', { name: 'License created' }).waitFor({ state: 'hidden' })
    assert.deepEqual(await shown(), ['License suspended'])
    await page.reload()
    await page.locator('tbody th').waitFor()
    assert.deepEqual(await shown(), ['License suspended'])
    await page.getByLabel('Action').selectOption('License resumed')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('No entries found').waitFor()
    await close()
  })

  test('further pages are loaded on demand, without duplicates', async () => {
    const { license } = await service.license({ name: 'Often' })
    for (let n = 0; n < 60; n += 1) {
      service.clock.at += 1_000
      await service.parts.licenses.suspend(license.id, OPERATOR)
      await service.parts.licenses.resume(license.id, OPERATOR)
    }
    const { page, close } = await openSignedIn(browser, service, `#/audit?subject=${license.id}`)
    const rows = page.locator('tbody tr')
    for (const count of [50, 100]) {
      await rows.nth(count - 1).waitFor()
      assert.equal(await rows.count(), count)
      await page.getByRole('button', { name: 'Show more' }).click()
    }
    await rows.nth(120).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0)
    assert.equal(await page.getByRole('rowheader', { name: 'License suspended' }).count(), 60)
    await close()
  })
})
