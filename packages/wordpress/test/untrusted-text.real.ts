// Tests untrusted text and attributes of authors in WordPress 6.8 on SQLite and in 7.1 on MariaDB: none is executed, and all is shown as
// it was written. Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { prepareSqlite, startMariadbFor } from './site/databases.ts'
import { type Bench, startBench } from './site/start-bench.ts'
import type { Site } from './site/start-site.ts'

/** Stored posts, and a block that shows them. */
const STORED = `
  $store = function (string $url, array $more) {
    $reference = new CentralPosts\\Reference('post', 'sandbox', $url);
    CentralPosts\\Items::put($reference, $more + ['id' => $url, 'url' => $url, 'kind' => 'text', 'text' => 'Words'], time() + 99999);
    return 'sandbox:' . $url;
  };
  $block = fn(array $attributes) => '<!-- wp:central-posts/posts ' . serialize_block_attributes($attributes) . ' /-->';`

const decode = (html: string): string =>
  html
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

const textOf = (html: string): string => decode(html.replace(/<[^>]*>/g, ''))

/** An injected shortcode, named after the field that contains it. */
const probe = (field: string) => `A${field} [probe f=${field}] Z${field}`

const PROBED = {
  title: probe('title'),
  text: probe('text'),
  html: `<p>${probe('html')}</p><p><a href="https://p.example/[probe f=htmlhref]" rel="[probe f=rel]">${probe('link')}</a></p>
    <!-- wp:paragraph {"a":"[probe f=comment]"} --><p>[probe f=split<b>]</b> &#91;probe f=decimal&#93; &lbrack;probe f=named]</p>`,
  language: '[probe f=language]',
  publishedAt: '2025-01-01T00:00:00.000Z',
  author: { displayName: probe('name'), handle: 'ann', url: 'https://p.example/[probe%20f=author]' },
  media: [
    { type: 'image', url: 'https://[probe]/[probe f=image]', previewUrl: null, alt: probe('alt') },
    { type: 'video', url: 'https://v.example/[probe f=video]', previewUrl: null, embedUrl: null, alt: probe('valt') },
    { type: 'audio', url: null, previewUrl: null, embedUrl: 'https://[probe]/[probe f=frame]', alt: null },
  ],
  poll: {
    options: [
      { text: probe('option'), votes: 3 },
      { text: probe('bare'), votes: null },
    ],
  },
  repostOf: { url: 'https://p.example/[probe f=repost]', author: { displayName: probe('reposted') } },
  quoteOf: { url: 'https://p.example/[probe f=quote]', author: { displayName: null, handle: probe('quoted') } },
  link: {
    url: 'https://[probe]/?a[probe f=card]',
    title: probe('card'),
    description: probe('description'),
    siteName: probe('site'),
  },
  sensitive: null,
}
const PLAIN = ['title', 'text', 'name', 'alt', 'option', 'bare', 'reposted', 'quoted', 'card', 'description', 'site']

/** Texts with characters that WordPress interprets, and text that looks like HTML. */
const AS_WRITTEN = [
  'I <3 this. If a<b then c>d, end.',
  'Write &lt;b&gt; and &amp;nbsp; here',
  'Tom & Jerry &copy &hellip; "say" \'it\' `so` ``too``',
  '<!-- wp:latest-posts /--> <script>x</script> ]]>',
  'npm --version --- and - then ... (tm) 1920x1080',
  '- one :) ;-) 8-) :mrgreen: 8O :D',
  'Wordpress and (Wordpress',
  '{{title}} %%sitename%% [gallery] [[probe]] [/probe]',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
]

const UNSPACED = 'これは長い投稿です。今日は新しい店を開きました。'

/** Text, number of words, and expected excerpt. */
const CUTS: readonly (readonly [string, number, string])[] = [
  ['one two three', 3, 'one two three'],
  ['one two three four', 3, 'one two three…'],
  ['  one\n\ttwo\u00A0three  ', 3, 'one two three'],
  ['a <b c d', 3, 'a <b c…'],
  ['', 3, ''],
  ['x'.repeat(100), 3, `${'x'.repeat(24)}…`],
  [UNSPACED, 3, `${UNSPACED.slice(0, 12)}…`],
  ['店'.repeat(12), 3, '店'.repeat(12)],
  ['\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'.repeat(30), 3, `${'\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'.repeat(24)}…`],
  ['e\u0301'.repeat(30), 3, `${'e\u0301'.repeat(24)}…`],
  ['\u{1F600}'.repeat(30), 3, `${'\u{1F600}'.repeat(24)}…`],
  ['\u{1F1E9}\u{1F1EA}'.repeat(30), 3, `${'\u{1F1E9}\u{1F1EA}'.repeat(24)}…`],
  ['Donaudampfschifffahrtsgesellschaft kapitän', 6, 'Donaudampfschifffahrtsgesellschaft kapitän'],
  ['Donaudampfschifffahrt gesellschaftskapitän', 4, 'Donaudampfschifffahrt…'],
]

/** Attributes of a shortcode; expected references, count, layout and URL; and invalid values. */
const GIVEN: readonly (readonly [string, readonly unknown[]])[] = [
  ['sources=”sandbox:demo” count=”2”', [['sandbox:demo'], 2, 'grid', '', []]],
  ['sources=“sandbox:demo sandbox:news” count=“2”', [['sandbox:demo', 'sandbox:news'], 2, 'grid', '', []]],
  ['sources=„sandbox:demo“ layout=»List«', [['sandbox:demo'], 6, 'list', '', []]],
  ['sources="sandbox:demo” count=2', [['sandbox:demo'], 2, 'grid', '', []]],
  ['sources=&#8221;sandbox:demo&#8243; layout=&quot;single&quot;', [['sandbox:demo'], 6, 'single', '', []]],
  ['sources=\\"sandbox:demo\\"', [['sandbox:demo'], 6, 'grid', '', []]],
  ['sources="a:b, c:d,e:f;g/replies:h，i:j"', [['a:b', 'c:d', 'e:f', 'g/replies:h', 'i:j'], 6, 'grid', '', []]],
  ['sources="a:https://x.example/1,2?c=d,e:f"', [['a:https://x.example/1,2?c=d', 'e:f'], 6, 'grid', '', []]],
  ['posts="feed:tag:blog.example,1999:post-2"', [['feed:tag:blog.example,1999:post-2'], 6, 'grid', '', []]],
  ['sources="Sandbox:Demo"', [['sandbox:Demo'], 6, 'grid', '', []]],
  [
    'sources="feed:https://p.example/caf%C3%A9/?a=1&amp;b=2"',
    [['feed:https://p.example/caf%C3%A9/?a=1&b=2'], 6, 'grid', '', []],
  ],
  [
    'url="https://p.example/?a=1&amp;b=2&#038;c=3&amp;amp;d=4"',
    [[], 6, 'grid', 'https://p.example/?a=1&b=2&c=3&d=4', []],
  ],
  ['url=”https://p.example/100%25/{x}″', [[], 6, 'grid', 'https://p.example/100%25/%7Bx%7D', []]],
  ['sources="https://p.example/@u demo"', [[], 6, 'grid', '', ['https://p.example/@u', 'demo']]],
  ['url="javascript:alert(1)"', [[], 6, 'grid', '', ['javascript:alert(1)']]],
]

for (const [suite, database] of [
  ['trixie', prepareSqlite],
  ['sid', startMariadbFor],
] as const) {
  describe(`text in WordPress of ${suite}`, () => {
    let bench: Bench
    let site: Site

    before(async () => {
      bench = await startBench(suite, database)
      site = await bench.startSite({ name: 'words' })
      await site.install(makePlugin(identityOf({ name: 'Central Posts' }), bench.folder).zip, 'central-posts')
      await site.php(
        `CentralPosts\\Settings::save(['url' => '${bench.service.origin}', 'key' => '${bench.key}']); CentralPosts\\Service::account(true); return true;`,
      )
    })
    after(() => bench?.stop())

    const json = (value: unknown) =>
      `json_decode(base64_decode('${Buffer.from(JSON.stringify(value)).toString('base64')}'), true)`

    test('no injected shortcode is executed, in any field, layout or output', async () => {
      const found = await site.php<{ ran: string[]; shown: Record<string, string> }>(
        `${STORED} global $ran, $post, $wp_query, $wp_embed; $ran = []; $shown = [];
         add_shortcode('probe', function ($a) { $GLOBALS['ran'][] = $a['f'] ?? '?'; return 'RUN'; });
         add_shortcode('calm', fn() => 'calm');
         add_filter('excerpt_allowed_blocks', fn($blocks) => array_merge($blocks, ['central-posts/posts']));
         add_shortcode('row', fn($a, $content) => do_shortcode($content));
         foreach (['the_excerpt', 'widget_text', 'widget_block_content', 'the_content_feed'] as $filter) add_filter($filter, 'do_shortcode', 99);
         $word = $store('https://p.example/probed', ${json(PROBED)});
         $link = new CentralPosts\\Reference('link', '', 'https://p.example/card');
         CentralPosts\\Items::put($link, ['url' => 'https://p.example/card', 'preview' => ${json({ canonicalUrl: null, ...PROBED.link })}, 'embed' => ['html' => '<iframe src="https://[probe]/[probe f=embed]"></iframe>']], time() + 99999);
         foreach (['list', 'grid', 'single', 'link'] as $layout) {
           $attributes = $layout === 'link' ? ['mode' => 'link', 'url' => 'https://p.example/card'] : ['posts' => [$word], 'layout' => $layout];
           $written = $layout === 'link' ? '[central_posts mode=link url="https://p.example/card"]' : "[central_posts posts='$word' layout=$layout]";
           $content = $block($attributes) . "\\n[calm]\\n<!-- wp:shortcode -->[row]" . $written . '[/row]<!-- /wp:shortcode -->';
           $post = get_post(wp_insert_post(wp_slash(['post_title' => $layout, 'post_status' => 'publish', 'post_content' => $content]))); setup_postdata($post);
           $page = apply_filters('the_content', $content);
           $shown[$layout] = $page;
           foreach ([$page, do_shortcode('[calm]' . $page)] as $html) { do_shortcode('[calm]' . $html); do_blocks(do_shortcode($html)); $wp_embed->run_shortcode($html); }
           do_shortcode(do_shortcode(get_the_excerpt($post)) . '[calm]'); ob_start(); the_excerpt(); the_excerpt_rss();
           foreach (['WP_Widget_Block' => ['content' => $content], 'WP_Widget_Text' => ['text' => $content, 'filter' => true], 'WP_Widget_Custom_HTML' => ['content' => $content]] as $widget => $with) the_widget($widget, $with);
           $wp_query->is_feed = true; echo get_the_content_feed('rss2'); $wp_query->is_feed = false;
           $shown["$layout elsewhere"] = ob_get_clean();
           $shown["$layout rest"] = json_encode(rest_do_request(new WP_REST_Request('GET', "/wp/v2/posts/$post->ID"))->get_data());
           $saved = '<ul class="wp-block-central-posts-posts"><li><a href="https://p.example/[probe f=savedhref]">[probe f=saved]</a></li></ul>';
           $shown["$layout saved"] = apply_filters('the_content', '<!-- wp:central-posts/posts {"posts":["sandbox:https://p.example/none"]} -->' . $saved . '<!-- /wp:central-posts/posts -->[calm]');
         }
         return ['ran' => $ran, 'shown' => $shown];`,
        { user: 1 },
      )
      assert.deepEqual(found.ran, [])
      for (const [where, html] of Object.entries(found.shown)) {
        assert.doesNotMatch(html, /RUN|\[probe/, where)
        assert.doesNotMatch(html, /<!-- wp:paragraph/, where)
      }
      for (const field of PLAIN) assert.ok(decode(found.shown.list ?? '').includes(probe(field)), field)
      for (const field of ['html', 'link']) assert.ok(decode(found.shown.single ?? '').includes(probe(field)), field)
      assert.match(textOf(found.shown['list saved'] ?? ''), /\[probe f=saved\]/)
    })

    test('text is shown as it was written, in cards and in full posts', async () => {
      const shown = await site.php<{ card: string; whole: string; rich: string }[]>(
        `${STORED} global $wp_embed; update_option('use_smilies', 1); $shown = []; foreach (['pre_oembed_result', 'embed_maybe_make_link'] as $filter) add_filter($filter, fn() => 'EMBEDDED');
         foreach (${json(AS_WRITTEN)} as $at => $text) {
           $word = $store("https://p.example/w$at", ['text' => $text]);
           $rich = $store("https://p.example/r$at", ['text' => $text, 'html' => '<p>' . htmlspecialchars($text) . '</p>']);
           $of = function ($word, $layout) use ($block, $wp_embed) { return $wp_embed->autoembed(convert_smilies(wptexturize(apply_filters('the_content', $block(['posts' => [$word], 'layout' => $layout]))))); };
           $shown[] = ['card' => $of($word, 'list'), 'whole' => $of($word, 'single'), 'rich' => $of($rich, 'single')];
         } return $shown;`,
      )
      for (const [at, text] of AS_WRITTEN.entries()) {
        for (const [where, html] of Object.entries(shown[at] ?? {})) {
          assert.ok(textOf(html).includes(text), `${where}: ${textOf(html)}`)
        }
      }
    })

    test('a full post without HTML keeps its line breaks', async () => {
      const html = await site.php<string>(
        `${STORED} $word = $store('https://p.example/lines', ['text' => "One\\r\\ntwo\\n \\nthree ${'word '.repeat(60)}end", 'summary' => 'Short']);
         return apply_filters('the_content', $block(['posts' => [$word], 'layout' => 'single']));`,
      )
      assert.match(html, /<p>One<br>two<\/p><p>three (?:word ){60}end<\/p>/)
    })

    test('line breaks do not split characters, characters that XML forbids are removed, and URLs keep theirs', async () => {
      const found = await site.php<unknown>(
        `return [CentralPosts\\Untrusted_Text::to_paragraphs("Это хорошо\\nkażdą, مرحبا\\r\\n\\r\\nしゅう\\u{2028}Å"), CentralPosts\\Untrusted_Text::to_html("a\\u{FFFF}b\\0c\\u{FFFE}d\\u{1F600}"),
           CentralPosts\\Untrusted_Text::sanitize_html("<p>a\\u{FFFF}b</p>"), CentralPosts\\Untrusted_Text::url('https://x.example/a{b}?q={"a":1}^')];`,
      )
      assert.deepEqual(found, [
        '<p>Это хорошо<br>każdą, مرحبا</p><p>しゅう<br>Å</p>',
        'abcd😀',
        '<p>ab</p>',
        'https://x.example/a%7Bb%7D?q=%7B%22a%22:1%7D%5E',
      ])
    })

    test('an invalid time, URL or platform is left out', async () => {
      const found = await site.php<unknown>(
        `$post = ['id' => '1', 'url' => null, 'kind' => 'video', 'title' => null, 'text' => 'Words', 'html' => null, 'summary' => null, 'language' => null, 'publishedAt' => 'soon', 'sensitive' => null,
           'author' => ['displayName' => 'Somebody', 'handle' => 's', 'url' => 'javascript:alert(1)', 'avatarUrl' => null], 'link' => null, 'poll' => null, 'quote' => null, 'repost' => null, 'tags' => [],
           'media' => [['type' => 'video', 'url' => 'javascript:alert(1)', 'previewUrl' => null, 'embedUrl' => null, 'alt' => null]]];
         $html = CentralPosts\\Render_Post::post($post, 'sandbox', [], false);
         return [strpos($html, '1970'), strpos($html, '<button'), strpos($html, 'href=""'), strpos($html, 'Somebody') !== false, CentralPosts\\Reference::parse('profile', 'ſandbox:demo')];`,
      )
      assert.deepEqual(found, [false, false, false, true, null])
    })

    test('text is shortened by words, or by graphemes if it has no spaces', async () => {
      const cuts = await site.php<string[]>(
        `return array_map(fn($cut) => CentralPosts\\Untrusted_Text::excerpt($cut[0], $cut[1]), ${json(CUTS)});`,
      )
      assert.deepEqual(
        cuts,
        CUTS.map(([, , left]) => left),
      )
      const long = await site.php<number[]>(
        `$start = microtime(true); foreach ([str_repeat("e" . str_repeat("\\u{301}", 999), 500), str_repeat('[', 500000), str_repeat(' -', 250000), str_repeat('&', 500000)] as $text) { CentralPosts\\Untrusted_Text::to_html($text); CentralPosts\\Untrusted_Text::excerpt($text); CentralPosts\\Untrusted_Text::sanitize_html($text); } return [microtime(true) - $start];`,
      )
      assert.ok((long[0] ?? 0) < 10, String(long))
    })

    test('attributes are parsed as intended, and editors see a notice for invalid ones', async () => {
      const read = await site.php<unknown[]>(
        `return array_map(function ($case) { $selection = new CentralPosts\\Selection(CentralPosts\\Attributes::from_shortcode(shortcode_parse_atts($case[0])));
           return [array_map(fn($each) => $each->to_attribute(), array_merge($selection->sources, $selection->posts)), $selection->count, $selection->layout, $selection->url, $selection->unparsed]; }, ${json(GIVEN)});`,
      )
      for (const [at, [given, meant]] of GIVEN.entries()) assert.deepEqual(read[at], meant, given)
      const [notice, forVisitor] = await site.php<string[]>(
        `$notice = do_shortcode('[central_posts sources="just-a-name"]'); wp_set_current_user(0); return [$notice, do_shortcode('[central_posts sources="just-a-name"]')];`,
        { user: 1 },
      )
      assert.match(notice ?? '', /“just-a-name” is not a profile/)
      assert.equal(forVisitor, '')
    })

    test('references are fetched as selected, although WordPress filters what the author saves', async () => {
      const found = await site.php<unknown>(
        `wp_set_current_user(wp_create_user('writer', 'p', 'writer@site.example')); wp_get_current_user()->set_role('author'); kses_init();
         $attributes = ['mode' => 'link', 'url' => 'https://p.example/?a=1&b=2', 'sources' => ['feed:https://p.example/feed?a=1&b=%C3%A9'], 'posts' => ['feed:https://p.example/?p=1&q=2']];
         $subjects = fn($attributes) => array_column(array_map(fn($item) => ['subject' => $item['reference']->subject], CentralPosts\\Items::find(get_post_meta(wp_insert_post(wp_slash(['post_title' => 'k', 'post_status' => 'publish', 'post_content' => '<!-- wp:central-posts/posts ' . serialize_block_attributes($attributes) . ' /-->'])), '_central_posts_item'))), 'subject');
         return [$subjects($attributes), $subjects(['mode' => 'posts'] + $attributes)];`,
      )
      assert.deepEqual(found, [
        ['https://p.example/?a=1&b=2'],
        ['https://p.example/feed?a=1&b=%C3%A9', 'https://p.example/?p=1&q=2'],
      ])
    })

    test('the service receives the text as written, and the editor gets plain text', async () => {
      const found = await site.php<{ requests: unknown[]; text: string; words: string[] }>(
        `${STORED} $requests = []; add_filter('pre_http_request', function ($response, $args, $url) use (&$requests) {
           if (strpos($url, 'scan-profile') || strpos($url, 'load-more')) { $body = json_decode($args['body'], true); $requests[] = [$body['handle'], $body['cursor'] ?? null]; return new WP_Error('no'); }
           if (strpos($url, 'validate-link')) return ['headers' => [], 'cookies' => [], 'response' => ['code' => 200, 'message' => 'OK'], 'body' => json_encode(['ok' => true, 'data' => ['valid' => true, 'url' => 'https://new.example/', 'status' => 200,
             'preview' => ['title' => 'A <b> & one two three four five six seven eight nine ten', 'description' => null, 'imageUrl' => null, 'siteName' => null, 'author' => null, 'publishedAt' => null, 'canonicalUrl' => null, 'oembedUrl' => null]]])];
           return $response; }, 10, 3);
         $call = function ($path, $body) { $request = new WP_REST_Request('POST', "/central-posts/v1/$path"); $request->set_header('content-type', 'application/json'); $request->set_body(json_encode($body)); return rest_do_request($request)->get_data(); };
         $call('scan', ['platform' => 'sandbox', 'handle' => 'https://p.example/caf%C3%A9/feed']);
         $call('scan', ['platform' => 'sandbox', 'handle' => ' “https://p.example/?a=1&amp;b=%20” ', 'cursor' => 'a%20b<c> &amp; ']);
         $word = $store('https://p.example/?a=1&b=2', []);
         return ['requests' => array_values(array_unique($requests, SORT_REGULAR)), 'text' => $call('read', ['mode' => 'link', 'url' => 'https://new.example/'])['text'], 'words' => array_column($call('describe', ['posts' => ['sandbox:https://p.example/?a=1&amp;b=2', $word . '3']])['posts'], 'word')];`,
        { user: 1 },
      )
      assert.deepEqual(found.requests, [
        ['https://p.example/caf%C3%A9/feed', null],
        ['https://p.example/?a=1&b=%20', 'a%20b<c> &amp; '],
      ])
      assert.equal(found.text, 'A <b> & one two three four five six seven eight nine…')
      assert.deepEqual(found.words, ['sandbox:https://p.example/?a=1&amp;b=2', 'sandbox:https://p.example/?a=1&b=23'])
    })
  })
}
