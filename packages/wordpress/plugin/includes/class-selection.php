<?php
/**
 * The validated attributes of one block, shortcode or call of the template function.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Never throws: an invalid value is replaced with a valid one.
 */
final class Selection {

	const MAX_COUNT = 20;
	const MODES     = array( 'posts', 'post', 'link' );
	const ORDERS    = array( 'balanced', 'newest' );

	/** @var string posts: latest or selected posts; post: a single post by its URL; link: a card of any page. */
	public $mode;
	/** @var string URL of a post or a link. */
	public $url;
	/** @var Reference[] Profiles whose latest posts are shown. */
	public $sources;
	/** @var Reference[] Selected posts; together with sources: the pinned posts. */
	public $posts;
	/** @var string[] Keys of hidden posts. */
	public $hidden;
	/** @var int Number of latest posts on a page. */
	public $count;
	/** @var string How posts of several profiles are mixed: see class Post_Order. */
	public $order;
	/** @var Filter Which of the latest posts are shown. */
	public $filter;
	/** @var bool Whether only approved posts of its profiles are shown: see class Approval. */
	public $approved;
	/** @var Design */
	public $design;
	/** @var string */
	public $layout;
	/** @var int */
	public $columns;
	/** @var string[] Values that are not a valid profile, post or URL. */
	public $unparsed = array();

	public function __construct( array $attributes ) {
		$mode          = strtolower( Attributes::text( $attributes['mode'] ?? '' ) );
		$this->url     = $this->parse_url_attribute( $attributes['url'] ?? '' );
		$this->mode    = in_array( $mode, self::MODES, true ) ? $mode : ( '' === $this->url ? 'posts' : 'post' );
		$this->sources = $this->parse_references( Reference::PROFILE, $attributes['sources'] ?? array(), Limits::MAX_SOURCES );
		$this->posts   = $this->parse_references( Reference::POST, $attributes['posts'] ?? array(), Limits::MAX_POSTS );
		if ( array() === $this->sources && array() === $this->posts && '' !== $this->url && 'posts' === $this->mode ) {
			// WordPress fills a missing mode with the default of the block's schema.
			$this->mode = 'post';
		}
		$this->hidden = array();
		foreach ( $this->parse_references( Reference::POST, $attributes['hidden'] ?? array(), Limits::MAX_POSTS ) as $hidden ) {
			$this->hidden[] = $hidden->key();
		}
		$order          = strtolower( Attributes::text( $attributes['order'] ?? '' ) );
		$this->order    = in_array( $order, self::ORDERS, true ) ? $order : self::ORDERS[0];
		$this->count    = max( 1, min( self::MAX_COUNT, (int) Attributes::text( $attributes['count'] ?? 6 ) ) );
		$this->filter   = new Filter( $attributes, $this->unparsed );
		$this->approved = Filter::is_on( $attributes['approved'] ?? false );
		$this->design   = new Design( $attributes, $this->unparsed );
		$this->layout   = $this->design->layout;
		$this->columns  = $this->design->columns;
	}

	/** The references to store, without the latest posts themselves. @return Reference[] */
	public function references(): array {
		if ( 'posts' === $this->mode ) {
			return array_merge( $this->sources, $this->posts );
		}
		if ( '' === $this->url ) {
			return array();
		}
		return array( new Reference( 'post' === $this->mode ? Reference::EMBED : Reference::LINK, '', $this->url ) );
	}

	/** URLs for plain links, which are the fallback when nothing is stored. @return string[] */
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

	/** @param mixed $value Raw value. */
	private function parse_url_attribute( $value ): string {
		$url = Attributes::url( $value );
		if ( '' === $url && '' !== Attributes::text( $value ) ) {
			$this->unparsed[] = Attributes::text( $value );
		}
		return $url;
	}

	/**
	 * Parses an array of references, or a string that separates them with spaces or commas, as in shortcodes.
	 *
	 * @param string $type Type of the references.
	 * @param mixed  $value Raw value.
	 * @param int    $max Number of references to keep.
	 * @return Reference[] Without duplicates.
	 */
	private function parse_references( string $type, $value, int $max ): array {
		$found = array();
		foreach ( Attributes::texts( $value ) as $text ) {
			$reference = Reference::parse( $type, $text );
			if ( null === $reference ) {
				$this->unparsed[] = $text;
			} else {
				$found[ $reference->key() ] = $reference;
			}
		}
		return array_slice( array_values( $found ), 0, $max );
	}
}
