<?php
/**
 * Encrypts the license key that is stored in the database, so that a database dump alone does not reveal it and tampering is detected.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Uses authenticated encryption (XSalsa20-Poly1305) with a key that is not in the database. WordPress polyfills the
 * functions where PHP lacks them.
 */
final class Key_Encryption {

	/**
	 * Returns a string that can be stored in an option.
	 *
	 * @param string $secret The plain text.
	 */
	public static function encrypt( string $secret ): string {
		$nonce = random_bytes( SODIUM_CRYPTO_SECRETBOX_NONCEBYTES );
		return base64_encode( $nonce . sodium_crypto_secretbox( $secret, $nonce, self::key() ) );
	}

	/**
	 * Returns the plain text, or null if the value was changed or was encrypted with other salts. Never throws.
	 *
	 * @param string $encrypted Return value of encrypt().
	 */
	public static function decrypt( string $encrypted ): ?string {
		$bytes = base64_decode( $encrypted, true );
		if ( false === $bytes || strlen( $bytes ) < SODIUM_CRYPTO_SECRETBOX_NONCEBYTES + SODIUM_CRYPTO_SECRETBOX_MACBYTES ) {
			return null;
		}
		$nonce  = substr( $bytes, 0, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES );
		$secret = sodium_crypto_secretbox_open( substr( $bytes, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ), $nonce, self::key() );
		return false === $secret ? null : $secret;
	}

	/** Derived from the constant if it is set, so that new salts do not invalidate the secret; otherwise from the salts. An empty constant is ignored. */
	private static function key(): string {
		$constant = defined( 'CENTRAL_POSTS_SECRET' ) ? constant( 'CENTRAL_POSTS_SECRET' ) : null;
		$base     = is_string( $constant ) && '' !== trim( $constant ) ? $constant : wp_salt( 'secure_auth' );
		return sodium_crypto_generichash( 'central-posts' . $base, '', SODIUM_CRYPTO_SECRETBOX_KEYBYTES );
	}
}
