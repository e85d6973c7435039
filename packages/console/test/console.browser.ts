// Tests the console in a real browser: sign-in, the life of a license, plans, platforms and credentials.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Type } from '../../service/src/parsing/type.ts'
import { sandbox } from '../../service/src/platforms/sandbox/sandbox.ts'
import { madeUp } from '../../service/src/platforms/sandbox/source.ts'
import { platform } from '../../service/src/upstream/contract/platform.ts'
import { listOf } from '../../service/src/upstream/credentials/given.ts'
import { startService } from '../../testing/src/start-service.ts'
import { ADMIN_TOKEN, agree, type Console, openAccountMenu, openConsole, signIn, startConsole } from './open-console.ts'

/** A platform that requires a token. */
const platformWithToken = (id: string, name: string) => {
  const setting = `${id.toUpperCase()}_TOKEN`
  return platform({
    ...sandbox,
    id,
    name,
    settings: Type.Object({ [setting]: Type.String({ default: '', description: 'The tokens.' }) }),
    credentials: [
      {
        id: 'token',
        settings: [setting],
        read: (settings) => listOf(settings[setting] ?? '').map((token) => ({ secrets: { token } })),
        sign: ({ token = '' }) => ({ headers: { authorization: `Bearer ${token}` } }),
        steps: ['Request a <b>token</b>.', `Set ${setting}.`],
      },
    ],
    sources: [{ ...madeUp, credential: 'token' }],
  })
}
const [LACKING, GIVEN] = [platformWithToken('lacking', 'Lacking'), platformWithToken('given', 'Given')]
const TOKENS = 'secret-token-aaaa,secret-token-bbbb'

describe('the console', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']

  before(async () => {
    const environment = { GIVEN_TOKEN: TOKENS }
    ;({ browser, service, stop } = await startConsole({ environment, platforms: [sandbox, LACKING, GIVEN] }))
  })
  after(() => stop())

  const open = (hash = '', viewport = { width: 1200, height: 850 }) => openConsole(browser, service, hash, { viewport })

  const use = async (key: string, siteId: string) => {
    const headers = { 'content-type': 'application/json' }
    const post = async (path: string, body: unknown, more = {}) =>
      (
        await service.app.inject({
          method: 'POST',
          url: `/api/v1${path}`,
          headers: { ...headers, ...more },
          payload: JSON.stringify(body),
        })
      ).json()
    const token = await post('/auth/token', { licenseKey: key, siteId })
    if (token.ok !== true) return token.error.code
    const scan = { platform: 'sandbox', handle: 'demo' }
    const page = await post('/scan-profile', scan, { authorization: `Bearer ${token.data.token}` })
    return page.ok === true ? 'ok' : page.error.code
  }

  test('sign-in rejects a wrong token, with a message at the field', async () => {
    const { page, complaints, close } = await open()
    await signIn(page, 'not-the-token-at-all')
    await page.getByText('This token is unknown or revoked. Enter a valid operator token or ADMIN_TOKEN.').waitFor()
    assert.equal(await page.getByLabel('Token').getAttribute('aria-invalid'), 'true')
    await signIn(page, ' ')
    await page.getByText('Enter a token.').waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  test('an operator signs in, and creates, suspends, resumes, changes and revokes a license, and releases its site', async () => {
    const { page, complaints, requests, close } = await open('#/licenses')
    await signIn(page)
    await page.getByRole('heading', { name: 'Licenses' }).waitFor()

    await page.getByRole('link', { name: 'New license' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Harbor <b>Gallery</b>')
    await page.getByLabel('Plan', { exact: true }).selectOption('starter')
    await page.getByLabel('Expires').fill('2030-12-31')
    await page.getByRole('button', { name: 'Create license' }).click()
    await page.getByRole('heading', { name: 'License for Harbor <b>Gallery</b> created' }).waitFor()
    const key = (await page.locator('code.key').textContent()) ?? ''
    assert.match(key, /^ck_live_[0-9A-Za-z]{38}$/)
    await page.getByRole('button', { name: 'Copy key' }).click()
    await page.getByText('Copied.').waitFor()

    assert.equal(await use(key, 'https://gallery.example'), 'ok')
    await page.getByRole('link', { name: 'Go to the license' }).click()
    await page.getByText('Scans 1 of 1,000').waitFor()
    await page.getByText('Sites (1 of 1)').waitFor()
    assert.equal(await page.getByText(key).count(), 0)
    await page.getByText('Show as table').first().click()
    await page.getByRole('row', { name: 'January 2030 1 0' }).waitFor()

    await page.getByRole('button', { name: 'Suspend' }).click()
    await agree(page, 'Suspend license')
    await page.getByText('The license is suspended.').waitFor()
    assert.equal(await use(key, 'https://gallery.example'), 'license_suspended')
    await page.getByRole('button', { name: 'Resume' }).click()
    await agree(page, 'Resume license')
    await page.getByText('The license is active again.').waitFor()

    assert.equal(await use(key, 'https://other.example'), 'site_limit_reached')
    await page.getByRole('button', { name: 'Release gallery.example' }).click()
    await agree(page, 'Release site')
    await page.getByText('gallery.example is released.').waitFor()
    assert.equal(await use(key, 'https://other.example'), 'ok')

    await page.getByRole('button', { name: 'Rotate key' }).click()
    await page.getByLabel('Keep the old key valid').selectOption({ label: 'not at all: it stops working now' })
    await page.getByRole('button', { name: 'Create new key' }).click()
    const second = (await page.locator('code.key').textContent()) ?? ''
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('expired', { exact: true }).waitFor()
    assert.deepEqual(
      [await use(key, 'https://other.example'), await use(second, 'https://other.example')],
      ['license_unknown', 'ok'],
    )

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('Gallery')
    await page.getByLabel('Plan', { exact: true }).selectOption('agency')
    await page.getByLabel('Expires').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('License updated.').waitFor()
    await page.getByText('Sites (unlimited)').waitFor()

    await page.getByRole('button', { name: 'Revoke' }).click()
    // The cancel button has the focus.
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Revoke' }).click()
    await agree(page, 'Revoke license')
    await page.getByText('This license is revoked. This is final.').waitFor()
    assert.equal(await use(second, 'https://other.example'), 'license_revoked')

    assert.deepEqual(complaints, [])
    assert.deepEqual(
      requests.filter((url) => !url.startsWith(service.origin)),
      [],
    )
    assert.ok(!requests.some((url) => url.includes(key) || url.includes(ADMIN_TOKEN)))
    await close()
  })

  test('a pasted license key finds its license, and never leaves the page', async () => {
    const { license, key } = await service.license({ name: 'To be found' })
    const { page, requests, close } = await open('#/licenses')
    await signIn(page)
    await page.getByLabel('Search licenses').fill(key)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Show all' }).waitFor()
    assert.equal(await page.getByRole('row').count(), 2)
    await page.getByText(license.id).waitFor()
    assert.ok(!requests.some((url) => url.includes(key)) && !page.url().includes(key))
    await page.getByLabel('Search licenses').fill('nobody at all')
    await page.keyboard.press('Enter')
    await page.getByText('No license matches “nobody at all”').waitFor()
    await close()
  })

  test('a plan is changed and created, with validation messages at the fields', async () => {
    const { page, complaints, close } = await open('#/plans')
    await signIn(page)
    await page.getByRole('button', { name: 'Edit starter' }).click()
    await page.getByLabel('Requests per minute').fill('0')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('A plan’s burst must be a whole number from 1 to 1000000000.').waitFor()
    await page.getByLabel('Requests per minute').fill('90')
    await page.getByLabel('Sites').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Plan starter updated.').waitFor()
    const starter = await service.parts.store.plans.find('starter')
    assert.deepEqual([starter?.burst, starter?.sites], [90, null])

    await page.getByRole('button', { name: 'New plan' }).click()
    await page.getByLabel('Name', { exact: true }).fill('team')
    await page.getByLabel('All platforms').uncheck()
    await page.getByLabel('Sandbox').check()
    await page.getByRole('button', { name: 'Create plan' }).click()
    await page.getByText('Plan team created.').waitFor()
    assert.deepEqual((await service.parts.store.plans.find('team'))?.platforms, ['sandbox'])
    assert.deepEqual(complaints, [])
    await close()
  })

  test('platforms show missing settings, and the signing key is rotated', async () => {
    const { page, complaints, close } = await open('#/platforms')
    await signIn(page)
    await page.getByText('Set LACKING_TOKEN. Then restart the service.').waitFor()
    // A key that no call has used is not known to work.
    await page.getByText('3 platforms: 1 not tested yet, 1 not set up, 1 ready.').waitFor()
    await page.getByRole('listitem', { name: 'Given' }).getByText('no call has used it yet').waitFor()
    // A search and a filter, which are in the URL, and a page for each platform.
    await page.getByLabel('Search', { exact: true }).fill('no such platform')
    await page.getByRole('heading', { name: 'No platforms found' }).waitFor()
    await page.getByLabel('Search', { exact: true }).fill('LACK')
    await page.getByText('1 of 3 platforms').waitFor()
    await page.getByLabel('Status').selectOption('not set up (1)')
    assert.match(page.url(), /#\/platforms\?search=LACK&status=not_configured$/)
    const loaded = page.waitForResponse(/\/platforms$/)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await loaded
    await page.getByText('1 of 3 platforms').waitFor()
    await page.locator('.tiles').getByRole('link').first().click()
    await page.waitForURL(/#\/platforms\/lacking$/)
    await page.getByText('Set LACKING_TOKEN. Then restart the service.').waitFor()
    await page.goto(`${service.origin}/console/#/platforms/nope`)
    await page.getByText('This service has no platform “nope”').waitFor()
    await page.getByRole('link', { name: 'Signing keys' }).click()
    await page.getByRole('button', { name: 'Rotate key' }).click()
    await agree(page, 'Rotate key')
    await page.getByText(/^verifies until/).waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText('1 of 2').waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  test('a platform shows its credentials and budgets, and a refused credential is retried, paused and resumed', async () => {
    const { pool, governor } = service.parts.upstreams
    const [first, second] = pool.list('given')
    assert.ok(first && second)
    const headers = { 'x-ratelimit-remaining': '250', 'x-ratelimit-limit': '1000', 'x-ratelimit-reset': '5400' }
    const payer = { platform: 'given', source: madeUp.id, who: first.id, host: 'given.example', isShared: true }
    governor.learn(payer, '', { status: 200, url: '', headers, text: () => '', json: () => null }, undefined)
    for (const each of [first, second]) pool.report(each, { is: 'refused', error: 'credential_refused' })

    const { page, complaints, close } = await open('#/platforms')
    await signIn(page)
    const tile = page.getByRole('listitem', { name: 'Given' })
    await tile.getByText('failing', { exact: true }).waitFor()
    await tile.getByText('May recover in 15 minutes').waitFor()
    await tile.getByText('750 of 1,000').waitFor()
    await tile.getByText('Last error this minute: credential refused.').first().waitFor()
    await tile.getByText('How to get a credential').click()
    await tile.getByText('Request a <b>token</b>.').waitFor()
    // Platforms that need attention come first.
    assert.match((await page.locator('.tiles > li').first().textContent()) ?? '', /^Given/)

    await tile.getByRole('button', { name: 'Retry now: …aaaa' }).click()
    await page.getByText('The next scan uses this credential.').waitFor()
    await tile.getByText('ready', { exact: true }).waitFor()
    await tile.getByRole('button', { name: 'Pause: …aaaa' }).click()
    await agree(page, 'Pause credential')
    await tile.getByText('paused', { exact: true }).waitFor()
    assert.equal(pool.recordOf(first).state, 'paused')
    await tile.getByRole('button', { name: 'Resume: …aaaa' }).click()
    await page.getByText('The credential is in use again.').waitFor()
    await tile.getByText('working', { exact: true }).waitFor()
    assert.equal((await page.content()).includes('secret-token'), false)
    assert.deepEqual(complaints, [])
    await close()
  })

  test('a tab stays signed in after a reload, and not after signing out', async () => {
    const { page, close } = await open('#/plans')
    await signIn(page)
    await page.getByRole('heading', { name: 'Plans' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Plans' }).waitFor()
    await openAccountMenu(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Token').waitFor()
    await page.reload()
    await page.getByLabel('Token').waitFor()
    await close()
  })

  test('an unreachable service and an invalid token are reported with advice', async () => {
    const { page, close } = await open('#/plans')
    await signIn(page)
    await page.getByRole('heading', { name: 'Plans' }).waitFor()
    await page.route('**/admin/v1/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Licenses' }).click()
    await page.getByText('The service is not responding.').waitFor()
    await page.unroute('**/admin/v1/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Licenses' }).waitFor()
    await page.route('**/admin/v1/**', (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer another-token-by-now' } }),
    )
    await page.getByRole('link', { name: 'Plans' }).click()
    await page.getByText('Your token is no longer valid. Sign in with a current one.').waitFor()
    assert.equal(await page.evaluate('sessionStorage.length'), 0)
    await close()
  })

  test('without an ADMIN_TOKEN the page says that the console is disabled', async () => {
    const own: (() => unknown)[] = []
    const closed = await startService({ after: (stop) => own.push(stop as () => unknown) }, { listens: true })
    const page = await browser.newPage()
    await page.goto(`${closed.origin}/console`)
    await page.getByRole('heading', { name: 'The console is disabled' }).waitFor()
    assert.equal(await page.getByLabel('Token').count(), 0)
    await page.close()
    await Promise.all(own.map((stop) => stop()))
  })
})
