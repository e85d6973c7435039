// Tests pasted license keys, ours and those of other shops, in a real browser. Only their last four characters appear in a URL
// or leave the page, and they find the license.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { actsBy } from '../../service/src/audit/act.ts'
import { OPERATOR } from '../../testing/src/licensing/fixture.ts'
import { type Console, openSignedIn, startConsole } from './open-console.ts'

const UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const OURS = `ck_live_${'A1b2'.repeat(8)}C3d4Zz`

/** Pasted texts, and the last characters of the key in them. */
const KEYS: readonly (readonly [string, string])[] = [
  [UUID, '0ae7'],
  [UUID.toUpperCase(), '0ae7'],
  [`“${UUID}”.`, '0ae7'],
  [`\u200b${UUID}\ufeff`, '0ae7'],
  [UUID.replaceAll('-', '\u2011'), '0ae7'],
  [UUID.replace('944b-', '944b- '), '0ae7'],
  [`License key: ${UUID}`, '0ae7'],
  [`key=${UUID}`, '0ae7'],
  [`Harbor Gallery ${UUID}`, '0ae7'],
  [`https://shop.example/?license_key=${UUID}&site=a.example`, '0ae7'],
  [OURS, 'd4Zz'],
  [` ${OURS},`, 'd4Zz'],
  [OURS.slice(0, 20), OURS.slice(16, 20)],
  [OURS.replaceAll('_', '\\_'), 'd4Zz'],
  ['Zx8Qw3Er7Ty2Ui9Op', 'i9Op'],
  ['X7TQ-99KL-2M4N-0PQ8', '0PQ8'],
  ['X7TQ 99KL 2M4N 0PQ8', '0PQ8'],
  ['9F3K2-77QPL-MM20X', 'M20X'],
  ['QWER-TYUI-OPAS-DFGH', 'DFGH'],
  ['d41d8cd98f00b204e9800998ecf8427e', '427e'],
  ['D41D8CD98F00B204E9800998ECF8427E', '427e'],
  ['8F3A2B1C-9D4E5F6A-7B8C9D0E-1F2A3B4C', '3b4c'],
  ['sk_8Jq2!xZ91mmQp0aLs7Tt', 's7Tt'],
  ['key/eyJhY2NvdW50IjoiYWJjZGVm.c2lnbmF0dXJl12==', '12=='],
  [`key/${'eyJhY2NvdW50IjoiYWJjZGVm'.repeat(12)}.c2lnbmF0dXJl`, 'dXJl'],
  ['48213-99201-77123-08841', '8841'],
  ['48213992017712308841', '8841'],
]

/** Texts without a key, which are searched unchanged. */
const OTHERS: readonly string[] = [
  'Harbor Gallery',
  'harbor-gallery-2024',
  'HarborGallery',
  'Straßenbahnmuseum',
  'Müller & Söhne GmbH',
  'IKEA-Shop',
  'Sports Club 1899 e.V.',
  'shop24.example',
  'https://shop.example/blog/2024',
  'd111111abcdef8.cloudfront.net',
  'localhost:8080',
  'anna@shop24.example',
  'order-1001',
  'INVOICE-2024-00012',
  'lic_4yZkq0WvTn2bXe7RdUaJ',
  'sub_1NvXk2AbCdEfGh',
  '+49 30 1234567',
  '2030-12-31',
  '0ae7',
]

describe('a pasted key', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  before(async () => {
    ;({ browser, service, stop } = await startConsole())
    const { parts, clock } = service
    const license = {
      ...(await service.license({ name: 'Elsewhere' })).license,
      id: `lic_${'7'.repeat(20)}`,
      name: 'Imported',
    }
    const key = {
      ...{ hash: 'f'.repeat(64), pepperVersion: 1, licenseId: license.id, hint: '0ae7' },
      ...{ createdAt: clock.at, expiresAt: null },
    }
    const act = actsBy(() => clock.at, randomBytes)('license.import', OPERATOR)
    await parts.store.licenses.createAll([{ license, key }], act, {
      ...{ importId: 'imp_1', from: 'shop', file: 'shop.csv', firstLine: 2, lastLine: 2 },
    })
  })
  after(() => stop())

  const open = async (hash: string) => {
    const opened = await openSignedIn(browser, service, hash)
    return opened
  }
  const endsOf = async (texts: readonly string[]): Promise<readonly (string | null)[]> => {
    const { page, close } = await open('#/licenses')
    const url = JSON.stringify(`${service.origin}/console/parts/pasted-key.js`)
    const ends = await page.evaluate(
      `import(${url}).then(({ keyEndIn }) => ${JSON.stringify(texts)}.map((text) => keyEndIn(text) ?? null))`,
    )
    await close()
    return ends as readonly (string | null)[]
  }
  const assertUnsent = (requests: readonly string[], url: string) => {
    for (const each of [...requests, url]) {
      const plain = decodeURIComponent(each)
      assert.ok(!/9ae7|90ae7|e6679|6679/i.test(plain), plain)
    }
  }

  test('is recognized by its form, with the last characters that are stored', async () => {
    assert.deepEqual(
      await endsOf(KEYS.map(([text]) => text)),
      KEYS.map(([, end]) => end),
    )
  })

  test('is not recognized in names, sites, URLs, numbers and ids', async () => {
    assert.deepEqual(
      await endsOf(OTHERS),
      OTHERS.map(() => null),
    )
  })

  for (const pasted of [UUID, `License key: ${UUID}`, `${'x1Y2'.repeat(60)}z${UUID}`]) {
    test(`in the search finds its license, and never leaves the page: ${pasted.slice(0, 40)}`, async () => {
      const { page, requests, close } = await open('#/licenses')
      await page.locator('#search').fill(pasted)
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByText(/The search uses only its last four characters, 0ae7\./).waitFor()
      await page.waitForURL(/#\/licenses\?search=0ae7$/)
      // The whole list has no such link, so this waits for the filtered one.
      await page.getByRole('link', { name: 'Show all' }).waitFor()
      await page.getByRole('link', { name: 'Imported' }).waitFor()
      assert.equal(await page.locator('tbody tr').count(), 1)
      assertUnsent(requests, page.url())
      await close()
    })
  }

  test('in the license of the playground finds it, and never leaves the page', async () => {
    const { page, requests, close } = await open('#/playground')
    await page.getByRole('combobox', { name: 'License' }).fill(UUID)
    await page.getByRole('option', { name: /Imported/ }).click()
    await page.waitForURL(/#\/playground\?license=/)
    assertUnsent(requests, page.url())
    await close()
  })

  for (const path of ['licenses', 'playground']) {
    test(`in the URL of the page is shortened: ${path}`, async () => {
      const { page, requests, close } = await open(`#/${path}?search=${UUID}`)
      await page.getByText('Imported').or(page.locator('input[value=Imported]')).first().waitFor()
      assert.match(page.url(), /\?search=0ae7$/)
      // The fragment of the page's own URL contains the key, but is not sent.
      assertUnsent(
        requests.filter((url) => url.includes('/admin/')),
        page.url(),
      )
      await close()
    })
  }

  test('in a filter is rejected with a message, and not sent', async () => {
    const { page, requests, close } = await open('#/licenses')
    await page.getByText('Filters and sorting').click()
    for (const label of ['Name begins with', 'Used by site']) {
      await page.getByLabel(label).fill(UUID)
      await page.keyboard.press('Enter')
      await page.getByText('This looks like a license key. Paste it into the license search instead.').waitFor()
      await page.getByLabel(label).fill('')
    }
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByLabel('License or other ID').fill(OURS)
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('This looks like a license key. Paste it into the license search instead.').waitFor()
    assertUnsent(requests, page.url())
    assert.ok(!requests.some((url) => url.includes(OURS)))
    await close()
  })
})
