<?php
/**
 * The REST route that lists connected accounts in the block's editor.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * For users who can edit posts. Contains names and states only.
 */
final class Connected_Accounts_Rest {

	public static function init(): void {
		add_action( 'rest_api_init', array( self::class, 'register' ) );
	}

	public static function register(): void {
		Rest::route( '/accounts', 'accounts', array( self::class, 'accounts' ), array() );
	}

	/** The accounts that a block can show. If the service does not respond, those that were known before. @return array `accounts`. */
	public static function accounts(): array {
		if ( Service::is_set_up() ) {
			Connected_Accounts::refresh();
		}
		$accounts = array();
		foreach ( Connected_Accounts::all() as $account ) {
			if ( ! $account->is_taken_back() ) {
				$accounts[] = array(
					'id'       => $account->id,
					'platform' => $account->platform,
					'handle'   => $account->handle,
					'title'    => $account->title(),
					'name'     => Glyphs::platform_name( $account->platform ),
					'state'    => $account->needs_owner() ? Connected_Messages::state( $account ) : '',
				);
			}
		}
		return array( 'accounts' => $accounts );
	}
}
