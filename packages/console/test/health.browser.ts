// Tests the health page in a real browser, on desktop and phone, in light and dark.

import assert from 'node:assert/strict'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, mock, test } from 'node:test'
import { markBackedUp } from '../../service/src/observability/store-file.ts'
import { sandbox } from '../../service/src/platforms/sandbox/sandbox.ts'
import { youtube } from '../../service/src/platforms/youtube/youtube.ts'
import { type Console, findings, openSignedIn, startConsole } from './open-console.ts'

const PHONE = { width: 360, height: 740 }
const DAY_MS = 86_400_000

describe('the health page', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'central-console-'))
    const file = join(folder, 'central.db')
    ;({ browser, service, stop } = await startConsole({
      platforms: [sandbox, youtube],
      environment: { DATABASE_URL: `sqlite:${file}`, YOUTUBE_API_KEY: 'key-of-the-tests' },
    }))
    await markBackedUp(file, service.clock.at)
    const backedUpAt = (service.clock.at - 3 * DAY_MS) / 1_000
    await utimes(`${file}.backed-up`, backedUpAt, backedUpAt)
    const { pool } = service.parts.upstreams
    const [key] = pool.list('youtube')
    assert.ok(key)
    pool.report(key, { is: 'refused', error: 'credential_refused' })
  })
  after(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('starts with the failures, since when, and what to do', async () => {
    const { page, complaints, close } = await openSignedIn(browser, service)
    await page.getByRole('heading', { name: /^1 issue failing now, \d more needs? attention$/ }).waitFor()
    const [first = '', ...others] = await page.locator('.trouble').allTextContents()
    assert.match(
      first,
      /^failing The credential …ests of YouTube was refusedSince .+this minute.+The platform no longer accepts it/,
    )
    assert.ok(others.some((text) => /^warning The last backup is more than 36 hours oldSince .*3 days ago/.test(text)))
    await page.getByText(/GB of .+ GB free/).waitFor()
    await page.getByRole('link', { name: 'Open youtube' }).first().click()
    await page.getByRole('heading', { name: 'YouTube', level: 1 }).waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  test('also works while the store does not respond', async () => {
    const { store } = service.parts
    const unavailable = () => Promise.reject(new Error('gone'))
    const mocks = [mock.method(store, 'ping', unavailable), mock.method(store.licenses, 'count', unavailable)]
    const { page, close } = await openSignedIn(browser, service)
    await page.getByText('The store does not respond').waitFor()
    await page.getByText('Search the service’s log').waitFor()
    for (const each of mocks) each.mock.restore()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('heading', { name: 'This process' }).waitFor()
    await close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [{ width: 1200, height: 850 }, PHONE]) {
      test(`passes axe-core and fits the viewport, ${viewport.width} wide and ${colorScheme}`, async () => {
        const { page, close } = await openSignedIn(browser, service, '', { viewport, colorScheme })
        await page.locator('.trouble').first().waitFor()
        assert.deepEqual(await findings(page), [])
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width)
        await close()
      })
    }
  }
})
