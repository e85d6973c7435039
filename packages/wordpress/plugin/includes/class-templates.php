<?php
/**
 * Templates with which a theme replaces a part of a feed: `central-posts/card-photo.php`, `card.php`, `head.php` and `foot.php`.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A template of a child theme comes first. A template prints what stands inside the card, the head or the foot.
 */
final class Templates {

	const FOLDER = 'central-posts';
	const PARTS  = array( 'card', 'head', 'foot' );

	/** @var array<string, string> Paths of templates by theme and name; '' if the theme has none. */
	private static $paths = array();

	/**
	 * Renders the template of a part.
	 *
	 * @param string $part Name of the part.
	 * @param string $html What is shown without a template.
	 * @param array  $data What the template gets as `$args`.
	 */
	public static function render( string $part, string $html, array $data ): string {
		if ( ! in_array( $part, self::PARTS, true ) ) {
			return $html;
		}
		$path = isset( $data['kind'] ) ? self::path( "$part-{$data['kind']}" ) : '';
		$path = '' === $path ? self::path( $part ) : $path;
		if ( '' === $path ) {
			return $html;
		}
		ob_start();
		try {
			load_template( $path, false, array( 'html' => $html ) + $data );
			return (string) ob_get_contents();
		} finally {
			ob_end_clean();
		}
	}

	/** Path of a template in the child theme or the theme; '' if neither has it. */
	private static function path( string $name ): string {
		// The theme of the site may change in a request: switch_to_blog().
		$key = get_stylesheet_directory() . "/$name";
		if ( ! isset( self::$paths[ $key ] ) ) {
			self::$paths[ $key ] = locate_template( self::FOLDER . "/$name.php" );
		}
		return self::$paths[ $key ];
	}
}
