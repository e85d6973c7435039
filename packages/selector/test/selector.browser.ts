// Tests the selector in a real browser: by mouse, by keyboard, in a form, and with errors.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../../console/test/launch-chromium.ts'
import type { PostSelector } from '../src/post-selector.ts'
import { bundle, type FakeResponse, type OpenOptions, ORIGIN, openPage } from './open-page.ts'
import { COUNT, failure, pageOf, pageOfProfile, pageWith } from './pages.ts'

declare global {
  interface Window {
    /** A document without a window. */
    parked?: Document
  }
}

const ELEMENT = 'central-post-selector'
const formWith = (attributes = '', profile = 'platform="sandbox" handle="demo"') =>
  `<form><label for="posts">Posts of the page</label>
<${ELEMENT} id="posts" name="posts" source="/posts" ${profile} ${attributes}></${ELEMENT}><button>Save</button></form>`

const TWO_PROFILES = `profiles='[{"platform":"sandbox","handle":"demo"},{"platform":"sandbox","handle":"other","label":"The other"}]'`

/** A promise that a test resolves. */
const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('the selector', () => {
  let browser: Browser
  let code = ''
  before(async () => {
    code = await bundle()
    browser = await launchChromium()
  })
  after(() => browser.close())

  const open = async (options: Partial<OpenOptions> = {}) => {
    const opened = await openPage(browser, code, { html: formWith(), respond: pageOf, ...options })
    const { page } = opened
    const selector = page.locator(ELEMENT)
    return {
      ...opened,
      selector,
      boxes: selector.locator('.posts').getByRole('checkbox'),
      more: selector.getByRole('button', { name: 'Show more' }),
      hasStatus: (text: string) => selector.locator('.status').getByText(text, { exact: true }).waitFor(),
      ids: () => page.evaluate((tag) => document.querySelector<PostSelector>(tag)?.chosen.map(({ id }) => id), ELEMENT),
      carried: () => page.evaluate(() => new FormData(document.querySelector('form') ?? undefined).getAll('posts')),
    }
  }

  /** Label or text of the focused element, also in shadow roots. */
  const focused = (page: Page): Promise<string> =>
    page.evaluate(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    })

  const press = async (page: Page, ...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  test('by mouse: posts of two pages are selected, reordered and submitted with the form', async () => {
    const { page, selector, boxes, more, hasStatus, ids, carried, complaints, close } = await open()
    await hasStatus('20 posts, 0 selected')
    assert.deepEqual(await carried(), ['[]'])
    await boxes.nth(1).click()
    await selector.locator('.text').first().click()
    await more.click()
    await hasStatus('40 posts, 2 selected')
    await boxes.nth(25).click()
    await hasStatus('40 posts, 3 selected')
    await selector
      .locator('.chosen')
      .getByRole('button', { name: /^Move up/ })
      .nth(2)
      .click()
    assert.deepEqual(await ids(), ['1094', '1070', '1095'])
    const [first, ...others] = JSON.parse(String(await carried()))
    assert.equal(others.length, 2)
    assert.deepEqual(first, {
      ...{ platform: 'sandbox', handle: 'demo', id: '1094' },
      ...{ url: 'https://sandbox.example/@demo/1094', kind: 'text', publishedAt: '2025-12-14T22:46:00.000Z' },
      text: 'यह एक काल्पनिक पोस्ट है।',
    })
    await selector.getByRole('button', { name: /^Remove: 14 Dec 2025, Text: यह/ }).click()
    assert.deepEqual(await ids(), ['1070', '1095'])
    await selector.locator('.chosen li').nth(1).dragTo(selector.locator('.chosen li').nth(0))
    assert.deepEqual(await ids(), ['1095', '1070'])
    assert.equal(await page.title(), 'Editor')
    assert.deepEqual(complaints, [])
    await close()
  })

  test('by keyboard only: the same, with ranges, and the focus moves to the next step', async () => {
    const { page, hasStatus, ids, selector, close } = await open()
    await hasStatus('20 posts, 0 selected')
    await page.locator('h1').click()
    // Search, kind, both dates with their parts and calendars, then the first post.
    for (let tabs = 0; tabs < 20 && !(await focused(page)).startsWith('14 Dec'); tabs += 1) await press(page, 'Tab')
    assert.equal(await focused(page), '14 Dec 2025, Text: An answer in one’s own thread')
    await press(page, ' ', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Shift+ ')
    assert.deepEqual(await ids(), ['1095', '1094', '1093', '1092'])
    await press(page, 'ArrowLeft', ' ')
    assert.deepEqual(await ids(), ['1095', '1094', '1092'])
    await press(page, 'End', 'Tab')
    assert.match(await focused(page), /^Open post in a new tab: /)
    await press(page, 'Tab')
    assert.equal(await focused(page), 'Show more')
    await press(page, 'Enter')
    await hasStatus('40 posts, 3 selected')
    const firstNew = await focused(page)
    assert.equal(firstNew, await selector.locator('.posts').getByRole('checkbox').nth(20).getAttribute('aria-label'))
    await press(page, ' ')
    assert.deepEqual(await ids(), ['1095', '1094', '1092', '1075'])
    await press(page, 'Home')
    assert.equal(await focused(page), '14 Dec 2025, Text: An answer in one’s own thread')
    await press(page, 'Tab', 'Tab', 'Tab', 'Tab')
    assert.equal(await focused(page), 'Move down: 14 Dec 2025, Text: An answer in one’s own thread')
    await press(page, 'Enter', 'Enter')
    assert.deepEqual(await ids(), ['1094', '1092', '1095', '1075'])
    assert.equal(await focused(page), 'Move down: 14 Dec 2025, Text: An answer in one’s own thread')
    await selector.getByText('Moved to position 3 of 4: 14 Dec 2025, Text: An answer in one’s own thread').waitFor()
    await press(page, 'Tab', 'Enter')
    assert.deepEqual(await ids(), ['1094', '1092', '1075'])
    assert.match(await focused(page), /^Remove: /)
    await press(page, 'Enter', 'Enter', 'Enter')
    assert.deepEqual(await ids(), [])
    assert.equal(await focused(page), '14 Dec 2025, Text: An answer in one’s own thread')
    await close()
  })

  test('arrow keys move between posts and rows, mirrored in right-to-left pages', async () => {
    for (const [dir, forward, back] of [
      ['ltr', 'ArrowRight', 'ArrowLeft'],
      ['rtl', 'ArrowLeft', 'ArrowRight'],
    ] as const) {
      const { page, boxes, hasStatus, close } = await open({ dir })
      await hasStatus('20 posts, 0 selected')
      const at = () => boxes.evaluateAll((all) => all.findIndex((box) => box.matches(':focus')))
      await boxes.first().focus()
      await press(page, forward)
      assert.equal(await at(), 1)
      await press(page, 'ArrowDown')
      assert.equal(await at(), 3)
      await press(page, back, 'ArrowUp')
      assert.equal(await at(), 0)
      await press(page, 'ArrowUp', back)
      assert.equal(await at(), 0)
      await press(page, 'End', forward)
      assert.equal(await at(), 19)
      await close()
    }
  })

  test('Shift and click select and deselect a range', async () => {
    const { boxes, hasStatus, ids, close } = await open()
    await hasStatus('20 posts, 0 selected')
    await boxes.nth(5).click()
    await boxes.nth(2).click({ modifiers: ['Shift'] })
    assert.deepEqual(await ids(), ['1090', '1093', '1092', '1091'])
    await boxes.nth(4).click({ modifiers: ['Shift'] })
    assert.deepEqual(await ids(), ['1090'])
    await close()
  })

  test('screen readers get list positions, and new posts are announced', async () => {
    const { selector, boxes, more, hasStatus, close } = await open()
    await hasStatus('20 posts, 0 selected')
    assert.equal(await selector.getByRole('group', { name: /^Posts by .@demo.$/ }).count(), 1)
    const numbers = () =>
      selector
        .locator('.post')
        .evaluateAll((items) => items.map((item) => [item.ariaPosInSet, item.ariaSetSize].join(' of ')))
    assert.deepEqual((await numbers()).slice(0, 2), ['1 of -1', '2 of -1'])
    assert.equal(await selector.locator('.status').getAttribute('role'), 'status')
    for (const count of [40, 60, 80, COUNT]) {
      await more.click()
      await hasStatus(`${count} posts, 0 selected`)
    }
    assert.equal((await numbers()).at(-1), `${COUNT} of ${COUNT}`)
    assert.equal(await more.count(), 0)
    await selector.getByText('No more posts.').waitFor()
    const label = '13 Dec 2025, Image: A picture whose address stops working'
    assert.equal(await boxes.nth(4).getAttribute('aria-label'), label)
    await selector.getByRole('checkbox', { name: label, description: 'A made-up picture, number 1' }).first().waitFor()
    await close()
  })

  test('posts keep their height when they scroll into view or their image fails', async () => {
    const heights = async (isRefused: boolean) => {
      const { selector, more, hasStatus, close } = await open({ isRefused: () => isRefused })
      await hasStatus('20 posts, 0 selected')
      const posts = selector.locator('.post')
      const measure = () => posts.evaluateAll((all) => all.map((post) => post.getBoundingClientRect().height))
      const before = await measure()
      const pictures = await selector.locator('.picture:not(:has(.covered))').count()
      for (let index = 0; index < 20; index += 1) await posts.nth(index).scrollIntoViewIfNeeded()
      await more.scrollIntoViewIfNeeded()
      const missing = selector.locator('[part=no-picture]')
      if (isRefused) await missing.nth(pictures - 1).waitFor()
      const after = await measure()
      assert.equal(await missing.count(), isRefused ? pictures : 0)
      await close()
      return { before, after }
    }
    const [shown, refused] = [await heights(false), await heights(true)]
    assert.equal(new Set(shown.before).size > 1, true)
    assert.deepEqual(shown.after, shown.before)
    assert.deepEqual(refused.after, shown.before)
  })

  test('while loading, the button keeps the focus, shows the state and sends one request', async () => {
    const { opened, open: letGo } = gate()
    const sentRequests: unknown[] = []
    const respond = async (request: Readonly<Record<string, unknown>>): Promise<FakeResponse> => {
      sentRequests.push(request)
      if (request.cursor !== undefined) await opened
      return pageOf(request)
    }
    const { page, selector, more, hasStatus, close } = await open({ respond })
    await hasStatus('20 posts, 0 selected')
    await more.focus()
    await press(page, 'Enter', 'Enter', 'Enter')
    await selector.getByRole('button', { name: 'Loading posts…' }).waitFor()
    assert.equal(await focused(page), 'Loading posts…')
    assert.equal(await selector.locator('.posts').getAttribute('aria-busy'), 'true')
    letGo()
    await hasStatus('40 posts, 0 selected')
    assert.equal(await selector.locator('.posts').getAttribute('aria-busy'), 'false')
    assert.deepEqual(sentRequests, [
      { platform: 'sandbox', handle: 'demo' },
      { platform: 'sandbox', handle: 'demo', cursor: '20' },
    ])
    await close()
  })

  test('posts are filtered by search, kind and date, and the selection is kept', async () => {
    const { selector, boxes, more, hasStatus, ids, close } = await open()
    await hasStatus('20 posts, 0 selected')
    await boxes.nth(0).click()
    await selector.getByLabel('Search').fill('PICTURE stops')
    await hasStatus('1 of 20 posts matches, 1 selected')
    assert.equal(await boxes.count(), 1)
    await selector.getByRole('button', { name: 'Clear filter' }).click()
    await selector.getByLabel('Kind').selectOption('Video')
    await hasStatus('2 of 20 posts match, 1 selected')
    await selector.getByLabel('From').fill('2025-12-11')
    await selector.getByLabel('Until').fill('2025-12-12')
    await hasStatus('1 of 20 posts matches, 1 selected')
    await boxes.click()
    assert.equal((await ids())?.length, 2)
    await selector.getByLabel('Search').fill('nothing has these words')
    await selector.getByText('No loaded post matches. Load more posts to search older ones.').waitFor()
    await more.click()
    await hasStatus('0 of 40 posts match, 2 selected')
    assert.equal(await selector.locator('.status').evaluate((element) => element.matches(':focus')), true)
    await selector.getByRole('button', { name: 'Clear filter' }).click()
    await hasStatus('40 posts, 2 selected')
    await close()
  })

  test('posts of several profiles are selected, and late responses for another profile are dropped', async () => {
    const { opened, open: letGo } = gate()
    const respond = async (request: Readonly<Record<string, unknown>>): Promise<FakeResponse> => {
      if (request.handle === 'demo') await opened
      return request.handle === 'demo' ? pageOf(request) : pageOfProfile('other', { text: 'Of the other', id: '1095' })
    }
    const { selector, boxes, hasStatus, ids, close } = await open({ html: formWith('', TWO_PROFILES), respond })
    await selector.locator('[part=profile]').selectOption('The other')
    await hasStatus('1 post, 0 selected')
    letGo()
    await selector.getByRole('group', { name: 'Posts by The other' }).waitFor()
    assert.equal(await boxes.count(), 1)
    await boxes.click()
    await selector.locator('[part=profile]').selectOption({ index: 0 })
    await hasStatus('20 posts, 1 selected')
    assert.equal(await boxes.first().isChecked(), false)
    await boxes.first().click()
    assert.deepEqual(await ids(), ['1095', '1095'])
    await selector.locator('[part=profile]').selectOption('The other')
    await hasStatus('1 post, 2 selected')
    assert.equal(await boxes.isChecked(), true)
    await close()
  })

  test('a failure of a hidden profile is shown when the profile is shown again', async () => {
    const { opened, open: letGo } = gate()
    let failures = 1
    const respond = async (request: Readonly<Record<string, unknown>>): Promise<FakeResponse> => {
      if (request.handle !== 'demo') return pageOfProfile('other', { text: 'One' })
      await opened
      failures -= 1
      return failures < 0 ? pageOf(request) : failure('platform_error')
    }
    const script = `globalThis.reported = []; addEventListener('loadfailure', ({ profile }) => reported.push(profile.handle))`
    const { page, selector, hasStatus, close } = await open({ html: formWith('', TWO_PROFILES), respond, script })
    await selector.locator('[part=profile]').selectOption('The other')
    await hasStatus('1 post, 0 selected')
    const responded = page.waitForResponse(`${ORIGIN}/posts`)
    letGo()
    await (await responded).finished()
    assert.equal(await selector.getByRole('alert').textContent(), '')
    await selector.locator('[part=profile]').selectOption({ index: 0 })
    await selector.getByRole('alert').getByText('The platform returned an error.').waitFor()
    assert.deepEqual(await page.evaluate('reported'), [])
    await selector.getByRole('button', { name: 'Try again' }).click()
    await hasStatus('20 posts, 0 selected')
    await close()
  })

  test('the current profile stays current when the page changes the profiles', async () => {
    const respond = ({ handle }: Readonly<Record<string, unknown>>) =>
      handle === 'demo' ? pageOf({ handle }) : pageOfProfile(String(handle), { text: 'One' })
    const { page, selector, hasStatus, close } = await open({ html: formWith('', TWO_PROFILES), respond })
    await hasStatus('20 posts, 0 selected')
    const set = (current: number | undefined, ...handles: readonly string[]) =>
      page.evaluate(
        ([tag, current, handles]) => {
          const selector = document.querySelector<PostSelector>(tag) as PostSelector
          selector.profiles = handles.map((handle) => ({ platform: 'sandbox', handle, label: handle }))
          if (current !== undefined) selector.current = current
          return selector.current
        },
        [ELEMENT, current, handles] as const,
      )
    assert.equal(await set(undefined, 'new', 'demo'), 1)
    await selector.getByRole('group', { name: 'Posts by demo' }).waitFor()
    assert.equal(await selector.locator('[part=profile]').inputValue(), 'demo')
    assert.equal(await set(0, 'new', 'demo'), 0)
    await hasStatus('1 post, 0 selected')
    assert.equal(await set(undefined, 'other'), 0)
    await selector.getByRole('group', { name: 'Posts by other' }).waitFor()
    await set(undefined)
    await hasStatus('0 posts, 0 selected')
    assert.equal(await selector.getByRole('button', { name: 'Show more' }).count(), 0)
    await close()
  })

  test('an editor adds profiles, which are listed once their posts have loaded', async () => {
    const platforms = `platforms='[{"id":"mastodon","name":"Mastodon","handles":["user@mastodon.example"]},{"id":"sandbox","name":"Sandbox"}]'`
    const sentRequests: unknown[] = []
    const respond = (request: Readonly<Record<string, unknown>>): FakeResponse => {
      sentRequests.push(request)
      if (request.handle === 'nobody') return failure('profile_not_found')
      if (request.handle === 'other') return pageOfProfile('other', { text: 'One' }, { text: 'Two' })
      return pageOf({ ...request, handle: 'demo' })
    }
    const script = `addEventListener('profileschange', ({ profiles }) => { globalThis.reported = profiles })`
    const { page, selector, boxes, hasStatus, ids, findings, close } = await open({
      html: formWith(platforms, ''),
      respond,
      script,
    })
    await selector.getByText('Enter a profile to see its posts.').waitFor()
    const handle = selector.getByLabel('Profile name or URL')
    assert.equal(await handle.getAttribute('placeholder'), 'user@mastodon.example')
    await selector.getByRole('button', { name: 'Show posts' }).click()
    assert.deepEqual(sentRequests, [])
    await handle.fill('nobody')
    await press(page, 'Enter')
    await selector
      .getByText('This profile was not found. It may have been renamed or deleted. Check the name.')
      .waitFor()
    await selector.getByLabel('Platform').selectOption('Sandbox')
    await handle.fill(' @demo ')
    await selector.getByRole('button', { name: 'Show posts' }).click()
    await hasStatus('20 posts, 0 selected')
    assert.equal(await boxes.first().evaluate((box) => box.matches(':focus')), true)
    await boxes.first().click()
    await handle.fill('other')
    await press(page, 'Enter')
    await hasStatus('2 posts, 1 selected')
    await selector.getByRole('group', { name: /^Posts by .@other.$/ }).waitFor()
    assert.deepEqual(await page.evaluate('reported'), [
      { platform: 'sandbox', handle: 'demo' },
      { platform: 'sandbox', handle: 'other' },
    ])
    for (const [spelling, requests] of [
      ['demo', 3],
      ['@demo', 3],
      ['@Demo', 4],
    ] as const) {
      await selector.locator('[part=profile]').selectOption({ index: 1 })
      await hasStatus('2 posts, 1 selected')
      await handle.fill(spelling)
      await press(page, 'Enter')
      await hasStatus('20 posts, 1 selected')
      assert.equal(await boxes.first().evaluate((box: HTMLInputElement) => box.checked && box.matches(':focus')), true)
      assert.equal(sentRequests.length, requests)
    }
    assert.deepEqual(sentRequests.slice(1), [
      { platform: 'sandbox', handle: '@demo' },
      { platform: 'sandbox', handle: 'other' },
      { platform: 'sandbox', handle: '@Demo' },
    ])
    assert.deepEqual(await ids(), ['1095'])
    assert.equal(await page.evaluate((tag) => document.querySelector<PostSelector>(tag)?.profiles.length, ELEMENT), 2)
    assert.deepEqual(await findings(), [])
    await close()
  })

  describe('in a form', () => {
    const VALUE = JSON.stringify([{ platform: 'sandbox', handle: 'demo', id: '1094' }])

    const MATCH = { meaning: 'a hashtag', variant: 'posts', state: 'ready', handle: '#bread', kind: 'hashtag' }
    const FOUND: Readonly<Record<string, object>> = {
      'https://social.example/tags/bread': {
        matches: [{ ...MATCH, platform: 'mastodon', name: 'Mastodon', handle: '#bread@social.example' }],
        unsupported: [],
      },
      '#bread': {
        matches: [
          { ...MATCH, platform: 'tumblr', name: 'Tumblr' },
          { ...MATCH, platform: 'x', name: 'X', variant: 'top' },
          { ...MATCH, platform: 'vimeo', name: 'Vimeo', state: 'not_in_plan' },
        ],
        unsupported: [],
      },
      'vimeo.example/tag:bread': {
        matches: [{ ...MATCH, platform: 'vimeo', name: 'Vimeo', state: 'not_configured' }],
        unsupported: [],
      },
      'https://www.tiktok.com/tag/bread': {
        matches: [],
        unsupported: [
          { platform: 'tiktok', name: 'TikTok', kind: 'hashtag', says: 'This is a hashtag. TikTok shows none.' },
        ],
      },
    }

    test('with a recognizer, an editor adds whatever a text names in one field, and reads why something cannot be added', async () => {
      const texts: unknown[] = []
      const asked: unknown[] = []
      const { page, selector, hasStatus, findings, complaints, close } = await open({
        html: formWith('recognizer="/recognize" platforms=\'[{"id":"sandbox","name":"Sandbox"}]\'', ''),
        respond: (request) => {
          asked.push(request)
          return pageOfProfile(String(request.handle), { text: 'Rye' })
        },
        recognize: ({ text }) => {
          texts.push(text)
          if (text === 'offline') return failure('rate_limited')
          return { body: JSON.stringify({ ok: true, data: FOUND[String(text)] ?? { matches: [], unsupported: [] } }) }
        },
      })
      const field = selector.getByLabel('Profile, hashtag or URL')
      await field.waitFor()
      assert.equal(await selector.getByLabel('Profile name or URL').isVisible(), false)
      await field.fill('https://social.example/tags/bread')
      await field.press('Enter')
      await hasStatus('1 post, 0 selected')
      // Several: the editor chooses. What the license cannot scan is left out.
      await field.fill('#bread')
      await field.press('Enter')
      const which = selector.getByLabel('Which one?')
      await which.waitFor()
      assert.deepEqual(await which.locator('option').allTextContents(), ['Tumblr', 'X'])
      assert.deepEqual(await findings(), [])
      await which.selectOption('X')
      await selector.getByRole('button', { name: 'Show posts' }).click()
      await hasStatus('1 post, 0 selected')
      await page.waitForFunction((tag) => document.querySelector<PostSelector>(tag)?.profiles.length === 2, ELEMENT)
      assert.deepEqual(await page.evaluate((tag) => document.querySelector<PostSelector>(tag)?.profiles, ELEMENT), [
        { platform: 'mastodon', handle: '#bread@social.example' },
        { platform: 'x', handle: '#bread', variant: 'top' },
      ])
      assert.deepEqual(texts, ['https://social.example/tags/bread', '#bread'])
      assert.deepEqual(asked.at(-1), { platform: 'x', handle: '#bread', variant: 'top' })
      const alert = selector.locator('[part=profile-form] [part=error]')
      for (const [text, sentence] of [
        ['vimeo.example/tag:bread', /^Your provider has not set up this platform yet/],
        ['https://www.tiktok.com/tag/bread', /^This is a hashtag\. TikTok shows none\.$/],
        ['???', /^Nothing was found/],
        ['offline', /^Too many requests/],
      ] as const) {
        await field.fill(text)
        assert.equal(await alert.textContent(), '', 'typing removes the message')
        await field.press('Enter')
        await alert.locator('p').waitFor()
        assert.match((await alert.textContent()) ?? '', sentence)
        assert.equal(await which.isVisible(), false)
      }
      assert.deepEqual(complaints, [])
      await close()
    })

    test('the selector starts with its value, returns to it on reset, and labels posts that are not loaded', async () => {
      const html = formWith(`value='${VALUE.replace('1094', '1030')}'`)
      const { page, selector, boxes, hasStatus, ids, close } = await open({ html })
      await hasStatus('20 posts, 1 selected')
      await selector.getByRole('button', { name: 'Remove: No date, Text' }).waitFor()
      await boxes.first().click()
      assert.deepEqual(await ids(), ['1030', '1095'])
      await page.evaluate(() => document.querySelector('form')?.reset())
      assert.deepEqual(await ids(), ['1030'])
      await close()
    })

    test('required, min and max are validated, with a message at the posts', async () => {
      const { page, selector, boxes, hasStatus, ids, close } = await open({
        html: formWith('required min="2" max="3"'),
      })
      await hasStatus('20 posts, 0 selected')
      const state = () =>
        page.evaluate((tag) => {
          const { validity, validationMessage } = document.querySelector<PostSelector>(tag) as PostSelector
          const flags = ['valid', 'valueMissing', 'rangeUnderflow', 'rangeOverflow', 'customError'] as const
          return [flags.filter((flag) => validity[flag]).join(), validationMessage]
        }, ELEMENT)
      assert.deepEqual(await state(), ['valueMissing', 'Select at least one post.'])
      await page.getByRole('button', { name: 'Save' }).click()
      assert.equal(page.url(), `${ORIGIN}/`)
      assert.equal(await boxes.first().evaluate((box) => box.matches(':focus')), true)
      await press(page, 'Tab')
      assert.match(await focused(page), /^Open post/)
      await page.getByRole('button', { name: 'Save' }).focus()
      assert.equal(await selector.getAttribute('tabindex'), null)
      await boxes.nth(0).click()
      assert.deepEqual(await state(), ['rangeUnderflow', 'Select at least 2 posts.'])
      await boxes.nth(4).click({ modifiers: ['Shift'] })
      assert.deepEqual(await ids(), ['1095', '1094', '1093'])
      assert.equal(await boxes.nth(4).isChecked(), false)
      await selector.getByText('You can select no more than 3 posts.').waitFor()
      assert.deepEqual(await state(), ['valid', ''])
      await page.evaluate((tag) => {
        document.querySelector<PostSelector>(tag)?.setCustomValidity('One of them is not for children.')
      }, ELEMENT)
      assert.deepEqual(await state(), ['customError', 'One of them is not for children.'])
      await page.evaluate(
        ([tag, value]) => {
          const selector = document.querySelector<PostSelector>(tag)
          selector?.setCustomValidity('')
          if (selector)
            selector.value = JSON.stringify(
              JSON.parse(value).concat(['1', '2', '3'].map((id) => ({ platform: 'sandbox', handle: 'demo', id }))),
            )
        },
        [ELEMENT, VALUE] as const,
      )
      assert.deepEqual(await state(), ['rangeOverflow', 'You can select no more than 3 posts.'])
      assert.equal(await selector.getAttribute('tabindex'), null)
      await close()
    })

    test('a disabled fieldset disables the selector, which then submits nothing', async () => {
      const html = `<form><fieldset disabled>${formWith(`value='${VALUE}'`).replaceAll(/<\/?form>/g, '')}</fieldset></form>`
      const { page, selector, boxes, hasStatus, carried, ids, close } = await open({ html })
      await hasStatus('20 posts, 1 selected')
      assert.equal(await boxes.first().isDisabled(), true)
      await selector.locator('.text').first().click({ force: true })
      await selector.locator('.more').click({ force: true })
      assert.deepEqual(await ids(), ['1094'])
      assert.deepEqual(await carried(), [])
      await page.evaluate(() => document.querySelector('fieldset')?.removeAttribute('disabled'))
      assert.deepEqual(await carried(), [
        await page.evaluate((tag) => document.querySelector<PostSelector>(tag)?.value, ELEMENT),
      ])
      await close()
    })

    test('a label focuses the posts, and the browser restores the selection', async () => {
      const { page, boxes, hasStatus, close } = await open()
      await hasStatus('20 posts, 0 selected')
      await page.getByText('Posts of the page').click()
      assert.equal(await boxes.first().evaluate((box) => box.matches(':focus')), true)
      await boxes.nth(2).click()
      await page.goto('about:blank')
      await page.goBack()
      await hasStatus('20 posts, 1 selected')
      assert.equal(await boxes.nth(2).isChecked(), true)
      await close()
    })
  })

  describe('when posts cannot be loaded', () => {
    /** Returns these responses first, then pages. */
    const respondWith = (...first: readonly FakeResponse[]) => {
      const left = [...first]
      return (request: Readonly<Record<string, unknown>>): FakeResponse => left.shift() ?? pageOf(request)
    }

    test('the selector shows a message with the request ID, and retries', async () => {
      const script = `addEventListener('loadfailure', ({ failure }) => { globalThis.reported = failure.code })`
      const { page, selector, boxes, hasStatus, close } = await open({
        respond: respondWith(failure('profile_private'), failure('platform_timeout')),
        script,
      })
      const alert = selector.getByRole('alert')
      await alert.getByText('This profile or post is not public, so it cannot be shown.').waitFor()
      await alert.getByText('Request ID: req-1').waitFor()
      assert.equal(await page.evaluate('reported'), 'profile_private')
      await selector.getByRole('button', { name: 'Try again' }).click()
      await alert.getByText('The platform did not respond in time.').waitFor()
      await selector.getByRole('button', { name: 'Try again' }).click()
      await hasStatus('20 posts, 0 selected')
      assert.equal(await alert.textContent(), '')
      assert.equal(await boxes.first().evaluate((box) => box.matches(':focus')), true)
      await close()
    })

    test('loaded posts stay, and the missing page can be loaded again', async () => {
      const { selector, more, hasStatus, boxes, close } = await open({
        respond: respondWith(pageOf({ handle: 'demo' }), failure('rate_limited')),
      })
      await hasStatus('20 posts, 0 selected')
      await more.click()
      await selector.getByText('Too many requests in a short time. Wait a minute, then try again.').waitFor()
      assert.equal(await boxes.count(), 20)
      await selector.getByRole('button', { name: 'Try again' }).click()
      await hasStatus('40 posts, 0 selected')
      await close()
    })

    test('an expired list starts over, and the selection is kept', async () => {
      const { selector, more, hasStatus, boxes, close } = await open({
        respond: respondWith(pageOf({ handle: 'demo' }), failure('invalid_cursor')),
      })
      await hasStatus('20 posts, 0 selected')
      await boxes.nth(3).click()
      await more.click()
      await selector.getByText('This list of posts has expired. Load it again from the start.').waitFor()
      await selector.getByRole('button', { name: 'Try again' }).click()
      await hasStatus('20 posts, 1 selected')
      assert.equal(await boxes.nth(3).isChecked(), true)
      await more.click()
      await hasStatus('40 posts, 1 selected')
      await close()
    })

    for (const [description, response, sentence] of [
      [
        'an HTML page',
        { body: '<h1>Sign in</h1>', contentType: 'text/html' },
        /^Your website did not return the posts/,
      ],
      ['other JSON', { body: '{"ok":true,"data":{"body":{}}}' }, /^Your website did not return the posts/],
      ['an unknown code', failure('made_up'), /^Something went wrong/],
      ['a custom message', failure('made_up', { sentence: 'Come back on Monday.' }), /^Come back on Monday\.$/],
    ] as const) {
      test(`${description} has a helpful message`, async () => {
        const { selector, close } = await open({ respond: () => response })
        assert.match((await selector.getByRole('alert').locator('p').first().textContent()) ?? '', sentence)
        await close()
      })
    }

    test('an unreachable website has its own message', async () => {
      const { selector, close } = await open({ html: formWith().replace('/posts', 'https://away.example/posts') })
      await selector.getByText('Your website cannot be reached. Check your connection, then try again.').waitFor()
      await close()
    })

    test('a source function may throw any error', async () => {
      const script = `document.querySelector('${ELEMENT}').source = async () => { throw { code: 'quota_exceeded' } }`
      const { selector, close } = await open({ script })
      await selector.getByText('You have used all requests that your plan includes this month.').waitFor()
      await close()
    })

    test('a profile without posts has a message', async () => {
      const { selector, hasStatus, close } = await open({ respond: () => pageWith() })
      await selector.getByText('No posts yet.').waitFor()
      await hasStatus('0 posts, 0 selected')
      await close()
    })
  })

  describe('untrusted content', () => {
    const HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script>'

    test('is shown as text, and only http(s) links are rendered', async () => {
      const respond = () =>
        pageWith(
          { title: HOSTILE, text: HOSTILE, kind: HOSTILE, language: HOSTILE, url: 'javascript:alert(3)' },
          { text: 'Two', url: 'https://social.example/2', publishedAt: HOSTILE },
        )
      const { page, selector, boxes, calls, complaints, close } = await open({ respond })
      page.on('dialog', () => assert.fail('something ran'))
      await selector.locator('.text').first().getByText('<script>alert(2)</script>', { exact: false }).first().waitFor()
      assert.equal(await selector.locator('img, script').count(), 0)
      await boxes.first().click()
      await selector.locator('.chosen li').first().getByText('onerror').waitFor()
      const links = selector.getByRole('link')
      assert.deepEqual(
        await links.evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])),
        [['https://social.example/2', 'noopener noreferrer nofollow ugc']],
      )
      assert.deepEqual(
        calls.map(({ url }) => url),
        [`${ORIGIN}/posts`],
      )
      assert.deepEqual(complaints, [])
      await close()
    })

    test('images load lazily and without a referrer; a failed one has a placeholder', async () => {
      const picture = (name: string, alt: string | null = null) => ({
        media: [
          {
            type: 'image',
            url: `https://cdn.example/${name}-large.png`,
            previewUrl: `https://cdn.example/${name}.png`,
            alt,
          },
        ],
      })
      const posts = Array.from({ length: 60 }, (_, index) => picture(`p${index}`, `Number ${index}`))
      const { selector, calls, close } = await open({
        respond: () => pageWith(...posts),
        isRefused: (url) => url.endsWith('/p1.png'),
      })
      await selector.locator('.post').nth(1).getByText('Image not available').waitFor()
      assert.equal(await selector.getByRole('img', { name: 'Number 0' }).getAttribute('referrerpolicy'), 'no-referrer')
      const pictures = calls.filter(({ url }) => url.startsWith('https://cdn.example/'))
      assert.ok(pictures.length < 40, `${pictures.length} images were loaded immediately`)
      assert.deepEqual(new Set(pictures.map(({ referrer }) => referrer)), new Set([undefined]))
      assert.ok(pictures.every(({ url }) => !url.includes('large')))
      await close()
    })

    test('pictureAddress maps image URLs, and sensitive images load only when an editor reveals them', async () => {
      const media = [{ type: 'image', url: 'https://cdn.example/a.png', previewUrl: null, alt: 'A cat' }]
      const script = `const selector = document.querySelector('${ELEMENT}')
        selector.pictureAddress = (url, { id }) => id === '3' ? null : '/copies/' + id + '/' + url.split('/').at(-1)`
      const respond = () => pageWith({ media }, { media, sensitive: true, text: 'Careful' }, { media })
      const { page, selector, calls, close } = await open({ respond, script })
      // The image element exists before its request is sent.
      const loaded = (nth: number) =>
        selector
          .getByRole('img', { name: 'A cat' })
          .nth(nth)
          .evaluate((image) => (image as HTMLImageElement).decode())
      await loaded(0)
      await selector.getByText('Sensitive content').waitFor()
      const copies = () => calls.map(({ url }) => url).filter((url) => url.includes('/copies/'))
      assert.deepEqual(copies(), [`${ORIGIN}/copies/1/a.png`])
      await selector.getByRole('button', { name: 'Show image: No date, Text: Careful' }).click()
      await loaded(1)
      assert.deepEqual(copies(), [`${ORIGIN}/copies/1/a.png`, `${ORIGIN}/copies/2/a.png`])
      assert.equal(await focused(page), 'No date, Text: Careful')
      await close()
    })
  })

  test('every string can be replaced, with plurals and dates of its language', async () => {
    const strings = {
      more: 'Więcej',
      posts: { one: '{count} wpis', few: '{count} wpisy', many: '{count} wpisów', other: '{count} wpisu' },
      chosen: { other: 'wybrane: {count}' },
      kinds: { text: 'Tekst' },
      errors: { platform_error: 'Błąd' },
    }
    const html = formWith(`strings='${JSON.stringify(strings)}'`)
    const respond = ({ cursor }: Readonly<Record<string, unknown>>) =>
      cursor === undefined
        ? pageWith(...[1, 2, 3].map(() => ({ text: 'A', publishedAt: '2025-05-03T12:00:00.000Z' })))
        : failure('platform_error')
    const { page, selector, hasStatus, boxes, close } = await open({ html, lang: 'pl', respond })
    await hasStatus('3 wpisy, wybrane: 0')
    assert.equal(await boxes.first().getAttribute('aria-label'), '3 maj 2025, Tekst: A')
    const words = async () => (await selector.locator('.base').innerText()).split('\n')
    assert.ok((await words()).includes('Search'))
    await page.evaluate((tag) => {
      const selector = document.querySelector<PostSelector>(tag)
      const { STRINGS } = globalThis as unknown as { STRINGS: Record<string, unknown> }
      const marked = (value: unknown): unknown =>
        typeof value === 'string'
          ? `«${value}»`
          : Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, marked(each)]))
      if (selector) selector.strings = marked(STRINGS) as object
    }, ELEMENT)
    await hasStatus('««3 posts», «0 selected»»')
    const visible = (await words()).filter((line) => line.trim() !== '' && !line.includes('«') && line !== 'A')
    assert.deepEqual(visible, ['3 maj 2025', '3 maj 2025', '3 maj 2025'])
    await close()
  })

  test('properties that are set before the definition apply, also with a custom name', async () => {
    const script = `const early = document.querySelector('acme-posts')
      Object.assign(early, { profiles: [{ platform: 'sandbox', handle: 'demo' }], name: 'acme', value: '[{"platform":"sandbox","handle":"demo","id":"1094"}]',
        source: async ({ handle }, { signal }) => ({ body: { handle, posts: [] }, nextCursor: signal.aborted ? '' : null }) })
      const { PostSelector: Early } = await import('/selector.js')
      Early.define('acme-posts'); Early.define('acme-posts'); Early.define('bravo-posts')`
    const { page, complaints, close } = await open({ html: '<form><acme-posts></acme-posts></form>', script })
    await page.locator('acme-posts').getByText('0 posts, 1 selected').waitFor()
    assert.equal(await page.evaluate(() => new FormData(document.forms[0]).has('acme')), true)
    assert.deepEqual(complaints, [])
    await close()
  })

  test('everything works under a strict content security policy', async () => {
    const { page, selector, complaints, close } = await open({
      policy: "default-src 'none'; script-src 'self' 'nonce-page'; connect-src 'self'; img-src https:",
    })
    await selector.getByText('20 posts, 0 selected').waitFor()
    assert.equal(await selector.locator('.posts').evaluate((list) => getComputedStyle(list).display), 'grid')
    assert.deepEqual(complaints, [])
    assert.equal(await page.locator('h1').count(), 1)
    await close()
  })

  test('styles are kept when the element moves between documents of frames', async () => {
    const { page, selector, hasStatus, complaints, close } = await open()
    await hasStatus('20 posts, 0 selected')
    const looks = () =>
      page.evaluate((tag) => {
        const pages = [document, ...[...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument)]
        const element = pages.map((each) => each?.querySelector(tag)).find((each) => each)
        const style = (part: string) => {
          const found = element?.shadowRoot?.querySelector(part)
          return found ? element?.ownerDocument.defaultView?.getComputedStyle(found).display : undefined
        }
        return [style('.posts'), style('.base'), element?.ownerDocument === document]
      }, ELEMENT)
    const before = await looks()
    assert.deepEqual(before, ['grid', 'grid', true])
    const move = (where: 'frame' | 'nowhere' | 'home') =>
      page.evaluate(
        ({ tag, where: to }) => {
          const frames = [...document.querySelectorAll('iframe')]
          const pages = [document, ...frames.map((frame) => frame.contentDocument), window.parked]
          const element = pages.map((each) => each?.querySelector(tag)).find((each) => each)
          if (!element) return
          if (to === 'home') document.body.append(element)
          else if (to === 'nowhere') {
            window.parked = document.implementation.createHTMLDocument()
            window.parked.body.append(element)
          } else {
            const frame = document.createElement('iframe')
            document.body.append(frame)
            frame.contentDocument?.body.append(element)
          }
        },
        { tag: ELEMENT, where },
      )
    for (const where of ['frame', 'frame', 'nowhere', 'frame', 'home'] as const) {
      await move(where)
      if (where !== 'nowhere') assert.deepEqual(await looks(), ['grid', 'grid', where === 'home'], where)
    }
    await selector.getByText(/posts, 0 selected/).waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  describe('axe reports no violations', () => {
    for (const [name, options] of [
      ['in light', { colorScheme: 'light' }],
      ['in dark', { colorScheme: 'dark' }],
      ['from right to left', { dir: 'rtl', lang: 'he' }],
      ['in forced colors', { forcedColors: 'active' }],
      ['on a narrow screen', { viewport: { width: 320, height: 800 } }],
    ] as const) {
      test(name, async () => {
        const style = ':root { color-scheme: light dark }'
        const { boxes, selector, findings, page, close } = await open({
          html: formWith('', TWO_PROFILES),
          style,
          ...options,
        })
        await selector.getByText('20 posts, 0 selected').waitFor()
        await boxes.nth(1).click()
        await boxes.nth(4).click()
        await selector.getByLabel('Search').fill('a')
        assert.deepEqual(await findings(), [])
        const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        assert.equal(isWider, false)
        await close()
      })
    }

    test('while loading and after a failure', async () => {
      const never = await open({ respond: () => new Promise(() => {}) })
      await never.selector.getByText('Loading posts…').first().waitFor()
      assert.deepEqual(await never.findings(), [])
      await never.close()
      const failed = await open({ respond: () => failure('platform_error') })
      await failed.selector.getByRole('alert').getByText('returned an error').waitFor()
      assert.deepEqual(await failed.findings(), [])
      await failed.close()
    })

    test('but reports a real violation', async () => {
      const { selector, findings, close } = await open()
      await selector.getByText('20 posts, 0 selected').waitFor()
      await selector
        .locator('.posts input')
        .first()
        .evaluate((box) => {
          box.removeAttribute('aria-label')
          box.parentElement?.replaceWith(box)
        })
      assert.ok((await findings()).some((finding) => finding.startsWith('label')))
      await close()
    })
  })

  test('targets are at least 24 by 24 pixels', async () => {
    const { selector, boxes, close } = await open({ html: formWith('', TWO_PROFILES) })
    await selector.getByText('20 posts, 0 selected').waitFor()
    await boxes.nth(0).click()
    const small = await selector
      .locator('button:visible, input:visible, select:visible, a:visible')
      .evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).filter(({ width, height }) => width < 24 || height < 24),
      )
    assert.deepEqual(small, [])
    await close()
  })
})
