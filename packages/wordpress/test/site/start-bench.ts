// What the tests of the kit stand on: a service that listens with a license of any size, a database, a browser, an unpacked
// WordPress, and pages that tell what they complained of and whom they called.

import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page, Request } from 'playwright-core'
import { launchChromium } from '../../../console/test/launch-chromium.ts'
import { installPackages, type Programs, recordOf } from '../../../service/test/real/install-packages.ts'
import { findPort } from '../../../service/test/real/real-nginx.ts'
import { startService } from '../../../testing/src/start-service.ts'
import { type StartDatabase, startMariadbFor } from './databases.ts'
import { type Site, startSite } from './start-site.ts'
import { type Suite, unpackWordPress } from './unpack-wordpress.ts'

const EXTENSIONS = ['php-mysql', 'php-gd', 'php-mbstring', 'php-xml', 'php-curl']
const PROGRAMS: Programs = {
  name: 'PHP',
  packages: ['php-cli', ...EXTENSIONS, 'unzip'],
  files: ['/usr/bin/php', ...EXTENSIONS.map(recordOf), '/usr/bin/unzip'],
}
/** Where the screenshots go; nowhere if nobody says. */
const SHOTS = process.env.SCREENSHOTS
const WAIT_MS = 60_000

export type Bench = Awaited<ReturnType<typeof startBench>>

export type Opened = {
  readonly page: Page
  /** What scripts of the page threw. */
  readonly faults: readonly string[]
  /** Requests to anybody but the site. */
  readonly elsewhere: readonly string[]
  /** Queries that the plugin made for the page, and calls that the page's server made of others. */
  asked(): Promise<{ readonly queries: number; readonly calls: number }>
  /** Until every picture that it has asked for has come: what is given up here goes on at the server. */
  settle(): Promise<void>
  close(): Promise<void>
}

type OpenOptions = { readonly isSignedIn?: boolean; readonly hasScript?: boolean }

export const startBench = async (suite: Suite, startDatabase: StartDatabase = startMariadbFor) => {
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
      { listens: true, environment: { PORT: port, BASE_URL: `http://127.0.0.1:${port}` } },
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
      const [faults, elsewhere]: [string[], string[]] = [[], []]
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('request', (request) => {
        const isOwn = request.url().startsWith(`${site.origin}/`) || /^(?:data|blob):/.test(request.url())
        if (!isOwn) elsewhere.push(request.url())
      })
      const pictures = new Set<Request>()
      let wake = () => {}
      const end = (request: Request) => {
        pictures.delete(request)
        wake()
      }
      page.on('request', (request) => {
        if (request.url().includes('/picture/')) pictures.add(request)
      })
      page.on('requestfinished', end)
      page.on('requestfailed', end)
      const settle = async () => {
        while (pictures.size > 0) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      }
      if (isSignedIn) {
        await page.goto(`${site.origin}/wp-login.php`)
        await page.fill('#user_login', 'editor')
        await page.fill('#user_pass', 'password')
        await page.click('#wp-submit')
      }
      await page.goto(path.startsWith('http') ? path : `${site.origin}${path}`)
      const asked = async () => JSON.parse((await page.locator('#kit-asked').textContent()) ?? '')
      return { page, faults, elsewhere, asked, settle, close: () => context.close() } satisfies Opened
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
      shoot: async (page: Page, name: string) => {
        if (SHOTS === undefined) return
        mkdirSync(SHOTS, { recursive: true })
        await page.screenshot({ path: join(SHOTS, `${suite}-${name}.png`), fullPage: true })
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
