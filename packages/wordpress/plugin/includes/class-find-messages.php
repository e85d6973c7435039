<?php
/**
 * What the field of the block says about a text that leads to no post: what was tried, what came back, and what to enter instead.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * The messages of class Messages are about feeds that exist already, which keep their posts.
 */
final class Find_Messages {

	/** URL of a page such as /about: a single word, without the digits, hyphens or query that posts have in their URLs. */
	const PAGE = '~^https?://[^/?#@]+/[a-z]+(?:\.html?)?/?(?:#.*)?$~i';

	/** What is wrong with the form of a text that no platform knows; '' if nothing is. */
	private static function of_text( string $text ): string {
		$scheme = Attributes::odd_scheme( $text );
		if ( '' !== $scheme ) {
			/* translators: %s: beginning of a text, such as “htps://”. */
			return sprintf( __( 'A URL begins with https://, and this text with “%s”. Correct its beginning, or paste the URL again.', 'central-posts' ), $scheme );
		}
		if ( preg_match( '/^[@#!\/]+$/', $text ) ) {
			/* translators: %s: a character, such as @. */
			return sprintf( __( 'A name is missing after “%s”.', 'central-posts' ), $text );
		}
		if ( preg_match( '/\s/', $text ) && ! preg_match( '~://|<~', $text ) ) {
			return __( 'Names have no spaces. Open the profile on its platform, and paste the URL that you see there.', 'central-posts' );
		}
		return '';
	}

	/**
	 * The message of an error.
	 *
	 * @param string $code Code of the error.
	 * @param string $platform Id of the platform that was tried; '' if none was.
	 * @param string $text What was typed.
	 * @return string Empty if the general message fits.
	 */
	public static function of_error( string $code, string $platform, string $text ): string {
		$form = in_array( $code, array( 'not_recognized', 'profile_unsupported' ), true ) ? self::of_text( $text ) : '';
		if ( '' !== $form ) {
			return $form;
		}
		$host = self::host_of( $text );
		if ( 'post_not_found' === $code && preg_match( self::PAGE, $text ) ) {
			return self::of_page( $host );
		}
		$name = '' === $platform ? $host : Glyphs::platform_name( $platform );
		if ( '' === $name ) {
			return '';
		}
		// What a website of its own returned is not the fault of a platform.
		$who      = '' === $host ? $name : $host;
		$messages = array(
			/* translators: %s: name of a platform, or of a server. */
			'platform_error'          => sprintf( __( '%s returned an error. Check the spelling. If it is right, try again later.', 'central-posts' ), $who ),
			/* translators: %s: name of a platform, or of a server. */
			'platform_timeout'        => sprintf( __( '%s did not respond in time. Try again later.', 'central-posts' ), $who ),
			/* translators: %s: name of a platform, or of a server. */
			'platform_rate_limited'   => sprintf( __( '%s accepts no more requests at the moment. Try again in a few minutes.', 'central-posts' ), $who ),
			/* translators: %s: name of a platform. */
			'platform_unauthorized'   => sprintf( __( '%s rejected your provider’s credentials. Ask your provider to renew them.', 'central-posts' ), $name ),
			/* translators: %s: name of a platform. */
			'platform_not_configured' => sprintf( __( 'Your provider has not set up %s yet. Ask your provider, or choose another platform.', 'central-posts' ), $name ),
			/* translators: %s: name of a platform. */
			'platform_not_in_plan'    => sprintf( __( 'Your plan does not include %s. Choose another platform, or upgrade your plan.', 'central-posts' ), $name ),
			/* translators: %s: name of a platform. */
			'platform_unknown'        => sprintf( __( 'Your service does not support %s. Choose another platform.', 'central-posts' ), $name ),
			/* translators: 1: name of a platform or of a server, 2: what was typed. */
			'profile_not_found'       => sprintf( __( '%1$s has no public profile “%2$s”. Check the spelling.', 'central-posts' ), $who, $text ),
			/* translators: %s: name of a platform. */
			'handle_malformed'        => sprintf( __( 'This cannot be a name on %s. Paste the URL of the profile’s page.', 'central-posts' ), $name ),
			/* translators: %s: name of a platform. */
			'profile_unsupported'     => sprintf( __( '%s does not let other sites show this kind of page. Enter a profile instead.', 'central-posts' ), $name ),
			/* translators: %s: name of a platform, or of a server. */
			'post_not_found'          => sprintf( __( '%s has no post at this URL. It may have been deleted.', 'central-posts' ), $who ),
		);
		return $messages[ $code ] ?? '';
	}

	/** What to say about a URL that is neither a post nor a profile. */
	public static function of_url( string $url ): string {
		$name = self::platform_at( self::host_of( $url ) );
		return '' === $name ? __( 'This page has no posts that your platforms can read. It can be shown as a link card.', 'central-posts' ) : self::of_page( $name );
	}

	private static function of_page( string $name ): string {
		/* translators: %s: name of a platform, or of a server. */
		return sprintf( __( 'This page of %s is neither a profile nor a post. Open the profile or the post, and copy its URL.', 'central-posts' ), $name );
	}

	/** The host in a text: of a URL with its scheme, or after the @ of a name; '' if it has none. */
	private static function host_of( string $text ): string {
		return preg_match( '~^(?:https?://|[^\s/]*[^\s/@]@)([\w-]+(?:\.[\w-]+)+)(?:[/:?#]|$)~i', $text, $found ) ? (string) preg_replace( '/^www\./', '', strtolower( $found[1] ) ) : '';
	}

	/** Name of the platform whose profiles have URLs at this host; '' if there is none. */
	private static function platform_at( string $host ): string {
		foreach ( '' === $host ? array() : Service::platforms() as $platform ) {
			foreach ( $platform['handles'] as $handle ) {
				$own = (string) preg_replace( '/^www\./', '', (string) wp_parse_url( $handle, PHP_URL_HOST ) );
				if ( '' !== $own && $own === $host ) {
					return Glyphs::platform_name( $platform['id'] );
				}
			}
		}
		return '';
	}
}
