<?php
/**
 * The filters of one block, shortcode or call of the template function: which of the stored posts of its profiles are shown.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Never throws: an invalid value is ignored. Filters do not apply to posts that an editor has selected.
 */
final class Filter {

	/** Kinds of posts, as the service names them. */
	const KINDS = array( 'text', 'article', 'image', 'gallery', 'video', 'audio', 'link', 'poll' );

	/** What people write instead. */
	const KIND_ALIASES = array(
		'photo'  => array( 'image', 'gallery' ),
		'photos' => array( 'image', 'gallery' ),
		'images' => array( 'image', 'gallery' ),
		'videos' => array( 'video' ),
		'links'  => array( 'link' ),
		'polls'  => array( 'poll' ),
	);

	const OFF = array( '0', 'no', 'off', 'false', 'none', 'hide' );

	/** @var string[] Kinds to show; empty for all. */
	public $kinds = array();
	/** @var string[] A post has at least one of them; empty for every post. */
	public $words;
	/** @var string[] A post has none of them. */
	public $hidden_words;
	/** @var string[] A post has at least one of them; empty for every post. */
	public $tags;
	/** @var string[] A post has none of them. */
	public $hidden_tags;
	/** @var string[] Names, handles or URLs of authors whose posts are not shown. */
	public $hidden_authors;
	/** @var bool */
	public $has_reposts;
	/** @var bool Replies in the author's own thread are shown in any case. */
	public $has_replies;

	/**
	 * Parses the attributes.
	 *
	 * @param array    $attributes Raw attributes.
	 * @param string[] $unparsed Values that are not valid are added here.
	 */
	public function __construct( array $attributes, array &$unparsed = array() ) {
		foreach ( array_map( 'strtolower', Attributes::names( $attributes['kinds'] ?? array() ) ) as $kind ) {
			$kinds = self::KIND_ALIASES[ $kind ] ?? array_intersect( array( $kind ), self::KINDS );
			if ( array() === $kinds ) {
				$unparsed[] = $kind;
			}
			$this->kinds = array_values( array_unique( array_merge( $this->kinds, $kinds ) ) );
		}
		$this->words          = Words::parse( $attributes['words'] ?? array() );
		$this->hidden_words   = Words::parse( $attributes['hidewords'] ?? array() );
		$this->tags           = Words::parse_tags( $attributes['tags'] ?? array() );
		$this->hidden_tags    = Words::parse_tags( $attributes['hidetags'] ?? array() );
		$this->hidden_authors = array_map( array( self::class, 'author_name' ), Attributes::names( $attributes['hideauthors'] ?? array() ) );
		$this->has_reposts    = self::is_on( $attributes['reposts'] ?? true );
		$this->has_replies    = self::is_on( $attributes['replies'] ?? true );
	}

	/**
	 * Whether an attribute is on.
	 *
	 * @param mixed $value A boolean, or a word such as `no`.
	 */
	public static function is_on( $value ): bool {
		return is_bool( $value ) ? $value : ! in_array( strtolower( Attributes::text( $value ) ), self::OFF, true );
	}

	/** Identifies the filters in the URL of “Load more”; '' if none is set. */
	public function id(): string {
		$values = get_object_vars( $this );
		return get_object_vars( new self( array() ) ) === $values ? '' : (string) wp_json_encode( $values );
	}

	/** Whether a post passes. */
	public function matches( array $post ): bool {
		if ( array() !== $this->kinds && ! in_array( self::kind_of( $post ), $this->kinds, true ) ) {
			return false;
		}
		if ( ( ! $this->has_reposts && null !== ( $post['repostOf'] ?? null ) ) || ( ! $this->has_replies && self::is_reply( $post ) ) || $this->hides_author_of( $post ) ) {
			return false;
		}
		if ( array() !== $this->tags && ! Words::has_any_tag( $post, $this->tags ) ) {
			return false;
		}
		if ( array() !== $this->hidden_tags && Words::has_any_tag( $post, $this->hidden_tags ) ) {
			return false;
		}
		if ( array() === $this->words && array() === $this->hidden_words ) {
			return true;
		}
		$text = Words::of_post( $post );
		return ( array() === $this->words || Words::has_any( $text, $this->words ) ) && ! Words::has_any( $text, $this->hidden_words );
	}

	private static function kind_of( array $post ): string {
		$kind = $post['kind'] ?? '';
		return in_array( $kind, self::KINDS, true ) ? $kind : str_replace( 'photo', 'image', Post_Kind::of( $post ) );
	}

	/** Whether a post replies to somebody else. */
	private static function is_reply( array $post ): bool {
		if ( null === ( $post['replyTo'] ?? null ) ) {
			return false;
		}
		foreach ( array( 'id', 'handle', 'url' ) as $name ) {
			if ( isset( $post['author'][ $name ], $post['replyTo']['author'][ $name ] ) ) {
				return $post['author'][ $name ] !== $post['replyTo']['author'][ $name ];
			}
		}
		return true;
	}

	private function hides_author_of( array $post ): bool {
		if ( array() === $this->hidden_authors ) {
			return false;
		}
		foreach ( array( $post['author'] ?? null, $post['repostOf']['author'] ?? null ) as $author ) {
			foreach ( array( 'handle', 'url', 'id' ) as $name ) {
				if ( isset( $author[ $name ] ) && in_array( self::author_name( (string) $author[ $name ] ), $this->hidden_authors, true ) ) {
					return true;
				}
			}
		}
		return false;
	}

	/** An author's handle or URL in the form in which it is compared. */
	private static function author_name( string $text ): string {
		return rtrim( ltrim( Lookalikes::plain( wp_check_invalid_utf8( $text, true ) ), '@' ), '/' );
	}
}
