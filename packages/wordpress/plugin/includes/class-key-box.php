<?php
/**
 * Keeps a secret in the database so that a dump of it alone tells nothing, and a changed one is noticed.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Authenticated encryption (XSalsa20 and Poly1305) under a key that is not in the database. WordPress brings the
 * functions where PHP lacks them.
 */
final class Key_Box {

	/**
	 * What can be written into an option.
	 *
	 * @param string $secret The plain text.
	 */
	public static function seal( string $secret ): string {
		$nonce = random_bytes( SODIUM_CRYPTO_SECRETBOX_NONCEBYTES );
		return base64_encode( $nonce . sodium_crypto_secretbox( $secret, $nonce, self::key() ) );
	}

	/**
	 * The plain text; null where it was changed, or was sealed under other salts. Never a fault.
	 *
	 * @param string $sealed What seal() gave.
	 */
	public static function open( string $sealed ): ?string {
		$bytes = base64_decode( $sealed, true );
		if ( false === $bytes || strlen( $bytes ) < SODIUM_CRYPTO_SECRETBOX_NONCEBYTES + SODIUM_CRYPTO_SECRETBOX_MACBYTES ) {
			return null;
		}
		$nonce  = substr( $bytes, 0, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES );
		$secret = sodium_crypto_secretbox_open( substr( $bytes, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ), $nonce, self::key() );
		return false === $secret ? null : $secret;
	}

	/** Of a constant of its own where there is one, so that new salts do not lose the secret; else of the salts. Everybody knows an empty one. */
	private static function key(): string {
		$own  = defined( 'CENTRAL_POSTS_SECRET' ) ? constant( 'CENTRAL_POSTS_SECRET' ) : null;
		$base = is_string( $own ) && '' !== trim( $own ) ? $own : wp_salt( 'secure_auth' );
		return sodium_crypto_generichash( 'central-posts' . $base, '', SODIUM_CRYPTO_SECRETBOX_KEYBYTES );
	}
}
