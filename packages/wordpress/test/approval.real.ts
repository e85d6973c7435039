// Approval in a real WordPress: every way by which a post that waits or is hidden could reach a visitor is tried. Needs root on Debian;
// installs the rest itself.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { PERSON } from '../../feed/fixtures/posts.ts'
import { PROFILE_KINDS } from '../../service/src/post/post.ts'
import { type Curated, postOf, startCurated, USE } from './site/start-curated.ts'
import { inPhp } from './site/store-posts.ts'

describe('approval', () => {
  let kit: Curated

  before(async () => {
    kit = await startCurated('approval')
  })
  after(() => kit?.stop())
  beforeEach(() => kit.reset())
  const POSTS_OF_WALL = ['one', 'two', 'three', 'four'].map((id, at) => postOf(`wall-${id}`, {}, at))
  let sources = ''
  beforeEach(async () => {
    sources = await kit.storeList('wall', POSTS_OF_WALL, { kind: 'hashtag' })
  })

  /** Everything that a visitor can get of a page. */
  const everything = async (url: string) => {
    const id = await kit.site.php<number>(`return url_to_postid('${url}');`)
    const pages = [
      url,
      `${url}feed/`,
      '/feed/',
      `/wp-json/wp/v2/posts/${id}`,
      '/wp-json/wp/v2/posts',
      '/wp-json/wp/v2/search?search=wall',
    ]
    const pager = await kit.site.php<string>(
      `${USE} return CentralPosts\\Pager::id(new Selection(['sources' => '${sources}', 'approved' => 'yes', 'count' => 1]));`,
    )
    for (let number = 2; number < 5; number += 1) pages.push(`${url}?central_posts_${pager}=${number}`)
    const texts = await Promise.all(pages.map(async (path) => (await fetch(new URL(path, kit.site.origin))).text()))
    return texts.join('\n')
  }
  const wallIds = (text: string) => [...new Set(text.match(/(?<=>|\\b)wall-[a-z]+/g))].sort()

  test('nothing that waits reaches a visitor by any way, and what is approved does', async () => {
    const url = await kit.site.publish('Wall', `[central_posts sources="${sources}" approved="yes" count="1"]`)
    assert.deepEqual(wallIds(await everything(url)), [])
    assert.deepEqual(Object.values(await kit.states()), Array(4).fill('waiting'))
    await kit.decide('approved', ['wall-two', 'wall-three'])
    assert.deepEqual(wallIds(await everything(url)), ['wall-three', 'wall-two'])
    await kit.decide('hidden', ['wall-two'])
    assert.deepEqual(wallIds(await everything(url)), ['wall-three'])
    await kit.decide('waiting', ['wall-two', 'wall-three'])
    assert.deepEqual(wallIds(await everything(url)), [])
  })

  test('what another author marked as sensitive is covered, and flagged in the queue', async () => {
    const source = await kit.storeList('sensitive', [postOf('bare', { sensitive: true })], { kind: 'hashtag' })
    const html = await kit.site.php<string>(`return do_shortcode('[central_posts sources="${source}"]');`)
    assert.match(html, /<details class="central-posts-covered"><summary>[^<]+<\/summary>(?:(?!<\/details>)[\s\S])*bare/)
    await kit.shown({ sources: source, approved: true })
    const queue = await kit.site.php<string>(
      `ob_start(); CentralPosts\\Review_Page::render(); return ob_get_clean();`,
      {
        user: 1,
      },
    )
    assert.match(queue, /Sensitive content/)
  })

  test('names in the queue and in links have no codes of custom emoji, like those in cards', async () => {
    const displayName = 'Rye :leaf: & Salt'
    const author = { ...PERSON, displayName, handle: 'leafy@social.example' }
    const source = await kit.storeList('leafy', [postOf('leafy-one', { author })], { displayName })
    await kit.shown({ sources: source, approved: true })
    const queue = () =>
      kit.site.php<string>('ob_start(); CentralPosts\\Review_Page::render(); return ob_get_clean();', { user: 1 })
    const waiting = await queue()
    assert.doesNotMatch(waiting, /:leaf:/)
    assert.match(waiting, /<bdi>Rye &amp; Salt \(Mastodon\)<\/bdi>/)
    assert.match(waiting, /Hide all posts by Rye &amp; Salt</)
    await kit.site.php(
      `${USE} return Review_Rules::hide_author(Post_Version::key('mastodon', ['id' => 'leafy-one']));`,
      {
        user: 1,
      },
    )
    assert.match(await queue(), /<bdi>Rye &amp; Salt<\/bdi> \(Mastodon\)/)
    const label = await kit.site.php<string>(
      `add_filter('pre_http_request', fn($before, $options, $url) => substr($url, -13) !== '/scan-profile' ? $before : ['headers' => ['content-type' => 'application/json'], 'cookies' => [], 'filename' => null, 'response' => ['code' => 200, 'message' => ''],
         'body' => wp_json_encode(['ok' => true, 'data' => ['nextCursor' => null, 'body' => ['platform' => 'sandbox', 'handle' => 'demo', 'variant' => 'posts', 'posts' => [], 'profile' => ${inPhp({ ...PERSON, displayName, kind: 'account' })}]]])], 10, 3);
       $request = new WP_REST_Request('POST', '/central-posts/v1/find'); $request->set_body_params(['text' => 'demo', 'platform' => 'sandbox']); $found = rest_do_request($request)->get_data(); return $found['label'] ?? wp_json_encode($found);`,
      { user: 1 },
    )
    assert.equal(label, 'Rye & Salt')
  })

  test('approval is offered where others post, by what the platform calls the source', async () => {
    const offered: Record<string, boolean> = {}
    for (const kind of PROFILE_KINDS) {
      const source = await kit.storeList(kind, [postOf(kind)], { kind })
      offered[kind] = await kit.site.php<boolean>(
        `$request = new WP_REST_Request('POST', '/central-posts/v1/curation'); $request->set_body_params(['sources' => ['${source}']]); return rest_do_request($request)->get_data()['byOthers'];`,
        { user: 1 },
      )
    }
    // A new kind has to be sorted here.
    assert.deepEqual(offered, {
      ...{ account: false, collection: false, section: false },
      ...{ hashtag: true, search: true, community: true, list: true, feed: true },
    })
  })

  test('a source that always needs approval needs it in every block; one with approval in a block only there', async () => {
    assert.equal((await kit.shown({ sources })).length, 4)
    assert.deepEqual(await kit.shown({ sources, approved: true }), [])
    assert.equal((await kit.shown({ sources })).length, 4)
    await kit.site.php(
      `${USE} return Review_Sources::set((new Reference('profile', 'mastodon', 'wall'))->key(), true)['name'];`,
      {
        user: 1,
      },
    )
    assert.deepEqual(await kit.shown({ sources }), [])
    await kit.decide('approved', ['wall-one'])
    assert.deepEqual(await kit.shown({ sources }), ['wall-one'])
    // Another source that lists the same posts does not let them through.
    const other = await kit.storeList('other', POSTS_OF_WALL.slice(0, 2))
    assert.deepEqual(await kit.shown({ sources: `${sources} ${other}` }), ['wall-one'])
  })

  test('a decision survives refreshes, signed image URLs, a new handle and counts', async () => {
    await kit.shown({ sources, approved: true })
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
    await kit.storeList('wall', [postOf('wall-one', image('1')), ...POSTS_OF_WALL.slice(1)])
    await kit.decide('approved', ['wall-one', 'wall-two'])
    await kit.storeList('wall', [
      postOf('wall-one', {
        ...image('2'),
        metrics: { likes: 9 },
        url: 'https://social.example/@new/1',
        author: { ...PERSON, handle: 'new@social.example', displayName: 'New' },
      }),
      ...POSTS_OF_WALL.slice(1),
    ])
    assert.deepEqual(await kit.shown({ sources, approved: true }), ['wall-one', 'wall-two'])
    // The same hashtag under another handle is another source, with the same decisions.
    const renamed = await kit.storeList('wall-renamed', POSTS_OF_WALL.slice(1))
    assert.deepEqual(await kit.shown({ sources: renamed, approved: true }), ['wall-two'])
  })

  for (const [what, change] of [
    ['text', { text: 'Buy now' }],
    ['image', { media: [{ type: 'image', url: 'https://img.example/other', previewUrl: null, alt: null }] }],
    ['link', { link: { url: 'https://evil.example/', title: null, description: null, imageUrl: null } }],
    ['target of a link in rich text', { html: '<p><a href="https://evil.example/">wall-one</a></p>' }],
  ] as const) {
    test(`a post whose ${what} has changed since waits again, and is not shown meanwhile`, async () => {
      await kit.shown({ sources, approved: true })
      await kit.decide('approved', ['wall-one', 'wall-two'])
      await kit.storeList('wall', [postOf('wall-one', change), ...POSTS_OF_WALL.slice(1)])
      assert.deepEqual(await kit.shown({ sources, approved: true }), ['wall-two'])
      assert.equal((await kit.states())['wall-one'], 'waiting changed')
      await kit.decide('approved', ['wall-one'])
      assert.deepEqual(await kit.shown({ sources, approved: true }), ['wall-one', 'wall-two'])
    })
  }

  test('even a version that only the table of posts has is compared with what was approved', async () => {
    await kit.shown({ sources, approved: true })
    await kit.decide('approved', ['wall-one'])
    await kit.site.php(
      `${USE} global $wpdb; $wpdb->query("UPDATE " . Items::table() . " SET data = REPLACE(data, 'wall-one\\",\\"html', 'Buy now\\",\\"html')"); return true;`,
    )
    const version = await kit.site.php<string>(
      `${USE} $key = Post_Version::key('mastodon', ['id' => 'wall-one']); $row = Decisions::of_posts([$key])[0]; $item = Items::find([$row['item_key']])[$row['item_key']]; return $row['state'] . ' ' . $item['data']['text'];`,
    )
    assert.equal(version, 'approved Buy now')
    assert.deepEqual(await kit.shown({ sources, approved: true }), [])
  })

  test('approved posts stay when the source no longer lists them, are refreshed on their own, and go when they are deleted', async () => {
    await kit.shown({ sources, approved: true })
    await kit.decide('approved', ['wall-three', 'wall-four'])
    await kit.storeList('wall', [postOf('wall-zero', {}, -1), ...POSTS_OF_WALL.slice(0, 3)])
    assert.deepEqual(await kit.shown({ sources, approved: true }), ['wall-three', 'wall-four'])
    const due = await kit.site.php<string[]>(
      `${USE} global $wpdb; return $wpdb->get_col("SELECT subject FROM " . Items::table() . " WHERE type = 'post' AND due_at > 0");`,
    )
    assert.deepEqual(
      due.map((subject) => subject.split('/').at(-1)),
      ['wall-four'],
    )
    await kit.site.php(
      `${USE} update_option('central_posts_swept', 0); global $wpdb; $wpdb->query('UPDATE ' . Items::table() . " SET used_at = 5, fetched_at = 5 WHERE type = 'post'"); Usage_Index::clean_up(time()); return true;`,
    )
    assert.deepEqual(await kit.shown({ sources, approved: true }), ['wall-three', 'wall-four'])
    const gone = `${USE} $row = Decisions::of_posts([Post_Version::key('mastodon', ['id' => 'wall-four'])])[0]; $item = Items::find([$row['item_key']])[$row['item_key']];
      $method = new ReflectionMethod(Refresh::class, 'record_failure'); $method->setAccessible(true); return count($method->invoke(null, $item, 'post_not_found', false, ''));`
    assert.equal(await kit.site.php(gone), 1)
    assert.deepEqual(await kit.shown({ sources, approved: true }), ['wall-three'])
    assert.deepEqual(Object.keys(await kit.states()), ['wall-zero', 'wall-one', 'wall-two', 'wall-three'])
  })

  test('an approval is of the version that the editor has seen', async () => {
    await kit.shown({ sources, approved: true })
    const result = await kit.site.php<Record<string, unknown>>(
      `${USE} return Review::decide([Post_Version::key('mastodon', ['id' => 'wall-one']) => str_repeat('0', 32)], 'approved');`,
      { user: 1 },
    )
    assert.deepEqual(result, { done: 0, changed: 1, ruled: 0, undo: [] })
    assert.deepEqual(await kit.shown({ sources, approved: true }), [])
  })

  test('a hidden post is shown nowhere: not pinned, not by its URL, and not as a plain link', async () => {
    const post = 'mastodon:https://social.example/@rye.and.salt/wall-one'
    await kit.site.php(
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
    const url = await kit.site.publish('Hidden', markup.join('\n'))
    assert.deepEqual(wallIds(await everything(url)).includes('wall-one'), true)
    await kit.shown({ sources, approved: true })
    await kit.decide('hidden', ['wall-one'])
    const left = await everything(url)
    assert.doesNotMatch(left, /wall-one/)
    assert.match(left, /wall-two/)
    const forEditors = await kit.site.php<string>(`return do_shortcode('[central_posts posts="${post}"]');`, {
      user: 1,
    })
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
    await kit.storeList('wall', wall)
    await kit.shown({ sources, approved: true })
    await kit.decide('approved', ['by-spam', 'said', 'class', 'plain'])
    assert.equal((await kit.shown({ sources, approved: true })).length, 4 + 0)
    const name = await kit.site.php(
      `${USE} return Review_Rules::hide_author(Post_Version::key('mastodon', ['id' => 'by-spam']));`,
      { user: 1 },
    )
    assert.equal(name, 'Spam')
    await kit.site.php(`${USE} return Review_Rules::set_words('classes, ass', true);`, { user: 1 })
    await kit.storeList('wall', [
      postOf('by-spam-2', { author: { ...other, handle: 'renamed@x.example' } }, -1),
      ...wall,
    ])
    for (const approved of [true, false]) {
      const found = await kit.shown({ sources, approved })
      assert.deepEqual([approved, found], [approved, approved ? ['class', 'plain'] : ['class', 'plain']])
    }
    const queue = await kit.states()
    assert.deepEqual(
      [queue['by-spam'], queue['by-spam-2'], queue.said, queue.class],
      ['hidden', 'hidden', 'hidden', 'approved'],
    )
    const tried = await kit.site.php<{ ruled: number }>(
      `${USE} $key = Post_Version::key('mastodon', ['id' => 'said']); return Review::decide([$key => Decisions::of_posts([$key])[0]['version']], 'approved');`,
      { user: 1 },
    )
    assert.equal(tried.ruled, 1)
    await kit.site.php(
      `${USE} Review_Rules::set_words('classes', false); return Review_Rules::show_author(Review_Rules::id_of(Curation::stored()['authors'][0]));`,
      { user: 1 },
    )
    assert.deepEqual([(await kit.states()).said, (await kit.states())['by-spam']], ['waiting', 'waiting'])
  })

  test('letters that look the same do not get around hidden words, hashtags and authors', async () => {
    const anonymous = { ...PERSON, id: null, url: null, displayName: null }
    const TEXTS = {
      fullwidth: 'Ｂｉｇ Ｓａｌｅ',
      cyrillic: 'Big sаlе!',
      hidden: 'Big s\u200da\u200ble, straẞe',
      marks: 'Big s\u0336ale',
      turkish: 'İNDİRİM',
      sharp: 'STRASSE',
      russian: 'СПАМ!',
      other: 'wholesaler, Straßen, спаморезка, рост',
    }
    const posts = Object.entries(TEXTS).map(([id, text], at) => postOf(id, { text }, at))
    const byAuthors = [
      postOf('by-spam', { author: { ...anonymous, handle: 'Spam@x.example' } }, 20),
      postOf('by-lookalike', { author: { ...anonymous, handle: 'ѕраm@x.example' } }, 21),
      postOf('by-other', { author: { ...anonymous, handle: 'späm@x.example' } }, 22),
    ]
    const source = await kit.storeList('looks', [...posts, ...byAuthors])
    const all = await kit.shown({ sources: source, approved: true, count: 20 })
    assert.deepEqual(all, [])
    const left = { sources: source, count: 20 }
    const filters = { hidewords: 'sale, indirim, straße, спам', hideauthors: '@ＳＰＡＭ@x.example' }
    assert.deepEqual(await kit.shown({ ...left, ...filters }), ['other', 'by-other'])
    await kit.site.php(
      `${USE} Review_Rules::set_words('sale, indirim, straße, спам', true); return Review_Rules::hide_author(Post_Version::key('mastodon', ['id' => 'by-spam']));`,
      { user: 1 },
    )
    assert.deepEqual(await kit.shown(left), ['other', 'by-other'])
    const states = await kit.states()
    assert.deepEqual(
      Object.keys(states).filter((id) => states[id] === 'waiting'),
      ['other', 'by-other'],
    )
    const tagged = await kit.storeList('tags', [postOf('tag', { text: '#Ｓаlе', tags: [] })])
    assert.deepEqual(await kit.shown({ sources: tagged, hidetags: 'sale' }), [])
  })

  test('a decision purges the pages that it changes, also of posts that the source no longer lists', async () => {
    const posts = ['one', 'two', 'three', 'four'].map((id, at) => postOf(`purge-${id}`, {}, at))
    const purge = await kit.storeList('purge', posts)
    const url = await kit.site.publish('Purged', `[central_posts sources="${purge}" approved="yes"]`)
    await kit.shown({ sources: purge, approved: true })
    const purged = (code: string) =>
      kit.site.php<string[]>(
        `${USE} $found = []; add_action('central_posts_changed', function ($posts) use (&$found) { $found = $posts; }); ${code}; return array_map('get_permalink', $found);`,
        { user: 1 },
      )
    const choose = (id: string, state: string) =>
      `$key = Post_Version::key('mastodon', ['id' => '${id}']); Review::decide([$key => Decisions::of_posts([$key])[0]['version']], '${state}')`
    assert.deepEqual(await purged(choose('purge-four', 'approved')), [url])
    await kit.storeList('purge', [postOf('purge-zero', {}, -1), ...posts.slice(0, 3)])
    assert.deepEqual(await purged(choose('purge-four', 'hidden')), [url])
    // A word concerns the posts of every source.
    assert.ok((await purged(`Review_Rules::set_words('anything', true)`)).includes(url))
    // Whether a page may show a pinned post depends on the approval of its source.
    const pin = 'mastodon:https://social.example/@rye.and.salt/purge-two'
    const pinning = await kit.site.publish('Pinned', `[central_posts posts="${pin}"]`)
    for (const isRequired of [true, false])
      assert.deepEqual(
        (
          await purged(`Review_Sources::set((new Reference('profile', 'mastodon', 'purge'))->key(), ${isRequired})`)
        ).sort(),
        [pinning, url].sort(),
      )
  })

  describe('a page whose sources have no posts to show', () => {
    const LINK = 'https://social.example/tags/port'
    /** A page with the block and its saved link, for visitors and for editors. */
    const pageOf = async (attributes: object) => {
      const markup = `<!-- wp:central-posts/posts ${JSON.stringify(attributes)} -->\n<ul><li><a href="${LINK}">port</a></li></ul>\n<!-- /wp:central-posts/posts -->`
      const render = (user: number) =>
        kit.site.php<string>(`return apply_filters('the_content', ${inPhp(markup)});`, { user })
      const [forVisitors, forEditors] = [await render(0), await render(1)]
      const notices = [...forEditors.matchAll(/Only visible to editors:<\/strong> ([^<]*)</g)].map(([, text]) => text)
      return { forVisitors: forVisitors.trim(), notices }
    }
    const FOLLOW =
      /^<div [^>]*>(?:<style[\s\S]*<\/style>)?<div class="central-posts-stream[^>]*><div class="central-posts-head">(?:(?!<li)[\s\S])*central-posts-visit(?:(?!<li)[\s\S])*$/

    test('shows visitors the head with its button, and editors why', async () => {
      const empty = await kit.storeList('port', [], { kind: 'hashtag', url: LINK, displayName: '#port :anchor:' })
      const shown = await pageOf({ sources: [empty] })
      assert.match(shown.forVisitors, FOLLOW)
      assert.deepEqual(shown.notices, [
        '#port (Mastodon) was read, and has no posts yet. New ones appear after each refresh.',
      ])
      const curated = await pageOf({ sources: [empty], approved: true })
      assert.match(curated.forVisitors, FOLLOW)
      assert.deepEqual(curated.notices, [
        '#port (Mastodon) was read, and has no posts yet. New ones wait under Tools → Approve posts before visitors see them.',
      ])
      const waiting = await pageOf({ sources: [sources], approved: true })
      assert.match(waiting.forVisitors, FOLLOW)
      assert.deepEqual(waiting.notices, ['4 posts wait for approval. Open Tools → Approve posts.'])
      const filtered = await pageOf({ sources: [sources], words: ['nothing'] })
      assert.match(filtered.forVisitors, FOLLOW)
      assert.match(filtered.notices.join(), /^wall \(Mastodon\) was read, but none of its posts is shown/)
    })

    test('shows visitors nothing where the head is off, and a plain link only as long as nothing was read', async () => {
      const empty = await kit.storeList('port', [], { kind: 'hashtag', url: LINK })
      for (const attributes of [
        { sources: [empty], without: ['head'] },
        { sources: [empty], without: ['visit'] },
        { sources: [sources], approved: true, without: ['head'] },
      ])
        assert.equal((await pageOf(attributes)).forVisitors, '', JSON.stringify(attributes))
      const shortcode = `return do_shortcode('[central_posts sources="${empty}" without="head"]');`
      assert.equal(await kit.site.php(shortcode), '')
      const unread = await pageOf({ sources: ['mastodon:new'] })
      assert.ok(unread.forVisitors.includes(LINK))
      assert.deepEqual(unread.notices, [
        'new (Mastodon) has not been read yet. Its posts appear after the next refresh.',
      ])
    })
  })

  describe('a post that waits under a source that requires approval, named in a page', () => {
    const PIN = 'mastodon:https://social.example/@rye.and.salt/wall-one'
    const URL_OF_PIN = 'https://social.example/@rye.and.salt/wall-one'
    const WAYS = {
      shortcode: `[central_posts posts="${PIN}"]`,
      'shortcode of a post by its URL': `[central_posts url="${URL_OF_PIN}"]`,
      'shortcode with the source': `[central_posts sources="mastodon:wall" posts="${PIN}"]`,
      block: `<!-- wp:central-posts/posts {"posts":["${PIN}"]} -->\n<ul><li><a href="${URL_OF_PIN}">wall-one</a></li></ul>\n<!-- /wp:central-posts/posts -->`,
      'block of a post by its URL': `<!-- wp:central-posts/posts {"mode":"post","url":"${URL_OF_PIN}"} -->\n<p><a href="${URL_OF_PIN}">wall-one</a></p>\n<!-- /wp:central-posts/posts -->`,
    }
    beforeEach(() =>
      kit.site.php(
        `${USE} Review_Sources::set((new Reference('profile', 'mastodon', 'wall'))->key(), true);
         $embed = new Reference('embed', '', '${URL_OF_PIN}'); Items::put($embed, ['url' => $embed->subject, 'platform' => 'mastodon', 'post' => ${inPhp(POSTS_OF_WALL[0])}]); return true;`,
        { user: 1 },
      ),
    )

    /** What a visitor gets of a page by a user with this role, and what its author reads there. */
    const pageBy = (role: string, markup: string, { type = 'post', capability = 'edit_others_posts' } = {}) =>
      kit.site.php<{ id: number; isShown: boolean; notice: boolean }>(
        `${USE} add_filter('central_posts_review_capability', fn() => '${capability}');
         $user = get_user_by('login', 'by-${role}') ?: get_user_by('id', wp_insert_user(['user_login' => 'by-${role}', 'user_pass' => 'x', 'role' => '${role}']));
         wp_set_current_user($user->ID);
         $id = wp_insert_post(wp_slash(['post_title' => 'Pin', 'post_type' => '${type}', 'post_status' => 'publish', 'post_author' => $user->ID, 'post_content' => ${inPhp(markup)}]));
         $GLOBALS['post'] = get_post($id); setup_postdata($GLOBALS['post']);
         $forAuthor = apply_filters('the_content', get_post($id)->post_content); wp_set_current_user(0); $forVisitors = apply_filters('the_content', get_post($id)->post_content);
         return ['id' => $id, 'isShown' => strpos($forVisitors, 'wall-one') !== false, 'notice' => strpos($forAuthor, 'waits for approval, and the author of this page') !== false];`,
      )

    for (const [way, markup] of Object.entries(WAYS)) {
      test(`is public only if the author of the page may approve it: ${way}`, async () => {
        const found: Record<string, readonly boolean[]> = {}
        for (const role of ['administrator', 'editor', 'author', 'contributor']) {
          const { isShown, notice } = await pageBy(role, markup)
          found[role] = [isShown, notice]
        }
        const [decided, refused] = [
          [true, false],
          [false, true],
        ]
        assert.deepEqual(found, { administrator: decided, editor: decided, author: refused, contributor: refused })
        const strict = { capability: 'manage_options' }
        assert.equal((await pageBy('editor', markup, strict)).isShown, false)
        assert.equal((await pageBy('administrator', markup, strict)).isShown, true)
        assert.equal((await pageBy('author', markup, { capability: 'edit_posts' })).isShown, true)
        await kit.decide('approved', ['wall-one'])
        assert.equal((await pageBy('author', markup)).isShown, true)
      })
    }

    test('is not public through a pattern of an author in the page of an editor', async () => {
      for (const [by, isShown] of [
        ['author', false],
        ['editor', true],
      ] as const) {
        for (const markup of [WAYS.block, `<!-- wp:shortcode -->\n${WAYS.shortcode}\n<!-- /wp:shortcode -->`]) {
          await kit.site.php(
            `array_map('wp_delete_post', get_posts(['post_type' => 'wp_block', 'fields' => 'ids', 'numberposts' => -1])); return true;`,
          )
          const { id } = await pageBy(by, markup, { type: 'wp_block' })
          assert.equal((await pageBy('editor', `<!-- wp:block {"ref":${id}} /-->`)).isShown, isShown, `${by} ${markup}`)
        }
      }
    })

    test('is shown where a template or a widget names it, also on the page of an author, and in the preview of those who may approve', async () => {
      const { id } = await pageBy('author', 'No pin')
      const inTemplate = await kit.site.php<string>(
        `$GLOBALS['post'] = get_post(${id}); return do_blocks(${inPhp(WAYS.block)});`,
      )
      assert.match(inTemplate, /central-posts-post /)
      for (const [role, isShown] of [
        ['author', false],
        ['editor', true],
      ] as const) {
        await pageBy(role, 'No pin')
        const preview = await kit.site.php<string>(
          `define('REST_REQUEST', true); wp_set_current_user(get_user_by('login', 'by-${role}')->ID); return do_blocks(${inPhp(WAYS.block)});`,
        )
        assert.equal(preview.includes('central-posts-post '), isShown, role)
      }
    })

    test('is as public as before where its other source requires no approval', async () => {
      await kit.storeList('open', POSTS_OF_WALL.slice(0, 1))
      const { isShown } = await pageBy('author', `[central_posts sources="mastodon:open" posts="${PIN}"]`)
      assert.equal(isShown, true)
    })
  })

  test('a page on which nothing is curated needs no more queries', async () => {
    await kit.site.php(`${USE} Review_Sources::set('', false); delete_option('central_posts_curation'); return true;`)
    const url = await kit.site.publish('Queries', `[central_posts sources="${sources}"]`)
    const count = () =>
      kit.site.php<number>(
        `${USE} global $wpdb; $from = count($wpdb->queries); Render::html(new Selection(['sources' => '${sources}'])); return count(array_filter(array_slice($wpdb->queries, $from), fn($query) => strpos($query[0], 'decisions') !== false));`,
      )
    assert.equal(await count(), 0)
    await kit.shown({ sources, approved: true })
    await kit.decide('hidden', ['wall-one'])
    assert.equal(await count(), 1)
    assert.ok(url)
  })

  test('nothing is wrong in the log', async () => {
    assert.equal(await kit.site.errorLog(), '')
  })
})
