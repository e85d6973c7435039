// Chooses what is shown, in a real WordPress: filters of a block, and the queue of posts that wait for approval. Every way by which a
// post could reach a visitor is tried. Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PERSON, POSTS } from '../../feed/fixtures/posts.ts'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { prepareSqlite } from './site/databases.ts'
import { axe, insert, openNewPost, tabTo } from './site/editor.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'
import { inPhp, storePosts } from './site/store-posts.ts'

const QUEUE = '/wp-admin/tools.php?page=central-posts-review'
const PAGE = '.central-posts-review'
const DAY_MS = 86_400_000

/** Classes that PHP code of the tests uses. */
const USE =
  'use CentralPosts\\{Approval, Curation, Decisions, Items, Limits, Post_Version, Reference, Refresh, Render, Review, Selection, Usage_Index, Words};'

/** Parts of the page that leave the window or their box, or overlap. */
const MEASURE = `(() => {
  const faults = []
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is ' + (document.documentElement.scrollWidth - innerWidth) + ' px too wide')
  for (const entry of document.querySelectorAll('${PAGE} .central-posts-entry, ${PAGE} .central-posts-box')) {
    const outer = entry.getBoundingClientRect()
    for (const each of entry.querySelectorAll(':not(.screen-reader-text, .screen-reader-text *, svg *)')) {
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

/** A post of fixture `text` by somebody, so many days ago. */
const postOf = (id: string, fields: object = {}, days = 0) => ({
  ...POSTS.find(({ name }) => name === 'text'),
  ...{ id, text: id, pinned: false, url: `https://social.example/@rye.and.salt/${id}` },
  publishedAt: new Date(Date.parse('2026-03-14T09:30:00.000Z') - days * DAY_MS).toISOString(),
  ...fields,
})

describe('choosing what is shown', () => {
  let bench: Bench
  let site: Site

  before(async () => {
    bench = await startBench('sid', prepareSqlite)
    site = await bench.startSite({ name: 'review' })
    await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
    await site.php(
      `CentralPosts\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); CentralPosts\\Service::account(true); return true;`,
    )
  })
  after(() => bench?.stop())

  beforeEach(() =>
    site.php(
      `${USE} delete_option('central_posts_curation'); Decisions::uninstall(); Decisions::install(); global $wpdb; $wpdb->query('DELETE FROM ' . Items::table()); return true;`,
    ),
  )

  /** Stores posts as the list of a source, as a refresh would. */
  const storeList = (handle: string, posts: readonly object[], profile: object = {}) =>
    site.php<string>(
      `${USE} $profile = new Reference('profile', 'mastodon', '${handle}'); Items::mark_used([$profile], time(), 0);
       Refresh::store_profile(['body' => ['platform' => 'mastodon', 'handle' => '${handle}', 'variant' => 'posts', 'posts' => ${inPhp(posts)},
         'profile' => ${inPhp({ ...PERSON, handle, displayName: handle, kind: 'account', ...profile })}]], $profile); return $profile->to_attribute();`,
      { user: 1 },
    )

  /** Ids of the posts that these attributes show, in their order. */
  const shown = (attributes: object) =>
    site.php<string[]>(
      `${USE} Render::html(new Selection(${inPhp(attributes)})); return array_column(array_column(array_values(Render::selected_items(new Selection(${inPhp(attributes)}))), 'data'), 'id');`,
    )

  /** State of each post in the queue. */
  const states = () =>
    site.php<Record<string, string>>(
      `${USE} global $wpdb; $found = []; foreach ($wpdb->get_results('SELECT * FROM ' . Decisions::table() . " WHERE item_key <> '' ORDER BY published_at DESC", ARRAY_A) as $row) $found[Items::find([$row['item_key']])[$row['item_key']]['data']['id']] = $row['state'] . ($row['changed'] ? ' changed' : ''); return (object) $found;`,
    )

  /** Decides about posts by id, as the queue does. */
  const decide = (state: string, ids: readonly string[]) =>
    site.php(
      `${USE} $choices = []; foreach (${inPhp(ids)} as $id) { $key = Post_Version::key('mastodon', ['id' => $id]); $choices[$key] = Decisions::of_posts([$key])[0]['version']; } return Review::decide($choices, '${state}');`,
      { user: 1 },
    )

  const open = async (path: string, see: (page: Page) => Promise<void>, options: object = { isSignedIn: true }) => {
    const opened = await bench.open(site, path, options)
    try {
      await see(opened.page)
      assert.deepEqual(opened.pageErrors, [])
    } finally {
      await opened.close()
    }
  }

  describe('filters', () => {
    let sources = ''
    beforeEach(async () => {
      sources = await storePosts(site, 'rye', undefined, { copiesImages: false })
    })

    const CASES: readonly (readonly [string, object, (names: readonly string[]) => readonly string[]])[] = [
      ['kinds', { kinds: 'video audio' }, () => ['video', 'audio', 'hosted']],
      [
        'aliases of kinds',
        { kinds: 'Photos,polls' },
        (names) => names.filter((name) => /photo|gallery|repost|uncopied|croissant|panorama|sensitive|poll/.test(name)),
      ],
      ['a whole word in any case', { words: 'OVEN' }, () => ['photo']],
      ['no part of a word', { words: 'ove' }, () => []],
      ['the beginning of a word', { words: 'ove*' }, () => ['photo']],
      ['phrases, separated by commas', { words: 'new oven, Market day' }, () => ['photo', 'gallery']],
      [
        'letters without their accents',
        { words: 'Donaudampfschifffahrtsgesellschaftskapitansmutzenabzeichenverordnungsentwurf' },
        () => ['longwords'],
      ],
      ['decorative letters', { words: '𝐎𝐯𝐞𝐧' }, () => ['photo']],
      ['emoji', { words: '🔥' }, () => ['emoji']],
      ['right-to-left text', { words: 'الفرن' }, () => ['rtl']],
      [
        'words of a poll, a link and an image',
        { words: 'walnut, detour, wooden table' },
        () => ['photo', 'link', 'poll'],
      ],
      [
        'no posts with a word',
        { hidewords: ['loaves', 'mill'], kinds: 'image' },
        () => ['uncopied', 'croissant', 'panorama'],
      ],
      [
        'no reposts',
        { reposts: 'no', kinds: 'image' },
        (names) => names.filter((name) => /photo|uncopied|croissant|panorama|sensitive/.test(name)),
      ],
      ['no replies', { replies: false, words: 'sold' }, () => []],
      [
        'no author',
        { hideauthors: '@Mill@farm.example', kinds: 'image' },
        (names) => names.filter((name) => /photo|uncopied|croissant|panorama|sensitive/.test(name)),
      ],
    ]

    for (const [what, attributes, expected] of CASES) {
      test(`${what}: ${JSON.stringify(attributes)}`, async () => {
        const all = await shown({ sources, count: 20 })
        assert.ok(all.length === 20)
        const found = await shown({ sources, count: 20, ...attributes })
        const names = POSTS.map(({ name }) => name)
        assert.deepEqual(found.toSorted(), expected(names).toSorted())
      })
    }

    test('hashtags, of the list and of the text, with and without', async () => {
      const tagged = [
        postOf('listed', { tags: ['Bread'] }),
        postOf('written', { text: 'Fresh #brëad and #Käse', tags: [] }, 1),
        postOf('part', { text: '#breadcrumbs', tags: ['breadcrumbs'] }, 2),
      ]
      const source = await storeList('tags', tagged)
      assert.deepEqual(await shown({ sources: source, tags: '#BREAD' }), ['listed', 'written'])
      assert.deepEqual(await shown({ sources: source, tags: 'bread cheese' }), ['listed', 'written'])
      assert.deepEqual(await shown({ sources: source, hidetags: ['bread'] }), ['part'])
      assert.deepEqual(await shown({ sources: source, tags: 'bread', hidetags: 'kase' }), ['listed'])
    })

    test('a reply in the author’s own thread is no reply to others', async () => {
      const source = await storeList('thread', [
        postOf('own', { replyTo: { id: '1', url: null, author: PERSON } }),
        postOf(
          'other',
          { replyTo: { id: '2', url: null, author: { ...PERSON, id: '9', handle: 'x', url: 'https://x.example/' } } },
          1,
        ),
        postOf('unknown', { replyTo: { id: '3', url: null, author: null } }, 2),
      ])
      assert.deepEqual(await shown({ sources: source, replies: 'off' }), ['own'])
    })

    test('block, shortcode and template function show the same, and two filters of one profile page apart', async () => {
      const found = await site.php<{ same: boolean; count: number; ids: string[] }>(
        `${USE} $a = ['sources' => '${sources}', 'kinds' => 'image', 'hidewords' => 'mill', 'count' => 2]; $strip = fn($html) => preg_match_all('/<article.*?<\\/article>/s', $html, $found) ? $found[0] : [];
         $block = $strip(render_block(['blockName' => 'central-posts/posts', 'attrs' => ['sources' => ['${sources}'], 'kinds' => ['image'], 'hidewords' => ['mill'], 'count' => 2], 'innerBlocks' => [], 'innerHTML' => '', 'innerContent' => []]));
         $short = $strip(do_shortcode('[central_posts sources="${sources}" kinds="image" hidewords="mill" count="2"]')); $function = $strip(central_posts($a));
         return ['same' => $block === $short && $short === $function, 'count' => count($block), 'ids' => [CentralPosts\\Pager::id(new Selection($a)), CentralPosts\\Pager::id(new Selection(['kinds' => 'video'] + $a)), CentralPosts\\Pager::id(new Selection(['approved' => 'yes'] + $a))]];`,
      )
      assert.deepEqual([found.same, found.count, new Set(found.ids).size], [true, 2, 3])
    })

    test('of six profiles, the one that posts most does not fill a page, whatever the filter', async () => {
      const refs: string[] = []
      for (const [at, name] of ['a', 'b', 'c', 'd', 'e', 'f'].entries()) {
        const days = (number: number) => (at === 0 ? number / 100 : 10 + number)
        const posts = Array.from({ length: 14 }, (_, number) =>
          postOf(`${name}${number}`, { text: number % 2 ? 'tea' : 'bread' }, days(number)),
        )
        refs.push(await storeList(name, posts))
      }
      const profiles = (ids: readonly string[]) => [...new Set(ids.map((id) => id[0]))].sort().join('')
      const page = await shown({ sources: refs, count: 12, words: 'bread' })
      assert.deepEqual([page.length, profiles(page)], [12, 'abcdef'])
      // By time alone, the newest come first: that is what the owner asked for.
      assert.equal(profiles(await shown({ sources: refs, count: 7, words: 'bread', order: 'newest' })), 'a')
    })

    test('pinned posts are shown although a filter excludes them', async () => {
      assert.deepEqual(await shown({ sources, kinds: 'poll', posts: 'mastodon:https://social.example/@rye/video' }), [
        'video',
        'poll',
      ])
    })

    test('an unknown kind is reported to editors', async () => {
      const html = await site.php<string>(`return do_shortcode('[central_posts sources="${sources}" kinds="reel"]');`, {
        user: 1,
      })
      assert.match(html, /“reel” is not/)
    })
  })

  describe('approval', () => {
    const POSTS_OF_WALL = ['one', 'two', 'three', 'four'].map((id, at) => postOf(`wall-${id}`, {}, at))
    let sources = ''
    beforeEach(async () => {
      sources = await storeList('wall', POSTS_OF_WALL, { kind: 'hashtag' })
    })

    /** Everything that a visitor can get of a page. */
    const everything = async (url: string) => {
      const id = await site.php<number>(`return url_to_postid('${url}');`)
      const pages = [
        url,
        `${url}feed/`,
        '/feed/',
        `/wp-json/wp/v2/posts/${id}`,
        '/wp-json/wp/v2/posts',
        '/wp-json/wp/v2/search?search=wall',
      ]
      const pager = await site.php<string>(
        `${USE} return CentralPosts\\Pager::id(new Selection(['sources' => '${sources}', 'approved' => 'yes', 'count' => 1]));`,
      )
      for (let number = 2; number < 5; number += 1) pages.push(`${url}?central_posts_${pager}=${number}`)
      const texts = await Promise.all(pages.map(async (path) => (await fetch(new URL(path, site.origin))).text()))
      return texts.join('\n')
    }
    const wallIds = (text: string) => [...new Set(text.match(/(?<=>|\\b)wall-[a-z]+/g))].sort()

    test('nothing that waits reaches a visitor by any way, and what is approved does', async () => {
      const url = await site.publish('Wall', `[central_posts sources="${sources}" approved="yes" count="1"]`)
      assert.deepEqual(wallIds(await everything(url)), [])
      assert.deepEqual(Object.values(await states()), Array(4).fill('waiting'))
      await decide('approved', ['wall-two', 'wall-three'])
      assert.deepEqual(wallIds(await everything(url)), ['wall-three', 'wall-two'])
      await decide('hidden', ['wall-two'])
      assert.deepEqual(wallIds(await everything(url)), ['wall-three'])
      await decide('waiting', ['wall-two', 'wall-three'])
      assert.deepEqual(wallIds(await everything(url)), [])
    })

    test('a source that always needs approval needs it in every block; one with approval in a block only there', async () => {
      assert.equal((await shown({ sources })).length, 4)
      assert.deepEqual(await shown({ sources, approved: true }), [])
      assert.equal((await shown({ sources })).length, 4)
      await site.php(`${USE} return Review::set_source((new Reference('profile', 'mastodon', 'wall'))->key(), true);`, {
        user: 1,
      })
      assert.deepEqual(await shown({ sources }), [])
      await decide('approved', ['wall-one'])
      assert.deepEqual(await shown({ sources }), ['wall-one'])
      // Another source that lists the same posts does not let them through.
      const other = await storeList('other', POSTS_OF_WALL.slice(0, 2))
      assert.deepEqual(await shown({ sources: `${sources} ${other}` }), ['wall-one'])
    })

    test('a decision survives refreshes, signed image URLs, a new handle and counts', async () => {
      await shown({ sources, approved: true })
      const image = (signature: string) => ({
        media: [
          {
            type: 'image',
            url: `https://cdn${signature}.example/a.jpg?sig=1&se=2&sp=${signature}`,
            previewUrl: null,
            alt: null,
          },
        ],
      })
      await storeList('wall', [postOf('wall-one', image('1')), ...POSTS_OF_WALL.slice(1)])
      await decide('approved', ['wall-one', 'wall-two'])
      await storeList('wall', [
        postOf('wall-one', {
          ...image('2'),
          metrics: { likes: 9 },
          url: 'https://social.example/@new/1',
          author: { ...PERSON, handle: 'new@social.example', displayName: 'New' },
        }),
        ...POSTS_OF_WALL.slice(1),
      ])
      assert.deepEqual(await shown({ sources, approved: true }), ['wall-one', 'wall-two'])
      // The same hashtag under another handle is another source, with the same decisions.
      const renamed = await storeList('wall-renamed', POSTS_OF_WALL.slice(1))
      assert.deepEqual(await shown({ sources: renamed, approved: true }), ['wall-two'])
    })

    for (const [what, change] of [
      ['text', { text: 'Buy now' }],
      ['image', { media: [{ type: 'image', url: 'https://img.example/other', previewUrl: null, alt: null }] }],
      ['link', { link: { url: 'https://evil.example/', title: null, description: null, imageUrl: null } }],
      ['target of a link in rich text', { html: '<p><a href="https://evil.example/">wall-one</a></p>' }],
    ] as const) {
      test(`a post whose ${what} has changed since waits again, and is not shown meanwhile`, async () => {
        await shown({ sources, approved: true })
        await decide('approved', ['wall-one', 'wall-two'])
        await storeList('wall', [postOf('wall-one', change), ...POSTS_OF_WALL.slice(1)])
        assert.deepEqual(await shown({ sources, approved: true }), ['wall-two'])
        assert.equal((await states())['wall-one'], 'waiting changed')
        await decide('approved', ['wall-one'])
        assert.deepEqual(await shown({ sources, approved: true }), ['wall-one', 'wall-two'])
      })
    }

    test('even a version that only the table of posts has is compared with what was approved', async () => {
      await shown({ sources, approved: true })
      await decide('approved', ['wall-one'])
      await site.php(
        `${USE} global $wpdb; $wpdb->query("UPDATE " . Items::table() . " SET data = REPLACE(data, 'wall-one\\",\\"html', 'Buy now\\",\\"html')"); return true;`,
      )
      const version = await site.php<string>(
        `${USE} $key = Post_Version::key('mastodon', ['id' => 'wall-one']); $row = Decisions::of_posts([$key])[0]; $item = Items::find([$row['item_key']])[$row['item_key']]; return $row['state'] . ' ' . $item['data']['text'];`,
      )
      assert.equal(version, 'approved Buy now')
      assert.deepEqual(await shown({ sources, approved: true }), [])
    })

    test('approved posts stay when the source no longer lists them, are refreshed on their own, and go when they are deleted', async () => {
      await shown({ sources, approved: true })
      await decide('approved', ['wall-three', 'wall-four'])
      await storeList('wall', [postOf('wall-zero', {}, -1), ...POSTS_OF_WALL.slice(0, 3)])
      assert.deepEqual(await shown({ sources, approved: true }), ['wall-three', 'wall-four'])
      const due = await site.php<string[]>(
        `${USE} global $wpdb; return $wpdb->get_col("SELECT subject FROM " . Items::table() . " WHERE type = 'post' AND due_at > 0");`,
      )
      assert.deepEqual(
        due.map((subject) => subject.split('/').at(-1)),
        ['wall-four'],
      )
      await site.php(
        `${USE} update_option('central_posts_swept', 0); global $wpdb; $wpdb->query('UPDATE ' . Items::table() . " SET used_at = 5, fetched_at = 5 WHERE type = 'post'"); Usage_Index::clean_up(time()); return true;`,
      )
      assert.deepEqual(await shown({ sources, approved: true }), ['wall-three', 'wall-four'])
      const gone = `${USE} $row = Decisions::of_posts([Post_Version::key('mastodon', ['id' => 'wall-four'])])[0]; $item = Items::find([$row['item_key']])[$row['item_key']];
        $method = new ReflectionMethod(Refresh::class, 'record_failure'); $method->setAccessible(true); return count($method->invoke(null, $item, 'post_not_found', false, ''));`
      assert.equal(await site.php(gone), 1)
      assert.deepEqual(await shown({ sources, approved: true }), ['wall-three'])
      assert.deepEqual(Object.keys(await states()), ['wall-zero', 'wall-one', 'wall-two', 'wall-three'])
    })

    test('an approval is of the version that the editor has seen', async () => {
      await shown({ sources, approved: true })
      const result = await site.php<Record<string, unknown>>(
        `${USE} return Review::decide([Post_Version::key('mastodon', ['id' => 'wall-one']) => str_repeat('0', 32)], 'approved');`,
        { user: 1 },
      )
      assert.deepEqual(result, { done: 0, changed: 1, ruled: 0, undo: [] })
      assert.deepEqual(await shown({ sources, approved: true }), [])
    })

    test('a hidden post is shown nowhere: not pinned, not by its URL, and not as a plain link', async () => {
      const post = 'mastodon:https://social.example/@rye.and.salt/wall-one'
      await site.php(
        `${USE} $embed = new Reference('embed', '', 'https://social.example/@rye.and.salt/wall-one'); Items::put($embed, ['url' => $embed->subject, 'platform' => 'mastodon', 'post' => ${inPhp(POSTS_OF_WALL[0])}]); return true;`,
      )
      const saved = '<ul><li><a href="https://social.example/@rye.and.salt/wall-one">wall-one</a></li></ul>'
      const blocks = [
        { sources: [sources], posts: [post] },
        { posts: [post] },
        { mode: 'post', url: 'https://social.example/@rye.and.salt/wall-one' },
      ]
      const markup = blocks.map(
        (attributes) =>
          `<!-- wp:central-posts/posts ${JSON.stringify(attributes)} -->\n${saved}\n<!-- /wp:central-posts/posts -->`,
      )
      const url = await site.publish('Hidden', markup.join('\n'))
      assert.deepEqual(wallIds(await everything(url)).includes('wall-one'), true)
      await shown({ sources, approved: true })
      await decide('hidden', ['wall-one'])
      const left = await everything(url)
      assert.doesNotMatch(left, /wall-one/)
      assert.match(left, /wall-two/)
      const forEditors = await site.php<string>(`return do_shortcode('[central_posts posts="${post}"]');`, { user: 1 })
      assert.match(forEditors, /is hidden on this site/)
    })

    test('hidden authors and words hide everywhere, by id although the handle changes, and can be shown again', async () => {
      const other = {
        ...PERSON,
        id: '66',
        handle: 'spam@x.example',
        displayName: 'Spam',
        url: 'https://x.example/spam',
      }
      const wall = [
        postOf('by-spam', { author: other }),
        postOf('said', { text: 'Cheap classes here' }, 1),
        postOf('class', { text: 'A class act' }, 2),
        postOf('plain', {}, 3),
      ]
      await storeList('wall', wall)
      await shown({ sources, approved: true })
      await decide('approved', ['by-spam', 'said', 'class', 'plain'])
      assert.equal((await shown({ sources, approved: true })).length, 4 + 0)
      const name = await site.php(
        `${USE} return Review::hide_author(Post_Version::key('mastodon', ['id' => 'by-spam']));`,
        { user: 1 },
      )
      assert.equal(name, 'Spam')
      await site.php(`${USE} return Review::set_words('classes, ass', true);`, { user: 1 })
      await storeList('wall', [postOf('by-spam-2', { author: { ...other, handle: 'renamed@x.example' } }, -1), ...wall])
      for (const approved of [true, false]) {
        const found = await shown({ sources, approved })
        assert.deepEqual([approved, found], [approved, approved ? ['class', 'plain'] : ['class', 'plain']])
      }
      const queue = await states()
      assert.deepEqual(
        [queue['by-spam'], queue['by-spam-2'], queue.said, queue.class],
        ['hidden', 'hidden', 'hidden', 'approved'],
      )
      const tried = await site.php<{ ruled: number }>(
        `${USE} $key = Post_Version::key('mastodon', ['id' => 'said']); return Review::decide([$key => Decisions::of_posts([$key])[0]['version']], 'approved');`,
        { user: 1 },
      )
      assert.equal(tried.ruled, 1)
      await site.php(
        `${USE} Review::set_words('classes', false); return Review::show_author(Review::id_of(Curation::stored()['authors'][0]));`,
        { user: 1 },
      )
      assert.deepEqual([(await states()).said, (await states())['by-spam']], ['waiting', 'waiting'])
    })

    test('a decision purges the pages that it changes, also of posts that the source no longer lists', async () => {
      const posts = ['one', 'two', 'three', 'four'].map((id, at) => postOf(`purge-${id}`, {}, at))
      const purge = await storeList('purge', posts)
      const url = await site.publish('Purged', `[central_posts sources="${purge}" approved="yes"]`)
      await shown({ sources: purge, approved: true })
      const purged = (code: string) =>
        site.php<string[]>(
          `${USE} $found = []; add_action('central_posts_changed', function ($posts) use (&$found) { $found = $posts; }); ${code}; return array_map('get_permalink', $found);`,
          { user: 1 },
        )
      const choose = (id: string, state: string) =>
        `$key = Post_Version::key('mastodon', ['id' => '${id}']); Review::decide([$key => Decisions::of_posts([$key])[0]['version']], '${state}')`
      assert.deepEqual(await purged(choose('purge-four', 'approved')), [url])
      await storeList('purge', [postOf('purge-zero', {}, -1), ...posts.slice(0, 3)])
      assert.deepEqual(await purged(choose('purge-four', 'hidden')), [url])
      // A word concerns the posts of every source.
      assert.ok((await purged(`Review::set_words('anything', true)`)).includes(url))
      assert.deepEqual(
        await purged(`Review::set_source((new Reference('profile', 'mastodon', 'purge'))->key(), true)`),
        [url],
      )
    })

    test('a page on which nothing is curated needs no more queries', async () => {
      await site.php(`${USE} Review::set_source('', false); delete_option('central_posts_curation'); return true;`)
      const url = await site.publish('Queries', `[central_posts sources="${sources}"]`)
      const count = () =>
        site.php<number>(
          `${USE} global $wpdb; $from = count($wpdb->queries); Render::html(new Selection(['sources' => '${sources}'])); return count(array_filter(array_slice($wpdb->queries, $from), fn($query) => strpos($query[0], 'decisions') !== false));`,
        )
      assert.equal(await count(), 0)
      await shown({ sources, approved: true })
      await decide('hidden', ['wall-one'])
      assert.equal(await count(), 1)
      assert.ok(url)
    })
  })

  describe('the queue', () => {
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
      sources = await storeList('wall', WALL, { kind: 'hashtag' })
      url = await site.publish('Wall', `[central_posts sources="${sources}" approved="yes" count="20"]`)
      await shown({ sources, approved: true })
    })

    const entry = (page: Page, id: string) =>
      page
        .locator('.central-posts-entry')
        .filter({ has: page.locator('.central-posts-words', { hasText: new RegExp(`^${id}$`) }) })
    const tab = (page: Page, name: string) => page.locator('.central-posts-states').getByRole('link', { name })
    const unfold = (page: Page, isOpen: boolean) =>
      page.evaluate(
        `for (const details of document.querySelectorAll('.central-posts-further')) details.open = ${isOpen}`,
      )
    const result = (page: Page, text: string) => page.locator('.central-posts-result', { hasText: text }).waitFor()

    test('posts are approved, hidden and put back in bulk, without a script, and the last press is undone', async () => {
      await open(
        QUEUE,
        async (page) => {
          await tab(page, 'Waiting 35').waitFor()
          assert.equal(await page.locator('.central-posts-entry').count(), 30)
          for (const id of ['post-0', 'post-1', 'post-3']) await entry(page, id).getByRole('checkbox').check()
          await page.locator('.central-posts-bulk').getByRole('button', { name: 'Approve' }).click()
          await result(page, '3 posts approved.')
          await tab(page, 'Approved 3').waitFor()
          assert.deepEqual(await shown({ sources, approved: true, count: 20 }), ['post-0', 'post-1', 'post-3'])
          await page.getByRole('button', { name: 'Undo' }).click()
          await result(page, 'The decisions about 3 posts are undone.')
          assert.deepEqual(await shown({ sources, approved: true }), [])
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
      await open(`${QUEUE}&paged=2`, async (page) => {
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
      await open(QUEUE, async (page) => {
        await tabTo(page, /post-0/)
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('a')
        await result(page, '1 post approved.')
        // The script restores the focus when it runs.
        await page.waitForFunction("document.activeElement?.name === 'posts[]'")
        await page.keyboard.press('h')
        await result(page, '1 post hidden.')
        const found = await states()
        assert.deepEqual([found['post-0'], found['post-1'], found['post-2']], ['waiting', 'approved', 'hidden'])
        await page.waitForFunction("document.activeElement?.name === 'posts[]'")
        // A letter typed elsewhere is a letter.
        await page.locator('#central-posts-word').fill('')
        await page.locator('#central-posts-word').pressSequentially('aha')
        assert.equal(await page.locator('#central-posts-word').inputValue(), 'aha')
      })
    })

    test('a post’s author and a word are hidden from the post, and listed with a button that shows them again', async () => {
      await open(QUEUE, async (page) => {
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
      await storeList('own', [postOf('own-1'), postOf('own-2', {}, 1)])
      await open(QUEUE, async (page) => {
        await page
          .locator('#menu-tools .awaiting-mod', { hasText: '35 posts wait for approval' })
          .waitFor({ state: 'attached' })
        const row = page
          .getByRole('listitem')
          .filter({ hasText: 'own (Mastodon)' })
          .filter({ has: page.getByRole('button') })
        await row.getByText('All posts are shown').waitFor()
        await row.getByRole('button', { name: 'Require approval' }).click()
        await result(page, 'Pages now show only approved posts of mastodon:own.')
        await tab(page, 'Waiting 37').waitFor()
        await page.getByLabel('Source').selectOption({ label: 'own (Mastodon)' })
        await page.getByRole('button', { name: 'Filter' }).click()
        await tab(page, 'Waiting 2').waitFor()
        assert.equal(await page.locator('.central-posts-entry').count(), 2)
        await row.getByRole('button', { name: 'Show all' }).click()
        await result(page, 'mastodon:own no longer needs approval')
        await page.getByRole('link', { name: 'Show all sources' }).click()
        await tab(page, 'Waiting 35').waitFor()
      })
    })

    test('only who may edit others’ posts sees and changes it, and no press without a nonce counts', async () => {
      await site.php("wp_update_user(['ID' => 1, 'role' => 'author']); return true;")
      await open(QUEUE, async (page) => {
        assert.match((await page.textContent('body')) ?? '', /not allowed to access this page/)
        assert.equal(await page.locator('#menu-tools .awaiting-mod').count(), 0)
        const refused = await page.request.post(`${site.origin}/wp-admin/admin-post.php`, {
          form: { action: 'central_posts_review', task: 'word', value: 'oven' },
        })
        assert.equal(refused.status(), 403)
      })
      await site.php("wp_update_user(['ID' => 1, 'role' => 'editor']); return true;")
      await open(QUEUE, async (page) => {
        await tab(page, 'Waiting 35').waitFor()
        const refused = await page.request.post(`${site.origin}/wp-admin/admin-post.php`, {
          form: { action: 'central_posts_review', task: 'word', value: 'oven' },
        })
        assert.equal(refused.status(), 403)
      })
      await site.php("wp_update_user(['ID' => 1, 'role' => 'administrator']); return true;")
      assert.deepEqual(await site.php(`${USE} return Curation::stored()['words'];`), [])
    })

    test('thousands of posts are paged with a fixed number of queries', async () => {
      const queries = (path: string) =>
        site.php<number>(
          `${USE} global $wpdb; $_GET['paged'] = '${path}'; $from = count($wpdb->queries); ob_start(); CentralPosts\\Review_Page::render(); $html = ob_get_clean(); return (count($wpdb->queries) - $from) * 1000 + substr_count($html, '"central-posts-entry"');`,
          { user: 1 },
        )
      const few = await queries('1')
      await site.php(
        `${USE} global $wpdb; $source = (new Reference('profile', 'mastodon', 'wall'))->key(); $wpdb->query('START TRANSACTION'); for ($i = 0; $i < 3000; $i++) { $post = ['id' => "m$i"] + ${inPhp(postOf('many'))}; $post['url'] .= $i; $reference = Reference::of_post('mastodon', $post); Items::put($reference, $post);
           Decisions::add(['source_key' => $source, 'post_key' => Post_Version::key('mastodon', $post), 'item_key' => $reference->key(), 'state' => 'waiting', 'version' => Post_Version::hash($post), 'published_at' => $i]); } $wpdb->query('COMMIT'); return true;`,
      )
      assert.equal(await queries('100'), few)
      assert.ok(few / 1000 < 20, `${few} queries and posts`)
      await open(`${QUEUE}&paged=999`, async (page) => {
        await tab(page, 'Waiting 3,035').waitFor()
        await page.locator('.central-posts-pages .current', { hasText: '102' }).waitFor()
      })
    })

    test('fits a phone and a desktop, with little and with much, and axe finds nothing', async () => {
      const rich = await storePosts(site, 'rich')
      await site.php(
        `${USE} Review::set_source((new Reference('profile', 'mastodon', 'rich'))->key(), true); Review::set_words('Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnungsentwurf, sale', true); Review::hide_author(Post_Version::key('mastodon', ['id' => 'post-2'])); return true;`,
        { user: 1 },
      )
      assert.ok(rich)
      for (const width of [390, 768, 1280]) {
        for (const state of ['waiting', 'hidden', 'approved']) {
          await open('/wp-json/', async (page) => {
            await page.setViewportSize({ width, height: 900 })
            await page.goto(`${site.origin}${QUEUE}&state=${state}`)
            await page.locator(`${PAGE} h1`).waitFor()
            await unfold(page, true)
            await bench.screenshot(page, `review-${state}-${width}-open`)
            assert.deepEqual([width, state, await page.evaluate(MEASURE)], [width, state, []])
            assert.deepEqual([width, state, await axe(page, PAGE)], [width, state, []])
            await unfold(page, false)
            await bench.screenshot(page, `review-${state}-${width}`)
          })
        }
      }
      assert.ok(url)
    })
  })

  test('the block offers approval where anybody can post, and shows what waits', async () => {
    await open('/wp-admin/post-new.php', async (page) => {
      const canvas = await openNewPost(page, 'Offer')
      await insert(page, 'Posts from a platform')
      await canvas.getByRole('textbox', { name: 'URL or name' }).fill('https://sandbox.example/tags/demo')
      await canvas.getByRole('button', { name: 'Show posts' }).click()
      await canvas.locator('.central-posts-item').first().waitFor()
      const sidebar = page.getByRole('region', { name: 'Editor settings' })
      await sidebar.getByText('These posts are by other people.').first().waitFor()
      assert.deepEqual(await axe(page, '.block-editor-block-inspector'), [])
      await bench.screenshot(page, 'review-block-offer')
      await sidebar.getByRole('button', { name: 'Show only what I approved' }).click()
      await canvas.locator('.central-posts-item').first().waitFor({ state: 'detached' })
      await canvas.getByText(/posts wait for approval/).waitFor()
      assert.equal(await sidebar.getByRole('checkbox', { name: 'Only what I approved' }).isChecked(), true)
      await sidebar.getByRole('button', { name: 'Filter posts' }).click()
      await sidebar.getByRole('checkbox', { name: 'Video' }).check()
      await sidebar.getByLabel('No posts with any of these words').fill('sale now')
      await page.keyboard.press('Enter')
      await bench.screenshot(page, 'review-block-filters')
      const { approved, kinds, hidewords } = await page.evaluate<Record<string, unknown>>(
        "wp.data.select('core/block-editor').getBlocks().at(-1).attributes",
      )
      assert.deepEqual([approved, kinds, hidewords], [true, ['video'], ['sale now']])
    })
  })

  test('without any source, the queue says what to do first', async () => {
    await open(QUEUE, async (page) => {
      await page.getByRole('heading', { name: 'No source needs approval' }).waitFor()
      await page.getByRole('link', { name: 'Add a page' }).last().waitFor()
      assert.deepEqual(await page.evaluate(MEASURE), [])
      assert.deepEqual(await axe(page, PAGE), [])
      await bench.screenshot(page, 'review-empty')
    })
  })

  test('uninstalling deletes decisions and rules; no error was logged', async () => {
    await site.php(`${USE} return Review::set_words('sale', true);`, { user: 1 })
    assert.equal(await site.errorLog(), '')
    const left = await site.php<unknown>(
      `deactivate_plugins('central-posts/central-posts.php'); define('WP_UNINSTALL_PLUGIN', true); CentralPosts\\Installation::uninstall(); global $wpdb; return [$wpdb->get_col("SHOW TABLES LIKE '%central%'"), $wpdb->get_col("SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%central_posts%'")];`,
      { user: 1 },
    )
    assert.deepEqual(left, [[], []])
  })
})
