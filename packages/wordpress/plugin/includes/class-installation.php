<?php
/**
 * Installs and uninstalls the plugin, on a single site or on each site of a network. Uninstalling leaves no data.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Manages the table and the schedule.
 */
final class Installation {

	const VERSION = 'central_posts_version';
	/** A single request cannot process a larger network; its administrator has to clean up the other sites. */
	const MAX_SITES = 100;

	public static function init(): void {
		register_deactivation_hook( CENTRAL_POSTS_FILE, array( self::class, 'deactivate' ) );
		// Also runs for a site that was added to a network later, and after an update.
		add_action( 'plugins_loaded', array( self::class, 'install' ) );
		add_action( 'wp_uninitialize_site', array( self::class, 'uninstall_site' ) );
	}

	/** Creates or updates the tables and options of this site, once per version. */
	public static function install(): void {
		if ( get_option( self::VERSION ) !== CENTRAL_POSTS_VERSION ) {
			Items::install();
			Decisions::install();
			// Each page reads it. WordPress loads only options that exist without a query.
			add_option( Curation::OPTION, array(), '', true );
			update_option( self::VERSION, CENTRAL_POSTS_VERSION, true );
		}
	}

	/** Creates missing tables again. The next refresh fills them. */
	public static function repair_table(): void {
		if ( ! Items::table_exists() ) {
			Items::install();
		}
		if ( ! Decisions::table_exists() ) {
			Decisions::install();
		}
	}

	/** Keeps all data for the next activation, which checks the table again. */
	public static function deactivate( bool $is_for_network ): void {
		self::on_each_site(
			$is_for_network,
			static function (): void {
				wp_unschedule_hook( Refresh::HOOK );
				delete_option( self::VERSION );
			}
		);
	}

	/** Deletes everything that this plugin has stored, on every site. */
	public static function uninstall(): void {
		self::on_each_site( is_multisite(), array( self::class, 'uninstall_current_site' ) );
	}

	/** Cleans up when a site of a network is deleted: WordPress drops its tables, but neither releases the site at the service nor deletes its files. */
	public static function uninstall_site( \WP_Site $site ): void {
		switch_to_blog( (int) $site->blog_id );
		self::uninstall_current_site();
		restore_current_blog();
	}

	private static function uninstall_current_site(): void {
		self::release_site();
		wp_unschedule_hook( Refresh::HOOK );
		Images::uninstall();
		Items::uninstall();
		Decisions::uninstall();
		delete_post_meta_by_key( Usage_Index::META_CONTENT );
		delete_post_meta_by_key( Usage_Index::META_RENDERED );
		foreach ( array( Settings::OPTION, Service::PROBLEM, Service::PLATFORMS, Usage_Index::LAST_CLEANUP, Lock::OPTION, Curation::OPTION, Connected_Accounts::OPTION, self::VERSION ) as $option ) {
			delete_option( $option );
		}
		self::delete_transients();
		delete_metadata( 'user', 0, Welcome::DISMISSED, '', true );
		delete_metadata( 'user', 0, Connected_Accounts_Notice::DISMISSED, '', true );
	}

	/** Releases the site at the service. If the service is not reachable, its operator has to release it. */
	private static function release_site(): void {
		try {
			Service::client( 5 )->account( Service::site() );
		} catch ( Api\ApiException $error ) {
			return;
		}
	}

	/** Also deletes transients whose names contain a hash or a user id. */
	private static function delete_transients(): void {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( '_transient_central_posts_' ) . '%' ) );
		foreach ( $names as $name ) {
			delete_transient( substr( $name, strlen( '_transient_' ) ) );
		}
	}

	private static function on_each_site( bool $is_for_network, callable $callback ): void {
		if ( ! $is_for_network ) {
			$callback();
			return;
		}
		$sites = get_sites(
			array(
				'fields' => 'ids',
				'number' => self::MAX_SITES,
			)
		);
		foreach ( $sites as $site ) {
			switch_to_blog( $site );
			$callback();
			restore_current_blog();
		}
	}
}
