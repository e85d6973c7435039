// Tests the traffic on the first page in a real browser: the figures, the plots with pointer and keyboard, and the time range.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { boxFaults } from './boxes.ts'
import { type Console, findings, loaded, openConsole, openSignedIn, signIn, startConsole } from './open-console.ts'
import { type Range, sampleTraffic } from './sample-traffic.ts'

type Sample = ReturnType<typeof sampleTraffic>

const TIMEZONE = { timezoneId: 'UTC' }

describe('the traffic', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  before(async () => {
    ;({ browser, service, stop } = await startConsole())
  })
  after(() => stop())

  /** Opens the first page with the sample traffic. `asked`: the ranges that the page requested. */
  const open = async (hash = '', options: BrowserContextOptions = {}, change = (sample: Sample): Sample => sample) => {
    const console = await openConsole(browser, service, '', { ...TIMEZONE, ...options })
    const asked: string[] = []
    await console.page.route('**/admin/v1/traffic?*', async (route) => {
      const range = new URL(route.request().url()).searchParams.get('range') as Range
      asked.push(range)
      await route.fulfill({ json: { ok: true, data: change(sampleTraffic(range, service.clock.at)) } })
    })
    await console.page.goto(`${service.origin}/console/${hash}`)
    await signIn(console.page)
    await console.page.getByRole('heading', { name: 'Errors by platform' }).waitFor()
    return { ...console, asked }
  }
  const card = (page: Page, title: string) =>
    page.locator('.plot-card').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

  test('shows the totals of the range and the most frequent errors, which lead to their requests', async () => {
    const { page, complaints, close } = await open()
    const { totals } = sampleTraffic('24h', service.clock.at)
    const number = new Intl.NumberFormat('en-GB')
    assert.equal(await card(page, 'Requests').locator('.figure').textContent(), number.format(totals.requests))
    const { hit, stale, miss } = totals.cache
    const rate = `${(Math.round((1_000 * (hit + stale)) / (hit + stale + miss)) / 10).toString()}%`
    assert.equal(await card(page, 'Cache hit rate').locator('.figure').textContent(), rate)
    await card(page, 'Cold scans').getByText('99th percentile, median 412 ms').waitFor()
    assert.equal(await card(page, 'Cold scans').locator('.figure').textContent(), '1.31 s')
    assert.equal(
      await card(page, 'Quota used').locator('.figure').textContent(),
      number.format(totals.quota.scans + totals.quota.validations),
    )
    await page.getByRole('link', { name: 'quota_exceeded' }).click()
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor()
    assert.match(page.url(), /#\/requests\?code=quota_exceeded$/)
    assert.deepEqual(complaints, [])
    await close()
  })

  test('shows a single value between gaps as a dot', async () => {
    const { page, close } = await open('', {}, (sample) => ({
      ...sample,
      coldScans: {
        ...sample.coldScans,
        p50Ms: sample.coldScans.p50Ms.map((_, at) => (at === 40 ? 500 : null)),
        p99Ms: sample.coldScans.p99Ms.map((_, at) => (at === 40 || at === 41 ? 900 : null)),
      },
    }))
    const shown = (await page.evaluate(`[...document.querySelectorAll('path.point')].map((path) => [
      path.closest('.plot-card').querySelector('h3').textContent, path.getAttribute('d'), getComputedStyle(path).strokeWidth,
    ])`)) as readonly (readonly [string, string, string])[]
    const [dot, ...others] = shown.filter(([title, d]) => title === 'Cold scans' && d !== '')
    assert.deepEqual(others, [])
    assert.match(dot?.[1] ?? '', /^M40 [\d.]+h0$/)
    assert.equal(dot?.[2], '7px')
    await close()
  })

  test('has its time range in the URL', async () => {
    const { page, asked, close } = await open()
    await page.getByRole('navigation', { name: 'Time range' }).getByRole('link', { name: '1 hour' }).click()
    await page.waitForURL(/#\/overview\?range=1h$/)
    await page.getByRole('figure', { name: 'Requests in the last hour' }).waitFor()
    await page.reload()
    await page.getByRole('figure', { name: 'Requests in the last hour' }).waitFor()
    await page.goBack()
    await page.getByRole('figure', { name: 'Requests in the last 24 hours' }).waitFor()
    assert.deepEqual(asked, ['24h', '1h', '1h', '24h'])
    await close()
    const unknown = await open('#/overview?range=1y')
    assert.deepEqual(unknown.asked, ['24h'])
    await unknown.close()
  })

  test('is read step by step with the keyboard, with the pointer and as a table', async () => {
    const { page, close } = await open()
    const sample = sampleTraffic('24h', service.clock.at)
    const plot = card(page, 'Requests').getByRole('slider')
    const expected = (at: number) => {
      const time = sample.times[at]?.slice(11, 16)
      const counts = [sample.requests[at], sample.errors[at]].map((count) =>
        new Intl.NumberFormat('en-GB').format(count ?? 0),
      )
      return `${time}: Requests ${counts[0]}, Errors ${counts[1]}`
    }
    const text = () => plot.getAttribute('aria-valuetext')
    const last = sample.times.length - 1
    assert.equal(await text(), expected(last))
    await plot.focus()
    for (const [key, at] of [
      ['ArrowLeft', last - 1],
      ['PageUp', last - 11],
      ['Home', 0],
      ['ArrowLeft', 0],
      ['ArrowRight', 1],
      ['End', last],
    ] as const) {
      await page.keyboard.press(key)
      assert.equal(await text(), expected(at), key)
      assert.equal(await plot.locator('.tip').isVisible(), true)
    }
    await page.keyboard.press('Escape')
    assert.equal(await plot.locator('.tip').isVisible(), false)
    const box = await plot.boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + 1, box.y + 20)
    assert.equal(await text(), expected(0))
    // A step without cold scans has no value, and the line has a gap there.
    await card(page, 'Cold scans').getByRole('slider').focus()
    await page.keyboard.press('Home')
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowRight')
    assert.match(
      (await card(page, 'Cold scans').getByRole('slider').getAttribute('aria-valuetext')) ?? '',
      /p50 none, p99 none$/,
    )
    await card(page, 'Requests').getByText('Show as table').click()
    await card(page, 'Requests').locator('tbody tr').last().waitFor()
    assert.equal(await card(page, 'Requests').locator('tbody tr').count(), sample.times.length)
    const first = await card(page, 'Requests').locator('tbody tr').first().textContent()
    assert.ok(first?.startsWith(sample.times[last]?.slice(11, 16) ?? '-'), first ?? '')
    await close()
  })

  test('without requests, says what to do next; a failure concerns only the traffic', async () => {
    const { page, close } = await openSignedIn(browser, service)
    await page.getByRole('heading', { name: 'No requests in the last 24 hours' }).waitFor()
    await page.route('**/admin/v1/traffic?*', (route) => route.abort())
    await page.getByRole('link', { name: '7 days' }).click()
    await page.getByText('The service is not responding.').waitFor()
    await page.getByRole('heading', { name: 'This process' }).waitFor()
    await close()
  })

  test('of real requests is counted', async () => {
    const { key } = await service.license({ name: 'Counted' })
    const token = await service.authorize(key)
    for (let n = 0; n < 4; n += 1) await service.post('/scan-profile', { platform: 'sandbox', handle: 'demo' }, token)
    await service.post('/scan-profile', { platform: 'sandbox', handle: '!!' }, token)
    for (let n = 0; n < 5; n += 1) await service.parts.requestLog.flush()
    const { page, complaints, close } = await openSignedIn(browser, service, '#/overview?range=1h')
    await card(page, 'Requests').locator('.figure').waitFor()
    // The token was a request, too.
    assert.equal(await card(page, 'Requests').locator('.figure').textContent(), '6')
    assert.equal(await card(page, 'Quota used').locator('.figure').textContent(), '4')
    await page.getByRole('link', { name: 'handle_malformed' }).waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 1280, height: 900 },
      { width: 768, height: 1024 },
      { width: 390, height: 844 },
    ]) {
      test(`has no axe-core violations and no boxes that overlap, ${viewport.width} wide and ${colorScheme}`, async () => {
        const { page, close } = await open('', { colorScheme, viewport })
        await loaded(page)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width)
        assert.deepEqual(await boxFaults(page), [])
        assert.deepEqual(await findings(page), [])
        await close()
      })
    }
  }
})
