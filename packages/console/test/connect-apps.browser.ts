// Tests in a real browser that an application is added and removed, and that its secret stays nowhere.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connection } from '../../testing/src/storage/connections-suite.ts'
import { type Console, openSignedIn, startConsole } from './open-console.ts'

describe('the applications of connected accounts', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  before(async () => {
    ;({ browser, service, stop } = await startConsole())
  })
  after(() => stop())

  test('one is added with its secret, and removed with its connections after a question', async () => {
    const { page, complaints, close } = await openSignedIn(browser, service, '#/connections')
    await page.getByRole('button', { name: 'Add application' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Platform').selectOption('TikTok')
    await dialog.getByLabel('Client ID').fill('aw0h2vs3s39ad7dk')
    await dialog.getByRole('button', { name: 'Add application' }).click()
    // The form says what is missing, and keeps what is there.
    await dialog.locator('.field-problem:visible').first().waitFor()
    assert.equal(await dialog.getByLabel('Client secret').getAttribute('type'), 'password')
    await dialog.getByLabel('Client secret').fill('secret-of-the-application')
    await dialog.getByLabel('Label').fill('Second application')
    await dialog.getByRole('radio', { name: /^review/ }).check()
    await dialog.getByRole('button', { name: 'Add application' }).click()
    await dialog.waitFor({ state: 'detached' })
    const added = page.locator('.added-app')
    await added.getByText('Second application').waitFor()
    assert.match(await added.innerText(), /review/)
    assert.doesNotMatch(await page.content(), /secret-of-the-application/)

    const [record = assert.fail()] = await service.parts.store.connectApps.list(null)
    const { license } = await service.license()
    const made = connection(license.id, { platform: 'tiktok', appId: record.id })
    await service.parts.store.connections.create(made, null)
    await added.getByRole('button', { name: 'Remove Second application' }).click()
    assert.match(await page.getByRole('dialog').innerText(), /Connections at tiktok .* end\./)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    assert.equal((await service.parts.store.connectApps.list(null)).length, 1)
    await added.getByRole('button', { name: 'Remove Second application' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove application' }).click()
    await added.waitFor({ state: 'detached' })
    assert.equal((await service.parts.store.connections.find(made.id))?.reason, 'app_closed')
    assert.deepEqual(complaints, [])
    await close()
  })
})
