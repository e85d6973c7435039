// Tests usage in the console in a real browser: as a chart, a table and a file, for one license and for all.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { START } from '../../testing/src/start-service.ts'
import { type Console, findings, openConsole, openSignedIn, signIn, startConsole } from './open-console.ts'

const DAY_MS = 86_400_000
const TODAY = START - (START % DAY_MS)

describe('usage', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  let licenseId: string

  before(async () => {
    ;({ browser, service, stop } = await startConsole())
    const [{ license }, { license: other }] = [await service.license({ name: 'Garden' }), await service.license()]
    licenseId = license.id
    const [today, yesterday] = [TODAY, TODAY - DAY_MS]
    const use = (id: string, day: number, site: string, count: number, meter = 'scans') => {
      const endpoint = meter === 'scans' ? 'scan-profile' : 'validate-post'
      const windows = [{ meter, startsAt: Date.UTC(2030, 0), limit: null }]
      const uses = [{ day, platform: 'sandbox', endpoint, site, count }]
      return service.parts.store.usage.commit([{ licenseId: id, windows, count, uses }], [])
    }
    await use(license.id, yesterday, 'a.example', 3)
    await use(license.id, today, 'b.example', 2)
    await use(license.id, today, 'b.example', 1, 'validations')
    await use(other.id, today, 'b.example', 5)
  })
  after(() => stop())

  const region = (page: Page, name: string) => page.getByRole('region', { name })
  const rowsOf = (page: Page, name: string) =>
    region(page, name)
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent).filter(Boolean)))

  test('of a license is shown by day as bars and a table, by site, platform and endpoint, and as CSV', async () => {
    const { page, complaints, close } = await openSignedIn(browser, service, `#/licenses/${licenseId}`)
    const section = region(page, 'Usage details')
    await section.getByText('Total: 5 scans and 1 validation.').waitFor()
    // One bar for each day of the month so far. The heights match the table.
    const heights = await section
      .locator('.plot rect.scans')
      .evaluateAll((bars) => bars.map((bar) => Math.round(Number(bar.getAttribute('height')))))
    assert.deepEqual([heights.length, heights.filter((height) => height > 0)], [15, [116, 77]])
    await section.getByText('Show as table').click()
    assert.deepEqual(await rowsOf(page, 'Usage details'), [
      ['14 Jan', '3', '0'],
      ['15 Jan', '2', '1'],
    ])
    for (const [dimension, rows] of [
      [
        'Site',
        [
          ['a.example', '3', '0'],
          ['b.example', '2', '1'],
        ],
      ],
      ['Platform', [['sandbox', '5', '1']]],
      [
        'Endpoint',
        [
          ['scan-profile', '5', '0'],
          ['validate-post', '0', '1'],
        ],
      ],
    ] as const) {
      await section.getByRole('button', { name: dimension }).click()
      await section.getByRole('columnheader', { name: dimension }).waitFor()
      assert.deepEqual(await rowsOf(page, 'Usage details'), rows)
      assert.equal(await section.getByRole('button', { name: dimension }).getAttribute('aria-pressed'), 'true')
    }
    const saved = page.waitForEvent('download')
    await section.getByRole('button', { name: 'Download CSV' }).click()
    const file = await saved
    assert.equal(file.suggestedFilename(), `usage-${licenseId}-by-endpoint-2030-01-01-2030-01-15.csv`)
    const text = await readFile(await file.path(), 'utf8')
    assert.equal(text, 'endpoint,scans,validations\r\nscan-profile,5,0\r\nvalidate-post,0,1\r\n')
    await section.getByLabel('Month').selectOption('December 2029')
    await section.getByText('No usage in December 2029').waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  test('of all licenses is on the health page, which does not wait for it', async () => {
    const { page, complaints, close } = await openConsole(browser, service, '#/overview')
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/usage/details**', async (route) => {
      await released
      await route.continue()
    })
    await signIn(page)
    const section = region(page, 'Usage of all licenses')
    await section.getByText('Loading…').waitFor()
    await page.getByText('This process').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await findings(page), [], `while loading, in ${colorScheme}`)
    }
    release()
    await section.getByText('Total: 10 scans and 1 validation.').waitFor()
    await section.getByRole('button', { name: 'Site' }).click()
    await section.getByRole('columnheader', { name: 'Site' }).waitFor()
    assert.deepEqual(await rowsOf(page, 'Usage of all licenses'), [
      ['b.example', '7', '1'],
      ['a.example', '3', '0'],
    ])
    await page.route('**/usage/details**', (route) => route.abort())
    await section.getByRole('button', { name: 'Platform' }).click()
    await section.getByText('The service is not responding.').waitFor()
    assert.deepEqual(
      complaints.filter((text) => !text.includes('net::ERR_FAILED')),
      [],
    )
    await close()
  })
})
