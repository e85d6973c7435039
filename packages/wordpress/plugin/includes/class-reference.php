<?php
/**
 * Identifiers in blocks and shortcodes: `platform:handle`, `platform/variant:handle` or `platform:post`.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Refers to a profile, a post or a URL. Its key is the primary key of its row in Items.
 */
final class Reference {

	const PROFILE = 'profile';
	const POST    = 'post';
	const EMBED   = 'embed';
	const LINK    = 'link';

	/** Older posts of a profile: see class Older_Posts. */
	const OLDER = 'older';

	/** @var string One of the constants. */
	public $type;
	/** @var string */
	public $platform;
	/** @var string Which posts of a profile. */
	public $variant;
	/** @var string A handle, the URL or id of a post, or a URL. */
	public $subject;

	public function __construct( string $type, string $platform, string $subject, string $variant = '' ) {
		$this->type     = $type;
		$this->platform = $platform;
		$this->subject  = $subject;
		$this->variant  = self::PROFILE === $type && '' === $variant ? 'posts' : $variant;
	}

	/**
	 * Parses a reference.
	 *
	 * @param string $type PROFILE or POST.
	 * @param string $text Text from a block or shortcode.
	 * @return self|null Null if it is not a reference.
	 */
	public static function parse( string $type, string $text ): ?self {
		$pattern = '~^(?<platform>[A-Za-z0-9][A-Za-z0-9_-]{0,63})(?:/(?<variant>[A-Za-z0-9_-]{1,32}))?:(?<subject>\S.{0,2047})$~u';
		// `https://…` is a URL, not a profile of a platform named `https`.
		if ( ! preg_match( $pattern, Attributes::text( $text ), $parts ) || 0 === strpos( $parts['subject'], '//' ) ) {
			return null;
		}
		return new self( $type, strtolower( $parts['platform'] ), trim( $parts['subject'] ), strtolower( $parts['variant'] ) );
	}

	/** Refers to a post from the service: by its URL if it has one, because every platform can read a post by its URL. */
	public static function of_post( string $platform, array $post ): self {
		return new self( self::POST, $platform, (string) ( $post['url'] ?? $post['id'] ) );
	}

	/** Returns the form that parse() accepts. */
	public function to_attribute(): string {
		$variant = self::PROFILE === $this->type && 'posts' !== $this->variant ? "/$this->variant" : '';
		return "$this->platform$variant:$this->subject";
	}

	/** @param Reference[] $references References. @return string[] */
	public static function keys( array $references ): array {
		$keys = array();
		foreach ( $references as $reference ) {
			$keys[] = $reference->key();
		}
		return $keys;
	}

	/** 40 hexadecimal digits. */
	public function key(): string {
		return sha1( implode( "\n", array( $this->type, $this->platform, $this->variant, $this->subject ) ) );
	}
}
