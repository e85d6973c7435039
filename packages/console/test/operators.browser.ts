// Tests in a real browser that each role sees only its own actions, and which role the others require.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { OFFERED_FLOWS } from '../../service/src/connect/flows/flows.ts'
import { ROLE_NAMES } from '../../service/src/licensing/operators/roles.ts'
import { youtube } from '../../service/src/platforms/youtube/youtube.ts'
import type { OperatorRole } from '../../service/src/storage/store.ts'
import { onlyWebhook } from '../../testing/src/http/admin/fixture.ts'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { connection } from '../../testing/src/storage/connections-suite.ts'
import {
  agree,
  type Console,
  openAccountMenu,
  openConsole,
  openSignedIn,
  signIn,
  startConsole,
} from './open-console.ts'

/** Applications that the operator registers. */
const REGISTERED = Object.values(OFFERED_FLOWS).filter(
  ({ dialect, federated }) => dialect.platform !== 'sandbox' && federated === undefined,
)
const USAGE = ['Day', 'Platform', 'Endpoint', 'Site', 'Download CSV']
const PLAYGROUND = ['Copy', 'Copy']
/** The actions on each page except search, tabs, copying of ids and opening a row, by the lowest role that may use them. */
const ACTIONS: Readonly<Record<string, Readonly<Partial<Record<OperatorRole, readonly string[]>>>>> = {
  licenses: { read: ['Columns'], admin: ['New license'] },
  'licenses/new': { admin: ['Create license', 'Cancel'] },
  'licenses/ID': {
    read: ['Audit trail', ...USAGE],
    support: ['Open in playground', 'Suspend', 'Rotate key', 'Release blog.example'],
    admin: ['Edit', 'Revoke'],
  },
  'playground?license=ID': { read: PLAYGROUND, support: ['Run'] },
  plans: { admin: ['New plan', 'Edit agency', 'Edit pro', 'Edit starter'] },
  platforms: { read: ['Refresh'], admin: ['Pause: …-key'] },
  images: { read: ['Read the guide'], support: ['Forget…'] },
  connections: {
    read: ['Columns', ...REGISTERED.map(({ name }) => `Copy URI: ${name}`)],
    support: ['Disconnect garden'],
    admin: ['Add application', 'Remove Second application'],
  },
  webhooks: { admin: ['New webhook'] },
  'webhooks/HOOK': {
    read: ['Refresh', 'Audit trail'],
    admin: ['Send test event', 'Edit', 'Rotate secret', 'Pause', 'Delete', 'Resend: DELIVERY'],
  },
  audit: { read: ['Columns'] },
  requests: { read: ['Live', 'Refresh', 'Columns'] },
  operators: { admin: ['New operator', 'Revoke Gardener', 'Revoke Of admin'] },
  'signing-keys': { admin: ['Rotate key'] },
  // The only webhook fails.
  overview: { read: ['Refresh', 'Open webhook', ...USAGE] },
}

describe('operators', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  /** The ids for the placeholders in names of pages and buttons. */
  let ids: Readonly<Record<string, string>>

  before(async () => {
    ;({ browser, service, stop } = await startConsole({
      platforms: [youtube],
      environment: { YOUTUBE_API_KEY: 'fake-api-key', EGRESS_ALLOW: 'shop.example:443' },
    }))
    const { license } = await service.license()
    const { id: webhook, delivery } = await onlyWebhook(service.parts)
    ids = { ID: license.id, HOOK: webhook, DELIVERY: delivery }
    const site = { licenseId: license.id, site: 'blog.example', firstSeenAt: service.clock.at }
    await service.parts.store.sites.activate(site, null)
    await service.parts.operators.create('Gardener', 'read', OPERATOR)
    const { license: agency } = await service.license({ name: 'Agency' })
    await service.parts.store.connections.create(connection(agency.id, { handle: 'garden' }), null)
    const application = { platform: 'tiktok', clientId: 'one', clientSecret: 'a-secret', label: 'Second application' }
    await (await service.parts.connector()).ownApps.put(null, application)
    await service.post('/scan-profile', {}, await service.authorize((await service.license({ name: 'Other' })).key))
    for (let n = 0; n < 5; n += 1) await service.parts.requestLog.flush()
  })
  after(() => stop())

  const named = (text: string) => text.replace(/[A-Z]{2,}/, (name) => ids[name] ?? name)

  for (const role of ROLE_NAMES) {
    test(`the role ${role} signs in with its own token, and sees its name and its actions`, async () => {
      const { operator, token } = await service.parts.operators.create(`Of ${role}`, role, OPERATOR)
      const { page, complaints, close } = await openConsole(browser, service)
      await signIn(page, token)
      await page
        .getByRole('banner')
        .getByRole('button', { name: `Account: Of ${role} (${role})` })
        .waitFor()
      for (const [hash, actions] of Object.entries(ACTIONS)) {
        await page.goto(`${service.origin}/console/#/${named(hash)}`)
        const main = page.locator('#main:not([aria-busy])')
        await main.getByRole('heading', { level: 1 }).waitFor()
        const expected = ROLE_NAMES.slice(0, ROLE_NAMES.indexOf(role) + 1).flatMap((each) => actions[each] ?? [])
        const shown = await main
          .locator(':is(button, a.button):not([role=search] *, [role=tab], .copy, .row-link, .example)')
          .all()
        const names = shown.map(async (each) => (await each.getAttribute('aria-label')) ?? (await each.textContent()))
        assert.deepEqual((await Promise.all(names)).sort(), expected.map(named).sort(), hash)
        const [least] = ROLE_NAMES.filter(
          (each) => ROLE_NAMES.indexOf(each) > ROLE_NAMES.indexOf(role) && actions[each],
        )
        const notes = await main.getByText(/requires the (?:support|admin) role\.$/).allTextContents()
        assert.equal(
          notes.some((text) => text.endsWith(`the ${least} role.`)),
          least !== undefined,
          hash,
        )
      }
      // The same on a phone.
      await page.setViewportSize({ width: 360, height: 700 })
      await openAccountMenu(page)
      await page.getByRole('strong').getByText(`Of ${role}`, { exact: true }).waitFor()
      await page.getByText(`Role: ${role}`).waitFor()
      await page.keyboard.press('Escape')
      await service.parts.operators.revoke(operator.id, OPERATOR)
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('link', { name: 'Plans', exact: true }).click()
      await page.getByText('Your token is no longer valid.').waitFor()
      assert.deepEqual(complaints, [])
      await close()
    })
  }

  test('an operator is created with a token that is shown once, signs in with it, and is revoked', async () => {
    const { page, requests, complaints, close } = await openSignedIn(browser, service, '#/operators')
    await page.getByText('Signed in as').waitFor()
    await page.getByRole('button', { name: 'New operator' }).click()
    await page.getByLabel('Name').fill('ADMIN_TOKEN')
    await page.getByRole('button', { name: 'Create operator' }).click()
    await page.getByText(/ADMIN_TOKEN is reserved/).waitFor()
    await page.getByLabel('Name').fill('Front desk')
    await page.getByLabel('support:').check()
    await page.getByRole('button', { name: 'Create operator' }).click()
    const token = (await page.locator('code.key').textContent()) ?? ''
    assert.match(token, /^co_[0-9A-Za-z]{38}$/)
    await page.getByRole('button', { name: 'Copy token' }).click()
    await page.getByText('Copied.').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), token)
    await page.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('row', { name: 'Front desk' })
    await row.getByText('support').waitFor()
    assert.equal((await page.content()).includes(token), false)

    const own = await openSignedIn(browser, service, '#/operators', { token })
    await own.page.getByRole('main').getByText('Front desk').first().waitFor()

    await row.getByRole('button', { name: 'Revoke' }).click()
    await agree(page, 'Revoke operator')
    await page.getByText('Front desk is revoked.').waitFor()
    await row.getByText(/^revoked /).waitFor()
    assert.equal(await row.getByRole('button').count(), 0)
    await own.page.getByRole('link', { name: 'Audit', exact: true }).click()
    await own.page.getByText('Your token is no longer valid.').waitFor()
    assert.deepEqual(complaints, [])
    assert.ok(!requests.some((url) => url.includes(token)))
    await Promise.all([close(), own.close()])
  })
})
