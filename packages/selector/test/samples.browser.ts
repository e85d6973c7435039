// Tests the selector code of docs/guides/selector.md in PHP and in Node: sites with a form, a running service and a browser.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../console/test/launch-chromium.ts'
import { installPackages, recordOf } from '../../service/test/real/install-packages.ts'
import { startService } from '../../testing/src/start-service.ts'
import { bundle, openPage } from './open-page.ts'
import { failure, pageWith } from './pages.ts'
import { startSite } from './programs/start-site.ts'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const PHP = { name: 'PHP', packages: ['php-cli', 'php-curl'], files: ['/usr/bin/php', recordOf('php-curl')] }
const KEY = /ck_(?:live|test)_/
const WAIT_MS = 60_000

let browser: Browser
let code = ''
let folder = ''

before(async () => {
  assert.equal(installPackages(PHP), undefined)
  folder = mkdtempSync(join(tmpdir(), 'central-api-selector-'))
  code = await bundle()
  writeFileSync(join(folder, 'bundle.js'), code)
  browser = await launchChromium()
})
after(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

type Site = { readonly origin: string }
type Start = (context: TestContext, baseUrl: string, licenseKey: string) => Promise<Site>

const startInPhp: Start = async (context, baseUrl, licenseKey) => {
  const port = await freePort()
  const environment = {
    ...{ CENTRAL_API_URL: baseUrl, CENTRAL_API_KEY: licenseKey, BUNDLE: join(folder, 'bundle.js') },
    ...{ SAMPLES: path('../../../docs/samples'), CLIENT: path('../../php/central-api-client.php') },
  }
  const args = ['-d', `session.save_path=${folder}`, '-d', 'display_errors=1']
  const server = spawn('/usr/bin/php', [...args, '-S', `127.0.0.1:${port}`, path('programs/site.php')], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  context.after(() => server.kill())
  // The server prints a line once it listens.
  await once(server.stderr, 'data')
  server.stderr.resume()
  return { origin: `http://127.0.0.1:${port}` }
}

const startInNode: Start = async (context, baseUrl, licenseKey) => {
  const { origin, stop } = await startSite({ baseUrl, licenseKey, bundle: code })
  context.after(stop)
  return { origin }
}

for (const [language, start] of [
  ['PHP', startInPhp],
  ['Node', startInNode],
] as const) {
  test(`a site in ${language} lists posts for editors and stores their selection, and the browser gets no key`, async (context) => {
    const service = await startService(context, { listens: true, environment: { BASE_URL: '' } })
    const { key } = await service.license({ mode: 'live' })
    const { origin } = await start(context, service.origin, key)
    const tab = await browser.newPage({ locale: 'en-GB', timezoneId: 'UTC' })
    context.after(() => tab.close())
    tab.setDefaultTimeout(WAIT_MS)
    const received: string[] = []
    tab.on('response', async (response) => {
      if (response.url().startsWith(origin)) received.push(await response.text().catch(() => ''))
    })
    await tab.goto(origin)
    const selector = tab.locator('central-post-selector')
    await selector.getByText('20 posts, 0 selected').waitFor()
    await selector.getByRole('checkbox').nth(3).click()
    await selector.getByRole('button', { name: 'Show more' }).click()
    await selector.getByText('40 posts, 1 selected').waitFor()
    await selector.getByRole('checkbox').nth(21).click()
    await selector.locator('[part=profile]').selectOption('News')
    await selector.getByRole('checkbox', { name: /refused to pages of other sites/ }).click()
    await selector
      .getByRole('button', { name: /^Move up/ })
      .last()
      .click()
    await tab.getByRole('button', { name: 'Save' }).click()
    await tab.waitForURL('**/save')
    const stored = JSON.parse((await tab.locator('body').textContent()) ?? '') as readonly {
      id: string
      html: string
    }[]
    assert.deepEqual(
      stored.map(({ id }) => id),
      ['1092', '1', '1074'],
    )
    assert.ok(stored.every((post) => 'html' in post && 'metrics' in post))
    // Posts that were not listed are read from the service, and invalid ones are dropped.
    const others = ['1095', 'https://sandbox.example/@demo/1094', '9'].map((id) => ({
      platform: 'sandbox',
      handle: 'else',
      id,
    }))
    const again = await tab.request.post(`${origin}/save`, { form: { posts: JSON.stringify(others) } })
    assert.deepEqual(
      ((await again.json()) as typeof stored).map(({ id }) => id),
      ['1095', '1094'],
    )
    assert.ok(received.length > 3)
    assert.ok(!received.some((body) => KEY.test(body)))

    await tab.goto(origin)
    await selector.getByText('20 posts, 0 selected').waitFor()
    const foreign = await tab.request.post(`${origin}/selector`, { form: { platform: 'sandbox', handle: 'demo' } })
    assert.equal(foreign.status(), 403)
    await tab.request.get(`${origin}/sign-out`)
    await selector.getByRole('button', { name: 'Show more' }).click()
    await selector.getByText('Sign in again.').waitFor()
  })
}

test('a custom source and custom strings work as documented', async (context) => {
  const entry = path('../src/post-selector.ts')
  const { outputFiles } = await build({
    ...{ bundle: true, write: false, format: 'esm', alias: { '@central-api/selector': entry } },
    stdin: {
      contents: ['@central-api/selector', './selector-own.mjs', './selector-words.mjs']
        .map((from) => `export * from '${from}'`)
        .join('\n'),
      resolveDir: path('../../../docs/samples'),
    },
  })
  const { page, complaints, close } = await openPage(browser, outputFiles[0]?.text ?? '', {
    html: '<central-post-selector></central-post-selector>',
    respond: ({ handle }) =>
      handle === 'closed' ? failure('profile_private') : pageWith({ text: 'Eins', kind: 'video' }, { text: 'Zwei' }),
  })
  context.after(close)
  const show = (handle: string) =>
    page.evaluate(
      `import('/selector.js').then(({ loadFromOwnRoute, german }) => Object.assign(document.querySelector('central-post-selector'),
        { source: loadFromOwnRoute, strings: german, profiles: [{ platform: 'sandbox', handle: '${handle}' }] }))`,
    )
  const selector = page.locator('central-post-selector')
  await show('demo')
  await selector.getByText('2 Beiträge, 0 selected').waitFor()
  await selector.getByRole('checkbox', { name: /Film: Eins/ }).waitFor()
  await show('closed')
  await selector.getByText('Shown instead of the default sentence for the code.').waitFor()
  assert.deepEqual(complaints, [])
})
