<?php
/**
 * Text that a site owner can copy into the privacy policy.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Adds the suggested text to WordPress's privacy policy guide.
 */
final class Privacy {

	public static function init(): void {
		add_action( 'admin_init', array( self::class, 'add_policy_content' ) );
	}

	public static function add_policy_content(): void {
		$texts = array(
			__( 'Some pages of this site show public posts from other platforms. This site stores their texts and images. When you visit a page, neither those platforms nor the service that provides the posts receive any data about you.', 'central-posts' ),
			__( 'Videos, audio and images that this site does not store load from their platform only after you have pressed a button or agreed to marketing content. The platform then sees your IP address.', 'central-posts' ),
			__( 'The service that fetches the posts receives the URL of this site and the profiles and posts that it shows. It receives no data about visitors.', 'central-posts' ),
		);
		wp_add_privacy_policy_content( __( 'Central Posts', 'central-posts' ), wp_kses_post( '<p>' . implode( '</p><p>', $texts ) . '</p>' ) );
	}
}
