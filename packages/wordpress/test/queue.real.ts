// Tools → Approve posts in a real WordPress, with and without a script, by mouse and by keyboard. Needs root on Debian; installs the rest
// itself.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PERSON } from '../../feed/fixtures/posts.ts'
import { axe, canvasOf, insert, openNewPost, smallTargets, tabTo } from './site/editor.ts'
import { type Curated, postOf, startCurated, USE } from './site/start-curated.ts'
import { inPhp, storePosts } from './site/store-posts.ts'

const QUEUE = '/wp-admin/tools.php?page=central-posts-review'
const PAGE = '.central-posts-review'

/** Parts of the page that leave the window or their box, or overlap. */
const MEASURE = `(() => {
  const faults = []
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is ' + (document.documentElement.scrollWidth - innerWidth) + ' px too wide')
  for (const entry of document.querySelectorAll('${PAGE} .central-posts-entry, ${PAGE} .central-posts-box')) {
    const outer = entry.getBoundingClientRect()
    for (const each of entry.querySelectorAll(':not(.screen-reader-text, .screen-reader-text *, svg *, .central-posts-text *, .central-posts-spoken)')) {
      if (!each.checkVisibility()) continue
      const box = each.getBoundingClientRect()
      if (box.width > 1 && (box.right > outer.right + 1 || box.left < outer.left - 1 || box.bottom > outer.bottom + 1)) faults.push(each.tagName + ' ' + each.className + ' leaves its box')
    }
  }
  for (const label of document.querySelectorAll('${PAGE} .central-posts-buttons button, ${PAGE} .central-posts-bulk button'))
    if (label.getClientRects().length > 1 || label.scrollHeight > 44) faults.push('a button wraps: ' + label.textContent)
  for (const entry of document.querySelectorAll('${PAGE} .central-posts-entry')) {
    const boxes = [...entry.children].map((child) => child.getBoundingClientRect())
    for (const [at, one] of boxes.entries()) for (const other of boxes.slice(at + 1))
      if (Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1) faults.push('parts of a post overlap')
  }
  return faults
})()`

describe('the queue', () => {
  let kit: Curated

  before(async () => {
    kit = await startCurated('queue')
  })
  after(() => kit?.stop())
  beforeEach(() => kit.reset())
  const WALL = Array.from({ length: 35 }, (_, at) =>
    postOf(
      `post-${at}`,
      at === 2
        ? {
            author: {
              ...PERSON,
              id: '66',
              handle: 'spam',
              displayName: 'A name that is much longer than any name should be, and goes on',
            },
          }
        : {},
      at,
    ),
  )
  let sources = ''
  let url = ''
  beforeEach(async () => {
    sources = await kit.storeList('wall', WALL, { kind: 'hashtag' })
    url = await kit.site.publish('Wall', `[central_posts sources="${sources}" approved="yes" count="20"]`)
    await kit.shown({ sources, approved: true })
  })

  const entry = (page: Page, id: string) =>
    page
      .locator('.central-posts-entry')
      .filter({ has: page.locator('.central-posts-text', { hasText: new RegExp(`^${id}$`) }) })
  const tab = (page: Page, name: string) => page.locator('.central-posts-states').getByRole('link', { name })
  const unfold = (page: Page, isOpen: boolean) =>
    page.evaluate(`for (const details of document.querySelectorAll('.central-posts-further')) details.open = ${isOpen}`)
  const result = async (page: Page, text: string) => {
    await page.locator('.central-posts-result', { hasText: text }).waitFor()
    // With the queue below it.
    await page.waitForLoadState()
  }

  test('posts are approved, hidden and put back in bulk, without a script, and the last press is undone', async () => {
    await kit.open(
      QUEUE,
      async (page) => {
        await tab(page, 'Waiting 35').waitFor()
        assert.equal(await page.locator('.central-posts-entry').count(), 30)
        for (const id of ['post-0', 'post-1', 'post-3']) await entry(page, id).getByRole('checkbox').check()
        await page.locator('.central-posts-bulk').getByRole('button', { name: 'Approve' }).click()
        await result(page, '3 posts approved.')
        await tab(page, 'Approved 3').waitFor()
        assert.deepEqual(await kit.shown({ sources, approved: true, count: 20 }), ['post-0', 'post-1', 'post-3'])
        await page.getByRole('button', { name: 'Undo' }).click()
        await result(page, 'The decisions about 3 posts are undone.')
        assert.deepEqual(await kit.shown({ sources, approved: true }), [])
        await entry(page, 'post-5').getByRole('button', { name: 'Hide Rye' }).click()
        await result(page, '1 post hidden.')
        await tab(page, 'Hidden 1').click()
        await entry(page, 'post-5').getByRole('button', { name: 'Back to waiting' }).click()
        await result(page, '1 post waits for approval again.')
        await page.getByRole('heading', { name: 'No hidden posts' }).waitFor()
        await page.locator('.central-posts-bulk').waitFor({ state: 'detached' })
      },
      { isSignedIn: true, hasScript: false },
    )
  })

  test('an emptied last page shows the one before; a press stays on its page; reloading repeats nothing', async () => {
    await kit.open(`${QUEUE}&paged=2`, async (page) => {
      assert.equal(await page.locator('.central-posts-entry').count(), 5)
      await entry(page, 'post-30').getByRole('button', { name: 'Approve' }).click()
      await result(page, '1 post approved.')
      assert.match(page.url(), /paged=2/)
      assert.equal(await page.locator('.central-posts-entry').count(), 4)
      await page.getByLabel('Select all on this page').check()
      await page.getByText('4 selected', { exact: true }).waitFor()
      await page.locator('.central-posts-bulk').getByRole('button', { name: 'Hide' }).click()
      await result(page, '4 posts hidden.')
      assert.equal(await page.locator('.central-posts-entry').count(), 30)
      await page.reload()
      assert.equal(await page.locator('.central-posts-result').count(), 0)
      await tab(page, 'Hidden 4').waitFor()
    })
  })

  test('works by keyboard alone: arrows move, A approves, H hides, and the next post has the focus', async () => {
    await kit.open(QUEUE, async (page) => {
      await tabTo(page, /post-0/)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('a')
      await result(page, '1 post approved.')
      // The script restores the focus when it runs.
      await page.waitForFunction("document.activeElement?.name === 'posts[]'")
      await page.keyboard.press('h')
      await result(page, '1 post hidden.')
      const found = await kit.states()
      assert.deepEqual([found['post-0'], found['post-1'], found['post-2']], ['waiting', 'approved', 'hidden'])
      await page.waitForFunction("document.activeElement?.name === 'posts[]'")
      // A letter typed elsewhere is a letter.
      await page.locator('#central-posts-word').fill('')
      await page.locator('#central-posts-word').pressSequentially('aha')
      assert.equal(await page.locator('#central-posts-word').inputValue(), 'aha')
    })
  })

  test('a post’s author and a word are hidden from the post, and listed with a button that shows them again', async () => {
    await kit.open(QUEUE, async (page) => {
      const more = entry(page, 'post-2').locator('details')
      await more.locator('summary').click()
      await more.getByRole('button', { name: 'Hide all posts by A name' }).click()
      await result(page, 'Posts by A name')
      assert.equal(await entry(page, 'post-2').count(), 0)
      const other = entry(page, 'post-3').locator('details')
      await other.locator('summary').click()
      await other.getByLabel('Hide posts with this word').fill('post-1*')
      await page.keyboard.press('Enter')
      await result(page, 'Posts with “post-1*” are now hidden')
      await tab(page, 'Hidden 12').click()
      await entry(page, 'post-1').getByText('Its author or a word is hidden').waitFor()
      assert.equal(await entry(page, 'post-1').getByRole('button', { name: 'Approve' }).count(), 0)
      await page.getByRole('button', { name: 'Show again post-1*' }).click()
      await result(page, 'are no longer hidden')
      await page.getByRole('button', { name: /^Show again A name/ }).click()
      await tab(page, 'Waiting 35').waitFor()
      await tab(page, 'Hidden 0').waitFor()
    })
  })

  test('the menu counts what waits; sources filter the queue and need approval on demand', async () => {
    await kit.storeList('own', [postOf('own-1'), postOf('own-2', {}, 1)])
    await kit.open(QUEUE, async (page) => {
      await page
        .locator('#menu-tools .awaiting-mod', { hasText: '35 posts wait for approval' })
        .waitFor({ state: 'attached' })
      // The number stands beside the last word, however narrow the menu is.
      const isBesideWord = await page.evaluate(`(() => {
        const number = document.querySelector('#menu-tools .awaiting-mod')
        const words = document.createRange()
        words.selectNodeContents(number.previousSibling)
        const line = [...words.getClientRects()].at(-1)
        const middle = number.getBoundingClientRect().top + number.getBoundingClientRect().height / 2
        return line.top < middle && middle < line.bottom
      })()`)
      assert.equal(isBesideWord, true)
      const row = page
        .getByRole('listitem')
        .filter({ hasText: 'own (Mastodon)' })
        .filter({ has: page.locator('.button') })
      await row.getByText('All posts are shown').waitFor()
      await row.getByRole('link', { name: 'Require approval' }).click()
      const question = page.getByRole('region', { name: 'Require approval of own (Mastodon)?' })
      await question.getByLabel('The 2 posts shown now stay approved').waitFor()
      assert.equal(await question.getByLabel('The 2 posts shown now stay approved').isChecked(), true)
      assert.deepEqual(await axe(page, PAGE), [])
      await kit.bench.screenshot(page, 'review-question')
      await question.getByLabel('All posts wait').check()
      await question.getByRole('button', { name: 'Require approval' }).click()
      await result(page, 'Pages now show only approved posts of own (Mastodon). Visitors see none of its posts until')
      await tab(page, 'Waiting 37').waitFor()
      await page.getByLabel('Source').selectOption({ label: 'own (Mastodon)' })
      await page.getByRole('button', { name: 'Filter' }).click()
      await tab(page, 'Waiting 2').waitFor()
      assert.equal(await page.locator('.central-posts-entry').count(), 2)
      await row.getByRole('button', { name: 'Show all' }).click()
      await result(page, 'own (Mastodon) no longer needs approval')
      await page.getByRole('link', { name: 'Show all sources' }).click()
      await tab(page, 'Waiting 35').waitFor()
    })
  })

  test('approval of a source empties no page: what is shown stays approved, unless the owner decides otherwise', async () => {
    const own = await kit.storeList('own', [postOf('own-1'), postOf('own-2', {}, 1), postOf('own-3', {}, 2)])
    await kit.site.php(`${USE} Review_Rules::set_words('own-3', true); return true;`, { user: 1 })
    const shown = () => kit.shown({ sources: own })
    assert.deepEqual(await shown(), ['own-1', 'own-2'])
    await kit.open(
      QUEUE,
      async (page) => {
        const ask = page.getByRole('link', { name: 'Require approval own' })
        await ask.click()
        await page.getByRole('link', { name: 'Cancel' }).click()
        assert.deepEqual(await shown(), ['own-1', 'own-2'])
        await ask.click()
        await page.getByRole('button', { name: 'Require approval' }).click()
        await result(page, 'only approved posts of own (Mastodon). The 2 posts shown until now are approved.')
        assert.deepEqual(await shown(), ['own-1', 'own-2'])
        // A post that comes later waits.
        await kit.storeList('own', [postOf('own-0', {}, -1), postOf('own-1'), postOf('own-2', {}, 1)])
        assert.deepEqual(await shown(), ['own-1', 'own-2'])
      },
      { isSignedIn: true, hasScript: false },
    )
    // What waits because a block shows only approved posts is shown nowhere, and is not approved at once.
    const key = await kit.site.php<string>(`${USE} return (new Reference('profile', 'mastodon', 'wall'))->key();`)
    await kit.open(`${QUEUE}&ask=${key}`, async (page) => {
      await page.getByRole('button', { name: 'Require approval' }).click()
      await result(page, 'Visitors see none of its posts until you approve some.')
      assert.deepEqual(await kit.shown({ sources }), [])
    })
  })

  test('a hidden word is taken as it was typed, and punctuation alone is refused', async () => {
    await kit.open(QUEUE, async (page) => {
      const field = page.locator('#central-posts-word')
      for (const [typed, expected] of [
        ['<3', 'Posts with “<3” are now hidden'],
        ['100%41', 'Posts with “100%41” are now hidden'],
        ["it's", "Posts with “it's” are now hidden"],
        ['🔥', 'Posts with “🔥” are now hidden'],
        ['>', 'Enter a word with a letter, a number or an emoji.'],
        ['*', 'Enter a word with a letter, a number or an emoji.'],
      ] as const) {
        await field.fill(typed)
        await field.press('Enter')
        await result(page, expected)
      }
      assert.deepEqual(await kit.site.php(`${USE} return Curation::stored()['words'];`), ['<3', '100%41', "it's", '🔥'])
      await page.getByRole('button', { name: 'Show again <3' }).click()
      await result(page, 'Posts with “<3” are no longer hidden')
    })
  })

  test('only who may edit others’ posts sees and changes it, and no press without a nonce counts', async () => {
    await kit.site.php("wp_update_user(['ID' => 1, 'role' => 'author']); return true;")
    await kit.open(QUEUE, async (page) => {
      assert.match((await page.textContent('body')) ?? '', /not allowed to access this page/)
      assert.equal(await page.locator('#menu-tools .awaiting-mod').count(), 0)
      const refused = await page.request.post(`${kit.site.origin}/wp-admin/admin-post.php`, {
        form: { action: 'central_posts_review', task: 'word', value: 'oven' },
      })
      assert.equal(refused.status(), 403)
    })
    await kit.site.php("wp_update_user(['ID' => 1, 'role' => 'editor']); return true;")
    await kit.open(QUEUE, async (page) => {
      await tab(page, 'Waiting 35').waitFor()
      const refused = await page.request.post(`${kit.site.origin}/wp-admin/admin-post.php`, {
        form: { action: 'central_posts_review', task: 'word', value: 'oven' },
      })
      assert.equal(refused.status(), 403)
    })
    await kit.site.php("wp_update_user(['ID' => 1, 'role' => 'administrator']); return true;")
    assert.deepEqual(await kit.site.php(`${USE} return Curation::stored()['words'];`), [])
  })

  /** Presses a button of a page that was opened earlier, and waits for the next page. */
  const decideIn = async (page: Page, id: string, button: string) => {
    await entry(page, id).getByRole('button', { name: button }).click()
    await page.locator('.central-posts-result').waitFor()
  }

  test('of two editors with the same page, the later one does not undo or override what the first has decided', async () => {
    await kit.open(QUEUE, async (first) => {
      await kit.open(QUEUE, async (second) => {
        await decideIn(first, 'post-0', 'Hide Rye')
        // The second page still shows the post as waiting.
        await entry(second, 'post-0').getByRole('checkbox').check()
        await entry(second, 'post-1').getByRole('checkbox').check()
        await second.locator('.central-posts-bulk').getByRole('button', { name: 'Approve' }).click()
        await result(second, '1 post approved. 1 post has changed since you opened this page.')
        const found = await kit.states()
        assert.deepEqual([found['post-0'], found['post-1']], ['hidden', 'approved'])
        // “Undo” of the first page is not about the last press of the other.
        await first.getByRole('button', { name: 'Undo' }).click()
        await result(first, 'Nothing was undone: there are newer decisions.')
        assert.deepEqual(await kit.states(), found)
        await kit.decide('hidden', ['post-1'])
        await second.getByRole('button', { name: 'Undo' }).click()
        await result(second, 'Nothing was undone')
        assert.equal((await kit.states())['post-1'], 'hidden')
      })
    })
  })

  test('a page that was open for a day still works with a script, and says what to do without', async () => {
    const isOpenForADay = async (page: Page) => {
      for (const field of await page.locator(`${PAGE} [name="_wpnonce"]`).all())
        await field.evaluate((input) => input.setAttribute('value', 'expired'))
    }
    const waitADay = async (page: Page) => {
      await isOpenForADay(page)
      await page.evaluate('const { now } = Date; Date.now = () => now() + 86_400_000')
    }
    await kit.open(QUEUE, async (page) => {
      await waitADay(page)
      await entry(page, 'post-3').getByRole('checkbox').check()
      await page.locator('.central-posts-bulk').getByRole('button', { name: 'Approve' }).click()
      await result(page, '1 post approved.')
      assert.equal((await kit.states())['post-3'], 'approved')
      await waitADay(page)
      const cookies = await page.context().cookies()
      await page.context().clearCookies()
      await entry(page, 'post-4').getByRole('checkbox').check()
      const approve = page.locator('.central-posts-bulk').getByRole('button', { name: 'Approve' })
      await approve.click()
      await page.getByRole('alert').getByText('You are signed out.').waitFor()
      await page.context().addCookies(cookies)
      await approve.click()
      // The result of the first post is still there.
      await entry(page, 'post-4').waitFor({ state: 'detached' })
      await result(page, '1 post approved.')
      assert.equal((await kit.states())['post-4'], 'approved')
    })
    await kit.open(
      `${QUEUE}&paged=2`,
      async (page) => {
        await isOpenForADay(page)
        await page.locator('.central-posts-entry').first().getByRole('button', { name: 'Approve' }).click()
        await page.getByText('This page was open for too long. Nothing was changed.').waitFor()
        await page.getByRole('link', { name: 'Open the queue again' }).click()
        await tab(page, 'Waiting 33').waitFor()
        assert.match(page.url(), /paged=2/)
      },
      { isSignedIn: true, hasScript: false },
    )
  })

  test('is legible in an admin scheme with other colors', async (context) => {
    await kit.site.php("update_user_meta(1, 'admin_color', 'midnight'); return true;")
    context.after(() => kit.site.php("delete_user_meta(1, 'admin_color'); return true;"))
    await kit.open(QUEUE, async (page) => {
      await page.locator('body.admin-color-midnight .central-posts-every').waitFor()
      assert.deepEqual(await axe(page, PAGE), [])
    })
  })

  test('thousands of posts are paged with a fixed number of queries', async () => {
    const queries = (path: string) =>
      kit.site.php<number>(
        `${USE} global $wpdb; $_GET['paged'] = '${path}'; $from = count($wpdb->queries); ob_start(); CentralPosts\\Review_Page::render(); $html = ob_get_clean(); return (count($wpdb->queries) - $from) * 1000 + substr_count($html, '"central-posts-entry"');`,
        { user: 1 },
      )
    const few = await queries('1')
    await kit.site.php(
      `${USE} global $wpdb; $source = (new Reference('profile', 'mastodon', 'wall'))->key(); $wpdb->query('START TRANSACTION'); for ($i = 0; $i < 3000; $i++) { $post = ['id' => "m$i"] + ${inPhp(postOf('many'))}; $post['url'] .= $i; $reference = Reference::of_post('mastodon', $post); Items::put($reference, $post);
         Decisions::add(['source_key' => $source, 'post_key' => Post_Version::key('mastodon', $post), 'item_key' => $reference->key(), 'state' => 'waiting', 'version' => Post_Version::hash($post), 'published_at' => $i]); } $wpdb->query('COMMIT'); return true;`,
    )
    assert.equal(await queries('100'), few)
    assert.ok(few / 1000 < 20, `${few} queries and posts`)
    await kit.open(`${QUEUE}&paged=999`, async (page) => {
      await tab(page, 'Waiting 3,035').waitFor()
      await page.locator('.central-posts-pages .current', { hasText: '102' }).waitFor()
    })
  })

  test('fits a phone and a desktop, with little and with much, and axe finds nothing', async () => {
    const rich = await storePosts(kit.site, 'rich')
    await kit.site.php(
      `${USE} Review_Sources::set((new Reference('profile', 'mastodon', 'rich'))->key(), true); Review_Rules::set_words('Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnungsentwurf, sale', true); Review_Rules::hide_author(Post_Version::key('mastodon', ['id' => 'post-2'])); return true;`,
      { user: 1 },
    )
    assert.ok(rich)
    for (const width of [390, 768, 1280]) {
      for (const state of ['waiting', 'hidden', 'approved']) {
        await kit.open('/wp-json/', async (page) => {
          await page.setViewportSize({ width, height: 900 })
          await page.goto(`${kit.site.origin}${QUEUE}&state=${state}`)
          await page.locator(`${PAGE} h1`).waitFor()
          await unfold(page, true)
          await kit.bench.screenshot(page, `review-${state}-${width}-open`)
          assert.deepEqual([width, state, await page.evaluate(MEASURE)], [width, state, []])
          assert.deepEqual([width, state, await axe(page, PAGE)], [width, state, []])
          if (width === 390) assert.deepEqual([state, await smallTargets(page, PAGE)], [state, []])
          // A phone has no keys.
          const hasHint = await page.locator('.central-posts-keys').isVisible()
          if (state === 'waiting') assert.deepEqual([width, hasHint], [width, width > 390])
          await unfold(page, false)
          await kit.bench.screenshot(page, `review-${state}-${width}`)
        })
      }
    }
    assert.ok(url)
  })

  test('a post can be judged without leaving the page: all that will be published is there, as on a page', async () => {
    await storePosts(kit.site, 'rich')
    await kit.site.php(
      `${USE} Review_Sources::set((new Reference('profile', 'mastodon', 'rich'))->key(), true); return true;`,
      { user: 1 },
    )
    const key = await kit.site.php<string>(`${USE} return (new Reference('profile', 'mastodon', 'rich'))->key();`)
    const { pageErrors, externalRequests, page, close } = await kit.bench.open(kit.site, `${QUEUE}&source=${key}`, {
      isSignedIn: true,
    })
    const of = (text: string) => page.locator('.central-posts-entry', { hasText: text })
    const poll = of('Which loaf comes back for autumn?')
    assert.equal(await poll.locator('.central-posts-poll li').count(), 3)
    const gallery = of('Market day, in four pictures')
    assert.deepEqual(
      [
        await gallery.locator('.central-posts-slides img').count(),
        await gallery.locator('.central-posts-number').innerText(),
      ],
      [4, '4'],
    )
    // All of them are in view at once.
    const strip = await gallery.locator('.central-posts-slides').evaluate((each) => each.scrollWidth - each.clientWidth)
    assert.equal(strip, 0)
    await of('This. Every word of it').getByText('Quotes a post by The Old Mill').waitFor()
    await of('The new harvest is in.').getByText('Reposted by Rye & Salt Bakery').waitFor()
    await of('A generous review').getByText('The ten bakeries worth a detour').waitFor()
    const video = of('How we shape a boule')
    assert.equal(await video.locator('.central-posts-picture').count(), 1)
    await video.locator('.central-posts-duration', { hasText: '12:34' }).waitFor()
    const [picture, mark, notice] = await Promise.all(
      ['picture', 'badge', 'loads'].map((name) => video.locator(`.central-posts-${name}`).boundingBox()),
    )
    const noticeTop = (notice?.y ?? 0) + 1
    assert.ok(picture && mark && noticeTop >= picture.y + picture.height && noticeTop >= mark.y + mark.height)
    // A long text is cut until it is asked for, and complete then.
    const long = of('Mix, rest, fold and rest again')
    const text = long.locator('.central-posts-text')
    const height = (await text.boundingBox())?.height ?? 0
    await long.getByRole('button', { name: 'more', exact: true }).click()
    assert.ok(((await text.boundingBox())?.height ?? 0) > 2 * height)
    const burnt = of('The burnt ones')
    await burnt.getByText('covered on your pages').waitFor()
    assert.equal(await burnt.locator('.central-posts-media').isVisible(), false)
    await burnt.getByText('Show post').click()
    await burnt.locator('.central-posts-media').waitFor()
    assert.equal(await page.locator('.central-posts-entry a:not([target])').count(), 0)
    assert.deepEqual(
      [
        pageErrors.filter((message) => !message.startsWith('Transition')),
        externalRequests.filter((each) => !each.includes('gravatar')),
      ],
      [[], []],
    )
    await close()
  })

  test('the block offers approval where anybody can post, and shows what waits', async () => {
    await kit.open('/wp-admin/post-new.php', async (page) => {
      const canvas = await openNewPost(page, 'Offer')
      await insert(page, 'Social feed')
      await canvas.getByRole('textbox', { name: 'URL or name' }).fill('https://sandbox.example/tags/demo')
      await canvas.getByRole('button', { name: 'Show posts' }).click()
      const sidebar = page.getByRole('region', { name: 'Editor settings' })
      const toggle = sidebar.getByRole('checkbox', { name: 'Only what I approved' })
      // Approval is on from the start.
      await canvas.getByText(/posts wait for approval/).waitFor()
      assert.equal(await toggle.isChecked(), true)
      const offer = canvas.locator('.central-posts-offer')
      await offer.getByText('visitors see only posts that were approved').waitFor()
      await offer.getByRole('link', { name: /Approve \d+ waiting posts/ }).waitFor()
      await kit.bench.screenshot(page, 'review-block-approved')
      await offer.getByRole('button', { name: 'Show all posts' }).click()
      await canvas.locator('.central-posts-item').first().waitFor()
      await offer.waitFor({ state: 'detached' })
      await sidebar.getByText('These posts are by other people.').first().waitFor()
      assert.deepEqual(await axe(page, '.block-editor-block-inspector'), [])
      await kit.bench.screenshot(page, 'review-block-offer')
      await sidebar.getByRole('button', { name: 'Show only what I approved' }).click()
      await canvas.locator('.central-posts-item').first().waitFor({ state: 'detached' })
      await canvas.getByText(/posts wait for approval/).waitFor()
      assert.equal(await sidebar.getByRole('checkbox', { name: 'Only what I approved' }).isChecked(), true)
      await sidebar.getByRole('button', { name: 'Filter posts' }).click()
      await sidebar.getByRole('checkbox', { name: 'Poll' }).uncheck()
      await sidebar.getByLabel('No posts with any of these words').fill('sale now')
      await page.keyboard.press('Enter')
      await kit.bench.screenshot(page, 'review-block-filters')
      const { approved, kinds, hidewords } = await page.evaluate<Record<string, unknown>>(
        "wp.data.select('core/block-editor').getBlocks().at(-1).attributes",
      )
      assert.deepEqual(
        [approved, kinds, hidewords],
        [true, ['image', 'gallery', 'video', 'audio', 'article', 'text', 'link'], ['sale now']],
      )
    })
  })

  test('approval that is switched on in a block keeps what it shows, and the other choice is offered', async () => {
    await kit.storeList('own', [postOf('own-1'), postOf('own-2', {}, 1)])
    const markup = '<!-- wp:central-posts/posts {"sources":["mastodon:own"]} /-->'
    const id = await kit.site.php<number>(
      `return wp_insert_post(['post_title' => 'Own', 'post_status' => 'publish', 'post_content' => '${markup}']);`,
      { user: 1 },
    )
    await kit.open(`/wp-admin/post.php?post=${id}&action=edit`, async (page) => {
      const canvas = canvasOf(page)
      await canvas.locator('.central-posts-item').first().waitFor()
      await page.evaluate(
        "wp.data.dispatch('core/block-editor').selectBlock(wp.data.select('core/block-editor').getBlocks()[0].clientId)",
      )
      const sidebar = page.getByRole('region', { name: 'Editor settings' })
      await sidebar.getByRole('checkbox', { name: 'Only what I approved' }).click()
      await sidebar.getByText('The 2 posts shown now stay approved. New posts wait.').first().waitFor()
      assert.equal(await canvas.locator('.central-posts-item').count(), 2)
      assert.deepEqual(await kit.shown({ sources: 'mastodon:own', approved: true }), ['own-1', 'own-2'])
      await kit.bench.screenshot(page, 'review-block-kept')
      await sidebar.getByRole('button', { name: 'Let them wait, too' }).click()
      await sidebar.getByText('Visitors see no posts here until you approve some.').first().waitFor()
      await sidebar.getByRole('link', { name: 'Approve 2 waiting posts' }).waitFor()
      await canvas.locator('.central-posts-item').first().waitFor({ state: 'detached' })
      assert.deepEqual(await kit.states().then((states) => states['own-1']), 'waiting')
    })
  })

  test('only who may approve can keep what a block shows, and only what the block shows', async () => {
    await kit.storeList('own', [postOf('own-1'), postOf('own-2', { text: 'rye' }, 1)])
    const keep = (user: string) =>
      kit.site.php<[number, { posts?: number }]>(
        `${USE} wp_set_current_user(${user}); $request = new WP_REST_Request('POST', '/central-posts/v1/keep-shown'); $request->set_body_params(['attributes' => ['sources' => ['mastodon:own'], 'words' => ['rye']]]); $response = rest_do_request($request); return [$response->get_status(), $response->get_data()];`,
      )
    const [refused] = await keep(`wp_insert_user(['user_login' => 'writer', 'user_pass' => 'x', 'role' => 'author'])`)
    assert.equal(refused, 403)
    const [status, { posts }] = await keep('1')
    assert.deepEqual([status, posts], [200, 1])
    const found = await kit.states()
    assert.deepEqual([found['own-1'], found['own-2']], ['waiting', 'approved'])
  })

  test('without any source, the queue says what to do first', async () => {
    await kit.reset()
    await kit.open(QUEUE, async (page) => {
      await page.getByRole('heading', { name: 'No source needs approval' }).waitFor()
      await page.getByRole('link', { name: 'Add a page' }).last().waitFor()
      assert.deepEqual(await page.evaluate(MEASURE), [])
      assert.deepEqual(await axe(page, PAGE), [])
      await kit.bench.screenshot(page, 'review-empty')
    })
  })

  test('nothing is wrong in the log', async () => {
    assert.equal(await kit.site.errorLog(), '')
  })
})
