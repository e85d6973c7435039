// The page of images: what is kept, and how images are forgotten.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { findings, loaded, openSignedIn, startConsole } from './open-console.ts'

const FOLDER = await mkdtemp(join(tmpdir(), 'media-'))
after(() => rm(FOLDER, { recursive: true, force: true }))

const POST = 'https://social.example/@ana/1'

describe('the page of images', () => {
  let console: Awaited<ReturnType<typeof startConsole>>
  before(async () => {
    console = await startConsole({ environment: { MEDIA: 'proxy', MEDIA_DIR: FOLDER } })
  })
  after(() => console.stop())

  test('shows copies once they are counted, and forgets a post only after a confirmation', async () => {
    const { browser, service } = console
    const { parts } = service
    const { key } = await service.license()
    const headers = await service.authorize(key)
    const { body } = await service.post('/scan-profile', { platform: 'sandbox', handle: 'demo' }, headers)
    const { profile } = (body.data as { body: { profile: { avatarUrl: string } } }).body
    const { pathname } = new URL(profile.avatarUrl)
    assert.equal((await service.send({ method: 'GET', path: pathname })).status, 200)
    const { page, complaints, close } = await openSignedIn(browser, service, '#/images')
    await page.getByText('They are being counted').or(page.getByText('as of')).waitFor()
    await parts.media?.sweep()
    await page.reload()
    await page.getByRole('link', { name: 'sandbox' }).waitFor()

    const marks = () => parts.store.mediaMarks.list()
    await page.getByRole('button', { name: 'Forget…' }).click()
    await page.getByText('Enter a URL').waitFor()
    await page.getByLabel('URL', { exact: true }).fill('ana')
    await page.getByRole('button', { name: 'Forget…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Forget images' }).click()
    await page.getByText('Must be a URL that starts with').waitFor()
    await page.getByLabel('URL', { exact: true }).fill(POST)
    await page.getByRole('button', { name: 'Forget…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    assert.equal((await marks()).length, 0)
    await page.getByRole('button', { name: 'Forget…' }).click()
    assert.match(await page.getByRole('dialog').innerText(), /https:\/\/social\.example\/@ana\/1/)
    await page.getByRole('dialog').getByRole('button', { name: 'Forget images' }).click()
    await page.getByText('1 mark of posts, accounts and images.').waitFor()
    const [mark] = await marks()
    await page.getByText(mark?.subject ?? assert.fail()).waitFor()
    await loaded(page)
    assert.deepEqual(await findings(page), [])
    assert.deepEqual(complaints, [])
    await close()
  })
})

test('without the proxy, the page says how to switch it on', async (context) => {
  const { browser, service, stop } = await startConsole()
  context.after(stop)
  const { page, close } = await openSignedIn(browser, service, '#/images')
  await page.getByText('Set MEDIA=proxy and restart the service').waitFor()
  await page.getByRole('link', { name: 'Read the guide' }).waitFor()
  await close()
})
