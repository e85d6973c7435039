<?php
/**
 * Shows posts of Central API on any site, in PHP 7.4 and later: CentralApi\Feed\Feed::render($page, $options).
 *
 * License: MIT. Made by `npm run docs` from the WordPress kit's renderer and packages/php/feed. Do not edit.
 */

namespace CentralApi\Feed;

/**
 * Renders pages of posts as HTML. Every string of a page is untrusted. The HTML contains no script and no cookie, and is the same for
 * every visitor.
 */
final class Feed
{
    /**
     * Renders a page of posts, or the pages of several profiles in the order of time.
     *
     * @param array $page Page as `scan()` of the client returns it, or a list of pages.
     * @param array $options Layout and parts as in the WordPress kit, and:
     *   `platform` (if the page does not say it); `id` (prefix of all ids, for two feeds on one page);
     *   `more` (URL of your page with more posts, in which `{cursor}` is replaced);
     *   `image` (callable($url, $slot) that returns copies, smallest first: `url`, `width`, `height`; another URL; or null);
     *   `renderPart` (callable($name, $html, $data) that returns the HTML of a part); `buttonClass`;
     *   `words` (texts by name); `plural` (callable($count) that returns `one`, `few` … for your language);
     *   `number` (callable($number, $decimals)); `date` (callable($timestamp)); `timeZone`.
     * @return string Empty without posts.
     */
    public static function render(array $page, array $options = []): string
    {
        $pages = isset($page['body']) ? [$page] : array_values($page);
        $before = Environment::begin($options);
        try {
            $design = new Design($options);
            $id = self::id($pages, (string) ($options['id'] ?? ''), $design->layout);
            $cards = self::cards($pages, $id, $options);
            $more = self::more($pages, (string) ($options['more'] ?? ''), $id);
            $html = $cards === [] ? '' : Render_Stream::html($design, self::profiles($pages, $options), $cards, $more, $id);
            return $html === '' || $design->look === '' ? $html : "<div class=\"is-style-$design->look\">$html</div>";
        } finally {
            Environment::end($before);
        }
    }

    private static function profiles(array $pages, array $options): array
    {
        $profiles = [];
        foreach ($pages as ['body' => $body]) {
            if (isset($body['profile'])) {
                $profiles[] = [
                    'profile' => $body['profile'],
                    'platform' => self::platform($body, $options),
                    'name' => (string) ($body['handle'] ?? ''),
                    'images' => self::images(array_filter(['avatar' => $body['profile']['avatarUrl'] ?? null]), [], $options),
                ];
            }
        }
        return $profiles;
    }

    /** Each post once. The same post has the same id on every page. */
    private static function cards(array $pages, string $id, array $options): array
    {
        $cards = [];
        foreach (self::merge($pages) as [$post, $body]) {
            $platform = self::platform($body, $options);
            $own = $id . '-' . hash('crc32b', "$platform:{$post['id']}");
            $images = self::images(Post_Images::urls($post, true), $post['media'] ?? [], $options);
            $cards += [$own => ['post' => $post, 'platform' => $platform, 'images' => $images, 'id' => $own]];
        }
        return array_values($cards);
    }

    /** Posts of several profiles in the order of time. A post without a time stays behind the one before it. */
    private static function merge(array $pages): array
    {
        $all = [];
        foreach ($pages as ['body' => $body]) {
            $time = PHP_INT_MAX;
            foreach ($body['posts'] as $post) {
                $own = strtotime((string) ($post['publishedAt'] ?? ''));
                $time = $own === false ? $time : $own;
                $all[] = [$post, $body, $time, count($all)];
            }
        }
        if (count($pages) > 1) {
            // Before PHP 8, sorting is not stable.
            usort($all, static function (array $one, array $other): int {
                return [$other[2], $one[3]] <=> [$one[2], $other[3]];
            });
        }
        return $all;
    }

    /** Images in the form of class Post_Images. */
    private static function images(array $urls, array $media, array $options): array
    {
        $images = [];
        foreach ($urls as $slot => $url) {
            $found = isset($options['image']) ? $options['image']($url, $slot) : (Untrusted_Text::url($url) === '' ? null : $url);
            if (is_string($found) && $found !== '') {
                $medium = preg_match('/^m(\d)$/', $slot, $at) ? $media[$at[1]] : [];
                $size = ['width' => (int) ($medium['width'] ?? 0), 'height' => (int) ($medium['height'] ?? 0)];
                $offered = self::offered($found, $medium);
                $found = [['url' => $found, 'is_remote' => true, 'offered' => $offered] + $size];
            }
            if (is_array($found) && $found !== []) {
                $images[$slot] = ['copies' => array_values($found)];
            }
        }
        return $images;
    }

    /** What the API offers of the file itself in other widths. */
    private static function offered(string $url, array $medium): array
    {
        $offered = [];
        foreach ($url === ($medium['url'] ?? null) ? $medium['sizes'] ?? [] : [] as $width) {
            if (is_int($width)) {
                $offered[] = ['url' => "$url?w=$width", 'width' => $width];
            }
        }
        return $offered;
    }

    private static function id(array $pages, string $id, string $layout): string
    {
        $handles = [];
        foreach ($pages as ['body' => $body]) {
            $handles[] = $body['handle'] ?? '';
        }
        $own = preg_replace('/[^\w-]/', '', $id);
        return 'central-posts-' . ($own === '' ? hash('crc32b', "$layout " . implode(',', $handles)) : $own);
    }

    private static function more(array $pages, string $more, string $id): string
    {
        $cursor = count($pages) === 1 ? (string) ($pages[0]['nextCursor'] ?? '') : '';
        if ($more === '' || $cursor === '') {
            return '';
        }
        $url = str_replace('{cursor}', rawurlencode($cursor), $more);
        return strpos($url, '#') === false ? "$url#$id" : $url;
    }

    private static function platform(array $body, array $options): string
    {
        return (string) ($body['platform'] ?? $options['platform'] ?? '');
    }
}

/** Words, numbers and dates of the current call. */
final class Environment
{
    const WORDS = [
        'playVideo' => 'Play video',
        'playAudio' => 'Play audio',
        'showImage' => 'Show image',
        'loadsFrom' => 'Loads from %s, which may see your IP address',
        'pinned' => 'Pinned',
        'sensitive' => 'This post may contain sensitive content. Show post',
        'millions' => '%sM',
        'thousands' => '%sK',
        'repostedFrom' => 'Reposted from %s',
        'reposted' => 'Reposted',
        'repostedBy' => 'Reposted by %s',
        'inReplyTo' => 'In reply to %s',
        'quotes' => 'Quotes a post by %s',
        'closed' => 'Closed',
        'likes' => 'Likes',
        'comments' => 'Comments',
        'shares' => 'Reposts',
        'views' => 'Views',
        'viewOn' => 'View on %s',
        'followOn' => 'Follow on %s',
        'loadMore' => 'Load more',
        'more' => 'more',
        'less' => 'less',
        'open' => 'Open',
        'close' => 'Close',
        'previous' => 'Previous',
        'next' => 'Next',
        'previousImage' => 'Previous image',
        'nextImage' => 'Next image',
        'previousPosts' => 'Previous posts',
        'nextPosts' => 'Next posts',
        'dialog' => 'Post',
        'number' => '%1$s of %2$s',
        'added' => '%s more posts',
        'failed' => 'More posts could not be loaded. Try again.',
    ];

    const PLURAL_WORDS = [
        'items' => ['one' => '%s item', 'other' => '%s items'],
        'votes' => ['one' => '%s vote', 'other' => '%s votes'],
        'posts' => ['one' => '%s post', 'other' => '%s posts'],
        'followers' => ['one' => '%s follower', 'other' => '%s followers'],
        'following' => ['one' => '%s following', 'other' => '%s following'],
    ];

    /** @var array Options of the call. */
    private static $options = [];

    /** Begins a call. Returns what end() needs: a part may render another feed. */
    public static function begin(array $options): array
    {
        $before = self::$options;
        self::$options = $options;
        return $before;
    }

    public static function end(array $before): void
    {
        self::$options = $before;
    }

    public static function word(string $name): string
    {
        return self::$options['words'][$name] ?? self::WORDS[$name];
    }

    public static function words_for_count(string $name, int $count): string
    {
        $forms = self::$options['words'][$name] ?? self::PLURAL_WORDS[$name];
        $form = isset(self::$options['plural']) ? self::$options['plural']($count) : ($count === 1 ? 'one' : 'other');
        return $forms[$form] ?? $forms['other'];
    }

    public static function number(float $number, int $decimals = 0): string
    {
        return isset(self::$options['number']) ? self::$options['number']($number, $decimals) : number_format($number, $decimals);
    }

    public static function date(int $time): string
    {
        if (isset(self::$options['date'])) {
            return self::$options['date']($time);
        }
        try {
            $zone = new \DateTimeZone(self::$options['timeZone'] ?? 'UTC');
        } catch (\Exception $error) {
            $zone = new \DateTimeZone('UTC');
        }
        return (new \DateTimeImmutable("@$time"))->setTimezone($zone)->format('F j, Y');
    }

    public static function platform_name(string $platform): string
    {
        return ucfirst($platform);
    }

    public static function is_page(): bool
    {
        return true;
    }

    public static function button_class(): string
    {
        return trim((self::$options['buttonClass'] ?? '') . ' central-posts-button');
    }

    public static function part(string $name, string $html, array $data): string
    {
        return isset(self::$options['renderPart']) ? (string) self::$options['renderPart']($name, $html, $data) : $html;
    }
}

/** Values of options. */
final class Attributes
{
    /** @param mixed $value Raw value. */
    public static function text($value): string
    {
        return is_scalar($value) ? trim((string) $value) : '';
    }

    /** @param mixed $value A list, or a string separated by spaces or commas. @return string[] */
    public static function names($value): array
    {
        $list = is_array($value) ? $value : (array) preg_split('/[\s,]+/', self::text($value));
        return array_values(array_filter(array_map([self::class, 'text'], $list), 'strlen'));
    }

    /** Percent-encodes characters that are not valid in a URL. */
    public static function percent_encode(string $url): string
    {
        return (string) preg_replace_callback('/[\s"<>\\\\^`{}]/', static function (array $match): string {
            return rawurlencode($match[0]);
        }, $url);
    }
}

// What the renderer calls of WordPress, for sites without it.

function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
}

function esc_attr(string $text): string
{
    return esc_html($text);
}

/** Escapes a URL, which may be relative. Empty if it has another scheme than http and https. */
function esc_url(string $url): string
{
    $plain = (string) preg_replace('/[\x00-\x1F\x7F]|%0[ad]/i', '', $url);
    if (preg_match('~^[^/?#]*:~', $plain) && !preg_match('~^https?://~i', $plain)) {
        return '';
    }
    preg_match('~^((?:https?://[^/?#]*)?)(.*)$~is', $plain, $parts);
    return esc_html($parts[1] . Attributes::percent_encode(strtr($parts[2], ['[' => '%5B', ']' => '%5D'])));
}

/** @return string|false|null */
function wp_parse_url(string $url, int $component)
{
    return parse_url($url, $component);
}

function wp_json_encode($value): string
{
    return (string) json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
}

function wp_check_invalid_utf8(string $text): string
{
    return htmlspecialchars_decode(htmlspecialchars($text, ENT_NOQUOTES | ENT_SUBSTITUTE, 'UTF-8'), ENT_NOQUOTES);
}

function mb_substr(string $text, int $start, int $length): string
{
    return implode('', array_slice((array) preg_split('//u', $text, -1, PREG_SPLIT_NO_EMPTY), $start, $length));
}

function mb_strlen(string $text): int
{
    return strlen((string) preg_replace('/[\x80-\xBF]/', '', $text));
}

/** Keeps the allowed tags and, in links, their URL and `rel`. Closes what the text leaves open. */
function wp_kses(string $html, array $allowed): string
{
    $tag = '~<!--.*?(?:-->|$)|<(/?)([a-z][a-z0-9-]*)((?:\s+[^\s=<>"\'/]+(?:\s*=\s*(?:"[^"]*"|\'[^\']*\'|[^\s"\'<>]+))?)*)\s*/?>|<~is';
    $open = [];
    $close = static function (string $name) use (&$open): string {
        $at = array_keys($open, $name, true);
        return $at === [] ? '' : implode('', array_map(static function (string $each): string {
            return "</$each>";
        }, array_reverse(array_splice($open, (int) end($at)))));
    };
    $written = (string) preg_replace_callback($tag, static function (array $match) use ($allowed, $close, &$open): string {
        $name = strtolower($match[2] ?? '');
        if ($match[0] === '<') {
            return '&lt;';
        }
        if (!isset($allowed[$name])) {
            return '';
        }
        if ($match[1] === '/') {
            return $close($name);
        }
        if ($name === 'br') {
            return '<br>';
        }
        $open[] = $name;
        return $name === 'a' ? open_link($match[3] ?? '') : "<$name>";
    }, $html);
    return $written . ($open === [] ? '' : $close($open[0]));
}

/** The start tag of a link with these attributes. */
function open_link(string $attributes): string
{
    preg_match_all('~([^\s=>"\'/]+)\s*=\s*(?:"([^"]*)"|\'([^\']*)\'|([^\s"\'>]+))~', $attributes, $found, PREG_SET_ORDER);
    $values = [];
    foreach ($found as $each) {
        $value = html_entity_decode(implode('', array_slice($each, 2)), ENT_QUOTES | ENT_HTML5, 'UTF-8');
        $values += [strtolower($each[1]) => $value];
    }
    $url = Untrusted_Text::url($values['href'] ?? '');
    return '<a' . ($url === '' ? '' : " href=\"$url\"") . ' rel="' . esc_attr($values['rel'] ?? Render_Post::REL) . '">';
}

/**
 * Never throws: an invalid value is replaced with the default. A default is what the layout or the theme says.
 */
final class Design {

    const LAYOUTS = array( 'grid', 'masonry', 'list', 'carousel', 'highlight', 'justified', 'single', 'timeline' );

    /** Parts that `without` turns off. */
    const PARTS = array( 'head', 'bio', 'visit', 'author', 'date', 'text', 'counts', 'mark', 'link', 'more', 'profile', 'lightbox' );

    /** Ready-made styles; also registered as style variations of the block. */
    const LOOKS = array( 'soft', 'minimal', 'overlay', 'editorial', 'contrast' );

    const RATIOS = array( '1/1', '4/5', '3/4', '2/3', '9/16', '5/4', '4/3', '3/2', '16/9', 'original' );

    const SIZES = array(
        'gap'    => array(
            'none'   => '0',
            'small'  => '0.5rem',
            'medium' => '1.25rem',
            'large'  => '2rem',
        ),
        'corner' => array(
            'none'   => '0',
            'small'  => '4px',
            'medium' => '12px',
            'large'  => '24px',
        ),
        'shadow' => array(
            'none'   => 'none',
            'small'  => '0 1px 3px rgb(0 0 0 / 16%)',
            'medium' => '0 4px 16px rgb(0 0 0 / 14%)',
            'large'  => '0 12px 40px rgb(0 0 0 / 20%)',
        ),
    );

    const HOVERS = array( 'none', 'lift', 'zoom', 'dim' );

    const MAX_COLUMNS = 6;
    const MAX_LINES   = 40;

    /** Layouts that show full posts. */
    const WHOLE = array( 'single' );

    /** Layouts in which media open in the lightbox. */
    const WITH_LIGHTBOX = array( 'grid', 'masonry', 'list', 'carousel', 'highlight', 'justified', 'timeline' );

    /** Width of a card's image on phones, on tablets and on desktops, in layouts of one column. */
    const IMAGE_WIDTHS = array(
        'list'     => array( '100vw', '40vw', '320px' ),
        'single'   => array( '100vw', '100vw', '720px' ),
        'timeline' => array( '100vw', '100vw', '720px' ),
    );

    /** @var string One of LAYOUTS. */
    public $layout;
    /** @var int Columns on a desktop. */
    public $columns;
    /** @var int Columns on a tablet; 0 if the layout decides. */
    public $tablet;
    /** @var int Columns on a phone; 0 if the layout decides. */
    public $phone;
    /** @var string One of RATIOS, or '' for that of the layout. */
    public $ratio;
    /** @var string[] CSS values by name of SIZES; only those that were given. */
    public $sizes = array();
    /** @var string One of HOVERS, or ''. */
    public $hover;
    /** @var int Lines of text; 0 for the number of the layout. */
    public $lines;
    /** @var string[] Parts that are off. */
    public $without;
    /** @var string One of LOOKS, or ''. */
    public $look;

    /**
     * Parses the attributes.
     *
     * @param array    $attributes Raw attributes.
     * @param string[] $unparsed Values that are not valid are added here.
     */
    public function __construct( array $attributes, array &$unparsed = array() ) {
        $this->layout  = self::choice( $attributes['layout'] ?? '', self::LAYOUTS, 'grid' );
        $this->columns = self::number( $attributes['columns'] ?? 3, 1, self::MAX_COLUMNS );
        $this->tablet  = self::number( $attributes['tablet'] ?? 0, 0, self::MAX_COLUMNS );
        $this->phone   = self::number( $attributes['phone'] ?? 0, 0, self::MAX_COLUMNS );
        $this->lines   = self::number( $attributes['lines'] ?? 0, 0, self::MAX_LINES );
        $this->ratio   = self::choice( str_replace( array( ':', ' ' ), array( '/', '' ), Attributes::text( $attributes['ratio'] ?? '' ) ), self::RATIOS, '' );
        $this->hover   = self::choice( $attributes['hover'] ?? '', self::HOVERS, '' );
        foreach ( self::SIZES as $name => $values ) {
            $size = self::choice( $attributes[ $name ] ?? '', array_keys( $values ), '' );
            if ( '' !== $size ) {
                $this->sizes[ $name ] = $values[ $size ];
            }
        }
        $parts         = array_map( 'strtolower', Attributes::names( $attributes['without'] ?? array() ) );
        $this->without = array_values( array_intersect( self::PARTS, $parts ) );
        $unparsed      = array_merge( $unparsed, array_diff( $parts, self::PARTS ) );
        $this->look    = self::choice( $attributes['look'] ?? '', self::LOOKS, '' );
    }

    public function shows( string $part ): bool {
        return ! in_array( $part, $this->without, true );
    }

    public function is_whole(): bool {
        return in_array( $this->layout, self::WHOLE, true );
    }

    public function has_lightbox(): bool {
        return $this->shows( 'lightbox' ) && in_array( $this->layout, self::WITH_LIGHTBOX, true );
    }

    /** The classes of the element around head, posts and foot. */
    public function classes(): string {
        return "central-posts-stream is-$this->layout" . ( '' === $this->hover ? '' : " is-hover-$this->hover" ) . ( 'original' === $this->ratio ? ' is-original' : '' );
    }

    /** The custom properties of the same element. A default is in the stylesheet. */
    public function style(): string {
        $values = array(
            'columns'        => (string) $this->columns,
            'columns-tablet' => 0 === $this->tablet ? '' : (string) $this->tablet,
            'columns-phone'  => 0 === $this->phone ? '' : (string) $this->phone,
            'ratio'          => 'original' === $this->ratio ? '' : $this->ratio,
            'lines'          => 0 === $this->lines ? '' : (string) $this->lines,
        ) + $this->sizes;
        $style  = array();
        foreach ( array_filter( $values, 'strlen' ) as $name => $value ) {
            $style[] = "--central-posts-$name:$value";
        }
        return implode( ';', $style );
    }

    /** Number of posts in the first row of a desktop. */
    public function first_row(): int {
        return isset( self::IMAGE_WIDTHS[ $this->layout ] ) ? 1 : $this->columns;
    }

    /** The `sizes` attribute of a card's image: how wide it is in each range of widths. */
    public function image_sizes(): string {
        $phone                          = max( 1, $this->phone );
        $tablet                         = 0 === $this->tablet ? min( 2, $this->columns ) : $this->tablet;
        list( $narrow, $middle, $wide ) = self::IMAGE_WIDTHS[ $this->layout ] ?? array(
            (int) ( 100 / $phone ) . 'vw',
            (int) ( 100 / $tablet ) . 'vw',
            (int) ( 1340 / $this->columns ) . 'px',
        );
        return "(max-width: 600px) $narrow, (max-width: 1024px) $middle, $wide";
    }

    /**
     * Returns a value if it is a valid one.
     *
     * @param mixed    $value Raw value.
     * @param string[] $choices Valid values.
     */
    private static function choice( $value, array $choices, string $fallback ): string {
        $text = strtolower( Attributes::text( $value ) );
        return in_array( $text, $choices, true ) ? $text : $fallback;
    }

    /** @param mixed $value Raw value. */
    private static function number( $value, int $min, int $max ): int {
        return max( $min, min( $max, (int) Attributes::text( $value ) ) );
    }
}

/**
 * Kinds: photo, gallery, video, audio, article, link, poll and text.
 */
final class Post_Kind {

    /** A text of at most so many characters is set in large type. */
    const SHORT_TEXT = 140;

    /** Emoji and signs alone, which stand in type of several times the size. */
    const EMOJI = '/^[^\p{L}]{1,12}$/Du';

    /** Design of a post's first medium by its type. */
    const MEDIA = array(
        'image' => 'photo',
        'video' => 'video',
        'gif'   => 'video',
        'audio' => 'audio',
    );

    public static function of( array $post ): string {
        $media = $post['media'] ?? array();
        $kind  = $post['kind'] ?? '';
        if ( null !== ( $post['poll'] ?? null ) ) {
            return 'poll';
        }
        if ( 'article' === $kind ) {
            return 'article';
        }
        if ( count( $media ) > 1 ) {
            return 'gallery';
        }
        if ( 1 === count( $media ) ) {
            return self::MEDIA[ $media[0]['type'] ?? '' ] ?? 'photo';
        }
        if ( null !== ( $post['link'] ?? null ) ) {
            return 'link';
        }
        return null === ( $post['title'] ?? null ) ? 'text' : 'article';
    }

    /** Whether the post is little but a short text. */
    public static function is_short( array $post ): bool {
        $text = (string) ( $post['text'] ?? $post['summary'] ?? '' );
        return 'text' === self::of( $post ) && null === ( $post['quoteOf'] ?? null ) && mb_strlen( $text ) <= self::SHORT_TEXT;
    }

    /** Whether the text of a short post is emoji alone. */
    public static function is_emoji( array $post ): bool {
        return self::is_short( $post ) && 1 === preg_match( self::EMOJI, (string) ( $post['text'] ?? $post['summary'] ?? '' ) );
    }
}

/**
 * Images to show are, by slot: `copies` (smallest first: `url`, `width`, `height`; `is_remote` if another server has it,
 * with `offered`: what that has in other widths) and
 * `is_still` (whether the original is animated and the copies are not).
 */
final class Post_Images {

    const MAX_MEDIA = 4;

    /**
     * URLs of the images of a post.
     *
     * @param array $post Post.
     * @param bool  $has_author Whether the image of its own author is among them. That of a reposted author always is.
     * @return array<string, string> Slot => URL.
     */
    public static function urls( array $post, bool $has_author ): array {
        $slots = array();
        foreach ( array_slice( $post['media'] ?? array(), 0, self::MAX_MEDIA ) as $index => $medium ) {
            $slots[ "m$index" ] = 'image' === $medium['type'] ? ( $medium['url'] ?? $medium['previewUrl'] ) : $medium['previewUrl'];
        }
        $slots['card']   = $post['link']['imageUrl'] ?? null;
        $author          = $post['repostOf']['author'] ?? ( $has_author ? $post['author'] ?? null : null );
        $slots['avatar'] = $author['avatarUrl'] ?? null;
        return array_filter( $slots );
    }

    /**
     * Copies of an image.
     *
     * @param array  $images Images to show, by slot.
     * @param string $slot Slot.
     * @return array[]
     */
    public static function copies( array $images, string $slot ): array {
        return $images[ $slot ]['copies'] ?? array();
    }
}

/**
 * Every returned string is safe HTML.
 */
final class Glyphs {

    /** Paths in a square of 24, drawn as lines. */
    const LINES = array(
        'likes'    => 'M12 20s-8-5-8-10a4.2 4.2 0 0 1 8-2 4.2 4.2 0 0 1 8 2c0 5-8 10-8 10z',
        'comments' => 'M5 20v-5a7 7 0 1 1 4 4z',
        'shares'   => 'M5 12V9q0-2 2-2h11m-3-3 3 3-3 3m4 2v3q0 2-2 2H6m3 3-3-3 3-3',
        'views'    => 'M3 12c4-8 14-8 18 0-4 8-14 8-18 0zm9-3a3 3 0 1 0 .1 0z',
        'reply'    => 'M9 7 4 12l5 5m-5-5h10a6 6 0 0 1 6 6',
        'gallery'  => 'M8 8h12v12H8zM4 16V4h12',
        'image'    => 'M4 5h16v14H4zm0 11 4.5-4.5L13 16l3-3 4 4M15.5 9.5h.01',
        'link'     => 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1m2 4a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
        'audio'    => 'M5 10v4m3.5-7v10M12 4v16m3.5-13v10m3.5-7v4',
        'quote'    => 'M10 8q-4 1-4 5v4h4v-4H6m13-5q-4 1-4 5v4h4v-4h-4',
        'pin'      => 'm9 4 6 0-1 6 3 3H7l3-3zm3 9v7',
        'outward'  => 'M8 16 16.5 7.5M9 7.5h7.5V15',
    );

    const PLAY = 'M8.5 5v14l11-7z';

    /** Short name, letters and hue of each platform whose long name does not fit a card. */
    const PLATFORMS = array(
        'applepodcasts' => array( 'Apple Podcasts', 'P', 285 ),
        'bluesky'       => array( 'Bluesky', 'b', 210 ),
        'codepen'       => array( 'CodePen', 'C', 0 ),
        'dailymotion'   => array( 'Dailymotion', 'd', 220 ),
        'devto'         => array( 'DEV', 'D', 0 ),
        'discourse'     => array( 'Discourse', 'Di', 200 ),
        'facebook'      => array( 'Facebook', 'F', 220 ),
        'flickr'        => array( 'Flickr', 'fl', 325 ),
        'ghost'         => array( 'Ghost', 'G', 200 ),
        'github'        => array( 'GitHub', 'gh', 250 ),
        'hackernews'    => array( 'Hacker News', 'hn', 24 ),
        'instagram'     => array( 'Instagram', 'In', 330 ),
        'lemmy'         => array( 'Lemmy', 'L', 150 ),
        'linkedin'      => array( 'LinkedIn', 'li', 208 ),
        'mastodon'      => array( 'Mastodon', 'M', 250 ),
        'medium'        => array( 'Medium', 'Me', 150 ),
        'misskey'       => array( 'Misskey', 'Mi', 90 ),
        'mixcloud'      => array( 'Mixcloud', 'Mx', 245 ),
        'odysee'        => array( 'Odysee', 'O', 340 ),
        'peertube'      => array( 'PeerTube', 'pt', 24 ),
        'pinterest'     => array( 'Pinterest', 'Pi', 352 ),
        'reddit'        => array( 'Reddit', 'R', 16 ),
        'rumble'        => array( 'Rumble', 'Ru', 95 ),
        'soundcloud'    => array( 'SoundCloud', 'S', 22 ),
        'spotify'       => array( 'Spotify', 'Sp', 141 ),
        'stackexchange' => array( 'Stack Exchange', 'SE', 208 ),
        'substack'      => array( 'Substack', 'Su', 24 ),
        'telegram'      => array( 'Telegram', 'T', 200 ),
        'threads'       => array( 'Threads', 'Th', 260 ),
        'tiktok'        => array( 'TikTok', 'Ti', 345 ),
        'tumblr'        => array( 'Tumblr', 't', 215 ),
        'twitch'        => array( 'Twitch', 'Tw', 264 ),
        'vimeo'         => array( 'Vimeo', 'V', 195 ),
        'wordpress'     => array( 'WordPress', 'W', 200 ),
        'x'             => array( 'X', 'X', 0 ),
        'youtube'       => array( 'YouTube', 'Yt', 0 ),
    );

    /** A symbol, hidden from screen readers. */
    public static function symbol( string $name ): string {
        return '<svg class="central-posts-glyph" viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="' . self::LINES[ $name ] . '"/></svg>';
    }

    /** The play mark. */
    public static function play(): string {
        return '<svg class="central-posts-playmark" viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true"><path d="' . self::PLAY . '"/></svg>';
    }

    /** Name of a platform in a card: without “and compatible servers”, which belongs into settings. */
    public static function platform_name( string $platform ): string {
        return self::PLATFORMS[ $platform ][0] ?? Environment::platform_name( $platform );
    }

    /** A platform's mark: letters on a tile in a color of its own. */
    public static function mark( string $platform ): string {
        $name = self::platform_name( $platform );
        $hue  = self::PLATFORMS[ $platform ][2] ?? crc32( $platform ) % 360;
        $text = self::PLATFORMS[ $platform ][1] ?? strtoupper( mb_substr( $name, 0, 1 ) );
        $sign = 'rss' === $platform
            ? '<path d="M6.5 17.5h.01M6.5 12a5.5 5.5 0 0 1 5.5 5.5M6.5 7A10.5 10.5 0 0 1 17 17.5" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/>'
            : '<text x="12" y="12" dy="0.355em" text-anchor="middle" font-size="' . ( strlen( $text ) > 1 ? 11 : 14 ) . '" font-weight="700" fill="#fff">' . Untrusted_Text::to_html( $text ) . '</text>';
        return '<svg class="central-posts-mark" viewBox="0 0 24 24" width="20" height="20" role="img" aria-label="' . Untrusted_Text::to_html( $name ) . '">'
            . '<rect width="24" height="24" rx="7" fill="hsl(' . (int) $hue . ' 45% 38%)"/>' . $sign . '</svg>';
    }
}

/**
 * Handles plain text, rich text and URLs. WordPress filters run over the output of a block: without this escaping they would
 * execute shortcodes, load embeds and replace characters.
 */
final class Untrusted_Text {

    /** Length of the text in a card, in words. */
    const EXCERPT_WORDS = 40;

    /** Width of an excerpt per word. A character of a script without spaces counts two columns. */
    const COLUMNS_PER_WORD = 8;

    /** Scripts that do not put spaces between words. */
    const UNSPACED = '\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}';

    /** A grapheme cluster: a flag, or a letter or emoji with its combining marks and joined parts. PCRE's \X matches a row of emoji as one. */
    const GRAPHEME = '/[\x{1F1E6}-\x{1F1FF}]{2}|.(?:[\p{M}\x{1F3FB}-\x{1F3FF}\x{E0020}-\x{E007F}]|\x{200D}.)*/su';

    /** do_shortcode() decodes the decimal entities of brackets, but not the hexadecimal ones. */
    const BRACKET_ENTITIES = array(
        '[' => '&#x5b;',
        ']' => '&#x5d;',
    );

    /**
     * Characters that WordPress interprets in a rendered page: brackets (shortcodes), `://` (autoembed), smilies, punctuation that
     * wptexturize() replaces, and the misspelled name that capital_P_dangit() corrects. None of them is part of an entity.
     */
    const WORDPRESS_SYNTAX = '~[\[\]`"\']|:(?=//)|(?<!\S):(?=\S)|(?<!\S);(?=\S)|(?<!\S)8(?=[-O)])|-(?=-)|(?<=-)-|(?<!\S)-(?!\S)|\.(?=\.\.)|(?<=\d)x(?=\d)|\((?=tm\))|(?<=W)o(?=rdpress)~';

    /** Tags allowed in rich text. Images and frames are not, because they would load from other servers. */
    const ALLOWED_TAGS = array(
        'p'          => array(),
        'br'         => array(),
        'a'          => array(
            'href' => true,
            'rel'  => true,
        ),
        'strong'     => array(),
        'b'          => array(),
        'em'         => array(),
        'i'          => array(),
        'ul'         => array(),
        'ol'         => array(),
        'li'         => array(),
        'blockquote' => array(),
        'pre'        => array(),
        'code'       => array(),
    );

    /** A line break, in bytes: outside UTF-8 mode PCRE takes the second byte of some letters for one. */
    const LINE_END = '(?:\r\n|[\n\r\x0B\x0C]|\xC2\x85|\xE2\x80[\xA8\xA9])';

    /** Not allowed in XML 1.0 (https://www.w3.org/TR/xml/#charsets): one such character makes a whole feed invalid. */
    const INVALID_IN_XML = '/[\x00-\x08\x0B\x0C\x0E-\x1F]|\xEF\xBF[\xBE\xBF]/';

    /** Escapes plain text for an element or a double-quoted attribute. Text that looks like an entity stays text. */
    public static function to_html( string $text ): string {
        $text = (string) preg_replace( self::INVALID_IN_XML, '', $text );
        return self::escape_wordpress_syntax( htmlspecialchars( $text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8' ) );
    }

    /** Escapes plain text and keeps its paragraphs and line breaks. */
    public static function to_paragraphs( string $text ): string {
        $html = '';
        foreach ( (array) preg_split( '/' . self::LINE_END . '\s*' . self::LINE_END . '/', trim( $text ) ) as $paragraph ) {
            $html .= '<p>' . preg_replace( '/' . self::LINE_END . '/', '<br>', self::to_html( trim( $paragraph ) ) ) . '</p>';
        }
        return $html;
    }

    /** Sanitizes rich text. Removes comments, which WordPress would parse as blocks in a template. */
    public static function sanitize_html( string $html ): string {
        $html  = wp_kses( (string) preg_replace( array( '/<!--.*?(?:-->|$)/s', self::INVALID_IN_XML ), '', $html ), self::ALLOWED_TAGS, array( 'http', 'https' ) );
        $parts = (array) preg_split( '/(<[^>]*>)/', $html, -1, PREG_SPLIT_DELIM_CAPTURE );
        foreach ( $parts as $index => $part ) {
            $parts[ $index ] = 0 === $index % 2 ? self::escape_wordpress_syntax( $part ) : self::escape_brackets( $part );
        }
        return implode( '', $parts );
    }

    /** Escapes a URL for an attribute. Returns an empty string if it is not an http(s) URL. */
    public static function url( string $url ): string {
        return preg_match( '~^https?://~i', $url ) ? self::escape_brackets( esc_url( Attributes::percent_encode( $url ), array( 'http', 'https' ) ) ) : '';
    }

    /** Inserts a value into a sentence. Unlike sprintf(), it accepts every translation. */
    public static function fill( string $sentence, string $value ): string {
        return strtr(
            $sentence,
            array(
                '%s'   => $value,
                '%1$s' => $value,
            )
        );
    }

    /** Escapes brackets in HTML, so that do_shortcode() finds no shortcode. */
    public static function escape_brackets( string $html ): string {
        return strtr( $html, self::BRACKET_ENTITIES );
    }

    /**
     * Shortens plain text to one line of at most so many words, or an equal width in scripts without spaces.
     *
     * @param string $text Plain text.
     * @param int    $max_words Words.
     * @return string Plain text, with `…` if it was shortened.
     */
    public static function excerpt( string $text, int $max_words = self::EXCERPT_WORDS ): string {
        $text   = trim( (string) preg_replace( '/[\s\p{Z}]+/u', ' ', wp_check_invalid_utf8( $text, true ) ) );
        $words  = explode( ' ', $text, $max_words + 1 );
        $result = self::truncate( implode( ' ', array_slice( $words, 0, $max_words ) ), $max_words * self::COLUMNS_PER_WORD );
        return strlen( $result ) < strlen( $text ) ? rtrim( $result ) . '…' : $result;
    }

    /**
     * Shortens plain text to at most so many words, and keeps its line breaks.
     *
     * @param string $text Plain text.
     * @param int    $max_words Words.
     * @return string Plain text, with `…` if it was shortened.
     */
    public static function beginning( string $text, int $max_words ): string {
        $text = trim( wp_check_invalid_utf8( $text, true ) );
        preg_match( '/^(?:[\s\p{Z}]*+[^\s\p{Z}]++){0,' . $max_words . '}+/u', $text, $words );
        $result = self::truncate( $words[0] ?? '', $max_words * self::COLUMNS_PER_WORD );
        return strlen( $result ) < strlen( $text ) ? rtrim( $result ) . '…' : $result;
    }

    /** Cuts text to a width, at a word boundary if one is near, and never inside a grapheme. */
    private static function truncate( string $text, int $columns ): string {
        if ( strlen( $text ) <= $columns ) {
            return $text;
        }
        // Limits the work: a grapheme can have many code points, but has few on average.
        preg_match( '/^.{0,' . 8 * $columns . '}/su', $text, $start );
        preg_match_all( self::GRAPHEME, $start[0], $graphemes );
        if ( strlen( $start[0] ) < strlen( $text ) ) {
            array_pop( $graphemes[0] );
        }
        $result = '';
        foreach ( $graphemes[0] as $grapheme ) {
            $columns -= preg_match( '/^[' . self::UNSPACED . ']/u', $grapheme ) ? 2 : 1;
            if ( $columns < 0 ) {
                return (string) preg_replace( '/(?<=\S) \S{0,30}$/u', '', $result );
            }
            $result .= $grapheme;
        }
        return $result;
    }

    /** Replaces characters that WordPress interprets with entities, in text that is HTML already. */
    private static function escape_wordpress_syntax( string $html ): string {
        return (string) preg_replace_callback(
            self::WORDPRESS_SYNTAX,
            static function ( array $match ): string {
                return '&#x' . dechex( ord( $match[0] ) ) . ';';
            },
            $html
        );
    }
}

/**
 * On these platforms, such codes are emoji. In posts of others they may be code.
 */
final class Emoji_Codes {

    const PLATFORMS = array( 'mastodon', 'misskey', 'lemmy' );

    /** A short code, with the name of its server where Misskey adds it. Times and parts of URLs are none. */
    const CODE = '/(?<![A-Za-z0-9_:\/]):(?=[0-9_+-]{0,64}[a-z])([A-Za-z0-9_+-]{2,64})(?:@[A-Za-z0-9_.-]{1,100})?:(?![A-Za-z0-9_:])/i';

    /** A text with the names of emoji, without their colons: nothing that somebody wrote disappears. */
    public static function named( string $text, string $platform ): string {
        return in_array( $platform, self::PLATFORMS, true ) ? (string) preg_replace( self::CODE, '$1', $text ) : $text;
    }

    /** The same for what stands between tags. */
    public static function named_in_html( string $html, string $platform ): string {
        return (string) preg_replace_callback(
            '/[^<>]+(?=<|$)/D',
            static function ( array $part ) use ( $platform ): string {
                return self::named( $part[0], $platform );
            },
            $html
        );
    }

    /** The name of a person without emoji, unless it has nothing else. */
    public static function without( string $name ): string {
        $rest = trim( (string) preg_replace( array( self::CODE, '/ {2,}/' ), array( '', ' ' ), $name ) );
        return '' === $rest ? (string) preg_replace( self::CODE, '$1', $name ) : $rest;
    }
}

/**
 * Every medium stands in a frame whose proportions are known before it loads, so that nothing on the page moves.
 */
final class Render_Media {

    /** Proportions of a frame whose medium has none. */
    const FALLBACK_RATIO = '16/9';

    /** When an image loads. `first`: before all others; `row`: at once, as it stands in the first row; `lazy`: when a visitor comes near it. */
    const LOADING = array(
        'first' => 'eager" fetchpriority="high',
        'row'   => 'eager',
        'lazy'  => 'lazy',
    );

    /** Widest and tallest proportions of a frame that follows its medium. */
    const MAX_RATIO = 2.4;
    const WIDEST    = '12/5';
    const MIN_RATIO = 0.5;
    const TALLEST   = '1/2';

    const DEFAULT_SIZES = '(max-width: 600px) 100vw, 400px';

    /**
     * Renders the media of a post.
     *
     * @param array    $post Post.
     * @param array    $images Its images, by slot.
     * @param int      $max Number of media to show.
     * @param string   $sizes The `sizes` attribute of images.
     * @param string   $loading When the first image loads: a key of LOADING.
     */
    public static function of_post( array $post, array $images, int $max, string $sizes, string $loading = 'lazy' ): string {
        $frames = array();
        foreach ( array_slice( $post['media'], 0, $max, true ) as $index => $item ) {
            $frame = self::frame( $item, $images, "m$index", $sizes, 0 === $index ? $loading : 'lazy' );
            if ( '' !== $frame ) {
                $frames[] = $frame;
            }
        }
        $cover = Post_Images::copies( $images, 'card' );
        if ( array() === $frames && null !== $post['link'] && array() !== $cover ) {
            $frames[] = self::in_frame( self::image( $cover, '', $sizes, $loading ), self::natural_ratio( $cover, array() ) );
        }
        if ( array() === $frames ) {
            return '';
        }
        $count = count( $post['media'] );
        preg_match( '/ style="[^"]*"/', $frames[0], $ratio );
        if ( 1 === count( $frames ) ) {
            return '<div class="central-posts-media"' . $ratio[0] . '>' . $frames[0] . '</div>';
        }
        $label = Untrusted_Text::fill( Environment::words_for_count( 'items', $count ), Environment::number( $count ) );
        return '<div class="central-posts-media is-gallery"' . $ratio[0] . '><div class="central-posts-slides" role="group" tabindex="0" aria-label="' . esc_attr( $label ) . '">' . implode( '', $frames ) . '</div>'
            . '<span class="central-posts-number" aria-hidden="true">' . Glyphs::symbol( 'gallery' ) . '<span>' . esc_html( Environment::number( $count ) ) . '</span></span></div>';
    }

    /**
     * Renders a player that loads on click.
     *
     * @param string  $src URL of a frame or a file.
     * @param bool    $is_frame Whether the URL is a page with a player, not a media file.
     * @param bool    $is_audio Whether the media is audio.
     * @param array[] $copies Copies of the preview image.
     * @param string  $alt Alternative text of the preview image.
     * @param array   $more `ratio` of the frame, `duration` in seconds, `sizes` and `loading` of the image.
     */
    public static function player( string $src, bool $is_frame, bool $is_audio, array $copies, string $alt = '', array $more = array() ): string {
        $play     = Environment::word( $is_audio ? 'playAudio' : 'playVideo' );
        $file     = $is_audio ? 'audio' : 'video';
        $duration = self::duration( $more['duration'] ?? null );
        $preview  = array() === $copies ? self::blank( $is_audio ? 'audio' : '' ) : self::image( $copies, $alt, $more['sizes'] ?? self::DEFAULT_SIZES, $more['loading'] ?? 'lazy' );
        return self::in_frame(
            $preview . self::load_button( $src, $is_frame ? 'frame' : $file, $play ) . $duration,
            $more['ratio'] ?? self::natural_ratio( $copies, array() ),
            'central-posts-player' . ( $is_audio ? ' is-audio' : '' )
        );
    }

    /**
     * Renders an image in responsive widths. The width of a lazy one is known when it loads. Another server does not get the URL of the page.
     *
     * @param array[] $copies Copies of the image.
     * @param string  $alt Alternative text.
     * @param string  $sizes The `sizes` attribute.
     * @param string  $loading A key of LOADING.
     */
    public static function image( array $copies, string $alt, string $sizes = self::DEFAULT_SIZES, string $loading = 'lazy' ): string {
        if ( array() === $copies ) {
            return '';
        }
        $last = end( $copies );
        $set  = array();
        foreach ( empty( $last['is_remote'] ) ? $copies : ( $last['offered'] ?? array() ) as $copy ) {
            $set[] = esc_url( $copy['url'] ) . ' ' . (int) $copy['width'] . 'w';
        }
        return '<img class="central-posts-picture" src="' . esc_url( $copies[0]['url'] ) . '"'
            . ( array() === $set ? '' : ' srcset="' . implode( ', ', $set ) . '" sizes="' . ( 'lazy' === $loading ? 'auto, ' : '' ) . esc_attr( $sizes ) . '"' )
            . ( empty( $last['is_remote'] ) ? '' : ' referrerpolicy="no-referrer"' )
            . ( $last['width'] > 0 && $last['height'] > 0 ? ' width="' . (int) $last['width'] . '" height="' . (int) $last['height'] . '"' : '' )
            . ' alt="' . Untrusted_Text::to_html( $alt ) . '" loading="' . self::LOADING[ $loading ] . '" decoding="async">';
    }

    private static function frame( array $item, array $images, string $slot, string $sizes, string $loading ): string {
        $copies = Post_Images::copies( $images, $slot );
        $alt    = (string) ( $item['alt'] ?? '' );
        $ratio  = self::natural_ratio( $copies, $item );
        if ( 'image' !== $item['type'] ) {
            return self::moving_frame( $item, $copies, $alt, $ratio, $sizes, $loading );
        }
        if ( array() !== $copies ) {
            $still = empty( $images[ $slot ]['is_still'] ) ? '' : '<p class="central-posts-still">' . esc_html( Environment::word( 'animated' ) ) . '</p>';
            return self::in_frame( self::image( $copies, $alt, $sizes, $loading ) . $still, $ratio );
        }
        $button = self::load_button( (string) ( $item['url'] ?? $item['previewUrl'] ), 'image', Environment::word( 'showImage' ), $alt );
        return '' === $button ? '' : self::in_frame( self::blank( 'image' ) . $button, $ratio, 'central-posts-player' );
    }

    private static function moving_frame( array $item, array $copies, string $alt, string $ratio, string $sizes, string $loading ): string {
        $embed = $item['embedUrl'] ?? null;
        $src   = $embed ?? $item['url'];
        $more  = array(
            'ratio'    => $ratio,
            'duration' => $item['durationSeconds'] ?? null,
            'sizes'    => $sizes,
            'loading'  => $loading,
        );
        if ( null !== $src ) {
            return self::player( $src, null !== $embed, 'audio' === $item['type'], $copies, $alt, $more );
        }
        return array() === $copies ? '' : self::in_frame( self::image( $copies, $alt, $sizes, $loading ) . '<span class="central-posts-badge" aria-hidden="true">' . Glyphs::play() . '</span>' . self::duration( $more['duration'] ), $ratio );
    }

    private static function in_frame( string $html, string $ratio, string $classes = '' ): string {
        return '<div class="' . trim( "central-posts-frame $classes" ) . '" style="--central-posts-natural:' . esc_attr( $ratio ) . '">' . $html . '</div>';
    }

    /** What stands in a frame without an image. */
    private static function blank( string $glyph ): string {
        return '<span class="central-posts-blank" aria-hidden="true">' . ( '' === $glyph ? '' : Glyphs::symbol( $glyph ) ) . '</span>';
    }

    /** A button that a script shows, where scripts run. */
    private static function load_button( string $src, string $kind, string $label, string $alt = '' ): string {
        $escaped_url = Untrusted_Text::url( $src );
        if ( '' === $escaped_url || ! Environment::is_page() ) {
            return '';
        }
        $host    = (string) wp_parse_url( $src, PHP_URL_HOST );
        $warning = Untrusted_Text::fill( Environment::word( 'loadsFrom' ), $host );
        $mark    = 'image' === $kind ? '' : '<span class="central-posts-badge">' . Glyphs::play() . '</span>';
        return '<button type="button" hidden class="central-posts-load" data-kind="' . esc_attr( $kind ) . '" data-src="' . $escaped_url . '" data-alt="' . Untrusted_Text::to_html( $alt ) . '">'
            . $mark . '<span class="central-posts-verb">' . esc_html( $label ) . '</span> <span class="central-posts-loads"><span>(</span>' . Untrusted_Text::to_html( $warning ) . '<span>)</span></span></button>';
    }

    /** @param mixed $seconds Seconds. */
    private static function duration( $seconds ): string {
        if ( ! is_numeric( $seconds ) || $seconds < 1 ) {
            return '';
        }
        $seconds = (int) round( $seconds );
        $parts   = $seconds < 3600 ? gmdate( 'i:s', $seconds ) : (int) ( $seconds / 3600 ) . gmdate( ':i:s', $seconds );
        return '<span class="central-posts-duration">' . esc_html( preg_replace( '/^0(?=\d:)/', '', $parts ) ) . '</span>';
    }

    /** Proportions of a medium, as CSS writes them: of its copies, or of its own numbers. */
    private static function natural_ratio( array $copies, array $item ): string {
        $last   = array() === $copies ? $item : end( $copies );
        $width  = (int) ( $last['width'] ?? 0 );
        $height = (int) ( $last['height'] ?? 0 );
        if ( $width < 1 || $height < 1 ) {
            return self::FALLBACK_RATIO;
        }
        $ratio = $width / $height;
        if ( $ratio > self::MAX_RATIO || $ratio < self::MIN_RATIO ) {
            return $ratio > 1 ? self::WIDEST : self::TALLEST;
        }
        return "$width/$height";
    }
}

/**
 * The HTML is the same for every visitor, so that every page cache can store it. A card links its post once.
 */
final class Render_Post {

    const REL = 'nofollow ugc noopener';

    /** Words of a text that a card has in its HTML. The stylesheet shows fewer lines, until a visitor asks for more. */
    const CARD_WORDS = 160;

    /** Defaults for fields that a stored post lacks. */
    const DEFAULTS = array(
        'title'       => null,
        'summary'     => null,
        'text'        => null,
        'html'        => null,
        'language'    => null,
        'publishedAt' => null,
        'media'       => array(),
        'link'        => null,
        'sensitive'   => null,
        'repostOf'    => null,
        'quoteOf'     => null,
        'replyTo'     => null,
        'metrics'     => array(),
    );

    /**
     * Renders a post.
     *
     * @param array       $post Normalized post.
     * @param string      $platform Id of its platform.
     * @param array       $images Its images, by slot: see class Post_Images.
     * @param bool        $is_whole Whether to show the full text and all media, or the beginning.
     * @param Design|null $design Parts to show; null for all.
     * @param array[]     $avatar Copies of the image of its author.
     * @param string      $id Id of its element; '' for none.
     * @param string      $loading When its first image loads: see class Render_Media.
     */
    public static function post( array $post, string $platform, array $images, bool $is_whole, ?Design $design = null, array $avatar = array(), string $id = '', string $loading = 'lazy' ): string {
        $post  += self::DEFAULTS;
        $design = $design ?? new Design( array( 'layout' => $is_whole ? 'single' : 'list' ) );
        $data   = array(
            'post'     => $post,
            'platform' => $platform,
            'kind'     => Post_Kind::of( $post ),
            'layout'   => $design->layout,
            'is_whole' => $is_whole,
            'images'   => $images,
        );
        $kind   = $data['kind'];
        $media  = Environment::part( 'media', self::media( $post, $images, $kind, $is_whole, $design, $loading ), $data );
        $parts  = array(
            'reposted' => self::repost( $post ),
            'reply'    => self::reply( $post ),
            'pinned'   => true === ( $post['pinned'] ?? null ) ? self::about( 'pin', esc_html( Environment::word( 'pinned' ) ) ) : '',
            'byline'   => self::byline( $post, $platform, $design, array() === $avatar ? Post_Images::copies( $images, 'avatar' ) : $avatar ),
            'title'    => self::title( $post ),
            'text'     => $design->shows( 'text' ) || 'text' === $kind ? self::text( $post, $platform, $is_whole ) : '',
            'poll'     => self::poll( $post['poll'] ?? null, $platform ),
            'quote'    => self::quote( $post ),
            'link'     => null === $post['link'] ? '' : self::card( $post['link'], 'link' === $kind && '' !== $media ? array() : Post_Images::copies( $images, 'card' ), true ),
            'end'      => self::foot( $post, $platform, $design ),
        );
        foreach ( $parts as $name => $html ) {
            $parts[ $name ] = Environment::part( $name, $html, $data );
        }
        $inner = $media . '<div class="central-posts-body">' . implode( '', $parts ) . '</div>';
        $inner = Environment::part( 'card', $inner, $data + array( 'parts' => array( 'media' => $media ) + $parts ) );
        if ( true === $post['sensitive'] ) {
            $inner = '<details class="central-posts-covered"><summary>' . esc_html( Environment::word( 'sensitive' ) ) . '</summary>' . $inner . '</details>';
        }
        $classes = "central-posts-post is-$kind" . ( '' === $media ? ' is-plain' : '' ) . ( Post_Kind::is_short( $post ) ? ' is-short' : '' ) . ( Post_Kind::is_emoji( $post ) ? ' is-emoji' : '' );
        return '<article' . ( '' === $id ? '' : ' id="' . esc_attr( $id ) . '"' ) . ' class="' . $classes . '">' . $inner . '</article>';
    }

    /**
     * Renders the link card of a page.
     *
     * @param array   $link `url`, `title`, `description`; optionally `siteName`.
     * @param array[] $copies Copies of its image.
     * @param bool    $is_inside Whether it is a part of a post.
     */
    public static function card( array $link, array $copies, bool $is_inside = false ): string {
        $host  = (string) preg_replace( '/^www\./', '', (string) wp_parse_url( $link['url'], PHP_URL_HOST ) );
        $about = $link['description'] ?? null;
        $glyph = $is_inside && array() === $copies ? '<span class="central-posts-card-glyph">' . Glyphs::symbol( 'link' ) . '</span>' : '';
        return '<div class="central-posts-card' . ( $is_inside ? ' is-inside' : '' ) . '">'
            . ( array() === $copies ? $glyph : '<div class="central-posts-card-image">' . Render_Media::image( $copies, '' ) . '</div>' )
            . '<div class="central-posts-card-text"><p class="central-posts-title">' . self::link( $link['url'], $link['title'] ?? $host ) . '</p>'
            . ( null === $about ? '' : '<p class="central-posts-card-about">' . Untrusted_Text::to_html( Untrusted_Text::excerpt( $about ) ) . '</p>' )
            . '<p class="central-posts-site">' . Untrusted_Text::to_html( $link['siteName'] ?? $host ) . '</p></div></div>';
    }

    /** Renders a link that passes on neither the opener nor search rank. */
    public static function link( string $url, string $text ): string {
        $escaped_url = Untrusted_Text::url( $url );
        if ( '' === $escaped_url ) {
            return Untrusted_Text::to_html( $text );
        }
        return '<a href="' . $escaped_url . '" rel="' . self::REL . '">' . Untrusted_Text::to_html( $text ) . '</a>';
    }

    /**
     * Renders an image of a person, or the first letter of their name on a color that follows from it.
     *
     * @param string  $name Name.
     * @param array[] $copies Copies of the image.
     */
    public static function avatar( string $name, array $copies ): string {
        if ( array() !== $copies ) {
            return '<span class="central-posts-avatar"><img src="' . esc_url( $copies[0]['url'] ) . '" width="48" height="48" alt=""' . ( empty( $copies[0]['is_remote'] ) ? '' : ' referrerpolicy="no-referrer"' ) . ' loading="lazy" decoding="async"></span>';
        }
        preg_match( Untrusted_Text::GRAPHEME, ltrim( wp_check_invalid_utf8( $name, true ), " \t\n@#." ), $first );
        return '<span class="central-posts-avatar" aria-hidden="true" style="--central-posts-hue:' . crc32( $name ) % 360 . '">' . Untrusted_Text::to_html( mb_substr( $first[0] ?? '', 0, 8 ) ) . '</span>';
    }

    /** A count in few characters: 950, 1.2K, 12K, 4.1M. Cut, and not rounded: 999,999 is no million. */
    public static function count( int $number ): string {
        if ( $number < 1000 ) {
            return Environment::number( $number );
        }
        $unit   = $number < 1000000 ? 1000 : 1000000;
        $parts  = $number < 100 * $unit ? 10 : 1;
        $tenths = (int) floor( $number * $parts / $unit );
        $shown  = Environment::number( $tenths / $parts, 0 === $tenths % $parts ? 0 : 1 );
        return Untrusted_Text::fill( Environment::word( 1000 === $unit ? 'thousands' : 'millions' ), $shown );
    }

    private static function media( array $post, array $images, string $kind, bool $is_whole, Design $design, string $loading ): string {
        $max = $is_whole || 'gallery' === $kind ? Post_Images::MAX_MEDIA : 1;
        return Render_Media::of_post( array( 'link' => 'link' === $kind || 'article' === $kind ? $post['link'] : null ) + $post, $images, $max, $design->image_sizes(), $loading );
    }

    /** Who reposted it. The byline below is that of the original then, if its author is known. */
    private static function repost( array $post ): string {
        $original = $post['repostOf'];
        if ( null === $original ) {
            return '';
        }
        $known = self::name_of( $original['author'] ?? null );
        if ( null === $known ) {
            $host = (string) wp_parse_url( (string) ( $original['url'] ?? '' ), PHP_URL_HOST );
            return '' === $host ? '' : self::about( 'shares', self::link( $original['url'], Untrusted_Text::fill( Environment::word( 'repostedFrom' ), $host ) ) );
        }
        $name = self::name_of( $post['author'] ?? null );
        if ( null === $name ) {
            return self::about( 'shares', esc_html( Environment::word( 'reposted' ) ) );
        }
        return self::about( 'shares', self::link( (string) ( $post['author']['url'] ?? '' ), Untrusted_Text::fill( Environment::word( 'repostedBy' ), $name ) ) );
    }

    /** Whom it replies to. A reply in the author's own thread names nobody. */
    private static function reply( array $post ): string {
        $name = self::name_of( $post['replyTo']['author'] ?? null );
        return null === $name ? '' : self::about( 'reply', self::link( (string) ( $post['replyTo']['url'] ?? '' ), Untrusted_Text::fill( Environment::word( 'inReplyTo' ), $name ) ) );
    }

    private static function byline( array $post, string $platform, Design $design, array $avatar ): string {
        $author = null === self::name_of( $post['repostOf']['author'] ?? null ) ? ( $post['author'] ?? null ) : $post['repostOf']['author'];
        $name   = self::name_of( $author );
        $time   = strtotime( (string) ( $post['publishedAt'] ?? '' ) );
        $who    = '';
        if ( null !== $name && $design->shows( 'author' ) ) {
            $who = '<span class="central-posts-author" dir="auto">' . self::link( (string) ( $author['url'] ?? '' ), $name ) . '</span>';
        }
        if ( false !== $time && $design->shows( 'date' ) ) {
            $who .= ' <time datetime="' . esc_attr( gmdate( 'c', $time ) ) . '">' . esc_html( Environment::date( $time ) ) . '</time>';
        }
        if ( '' === $who ) {
            return '';
        }
        return '<div class="central-posts-byline">' . ( null !== $name && $design->shows( 'author' ) ? self::avatar( $name, $avatar ) : '' )
            . '<p class="central-posts-who">' . $who . '</p>' . ( $design->shows( 'mark' ) ? Glyphs::mark( $platform ) : '' ) . '</div>';
    }

    private static function title( array $post ): string {
        return null === $post['title'] ? '' : '<p class="central-posts-title" dir="auto">' . self::link( (string) ( $post['url'] ?? '' ), $post['title'] ) . '</p>';
    }

    private static function text( array $post, string $platform, bool $is_whole ): string {
        if ( null === $post['text'] && null === $post['summary'] ) {
            return '';
        }
        $lang = null === $post['language'] ? '' : ' lang="' . Untrusted_Text::to_html( $post['language'] ) . '"';
        $open = '<div class="central-posts-text" dir="auto"' . $lang . '>';
        if ( $is_whole && null !== $post['html'] ) {
            return $open . Untrusted_Text::sanitize_html( Emoji_Codes::named_in_html( $post['html'], $platform ) ) . '</div>';
        }
        $text = Emoji_Codes::named( $is_whole ? ( $post['text'] ?? $post['summary'] ) : ( $post['summary'] ?? $post['text'] ), $platform );
        return $open . Untrusted_Text::to_paragraphs( $is_whole ? $text : Untrusted_Text::beginning( $text, self::CARD_WORDS ) ) . '</div>';
    }

    /** A line about where the post comes from. @param string $html Escaped. */
    private static function about( string $glyph, string $html ): string {
        return '<p class="central-posts-about">' . Glyphs::symbol( $glyph ) . '<span dir="auto">' . $html . '</span></p>';
    }

    private static function quote( array $post ): string {
        $name = self::name_of( $post['quoteOf']['author'] ?? null );
        $host = (string) wp_parse_url( (string) ( $post['quoteOf']['url'] ?? '' ), PHP_URL_HOST );
        if ( null === $name && '' === $host ) {
            return '';
        }
        $link = self::link( (string) ( $post['quoteOf']['url'] ?? '' ), Untrusted_Text::fill( Environment::word( 'quotes' ), $name ?? $host ) );
        return '<div class="central-posts-quote">' . self::avatar( $name ?? $host, array() ) . '<p dir="auto">' . $link . '</p>' . Glyphs::symbol( 'quote' ) . '</div>';
    }

    private static function poll( ?array $poll, string $platform ): string {
        if ( null === $poll ) {
            return '';
        }
        $total   = max( 1, array_sum( array_map( 'intval', array_column( $poll['options'], 'votes' ) ) ) );
        $options = '';
        foreach ( $poll['options'] as $option ) {
            $votes    = $option['votes'];
            $share    = null === $votes ? '' : (int) round( 100 * $votes / $total ) . '%';
            $words    = null === $votes ? '' : Untrusted_Text::fill( Environment::words_for_count( 'votes', $votes ), Environment::number( $votes ) );
            $options .= '<li' . ( '' === $share ? '' : ' style="--central-posts-part:' . $share . '"' ) . '><span class="central-posts-option" dir="auto">' . Untrusted_Text::to_html( Emoji_Codes::named( $option['text'], $platform ) ) . '</span>'
                . ( '' === $share ? '' : ' <span class="central-posts-percent" title="' . esc_attr( $words ) . '">' . esc_html( $share ) . '<span class="central-posts-spoken"> (' . esc_html( $words ) . ')</span></span>' ) . '</li>';
        }
        return '<ul class="central-posts-poll" role="list">' . $options . '</ul>' . self::poll_total( $poll );
    }

    private static function poll_total( array $poll ): string {
        $count = $poll['voters'] ?? $poll['votes'] ?? null;
        $parts = array();
        if ( is_int( $count ) ) {
            $parts[] = Untrusted_Text::fill( Environment::words_for_count( 'votes', $count ), Environment::number( $count ) );
        }
        if ( true === ( $poll['closed'] ?? null ) ) {
            $parts[] = Environment::word( 'closed' );
        }
        return array() === $parts ? '' : '<p class="central-posts-poll-total">' . esc_html( implode( ' · ', $parts ) ) . '</p>';
    }

    /** Counts, and the link to the post if its title is not one already. */
    private static function foot( array $post, string $platform, Design $design ): string {
        $url  = (string) ( $post['url'] ?? '' );
        $link = '';
        if ( '' !== Untrusted_Text::url( $url ) && null === $post['title'] && $design->shows( 'link' ) ) {
            $link = '<p class="central-posts-origin">' . self::link( $url, Untrusted_Text::fill( Environment::word( 'viewOn' ), Glyphs::platform_name( $platform ) ) ) . '</p>';
        }
        $counts = $design->shows( 'counts' ) ? self::counts( $post['metrics'] ?? array() ) : '';
        return '' === $counts . $link ? '' : '<div class="central-posts-end">' . $counts . $link . '</div>';
    }

    /** @param mixed $metrics Counts by name; null if unknown. */
    private static function counts( $metrics ): string {
        $html = '';
        foreach ( array( 'likes', 'comments', 'shares', 'views' ) as $name ) {
            $number = is_array( $metrics ) ? $metrics[ $name ] ?? null : null;
            if ( is_int( $number ) && $number > 0 ) {
                $html .= '<li>' . Glyphs::symbol( $name ) . '<span class="central-posts-spoken">' . esc_html( Environment::word( $name ) ) . ' </span>' . esc_html( self::count( $number ) ) . '</li>';
            }
        }
        return '' === $html ? '' : '<ul class="central-posts-counts" role="list">' . $html . '</ul>';
    }

    /** @param array|null $author Author. */
    private static function name_of( ?array $author ): ?string {
        $name = $author['displayName'] ?? $author['handle'] ?? null;
        return null === $name ? null : Emoji_Codes::without( $name );
    }
}

/**
 * From stored data, without queries of its own.
 */
final class Render_Profile {

    /** Profiles in the head of a feed with several. */
    const MAX_PROFILES = 8;

    /**
     * Renders the head.
     *
     * @param array[] $profiles Profiles, in the form of class Render_Stream.
     * @param Design  $design Parts to show.
     */
    public static function head( array $profiles, Design $design ): string {
        $html = array() === $profiles || ! $design->shows( 'head' ) ? '' : self::built_in_head( $profiles, $design );
        return Environment::part( 'head', $html, self::data( $profiles, $design ) );
    }

    /**
     * Renders the foot.
     *
     * @param array[] $profiles Profiles.
     * @param Design  $design Parts to show.
     * @param string  $more URL of the page with more posts; '' if there are none.
     */
    public static function foot( array $profiles, Design $design, string $more ): string {
        $html = '';
        if ( '' !== $more && $design->shows( 'more' ) && Environment::is_page() ) {
            $html .= '<a class="' . esc_attr( Environment::button_class() ) . ' central-posts-more" href="' . esc_url( $more ) . '" rel="nofollow">' . esc_html( Environment::word( 'loadMore' ) ) . '</a>';
        }
        $url = 1 === count( $profiles ) ? Untrusted_Text::url( self::url( reset( $profiles ) ) ) : '';
        if ( '' !== $url && $design->shows( 'profile' ) ) {
            $label = Untrusted_Text::fill( Environment::word( 'viewOn' ), Glyphs::platform_name( reset( $profiles )['platform'] ) );
            $html .= '<a class="central-posts-all" href="' . $url . '" rel="' . Render_Post::REL . '">' . esc_html( $label ) . ' ' . Glyphs::symbol( 'outward' ) . '</a>';
        }
        $html = '' === $html ? '' : '<div class="central-posts-foot">' . $html . '</div>';
        return Environment::part( 'foot', $html, self::data( $profiles, $design ) + array( 'more' => $more ) );
    }

    /**
     * Copies of the image of a post's author, if the author is one of the profiles.
     *
     * @param array[] $profiles Profiles.
     * @param array   $post Post.
     * @return array[]
     */
    public static function picture_of_author( array $profiles, array $post ): array {
        $author = $post['author'] ?? null;
        if ( null === $author || null !== ( $post['repostOf']['author'] ?? null ) ) {
            return array();
        }
        foreach ( $profiles as $item ) {
            foreach ( array( 'url', 'handle', 'id' ) as $name ) {
                if ( isset( $author[ $name ], $item['profile'][ $name ] ) && $author[ $name ] === $item['profile'][ $name ] ) {
                    return Post_Images::copies( $item['images'], 'avatar' );
                }
            }
        }
        return array();
    }

    /** @param array[] $profiles Profiles. */
    private static function built_in_head( array $profiles, Design $design ): string {
        if ( count( $profiles ) > 1 ) {
            $chips = '';
            foreach ( array_slice( $profiles, 0, self::MAX_PROFILES ) as $item ) {
                $chips .= '<li>' . self::picture( $item ) . '<span dir="auto">' . Render_Post::link( self::url( $item ), self::name( $item ) ) . '</span>'
                    . ( $design->shows( 'mark' ) ? Glyphs::mark( $item['platform'] ) : '' ) . '</li>';
            }
            return '<ul class="central-posts-head is-several" role="list">' . $chips . '</ul>';
        }
        $item    = reset( $profiles );
        $profile = $item['profile'];
        $handle  = self::handle( (string) ( $profile['handle'] ?? '' ), self::name( $item ) );
        $bio     = $profile['bio']['text'] ?? null;
        return '<div class="central-posts-head">' . self::picture( $item )
            . '<div class="central-posts-about-profile"><p class="central-posts-name"><bdi>' . Untrusted_Text::to_html( self::name( $item ) ) . '</bdi>'
            . ( $design->shows( 'mark' ) ? ' ' . Glyphs::mark( $item['platform'] ) : '' ) . '</p>'
            . ( '' === $handle ? '' : '<p class="central-posts-handle" dir="ltr">' . Untrusted_Text::to_html( $handle ) . '</p>' )
            . ( null === $bio || ! $design->shows( 'bio' ) ? '' : '<p class="central-posts-bio" dir="auto">' . Untrusted_Text::to_html( Untrusted_Text::excerpt( Emoji_Codes::named( $bio, $item['platform'] ) ) ) . '</p>' )
            . ( $design->shows( 'counts' ) ? self::counts( $profile['counts'] ?? array() ) : '' )
            . '</div>' . ( $design->shows( 'visit' ) ? self::visit( $item ) : '' ) . '</div>';
    }

    /** The button that leads to the profile. */
    private static function visit( array $item ): string {
        $url = Untrusted_Text::url( self::url( $item ) );
        if ( '' === $url ) {
            return '';
        }
        $label = Untrusted_Text::fill( Environment::word( 'followOn' ), Glyphs::platform_name( $item['platform'] ) );
        return '<p class="central-posts-visit"><a class="' . esc_attr( Environment::button_class() ) . '" href="' . $url . '" rel="' . Render_Post::REL . '">' . esc_html( $label ) . '</a></p>';
    }

    /** What a filter or a template gets. @param array[] $profiles Profiles. */
    private static function data( array $profiles, Design $design ): array {
        return array(
            'profiles' => array_values( $profiles ),
            'layout'   => $design->layout,
        );
    }

    /** `@name`; a hashtag as it is. Nothing for a path or a query, and nothing that the name says already. */
    private static function handle( string $handle, string $name ): string {
        $bare = ltrim( $handle, '@' );
        if ( '' === $bare || $bare === $name || preg_match( '~[/:?=\s]~', $bare ) ) {
            return '';
        }
        return preg_match( '/^[#!]/', $bare ) ? $bare : "@$bare";
    }

    private static function name( array $item ): string {
        return Emoji_Codes::without( $item['profile']['displayName'] ?? $item['profile']['handle'] ?? $item['name'] );
    }

    private static function url( array $item ): string {
        return (string) ( $item['profile']['url'] ?? '' );
    }

    private static function picture( array $item ): string {
        return Render_Post::avatar( self::name( $item ), Post_Images::copies( $item['images'], 'avatar' ) );
    }

    /** @param mixed $counts Counts by name; null if unknown. */
    private static function counts( $counts ): string {
        $html = '';
        foreach ( array( 'posts', 'followers', 'following' ) as $name ) {
            $number = is_array( $counts ) ? $counts[ $name ] ?? null : null;
            if ( is_int( $number ) ) {
                $label = esc_html( Environment::words_for_count( $name, $number ) );
                $html .= '<li>' . Untrusted_Text::fill( $label, '<strong>' . esc_html( Render_Post::count( $number ) ) . '</strong>' ) . '</li>';
            }
        }
        return '' === $html ? '' : '<ul class="central-posts-counts" role="list">' . $html . '</ul>';
    }
}

/**
 * Knows nothing of where the posts come from.
 */
final class Render_Stream {

    /** Words that the scripts need. */
    const SCRIPT_WORDS = array( 'more', 'less', 'open', 'close', 'previous', 'next', 'previousImage', 'nextImage', 'previousPosts', 'nextPosts', 'dialog', 'number', 'added', 'failed' );

    /**
     * Renders a feed.
     *
     * @param Design  $design Layout, and parts to show.
     * @param array[] $profiles `profile`, `platform`, `name` (shown if the profile has none), `images`.
     * @param array[] $cards `post`, `platform`, `images`, `id` of its element.
     * @param string  $more URL of the page with more posts; '' if there are none.
     * @param string  $id Id of the element around them; '' for none.
     */
    public static function html( Design $design, array $profiles, array $cards, string $more, string $id = '' ): string {
        $items = '';
        foreach ( array_values( $cards ) as $place => $card ) {
            $row    = $place < $design->first_row() ? 'row' : 'lazy';
            $items .= self::item( $design, $profiles, $card, 0 === $place ? 'first' : $row );
        }
        return self::stream(
            $design,
            Render_Profile::head( $profiles, $design )
                // Without the role, some screen readers do not announce a list whose markers are hidden by CSS.
                . '<ul class="central-posts-items is-' . esc_attr( $design->layout ) . '" role="list">' . $items . '</ul>'
                . Render_Profile::foot( $profiles, $design, $more ),
            $id
        );
    }

    /**
     * The element around head, posts and foot, with the words that the scripts need. Its end lets the stylesheet wait until all of it has
     * arrived.
     *
     * @param Design $design Layout, and parts to show.
     * @param string $html Safe HTML.
     * @param string $id Id of the element; '' for none.
     */
    public static function stream( Design $design, string $html, string $id = '' ): string {
        $words = array();
        foreach ( self::SCRIPT_WORDS as $name ) {
            $words[ $name ] = Environment::word( $name );
        }
        return '<div' . ( '' === $id ? '' : ' id="' . esc_attr( $id ) . '"' ) . ' class="' . $design->classes() . '"' . ( $design->has_lightbox() ? ' data-lightbox' : '' )
            . ' style="' . esc_attr( $design->style() ) . '" data-words="' . Untrusted_Text::to_html( (string) wp_json_encode( $words ) ) . '">' . $html . '<div class="central-posts-last" hidden></div></div>';
    }

    /** @param array[] $profiles Profiles. @param array $card Card. @param string $loading When its first image loads. */
    private static function item( Design $design, array $profiles, array $card, string $loading ): string {
        $avatar = Render_Profile::picture_of_author( $profiles, $card['post'] );
        $html   = Render_Post::post( $card['post'], $card['platform'], $card['images'], $design->is_whole(), $design, $avatar, $card['id'], $loading );
        $ratio  = 'justified' === $design->layout && preg_match( '/--central-posts-natural:[\d\/]+/', $html, $found ) ? ' style="' . $found[0] . '"' : '';
        return '<li class="central-posts-item"' . $ratio . '>' . $html . '</li>';
    }
}
