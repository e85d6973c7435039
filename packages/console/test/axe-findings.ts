// The violations that axe-core finds in a page.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** One line for each element, as `rule: HTML`. */
export const axeFindings = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(AXE)
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
  }
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
}
