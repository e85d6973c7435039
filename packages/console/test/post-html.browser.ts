// Inserts sanitized HTML of posts into pages of a real browser. It must execute no code, send no requests except for media, and
// contain only allowed elements.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { walkHtml } from '../../service/src/post/markup/walk-html.ts'
import { MARKUP_PIECES, XSS_SAMPLES } from '../../testing/src/post/markup/markup.cases.ts'
import { launchChromium } from './launch-chromium.ts'

const BASE = 'https://blog.example/a/'
const ORIGIN = 'https://page.example/'
/** Elements that the sanitizer never writes. */
const FORBIDDEN =
  'script,style,iframe,object,embed,svg,math,form,input,button,link,meta,base,template,noscript,textarea,title,xmp'

/** Pseudo-random markup from a fixed seed. */
const tagSoup = (count: number): readonly string[] => {
  let state = 20_260_301
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 2 + next(14) }, () => MARKUP_PIECES[next(MARKUP_PIECES.length)]).join(''),
  )
}

/** Ways to insert HTML, including contexts that change how it is parsed. */
const INSERTIONS: Readonly<Record<string, string>> = {
  'as innerHTML': 'root.innerHTML = html',
  'as innerHTML, serialized and parsed again': 'root.innerHTML = html; root.innerHTML = root.innerHTML',
  'in a table': 'root.innerHTML = "<table><tr><td>" + html + "</td></tr></table>"',
  'in its own document': 'root.append(new DOMParser().parseFromString(html, "text/html").body)',
  'in an inert template whose content is adopted':
    'const inert = document.createElement("template"); inert.innerHTML = html; root.append(inert.content)',
}

/** A function for the page, as text, because this process has no document. */
const INSERT = `async ({ insertion, html, forbidden }) => {
  const insert = new Function('root', 'html', insertion)
  const findings = []
  for (const each of html) {
    const root = document.createElement('section')
    document.body.replaceChildren(root)
    insert(root, each)
    const elements = [...root.querySelectorAll('*')]
    // Triggers handlers that wait for a pointer, the focus or a file.
    for (const element of elements)
      for (const name of ['mouseover', 'focus', 'toggle', 'error', 'load']) element.dispatchEvent(new Event(name))
    findings.push({
      stray: [...root.querySelectorAll(forbidden)].map(({ outerHTML }) => outerHTML),
      handlers: elements.flatMap(({ attributes }) =>
        [...attributes].map(({ name }) => name).filter((name) => /^on|^style$|^srcdoc$/.test(name)),
      ),
    })
  }
  await new Promise((resolve) => requestIdleCallback(resolve))
  return findings
}`

describe('the HTML of posts in a browser', () => {
  let browser: Browser
  before(async () => {
    browser = await launchChromium()
  })
  after(() => browser.close())

  const open = async (): Promise<{ page: Page; alarms: string[] }> => {
    const page = await browser.newPage()
    const alarms: string[] = []
    await page.route('**/*', (route) => {
      const url = route.request().url()
      const isFile = ['image', 'media'].includes(route.request().resourceType())
      if (url === ORIGIN) return route.fulfill({ contentType: 'text/html', body: '<!doctype html><main></main>' })
      // Posts may load images, videos and audio, but nothing else.
      if (!isFile || /^(?:data|javascript):/.test(url)) alarms.push(`requested ${url}`)
      return route.abort()
    })
    page.on('dialog', (dialog) => {
      alarms.push(`dialog ${dialog.message()}`)
      return dialog.dismiss()
    })
    page.on('popup', () => alarms.push('opened a window'))
    page.on('framenavigated', (frame) => {
      if (frame.url() !== ORIGIN) alarms.push(`navigated to ${frame.url()}`)
    })
    await page.goto(ORIGIN)
    return { page, alarms }
  }

  type Finding = { readonly stray: readonly string[]; readonly handlers: readonly string[] }
  const insertAll = (page: Page, insertion: string, html: readonly string[]): Promise<readonly Finding[]> =>
    page.evaluate(`(${INSERT})(${JSON.stringify({ insertion, html, forbidden: FORBIDDEN })})`)

  for (const [how, insertion] of Object.entries(INSERTIONS)) {
    test(`executes no code and sends no requests ${how}`, async () => {
      const samples = [...XSS_SAMPLES, ...tagSoup(1_500)].map((html) => walkHtml(html, BASE).html ?? '')
      const { page, alarms } = await open()
      const findings = await insertAll(page, insertion, samples)
      for (const [index, finding] of findings.entries())
        assert.deepEqual(finding, { stray: [], handlers: [] }, samples[index] ?? '')
      assert.deepEqual(alarms, [])
      await page.close()
    })
  }

  test('executes code if it is not sanitized', async () => {
    const { page, alarms } = await open()
    await insertAll(page, INSERTIONS['as innerHTML'] ?? '', XSS_SAMPLES)
    assert.ok(alarms.some((alarm) => alarm.startsWith('dialog')))
    await page.close()
  })
})
