// Starts the dependencies of the kit's tests: a service with a license without practical limits, a database, a browser and an
// unpacked WordPress. Opened pages record script errors and external requests.

import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page, Request } from 'playwright-core'
import { launchChromium } from '../../../console/test/launch-chromium.ts'
import { installPackages, type Programs, recordOf } from '../../../service/test/real/install-packages.ts'
import { findPort } from '../../../service/test/real/real-nginx.ts'
import { type StartOptions, startService } from '../../../testing/src/start-service.ts'
import { type StartDatabase, startMariadbFor } from './databases.ts'
import { type Site, startSite } from './start-site.ts'
import { type Suite, unpackWordPress } from './unpack-wordpress.ts'

const EXTENSIONS = ['php-mysql', 'php-gd', 'php-mbstring', 'php-xml', 'php-curl']
const PROGRAMS: Programs = {
  name: 'PHP',
  packages: ['php-cli', ...EXTENSIONS, 'unzip'],
  files: ['/usr/bin/php', ...EXTENSIONS.map(recordOf), '/usr/bin/unzip'],
}
/** Folder for screenshots; none are taken if it is not set. */
const SCREENSHOTS = process.env.SCREENSHOTS
const WAIT_MS = 60_000

export type Bench = Awaited<ReturnType<typeof startBench>>

export type Opened = {
  readonly page: Page
  /** Uncaught errors of scripts in the page. */
  readonly pageErrors: readonly string[]
  /** URLs of requests to other servers. */
  readonly externalRequests: readonly string[]
  /** The plugin's database queries and the server's outgoing requests for this page. */
  serverCounts(): Promise<{ readonly queries: number; readonly calls: number }>
  /** Waits until all requested images have loaded. The server would continue a request that is aborted here. */
  waitForImages(): Promise<void>
  close(): Promise<void>
}

type OpenOptions = { readonly isSignedIn?: boolean; readonly hasScript?: boolean }

export const startBench = async (
  suite: Suite,
  startDatabase: StartDatabase = startMariadbFor,
  { environment, ...options }: Omit<StartOptions, 'listens'> = {},
) => {
  assert.equal(installPackages(PROGRAMS), undefined)
  const stops: (() => unknown)[] = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), 'kit-'))
    stops.push(() => rm(folder, { recursive: true, force: true }))
    const docroot = join(folder, 'wordpress')
    const port = String(await findPort())
    const database = await startDatabase(folder)
    stops.push(() => database.stop())
    const browser: Browser = await launchChromium()
    stops.push(() => browser.close())
    const version = await unpackWordPress(suite, docroot)
    const service = await startService(
      { after: (each) => stops.push(each as () => unknown) },
      {
        ...options,
        listens: true,
        environment: { ...environment, PORT: port, BASE_URL: `http://127.0.0.1:${port}` },
      },
    )
    await service.setPlan({ name: 'wide', burst: 100_000, scans: 100_000, validations: 100_000 })
    const { license, key } = await service.license({ plan: 'wide', mode: 'live' })

    const open = async (site: Site, path: string, { isSignedIn = false, hasScript = true }: OpenOptions = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        javaScriptEnabled: hasScript,
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      const page = await context.newPage()
      page.setDefaultTimeout(WAIT_MS)
      const [pageErrors, externalRequests]: [string[], string[]] = [[], []]
      page.on('pageerror', (error) => pageErrors.push(error.message))
      page.on('request', (request) => {
        const isOwn = request.url().startsWith(`${site.origin}/`) || /^(?:data|blob):/.test(request.url())
        if (!isOwn) externalRequests.push(request.url())
      })
      const images = new Set<Request>()
      let wake = () => {}
      const end = (request: Request) => {
        images.delete(request)
        wake()
      }
      page.on('request', (request) => {
        if (request.url().includes('/picture/')) images.add(request)
      })
      page.on('requestfinished', end)
      page.on('requestfailed', end)
      const waitForImages = async () => {
        while (images.size > 0) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      }
      if (isSignedIn) {
        // The response sets the context's cookies. A form in the page would lose them if the next navigation came before its response.
        const form = { log: 'editor', pwd: 'password' }
        const response = await context.request.post(`${site.origin}/wp-login.php`, { form, maxRedirects: 0 })
        assert.equal(response.status(), 302, 'the sign-in failed')
      }
      await page.goto(path.startsWith('http') ? path : `${site.origin}${path}`)
      const serverCounts = async () => JSON.parse((await page.locator('#kit-counts').textContent()) ?? '')
      return {
        page,
        pageErrors,
        externalRequests,
        serverCounts,
        waitForImages,
        close: () => context.close(),
      } satisfies Opened
    }

    return {
      folder,
      version,
      service,
      licenseId: license.id,
      key,
      open,
      startSite: async (options: Omit<Parameters<typeof startSite>[0], 'docroot' | 'database'>) => {
        const site = await startSite({ docroot, database, ...options })
        stops.push(() => site.stop())
        return site
      },
      screenshot: async (page: Page, name: string) => {
        if (SCREENSHOTS === undefined) return
        mkdirSync(SCREENSHOTS, { recursive: true })
        await page.screenshot({ path: join(SCREENSHOTS, `${suite}-${name}.png`), fullPage: true })
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
