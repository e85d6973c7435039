<?php
/**
 * Drawings of our own as inline SVG: symbols of a card, and marks of platforms. No platform's logo is among them.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

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
