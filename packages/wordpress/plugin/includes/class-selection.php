<?php
/**
 * What one block, shortcode or call of the template function shows: its attributes, checked.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Attributes of all three spellings in one form. Never throws: what is not allowed becomes what is.
 */
final class Selection {

	const MOST_POSTS = 20;
	const LAYOUTS    = array( 'list', 'grid', 'single' );
	const MODES      = array( 'posts', 'post', 'link' );

	/** @var string posts: chosen or newest ones; post: one by its address; link: a card of any page. */
	public $mode;
	/** @var string Of a post or a link. */
	public $url;
	/** @var Reference[] Profiles whose newest posts come by themselves. */
	public $sources;
	/** @var Reference[] Posts chosen by hand; with sources: those that stand first. */
	public $posts;
	/** @var string[] Keys of posts that never show. */
	public $hidden;
	/** @var int */
	public $count;
	/** @var string */
	public $layout;
	/** @var int */
	public $columns;

	public function __construct( array $attributes ) {
		$mode          = (string) ( $attributes['mode'] ?? '' );
		$this->url     = self::address( (string) ( $attributes['url'] ?? '' ) );
		$this->mode    = in_array( $mode, self::MODES, true ) ? $mode : ( '' === $this->url ? 'posts' : 'post' );
		$this->sources = self::references( Reference::PROFILE, $attributes['sources'] ?? array(), Bounds::SOURCES );
		$this->posts   = self::references( Reference::POST, $attributes['posts'] ?? array(), Bounds::POSTS );
		$this->hidden  = array();
		foreach ( self::references( Reference::POST, $attributes['hidden'] ?? array(), Bounds::POSTS ) as $hidden ) {
			$this->hidden[] = $hidden->key();
		}
		$layout        = (string) ( $attributes['layout'] ?? '' );
		$this->layout  = in_array( $layout, self::LAYOUTS, true ) ? $layout : 'grid';
		$this->count   = max( 1, min( self::MOST_POSTS, (int) ( $attributes['count'] ?? 6 ) ) );
		$this->columns = max( 1, min( 6, (int) ( $attributes['columns'] ?? 3 ) ) );
	}

	/** What has to be stored for it, besides the newest posts themselves. @return Reference[] */
	public function references_wanted(): array {
		if ( 'posts' === $this->mode ) {
			return array_merge( $this->sources, $this->posts );
		}
		if ( '' === $this->url ) {
			return array();
		}
		return array( new Reference( 'post' === $this->mode ? Reference::EMBED : Reference::LINK, '', $this->url ) );
	}

	/** An address of the web, or nothing. */
	private static function address( string $url ): string {
		$url = esc_url_raw( trim( $url ), array( 'http', 'https' ) );
		return strlen( $url ) <= 2048 ? $url : '';
	}

	/**
	 * Of an array of words, or of one text with spaces between, as shortcodes have it.
	 *
	 * @param string       $type Of the references.
	 * @param array|string $words What was given.
	 * @param int          $most More are left out.
	 * @return Reference[] Each once.
	 */
	private static function references( string $type, $words, int $most ): array {
		$words = is_array( $words ) ? $words : preg_split( '/\s+/', (string) $words, -1, PREG_SPLIT_NO_EMPTY );
		$found = array();
		foreach ( $words as $word ) {
			$reference = is_string( $word ) ? Reference::parse( $type, $word ) : null;
			if ( null !== $reference ) {
				$found[ $reference->key() ] = $reference;
			}
		}
		return array_slice( array_values( $found ), 0, $most );
	}
}
