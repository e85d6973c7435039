// Drives the block editor.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FrameLocator, Locator, Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const MAX_TABS = 120

export const canvasOf = (page: Page): FrameLocator => page.frameLocator('iframe[name="editor-canvas"]')

/** Waits for the page of a new post, and fills in its title. */
export const openNewPost = async (page: Page, title: string): Promise<FrameLocator> => {
  const canvas = canvasOf(page)
  const field = canvas.locator('.wp-block-post-title')
  await field.fill(title)
  return canvas
}

/** Finds a block by its title, and inserts it. */
export const insert = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Block Inserter', exact: true }).click()
  await page.getByRole('searchbox').first().fill(name)
  const items = page.locator('.block-editor-block-types-list__item')
  // A click while the list is being filtered is lost.
  await items.filter({ hasText: /^Paragraph$/ }).waitFor({ state: 'detached' })
  await items.filter({ hasText: name }).first().click()
  await page.getByRole('button', { name: 'Block Inserter', exact: true }).click()
}

/** Opens the modal of the block in the canvas and lists the profile `demo`. Returns the selector with its first page. */
export const browseDemo = async (page: Page, canvas: FrameLocator, vendor: string): Promise<Locator> => {
  await canvas.getByRole('button', { name: 'Select posts' }).click()
  await page.getByLabel('Selected posts', { exact: true }).check()
  await page.getByRole('textbox', { name: 'Profile name or URL' }).fill('demo')
  await page.keyboard.press('Enter')
  const selector = page.locator(`${vendor}-selector`)
  await selector.getByText('20 posts, 0 selected').waitFor()
  return selector
}

/** Pastes text into a new paragraph. */
export const paste = async (page: Page, canvas: FrameLocator, text: string): Promise<void> => {
  await canvas.locator('.wp-block-post-title').press('Enter')
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.keyboard.press('Control+V')
}

export const publish = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const panel = page.getByLabel('Editor publish')
  await panel.getByRole('button', { name: 'Publish', exact: true }).click()
  await panel.getByText('is now live').first().waitFor()
}

/** Name of the focused element, through shadow roots, from its labels and text. */
const FOCUSED = `(() => {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  const labels = [...(focused?.labels ?? [])].map((label) => label.textContent)
  const words = /^(?:A|BUTTON)$/.test(focused?.tagName) ? focused.textContent : ''
  return [focused?.getAttribute('aria-label'), ...labels, words].filter(Boolean).join(' ')
})()`

/** Presses Tab until an element with this name has the focus. */
export const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (name.test(String(await page.evaluate(FOCUSED)))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${name}; the focus is on ${await page.evaluate(FOCUSED)}`)
}

/** Rule and element of each violation that axe finds inside an element. */
export const axe = async (page: Page, within: string): Promise<readonly string[]> => {
  await page.evaluate(AXE)
  const found = await page.evaluate(
    `axe.run(${JSON.stringify(within)}, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target)))`,
  )
  return found as readonly string[]
}

/** Controls inside an element that are smaller than WCAG 2.5.8 asks for. Links in the text of a post are part of a sentence. */
export const smallTargets = (page: Page, within: string) =>
  page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('${within} :is(a, button, input:not([type=hidden]), select, summary, label:has(input))')]
       .filter((each) => each.checkVisibility() && !each.closest('.central-posts-text, .screen-reader-text') && each.getBoundingClientRect().width > 1)
       .flatMap((each) => { const { width, height } = each.getBoundingClientRect(); return width < 23.5 || height < 23.5 ? [each.tagName + ' ' + each.textContent.trim().slice(0, 30) + ' ' + Math.round(width) + ' × ' + Math.round(height)] : [] })`,
  )
