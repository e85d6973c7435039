// Opens a browser page with the selector, and intercepts all its requests.

import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { axeFindings } from '../../console/test/axe-findings.ts'

export const ORIGIN = 'https://editor.example'

const ENTRY = fileURLToPath(new URL('../src/post-selector.ts', import.meta.url))

/** A gray square. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM0NDT8DwADTQGAX7BJ2QAAAABJRU5ErkJggg==',
  'base64',
)

/** The bundle for pages without a build. */
export const bundle = async (): Promise<string> => {
  const format = { format: 'esm', target: 'es2022', minify: true } as const
  const { outputFiles } = await build({ entryPoints: [ENTRY], bundle: true, write: false, ...format })
  return outputFiles[0]?.text ?? ''
}

export type FakeResponse = { readonly status?: number; readonly contentType?: string; readonly body: string }

export type OpenOptions = BrowserContextOptions & {
  /** HTML of the page's body. */
  readonly html: string
  /** Script that runs before the element is defined. */
  readonly script?: string
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl'
  readonly style?: string
  /** The page's Content-Security-Policy. */
  readonly policy?: string
  /** Handles `POST /recognize`; receives the body. */
  readonly recognize?: (request: Readonly<Record<string, unknown>>) => FakeResponse | Promise<FakeResponse>
  /** Handles `POST /posts`; receives the body. */
  readonly respond?: (request: Readonly<Record<string, unknown>>) => FakeResponse | Promise<FakeResponse>
  /** Whether the request for an image fails. */
  readonly isRefused?: (url: string) => boolean
}

export type OpenPage = {
  readonly page: Page
  /** Errors and warnings of the page. */
  readonly complaints: readonly string[]
  /** Requests other than those of the page itself. */
  readonly calls: readonly { readonly url: string; readonly referrer: string | undefined }[]
  /** Rule and element of each violation that axe finds. */
  findings(): Promise<readonly string[]>
  close(): Promise<void>
}

const WAIT_MS = 60_000

export const openPage = async (browser: Browser, code: string, options: OpenOptions): Promise<OpenPage> => {
  const {
    html,
    script = '',
    lang = 'en-GB',
    dir = 'ltr',
    style = '',
    policy,
    respond,
    recognize,
    isRefused,
    ...contextOptions
  } = options
  const context = await browser.newContext({
    ...{ viewport: { width: 1000, height: 900 }, locale: 'en-GB', timezoneId: 'UTC' },
    ...contextOptions,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  const complaints: string[] = []
  const calls: { url: string; referrer: string | undefined }[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  const document = `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><title>Editor</title>
${policy === undefined ? `<style>body { margin: 1rem; font: 16px/1.5 sans-serif } ${style}</style>` : ''}</head>
<body><main><h1>Editor</h1>${html}</main><script type="module" nonce="page">${script}
const { PostSelector, STRINGS } = await import('/selector.js'); globalThis.STRINGS = STRINGS; PostSelector.define()</script></body></html>`
  await page.route('**/*', async (route) => {
    const request = route.request()
    const url = request.url()
    if (url === `${ORIGIN}/`) {
      return route.fulfill({
        contentType: 'text/html',
        body: document,
        headers: policy === undefined ? {} : { 'content-security-policy': policy },
      })
    }
    if (url === `${ORIGIN}/selector.js`) return route.fulfill({ contentType: 'text/javascript', body: code })
    calls.push({ url, referrer: request.headers().referer })
    if (url === `${ORIGIN}/posts` && respond !== undefined) {
      return route.fulfill({ contentType: 'application/json', ...(await respond(request.postDataJSON())) })
    }
    if (url === `${ORIGIN}/recognize` && recognize !== undefined) {
      return route.fulfill({ contentType: 'application/json', ...(await recognize(request.postDataJSON())) })
    }
    if (request.resourceType() !== 'image' || isRefused?.(url)) return route.abort()
    return route.fulfill({ contentType: 'image/png', body: PICTURE })
  })
  await page.goto(`${ORIGIN}/`)
  return {
    page,
    complaints,
    calls,
    findings: () => axeFindings(page),
    close: () => context.close(),
  }
}
