// Opens the console of a test service in browser tabs.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type StartOptions, startService, type TestService } from '../../testing/src/start-service.ts'
import { launchChromium } from './launch-chromium.ts'

export const ADMIN_TOKEN = 'operator-token-operator-token'

const WAIT_MS = 60_000
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] }

/** Opens a tab in its own browser context. Records script errors and console errors, except 4xx responses, and all requests. */
export const openConsole = async (
  browser: Browser,
  { origin, clock }: Pick<TestService, 'origin' | 'clock'>,
  hash = '',
  options: BrowserContextOptions = {},
) => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 850 }, locale: 'en-GB', ...options })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  const complaints: string[] = []
  const requests: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource: the server responded with a status of 4')
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  page.on('request', (request) => requests.push(request.url()))
  await page.clock.setFixedTime(clock.at)
  await page.goto(`${origin}/console/${hash}`)
  return { page, complaints, requests, close: () => context.close() }
}

export const signIn = async (page: Page, token = ADMIN_TOKEN) => {
  await page.getByLabel('Token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The same with an operator who is signed in: by default with all rights. */
export const openSignedIn = async (
  browser: Browser,
  service: Pick<TestService, 'origin' | 'clock'>,
  hash = '',
  { token, ...options }: BrowserContextOptions & { readonly token?: string } = {},
) => {
  const console = await openConsole(browser, service, hash, options)
  await signIn(console.page, token)
  return console
}

/** Resolves when no part of the page is loading. */
export const loaded = async (page: Page): Promise<void> => {
  await page.locator('#main:not([aria-busy])').waitFor()
  await page
    .locator('p')
    .filter({ hasText: /^Loading…$/ })
    .first()
    .waitFor({ state: 'detached' })
}

/** Opens the menu that shows who is signed in. */
export const openAccountMenu = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('button', { name: /^Account: / })
    .click()

/** Confirms a dialog. */
export const agree = (page: Page, action: string) =>
  page.getByRole('dialog').getByRole('button', { name: action }).click()

/** Rule and element of each violation that axe-core finds. The script is injected through DevTools, which bypasses the CSP. */
export const findings = async (page: Pick<Page, 'evaluate'>): Promise<readonly string[]> => {
  await page.evaluate(AXE)
  const { violations } = (await page.evaluate('axe.run()')) as { readonly violations: readonly Violation[] }
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

export type Console = Awaited<ReturnType<typeof startConsole>>

/** Starts a browser and a listening service with an ADMIN_TOKEN. `stop` ends both. */
export const startConsole = async (options: StartOptions = {}) => {
  const browser = await launchChromium()
  const stops: (() => unknown)[] = []
  const service = await startService(
    { after: (stop) => stops.push(stop as () => unknown) },
    { ...options, environment: { ...options.environment, ADMIN_TOKEN }, listens: true },
  )
  return {
    browser,
    service,
    async stop() {
      await browser.close()
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}
