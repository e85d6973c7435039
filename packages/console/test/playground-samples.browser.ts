// Runs the code samples of the playground as they are shown: curl in a shell, JavaScript in Node, and PHP if it is installed.

import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { type Console, openSignedIn, startConsole } from './open-console.ts'

const execute = promisify(execFile)

type Language = {
  readonly tab: string
  /** Why it cannot run here, or undefined. */
  readonly missing: string | undefined
  readonly run: (code: string, token: string) => Promise<{ readonly stdout: string }>
}

const hasPhp = () => /^curl$/m.test(spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout ?? '')

const LANGUAGES: readonly Language[] = [
  {
    tab: 'curl',
    missing: existsSync('/usr/bin/curl') ? undefined : 'curl is not installed.',
    run: (code, token) => execute('/bin/sh', ['-c', code], { env: { ...process.env, TOKEN: token } }),
  },
  {
    tab: 'JavaScript',
    missing: undefined,
    run: (code, token) =>
      execute(process.execPath, [
        '--input-type=module',
        '--eval',
        `const token = ${JSON.stringify(token)}\n${code}\nconsole.log(JSON.stringify(result))`,
      ]),
  },
  {
    tab: 'PHP',
    missing: hasPhp() ? undefined : 'PHP with curl is not installed.',
    run: (code, token) => execute('php', ['-r', `$token = '${token}';\n${code}\necho json_encode($result);`]),
  },
]

describe('the code samples of the playground', () => {
  let browser: Console['browser']
  let service: Console['service']
  let stop: Console['stop']
  let key: string
  let token: string

  before(async () => {
    ;({ browser, service, stop } = await startConsole())
    ;({ key } = await service.license())
    const { authorization = '' } = await service.authorize(key, 'site-1')
    token = authorization.replace('Bearer ', '')
  })
  after(() => stop())

  const sample = async (page: Page, at = 0): Promise<string> => page.locator('.code-sample code').nth(at).innerText()

  for (const { tab, missing, run } of LANGUAGES) {
    test(`run as they are in ${tab}`, { skip: missing ?? false }, async () => {
      const { page, complaints, close } = await openSignedIn(browser, service, '#/playground?tab=request')
      await page.getByRole('tab', { name: tab }).click()
      const codes: string[] = []
      codes.push(await sample(page))
      await page.getByLabel('Handle or profile URL').fill('@demo@sandbox.example')
      await page.getByLabel('Variant').selectOption('media')
      codes.push(await sample(page))
      for (const endpoint of ['validate-link', 'validate-post']) {
        await page.getByRole('tab', { name: endpoint }).click()
        codes.push(await sample(page))
      }
      assert.equal(new Set(codes).size, 4)
      for (const code of codes) {
        const { ok, data } = JSON.parse((await run(code, token)).stdout)
        assert.equal(ok, true, code)
        if (code.includes('variant')) assert.equal(data.body.variant, 'media')
      }
      // What the page copies is what it shows.
      await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
      await page.getByText('Copied.').waitFor()
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), codes.at(-1))
      assert.deepEqual(complaints, [])
      await close()
    })
  }

  test('quotes in a handle neither end a string nor reach the shell', async () => {
    const { page, close } = await openSignedIn(browser, service, '#/playground?tab=request')
    const text = `it's "$(exit 3)" \\ \`id\` $x`
    await page.getByLabel('Handle or profile URL').fill(text)
    for (const { tab, missing, run } of LANGUAGES) {
      if (missing !== undefined) continue
      await page.getByRole('tab', { name: tab }).click()
      const { error } = JSON.parse((await run(await sample(page), token)).stdout)
      assert.equal(error?.code, 'handle_malformed', tab)
      assert.ok(error.message.includes(text) || !error.message.includes('exit'), error.message)
    }
    await close()
  })

  test('the token comes from a sample, too', async () => {
    const { page, close } = await openSignedIn(browser, service, '#/playground?tab=request')
    await page.getByText('Get a token').click()
    const code = (await sample(page, 1)).replace('ck_live_…', key)
    const { data } = JSON.parse((await execute('/bin/sh', ['-c', code])).stdout)
    assert.equal(data.tokenType, 'Bearer')
    await close()
  })
})
