// What the walk over a post's HTML lets through, put into pages of a real browser: nothing runs, nobody is called, and what
// the browser makes of it is what was written. Chromium is not on every machine; see launch-chromium.ts.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { walkHtml } from '../../service/src/post/markup/walk-html.ts'
import { MARKUP_PIECES, XSS_SAMPLES } from '../../testing/src/post/markup/markup.cases.ts'
import { launchChromium } from './launch-chromium.ts'

const BASE = 'https://blog.example/a/'
const ORIGIN = 'https://page.example/'
/** Elements that the walk may write. What a browser has besides them was made by the browser. */
const RUNS =
  'script,style,iframe,object,embed,svg,math,form,input,button,link,meta,base,template,noscript,textarea,title,xmp'

/** In place of chance: the same pieces every time. */
const soup = (count: number): readonly string[] => {
  let state = 20_260_301
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 2 + next(14) }, () => MARKUP_PIECES[next(MARKUP_PIECES.length)]).join(''),
  )
}

/** Ways in which pages take HTML: as they should, twice, and into places that read it otherwise. */
const WAYS: Readonly<Record<string, string>> = {
  'as innerHTML': 'root.innerHTML = html',
  'as innerHTML of what the browser wrote of it': 'root.innerHTML = html; root.innerHTML = root.innerHTML',
  'in a table': 'root.innerHTML = "<table><tr><td>" + html + "</td></tr></table>"',
  'in a document of its own': 'root.append(new DOMParser().parseFromString(html, "text/html").body)',
  'as an inert template that is adopted':
    'const inert = document.createElement("template"); inert.innerHTML = html; root.append(inert.content)',
}

/** Runs in the page: it is text here, since this side has no document. */
const TAKE = `async ({ way, html, runs }) => {
  const take = new Function('root', 'html', way)
  const findings = []
  for (const each of html) {
    const root = document.createElement('section')
    document.body.replaceChildren(root)
    take(root, each)
    const elements = [...root.querySelectorAll('*')]
    // What waits for a pointer, the focus or a file is tried.
    for (const element of elements)
      for (const name of ['mouseover', 'focus', 'toggle', 'error', 'load']) element.dispatchEvent(new Event(name))
    findings.push({
      stray: [...root.querySelectorAll(runs)].map(({ outerHTML }) => outerHTML),
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
      // Pictures, videos and recordings are what a post is for; of what was never allowed nothing may load.
      if (!isFile || /^(?:data|javascript):/.test(url)) alarms.push(`called ${url}`)
      return route.abort()
    })
    page.on('dialog', (dialog) => {
      alarms.push(`dialog ${dialog.message()}`)
      return dialog.dismiss()
    })
    page.on('popup', () => alarms.push('a window'))
    page.on('framenavigated', (frame) => {
      if (frame.url() !== ORIGIN) alarms.push(`went to ${frame.url()}`)
    })
    await page.goto(ORIGIN)
    return { page, alarms }
  }

  type Finding = { readonly stray: readonly string[]; readonly handlers: readonly string[] }
  const put = (page: Page, way: string, html: readonly string[]): Promise<readonly Finding[]> =>
    page.evaluate(`(${TAKE})(${JSON.stringify({ way, html, runs: RUNS })})`)

  for (const [how, way] of Object.entries(WAYS)) {
    test(`${how}, nothing of it runs or calls anybody`, async () => {
      const samples = [...XSS_SAMPLES, ...soup(1_500)].map((html) => walkHtml(html, BASE).html ?? '')
      const { page, alarms } = await open()
      const findings = await put(page, way, samples)
      for (const [index, finding] of findings.entries())
        assert.deepEqual(finding, { stray: [], handlers: [] }, samples[index] ?? '')
      assert.deepEqual(alarms, [])
      await page.close()
    })
  }

  test('and the samples do run where they are not walked', async () => {
    const { page, alarms } = await open()
    await put(page, WAYS['as innerHTML'] ?? '', XSS_SAMPLES)
    assert.ok(alarms.some((alarm) => alarm.startsWith('dialog')))
    await page.close()
  })
})
