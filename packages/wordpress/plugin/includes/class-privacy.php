<?php
/**
 * What a site owner may put into the privacy policy.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A suggestion; WordPress shows it to the owner.
 */
final class Privacy {

	public static function init(): void {
		add_action( 'admin_init', array( self::class, 'suggest' ) );
	}

	public static function suggest(): void {
		$texts = array(
			__( 'Some pages of this site show public posts of other platforms. Their texts and pictures are kept on this site; visiting a page tells nothing to those platforms, nor to the service that the posts come from.', 'central-posts' ),
			__( 'Videos, recordings and pictures that this site does not keep load from their platform only after you have pressed a button, or agreed to marketing content. The platform then sees your address.', 'central-posts' ),
			__( 'The service that fetches the posts is told the address of this site and which profiles and posts it shows. It is told nothing about visitors.', 'central-posts' ),
		);
		wp_add_privacy_policy_content( __( 'Central Posts', 'central-posts' ), wp_kses_post( '<p>' . implode( '</p><p>', $texts ) . '</p>' ) );
	}
}
