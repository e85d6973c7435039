// Tests the connected accounts in a real browser: whose they are, the filter in the URL, further pages, and the end of one.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { ConnectionRecord } from '../../service/src/storage/connection-records.ts'
import { connection } from '../../testing/src/storage/connections-suite.ts'
import { boxFaults } from './boxes.ts'
import { agree, type Console, findings, loaded, type openConsole, openSignedIn, startConsole } from './open-console.ts'

const PAGE = 50
const LONG = `Donaudampfschifffahrts${'gesellschaft'.repeat(10)} Nordrhein-Westfalen`
const RIGHT_TO_LEFT = 'مكتبة الحديقة والبيت القديم (فرع)'
const NO_MATCH = 'No connected account matches the filters'

describe('the connected accounts', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  const licenseIds: Record<'long' | 'rightToLeft' | 'unnamed' | 'agency', string> = {
    ...{ long: '', rightToLeft: '', unnamed: '', agency: '' },
  }

  const connect = async (licenseId: string, values: Partial<ConnectionRecord>) => {
    const record = connection(licenseId, { createdAt: service.clock.at, ...values })
    await service.parts.store.connections.create(record, null)
    return record
  }
  before(async () => {
    ;({ browser, service, stop } = await startConsole())
    const names = { long: LONG, rightToLeft: RIGHT_TO_LEFT, unnamed: null, agency: 'Agency' }
    for (const [id, name] of Object.entries(names) as [keyof typeof names, string | null][])
      licenseIds[id] = (await service.license({ name })).license.id
    const { long, rightToLeft, unnamed, agency } = licenseIds
    await connect(long, { platform: 'instagram', handle: 'h'.repeat(80), label: 'L'.repeat(100) })
    await connect(rightToLeft, { platform: 'tiktok', handle: 'garden', displayName: 'حديقة', label: 'متجر' })
    await connect(unnamed, { platform: 'tiktok', handle: 'nameless', state: 'ended', reason: 'role_lost' })
    for (let at = 0; at <= PAGE; at += 1)
      await connect(agency, { platform: 'youtube', handle: `channel-${at}`, createdAt: at, state: 'ended' })
    await connect(agency, { platform: 'youtube', handle: 'live', createdAt: 0 })
  })
  after(() => stop())

  const open = async (query = '', options: Parameters<typeof openConsole>[3] = {}) => {
    const console = await openSignedIn(browser, service, `#/connections${query}`, options)
    await console.page.getByRole('heading', { name: 'Connected accounts', level: 1 }).waitFor()
    await loaded(console.page)
    return console
  }
  const accounts = (page: Page) => page.locator('tbody th > bdi').allTextContents()
  const rowOf = (page: Page, name: string) => page.locator('tbody tr', { hasText: name })

  test('have the names of their licenses, which link to them; without a name, the ID', async () => {
    const { page, complaints, close } = await open()
    for (const [account, name, id] of [
      ['LLL', LONG, licenseIds.long],
      ['garden', RIGHT_TO_LEFT, licenseIds.rightToLeft],
      ['nameless', licenseIds.unnamed, licenseIds.unnamed],
      ['channel-50', 'Agency', licenseIds.agency],
    ] as const) {
      const link = rowOf(page, account).locator('td[data-column=license] a')
      assert.equal(await link.textContent(), name)
      assert.equal(await link.getAttribute('href'), `#/licenses/${id}`)
      assert.equal(await link.getAttribute('title'), name === id ? null : `${name} (${id})`)
    }
    const lineHeight = "Number.parseFloat(getComputedStyle(document.querySelector('.two-lines')).lineHeight)"
    const box = await page.getByRole('link', { name: LONG }).boundingBox()
    assert.equal(box?.height, 2 * Number(await page.evaluate(lineHeight)))
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'License ID' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Copy license ID: ${licenseIds.rightToLeft}` }).click()
    await page.getByText('Copied.').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), licenseIds.rightToLeft)
    await rowOf(page, 'garden').getByRole('link').click()
    await page.getByRole('heading', { name: RIGHT_TO_LEFT, level: 1 }).waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  test('are filtered with a form, and the URL contains the filters', async () => {
    const { page, complaints, close } = await open()
    await page.getByText(`First ${PAGE} connected accounts`, { exact: true }).waitFor()
    const filter = page.getByRole('search', { name: 'Filter' })
    await filter.getByLabel('State').selectOption('ended')
    await filter.getByLabel('Platform').selectOption('TikTok')
    await filter.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/#\/connections\?state=ended&platform=tiktok$/)
    await page.getByText('1 connected account', { exact: true }).waitFor()
    assert.deepEqual(await accounts(page), ['nameless'])
    await page.reload()
    await page.getByText('1 connected account', { exact: true }).waitFor()
    assert.deepEqual(await accounts(page), ['nameless'])
    assert.equal(await filter.getByLabel('State').inputValue(), 'ended')
    assert.equal(await filter.getByLabel('Platform').inputValue(), 'tiktok')

    await filter.getByLabel('State').selectOption('any')
    await filter.getByLabel('Platform').selectOption('any')
    await filter.getByRole('textbox', { name: 'License ID' }).fill(` ${licenseIds.rightToLeft} `)
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`#/connections\\?license=${licenseIds.rightToLeft}$`))
    await rowOf(page, 'متجر').waitFor()
    assert.deepEqual(await accounts(page), ['متجر'])
    await filter.getByRole('link', { name: 'Show all' }).click()
    await page.getByText(`First ${PAGE} connected accounts`, { exact: true }).waitFor()
    assert.equal(await filter.getByRole('link', { name: 'Show all' }).count(), 0)
    await page.goBack()
    await page.getByText('1 connected account', { exact: true }).waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  test('that match no filter are not the same as none at all', async () => {
    const { page, close } = await open('?state=limited')
    const empty = page.locator('.empty')
    await empty.getByRole('heading', { name: NO_MATCH }).waitFor()
    await page.getByRole('heading', { name: 'Applications' }).waitFor()
    assert.equal(await empty.getByText('whole ID').count(), 0)
    await empty.getByRole('link', { name: 'Show all' }).click()
    await page.getByText(`First ${PAGE} connected accounts`, { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'License ID' }).fill('Agency')
    await page.keyboard.press('Enter')
    await empty.getByText('A license is found by its whole ID only.').waitFor()
    await close()
    const first = await startConsole()
    const none = await openSignedIn(first.browser, first.service, '#/connections')
    await none.page.getByRole('heading', { name: 'No connected accounts yet' }).waitFor()
    assert.equal(await none.page.getByRole('search', { name: 'Filter' }).count(), 0)
    await none.close()
    await first.stop()
  })

  test('are loaded page by page with the same filter', async () => {
    const { page, requests, close } = await open('?state=ended&platform=youtube')
    assert.equal((await accounts(page)).length, PAGE)
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText(`${PAGE + 1} connected accounts`, { exact: true }).waitFor()
    const shown = await accounts(page)
    assert.deepEqual([shown[0], shown.at(-1)], [`channel-${PAGE}`, 'channel-0'])
    const { searchParams } = new URL(requests.findLast((url) => url.includes('/connections?')) ?? '')
    assert.deepEqual([searchParams.get('state'), searchParams.get('platform')], ['ended', 'youtube'])
    assert.ok(searchParams.has('cursor'))
    await close()
  })

  test('a bookmark with values that the lists do not have is kept, or reported at its field', async () => {
    const { page, close } = await open('?platform=elsewhere')
    await page.getByRole('heading', { name: NO_MATCH }).waitFor()
    assert.equal(await page.getByLabel('Platform').inputValue(), 'elsewhere')
    await close()
    const wrong = await open('?state=gone')
    await wrong.page.getByText('This must be one of connected, limited, ending, ended.').waitFor()
    assert.equal(await wrong.page.getByLabel('State').getAttribute('aria-invalid'), 'true')
    await wrong.page.getByLabel('State').selectOption('ended')
    await wrong.page.getByRole('button', { name: 'Apply' }).click()
    await wrong.page.getByText(`First ${PAGE} connected accounts`, { exact: true }).waitFor()
    const key = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
    await wrong.page.getByRole('textbox', { name: 'License ID' }).fill(key)
    await wrong.page.keyboard.press('Enter')
    await wrong.page.getByText('This looks like a license key.').waitFor()
    assert.ok(!wrong.requests.some((url) => url.includes(key)))
    await wrong.close()
  })

  test('one is disconnected after a question, and the filter stays', async () => {
    const { store } = service.parts
    const made = await connect(licenseIds.agency, { platform: 'twitch', handle: 'stream' })
    const gone = await connect(licenseIds.agency, { platform: 'twitch', handle: 'gone' })
    const { page, complaints, close } = await open('?platform=twitch')
    const dialog = page.getByRole('dialog', { name: 'Disconnect stream?' })
    await page.getByRole('button', { name: 'Disconnect stream' }).click()
    assert.match(await dialog.innerText(), /This deletes the token and everything that was read with it\./)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.ok(await store.connections.find(made.id))
    assert.deepEqual((await accounts(page)).toSorted(), ['gone', 'stream'])

    await page.getByRole('button', { name: 'Disconnect stream' }).click()
    await agree(page, 'Disconnect account')
    await page.getByText('stream is disconnected.').waitFor()
    await page.getByText('1 connected account', { exact: true }).waitFor()
    assert.deepEqual(await accounts(page), ['gone'])
    assert.match(page.url(), /#\/connections\?platform=twitch$/)
    assert.equal(await store.connections.find(made.id), undefined)

    // Somebody else was faster.
    await store.connections.remove(gone.id, licenseIds.agency)
    await page.getByRole('button', { name: 'Disconnect gone' }).click()
    await agree(page, 'Disconnect account')
    await page.getByText(`There is no connected account ${gone.id}.`).waitFor()
    assert.equal(await page.getByText('gone is disconnected.').count(), 0)
    assert.deepEqual(complaints, [])
    await close()
  })

  test('one stays, with a message, while the service does not respond', async () => {
    const made = await connect(licenseIds.agency, { platform: 'vimeo', handle: 'films' })
    const { page, close } = await open('?platform=vimeo')
    await page.route(`**/connections/${made.id}`, (route) => route.abort())
    await page.getByRole('button', { name: 'Disconnect films' }).click()
    await agree(page, 'Disconnect account')
    await page.getByText(/The connection was lost before the service’s response arrived\./).waitFor()
    assert.deepEqual(await accounts(page), ['films'])
    assert.ok(await service.parts.store.connections.find(made.id))
    await close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [width, height] of [
      [1280, 900],
      [768, 1024],
      [390, 844],
    ] as const) {
      test(`passes axe-core and fits the viewport, ${width} wide and ${colorScheme}`, async () => {
        const { page, close } = await open('', { viewport: { width, height }, colorScheme })
        assert.deepEqual(await findings(page), [])
        assert.deepEqual(await boxFaults(page), [])
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
        // No name takes the place of another, and none lies over the next row.
        const boxes =
          "[...document.querySelectorAll('tbody :is(th, td)')].filter((each) => each.scrollHeight > each.clientHeight + 1)"
        assert.equal(await page.evaluate(`${boxes}.length`), 0)
        const widths =
          "[...document.querySelectorAll('tbody .named')].map((each) => each.getBoundingClientRect().width)"
        assert.ok(Number(await page.evaluate(`Math.min(...${widths})`)) >= 8 * 16)
        await close()
      })
    }
  }
})
