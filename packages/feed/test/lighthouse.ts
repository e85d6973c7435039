// Runs Lighthouse on a page as a slow phone sees it: Lighthouse's own profile of network and processor.

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { launchChromium } from '../../console/test/launch-chromium.ts'
import { findPort } from '../../service/test/real/real-nginx.ts'

const PACKAGE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const QUIET = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']

type Audit = {
  readonly score: number | null
  readonly displayValue?: string
  readonly details?: { readonly items?: readonly unknown[] }
}
type Category = {
  readonly score: number
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
}
type Lighthouse = {
  default(
    url: string,
    options: object,
  ): Promise<{ lhr: { categories: Record<string, Category>; audits: Record<string, Audit> } }>
}

export type Report = {
  /** Of 100. */
  readonly scores: Readonly<Record<(typeof CATEGORIES)[number], number>>
  /** Audits of accessibility and best practices that fail, with their first elements. */
  readonly faults: readonly string[]
  /** Times and shift, for people. */
  readonly times: string
}

/** Installs Lighthouse into a folder of its own. The caller calls `stop`. */
export const startLighthouse = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  await promisify(execFile)('npm', ['install', '--prefix', folder, ...QUIET, PACKAGE])
  const main = pathToFileURL(join(folder, 'node_modules/lighthouse/core/index.js')).href
  const { default: lighthouse } = (await import(main)) as Lighthouse
  return {
    async audit(url: string): Promise<Report> {
      const port = await findPort()
      const browser = await launchChromium([`--remote-debugging-port=${port}`])
      try {
        const { lhr } = await lighthouse(url, {
          port,
          logLevel: 'error',
          onlyCategories: CATEGORIES,
          formFactor: 'mobile',
        })
        const scores = Object.fromEntries(
          CATEGORIES.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
        ) as Report['scores']
        const faults = CATEGORIES.slice(1).flatMap((name) =>
          (lhr.categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
            const audit = lhr.audits[id]
            const isFault = weight > 0 && audit !== undefined && audit.score !== null && audit.score < 1
            return isFault ? [`${id}: ${JSON.stringify(audit.details?.items?.slice(0, 2) ?? [])}`] : []
          }),
        )
        const names = [
          'first-contentful-paint',
          'largest-contentful-paint',
          'total-blocking-time',
          'cumulative-layout-shift',
        ]
        const times = names.map((name) => `${name} ${lhr.audits[name]?.displayValue ?? '?'}`).join(', ')
        return { scores, faults, times }
      } finally {
        await browser.close()
      }
    },
    stop: () => rm(folder, { recursive: true, force: true }),
  }
}
