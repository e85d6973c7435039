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
	/** @var string[] What was given as a profile, a post or a URL, and is none. */
	public $unread = array();

	public function __construct( array $attributes ) {
		$mode          = strtolower( Given::text( $attributes['mode'] ?? '' ) );
		$this->url     = $this->url_in( $attributes['url'] ?? '' );
		$this->mode    = in_array( $mode, self::MODES, true ) ? $mode : ( '' === $this->url ? 'posts' : 'post' );
		$this->sources = $this->references( Reference::PROFILE, $attributes['sources'] ?? array(), Bounds::SOURCES );
		$this->posts   = $this->references( Reference::POST, $attributes['posts'] ?? array(), Bounds::POSTS );
		if ( array() === $this->sources && array() === $this->posts && '' !== $this->url && 'posts' === $this->mode ) {
			// WordPress gives a block that names no mode the default of its schema.
			$this->mode = 'post';
		}
		$this->hidden = array();
		foreach ( $this->references( Reference::POST, $attributes['hidden'] ?? array(), Bounds::POSTS ) as $hidden ) {
			$this->hidden[] = $hidden->key();
		}
		$layout        = strtolower( Given::text( $attributes['layout'] ?? '' ) );
		$this->layout  = in_array( $layout, self::LAYOUTS, true ) ? $layout : 'grid';
		$this->count   = max( 1, min( self::MOST_POSTS, (int) Given::text( $attributes['count'] ?? 6 ) ) );
		$this->columns = max( 1, min( 6, (int) Given::text( $attributes['columns'] ?? 3 ) ) );
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

	/** URLs of what it shows: plain links, for where nothing else is left. @return string[] */
	public function links(): array {
		if ( 'posts' !== $this->mode ) {
			return '' === $this->url ? array() : array( $this->url );
		}
		$links = array();
		foreach ( array_merge( $this->posts, $this->sources ) as $reference ) {
			if ( preg_match( '~^https?://~i', $reference->subject ) ) {
				$links[] = $reference->subject;
			}
		}
		return $links;
	}

	/** @param mixed $given As it was written. */
	private function url_in( $given ): string {
		$url = Given::url( $given );
		if ( '' === $url && '' !== Given::text( $given ) ) {
			$this->unread[] = Given::text( $given );
		}
		return $url;
	}

	/**
	 * Of an array of words, or of one text with spaces or commas between, as shortcodes have it.
	 *
	 * @param string $type Of the references.
	 * @param mixed  $words What was given.
	 * @param int    $most More are left out.
	 * @return Reference[] Each once.
	 */
	private function references( string $type, $words, int $most ): array {
		$found = array();
		foreach ( Given::texts( $words ) as $word ) {
			$reference = Reference::parse( $type, $word );
			if ( null === $reference ) {
				$this->unread[] = $word;
			} else {
				$found[ $reference->key() ] = $reference;
			}
		}
		return array_slice( array_values( $found ), 0, $most );
	}
}
