// Opens a page of a site with <central-feed>, and intercepts all its requests.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import { axeFindings } from '../../console/test/axe-findings.ts'
import { imageAt, pageAt } from '../fixtures/pages.ts'
import { bundle } from '../scripts/bundle.ts'

export const ORIGIN = 'https://shop.example'
export const PAGE_SIZE = 9

const TYPES = { js: 'text/javascript', css: 'text/css' } as const
const FILES = ['central-posts.js', 'central-posts-lightbox.js', 'central-posts.css'] as const
const WAIT_MS = 60_000

/** The posts of a feed. */
export const CARDS = '.central-posts-item'

/** The files that a site copies, by name. */
export const bundleFiles = async (): Promise<ReadonlyMap<string, string>> => {
  const folder = mkdtempSync(join(tmpdir(), 'central-feed-'))
  try {
    await bundle(folder)
    return new Map(FILES.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export type Respond = (url: URL) => { readonly status?: number; readonly body: string } | undefined

/** `GET /posts`: the fixtures, nine at a time. */
export const respondWithPosts: Respond = ({ searchParams }) => ({
  body: JSON.stringify({ ok: true, data: pageAt(searchParams.get('cursor'), PAGE_SIZE) }),
})

export type OpenOptions = BrowserContextOptions & {
  /** HTML of the page's body. */
  readonly html: string
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl'
  readonly style?: string
  /** Code of a module that runs before the element is defined. */
  readonly script?: string
  /** The page's Content-Security-Policy. */
  readonly policy?: string
  readonly respond?: Respond
  /** Path of the page, with its fragment. */
  readonly path?: string
}

export type OpenPage = {
  readonly page: Page
  /** Errors and warnings of the page. */
  readonly complaints: readonly string[]
  /** Requests besides those for the page itself and for images. */
  readonly requests: readonly string[]
  findings(): Promise<readonly string[]>
  close(): Promise<void>
}

export const openPage = async (
  browser: Browser,
  files: ReadonlyMap<string, string>,
  options: OpenOptions,
): Promise<OpenPage> => {
  const { html, lang = 'en', dir = 'ltr', style = '', script = '', policy, respond, path = '/', ...more } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...more })
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  const complaints: string[] = []
  const requests: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isOwn = message.type() === 'error' && !message.text().startsWith('Failed to load resource')
    if (isOwn) complaints.push(message.text())
  })
  const own = policy === undefined ? `<style>body { margin: 24px; font: 16px/1.5 sans-serif } ${style}</style>` : ''
  const body = `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${own}<link rel="stylesheet" href="/assets/central-posts.css">
${script === '' ? '' : '<script type="module" src="/assets/own.js"></script>'}<script type="module" src="/assets/central-posts.js"></script></head>
<body><main><h1>Shop</h1>${html}<p id="below">Below the posts</p></main></body></html>`
  const answer = async (route: Route) => {
    const url = new URL(route.request().url())
    const image = imageAt(url.href)
    if (image !== undefined) return route.fulfill({ contentType: 'image/svg+xml', body: image })
    if (url.origin !== ORIGIN) {
      requests.push(url.href)
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>Player' })
    }
    if (url.pathname === new URL(path, ORIGIN).pathname) {
      const headers = policy === undefined ? {} : { 'content-security-policy': policy }
      return route.fulfill({ contentType: 'text/html', body, headers })
    }
    requests.push(url.pathname + url.search)
    const name = url.pathname.replace('/assets/', '')
    if (name === 'own.js') return route.fulfill({ contentType: TYPES.js, body: script })
    const file = files.get(name)
    if (file !== undefined) {
      return route.fulfill({ contentType: TYPES[name.endsWith('.js') ? 'js' : 'css'], body: file })
    }
    const response = (respond ?? respondWithPosts)(url)
    if (response === undefined) return route.abort()
    return route.fulfill({ contentType: response.body.startsWith('<') ? 'text/html' : 'application/json', ...response })
  }
  await page.route('**/*', answer)
  await page.goto(`${ORIGIN}${path}`)
  return {
    page,
    complaints,
    requests,
    findings: () => axeFindings(page),
    close: () => context.close(),
  }
}

/** Waits until there are so many, without code that a page's policy could forbid. */
export const waitForCards = async ({ page }: OpenPage, count: number): Promise<void> => {
  const cards = page.locator(CARDS)
  await cards.nth(count - 1).waitFor({ state: 'attached' })
  await cards.nth(count).waitFor({ state: 'detached' })
}

export type Visit = (
  options: OpenOptions,
  look: (opened: OpenPage) => Promise<void>,
  complaints?: unknown,
) => Promise<void>

/** Opens pages with these files, closes them again, and asserts what they have complained about: nothing by default. */
export const createVisit =
  (browser: Browser, files: ReadonlyMap<string, string>): Visit =>
  async (options, look, complaints = []) => {
    const opened = await openPage(browser, files, options)
    try {
      await look(opened)
      assert.deepEqual(opened.complaints, complaints)
    } finally {
      await opened.close()
    }
  }
