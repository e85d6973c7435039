<?php
/**
 * What is there while the plugin is, on one site or on each of a network, and what is left afterwards: nothing.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * The table, the schedule, and the end of both.
 */
final class Installation {

	const VERSION = 'central_posts_version';
	/** Of a larger network the rest is for its owner: a request has to end. */
	const MOST_SITES = 100;

	public static function init(): void {
		register_deactivation_hook( CENTRAL_POSTS_FILE, array( self::class, 'deactivate' ) );
		// Also of a site that was added to a network later, and after an update.
		add_action( 'plugins_loaded', array( self::class, 'install' ) );
		add_action( 'wp_uninitialize_site', array( self::class, 'forget_site' ) );
	}

	/** The table of this site, where this version has not made it yet. */
	public static function install(): void {
		if ( get_option( self::VERSION ) !== CENTRAL_POSTS_VERSION ) {
			Items::install();
			update_option( self::VERSION, CENTRAL_POSTS_VERSION, true );
		}
	}

	/** A table that is gone is made again: what it held comes with the next refresh. */
	public static function mend(): void {
		if ( ! Items::is_there() ) {
			Items::install();
		}
	}

	/** What is stored stays, for when it is activated again; that the table was made is looked at anew then. */
	public static function deactivate( bool $is_for_network ): void {
		self::on_each_site(
			$is_for_network,
			static function (): void {
				wp_unschedule_hook( Refresh::HOOK );
				delete_option( self::VERSION );
			}
		);
	}

	/** All that this plugin ever stored, on every site. */
	public static function uninstall(): void {
		self::on_each_site( is_multisite(), array( self::class, 'uninstall_here' ) );
	}

	/** A site of a network is deleted: its tables go with it, its place and its files would not. */
	public static function forget_site( \WP_Site $site ): void {
		switch_to_blog( (int) $site->blog_id );
		self::uninstall_here();
		restore_current_blog();
	}

	private static function uninstall_here(): void {
		self::release_place();
		wp_unschedule_hook( Refresh::HOOK );
		Pictures::uninstall();
		Items::uninstall();
		delete_post_meta_by_key( Uses::META );
		delete_post_meta_by_key( Uses::SHOWN );
		foreach ( array( Settings::OPTION, Service::PROBLEM, Service::PLATFORMS, Uses::SWEPT, Lock::OPTION, self::VERSION ) as $option ) {
			delete_option( $option );
		}
		self::delete_transients();
	}

	/** Where the service is away, the place is freed by its operator. */
	private static function release_place(): void {
		try {
			Service::client( 5 )->account( Service::site() );
		} catch ( Api\ApiException $error ) {
			return;
		}
	}

	/** Also those whose names are made of a token's or a user's. */
	private static function delete_transients(): void {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( '_transient_central_posts_' ) . '%' ) );
		foreach ( $names as $name ) {
			delete_transient( substr( $name, strlen( '_transient_' ) ) );
		}
	}

	private static function on_each_site( bool $is_for_network, callable $call ): void {
		if ( ! $is_for_network ) {
			$call();
			return;
		}
		$sites = get_sites(
			array(
				'fields' => 'ids',
				'number' => self::MOST_SITES,
			)
		);
		foreach ( $sites as $site ) {
			switch_to_blog( $site );
			$call();
			restore_current_blog();
		}
	}
}
