<?php
/**
 * How blocks and shortcodes name what they show, in one word: `platform:handle`, `platform/variant:handle`, `platform:post`.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A profile, a post, or an address. Its key is that of its row.
 */
final class Reference {

	const PROFILE = 'profile';
	const POST    = 'post';
	const EMBED   = 'embed';
	const LINK    = 'link';

	/** @var string One of the constants. */
	public $type;
	/** @var string */
	public $platform;
	/** @var string Of a profile: which posts. */
	public $variant;
	/** @var string A handle, the address or id of a post, or an address. */
	public $subject;

	public function __construct( string $type, string $platform, string $subject, string $variant = '' ) {
		$this->type     = $type;
		$this->platform = $platform;
		$this->subject  = $subject;
		$this->variant  = self::PROFILE === $type && '' === $variant ? 'posts' : $variant;
	}

	/**
	 * Reads a word.
	 *
	 * @param string $type Of a profile or a post.
	 * @param string $word As an editor or a block wrote it.
	 * @return self|null Null where it is none.
	 */
	public static function parse( string $type, string $word ): ?self {
		$pattern = '~^(?<platform>[A-Za-z0-9][A-Za-z0-9_-]{0,63})(?:/(?<variant>[A-Za-z0-9_-]{1,32}))?:(?<subject>\S.{0,2047})$~u';
		// `https://…` alone is a URL, and no profile of a platform of that name.
		if ( ! preg_match( $pattern, Given::text( $word ), $parts ) || 0 === strpos( $parts['subject'], '//' ) ) {
			return null;
		}
		return new self( $type, strtolower( $parts['platform'] ), trim( $parts['subject'] ), strtolower( $parts['variant'] ) );
	}

	/** Of a post as the service gives it: by its address where it has one, which any platform reads it by. */
	public static function of_post( string $platform, array $post ): self {
		return new self( self::POST, $platform, (string) ( $post['url'] ?? $post['id'] ) );
	}

	/** As parse() reads it. */
	public function word(): string {
		$variant = self::PROFILE === $this->type && 'posts' !== $this->variant ? "/$this->variant" : '';
		return "$this->platform$variant:$this->subject";
	}

	/** 40 hexadecimal digits. */
	public function key(): string {
		return sha1( implode( "\n", array( $this->type, $this->platform, $this->variant, $this->subject ) ) );
	}
}
