// The filters of a block in a real WordPress: which of the stored posts it shows. Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { PERSON, POSTS } from '../../feed/fixtures/posts.ts'
import { type Curated, postOf, startCurated, USE } from './site/start-curated.ts'
import { storePosts } from './site/store-posts.ts'

describe('the filters of a block', () => {
  let kit: Curated

  before(async () => {
    kit = await startCurated('filters')
  })
  after(() => kit?.stop())
  beforeEach(() => kit.reset())
  let sources = ''
  beforeEach(async () => {
    sources = await storePosts(kit.site, 'rye', undefined, { copiesImages: false })
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
      const all = await kit.shown({ sources, count: 20 })
      assert.ok(all.length === 20)
      const found = await kit.shown({ sources, count: 20, ...attributes })
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
    const source = await kit.storeList('tags', tagged)
    assert.deepEqual(await kit.shown({ sources: source, tags: '#BREAD' }), ['listed', 'written'])
    assert.deepEqual(await kit.shown({ sources: source, tags: 'bread cheese' }), ['listed', 'written'])
    assert.deepEqual(await kit.shown({ sources: source, hidetags: ['bread'] }), ['part'])
    assert.deepEqual(await kit.shown({ sources: source, tags: 'bread', hidetags: 'kase' }), ['listed'])
  })

  test('a reply in the author’s own thread is no reply to others', async () => {
    const source = await kit.storeList('thread', [
      postOf('own', { replyTo: { id: '1', url: null, author: PERSON } }),
      postOf(
        'other',
        { replyTo: { id: '2', url: null, author: { ...PERSON, id: '9', handle: 'x', url: 'https://x.example/' } } },
        1,
      ),
      postOf('unknown', { replyTo: { id: '3', url: null, author: null } }, 2),
    ])
    assert.deepEqual(await kit.shown({ sources: source, replies: 'off' }), ['own'])
  })

  test('block, shortcode and template function show the same, and two filters of one profile page apart', async () => {
    const found = await kit.site.php<{ same: boolean; count: number; ids: string[] }>(
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
      refs.push(await kit.storeList(name, posts))
    }
    const profiles = (ids: readonly string[]) => [...new Set(ids.map((id) => id[0]))].sort().join('')
    const page = await kit.shown({ sources: refs, count: 12, words: 'bread' })
    assert.deepEqual([page.length, profiles(page)], [12, 'abcdef'])
    // By time alone, the newest come first: that is what the owner asked for.
    assert.equal(profiles(await kit.shown({ sources: refs, count: 7, words: 'bread', order: 'newest' })), 'a')
  })

  test('pinned posts are shown although a filter excludes them', async () => {
    assert.deepEqual(await kit.shown({ sources, kinds: 'poll', posts: 'mastodon:https://social.example/@rye/video' }), [
      'video',
      'poll',
    ])
  })

  test('an unknown kind is reported to editors', async () => {
    const html = await kit.site.php<string>(
      `return do_shortcode('[central_posts sources="${sources}" kinds="reel"]');`,
      {
        user: 1,
      },
    )
    assert.match(html, /“reel” is not/)
  })

  test('nothing is wrong in the log', async () => {
    assert.equal(await kit.site.errorLog(), '')
  })
})
