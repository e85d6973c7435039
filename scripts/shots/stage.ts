// A running service with simulated platforms, a day of traffic, and a browser in front of it.

import { launchChromium } from '../../packages/console/test/launch-chromium.ts'
import { ADMIN_TOKEN, signIn } from '../../packages/console/test/open-console.ts'
import { ALL_PLATFORMS } from '../../packages/service/src/platforms/all.ts'
import { findPort } from '../../packages/service/test/real/real-nginx.ts'
import { startSimulation } from '../../packages/testing/src/platforms/suite/simulated-platforms.ts'
import { startService, type TestService } from '../../packages/testing/src/start-service.ts'
import type { Scene, Scheme } from './scenes.ts'
import { seed } from './seed.ts'
import { withLatency } from './with-latency.ts'

const WAIT_MS = 60_000

export type Stage = Awaited<ReturnType<typeof openStage>>

/** Starts everything. `onStep` is called while the traffic is made. `stop` ends it. */
export const openStage = async (onStep: (done: number, all: number) => void = () => {}) => {
  const stops: (() => unknown)[] = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    const simulation = await startSimulation()
    stops.push(() => simulation.close())
    // The sandbox's images are at the base URL.
    const port = await findPort()
    let isSeeding = true
    const service: TestService = await startService(
      { after: (each) => stops.push(each as () => unknown) },
      {
        environment: {
          ...simulation.environment,
          ADMIN_TOKEN,
          PORT: String(port),
          BASE_URL: `http://127.0.0.1:${port}`,
        },
        platforms: withLatency(ALL_PLATFORMS, (milliseconds) => {
          // While a screenshot is taken, the clock stands still.
          if (isSeeding) service.clock.at += milliseconds
        }),
        network: simulation.network,
        listens: true,
        at: Date.parse('2026-11-20T12:00:00Z'),
      },
    )
    const license = await seed(service, simulation.handles, onStep)
    isSeeding = false
    const browser = await launchChromium()
    stops.push(() => browser.close())

    /** Opens the scene in a window of its own, and waits until it is complete. The caller closes the page's context. */
    const open = async ({ path, shows, press, inFrame, width = 1280, height = 800 }: Scene, scheme: Scheme) => {
      const context = await browser.newContext({
        viewport: { width, height },
        deviceScaleFactor: 2,
        colorScheme: scheme,
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'UTC',
      })
      const page = await context.newPage()
      page.setDefaultTimeout(WAIT_MS)
      await page.clock.setFixedTime(service.clock.at)
      await page.goto(`${service.origin}${path.replace('{license}', license)}`)
      if (path.startsWith('/console/')) await signIn(page, ADMIN_TOKEN)
      if (press !== undefined) await page.getByRole('button', { name: press, exact: true }).first().click()
      await page.locator(shows).first().waitFor()
      if (inFrame !== undefined) await page.frameLocator('iframe').locator(inFrame).first().waitFor()
      await page.waitForLoadState('networkidle')
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      return page
    }

    return { open, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
