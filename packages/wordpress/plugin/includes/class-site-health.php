<?php
/**
 * Adds a test to Tools → Site Health, which reports when posts are no longer refreshed.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Adds one test, and debug information without secrets.
 */
final class Site_Health {

	/** If an event is this late, WP-Cron does not run. */
	const LATE_SECONDS = 2 * HOUR_IN_SECONDS;

	public static function init(): void {
		add_filter( 'site_status_tests', array( self::class, 'add_test' ) );
		add_filter( 'debug_information', array( self::class, 'add_debug_info' ) );
	}

	public static function add_test( array $tests ): array {
		$tests['direct']['central_posts'] = array(
			'label' => __( 'Central Posts', 'central-posts' ),
			'test'  => array( self::class, 'test' ),
		);
		return $tests;
	}

	public static function test(): array {
		$message = self::problem_message();
		$is_good = '' === $message;
		return array(
			'test'        => 'central_posts',
			'label'       => $is_good ? __( 'Posts from other platforms are being refreshed', 'central-posts' ) : __( 'Posts from other platforms are not being refreshed', 'central-posts' ),
			'status'      => $is_good ? 'good' : 'recommended',
			'badge'       => array(
				'label' => __( 'Central Posts', 'central-posts' ),
				'color' => 'blue',
			),
			'description' => '<p>' . esc_html( $is_good ? __( 'New posts appear automatically.', 'central-posts' ) : $message ) . '</p>',
			'actions'     => $is_good ? '' : '<p><a href="' . esc_url( Settings_Page::url() ) . '">' . esc_html__( 'Open the settings', 'central-posts' ) . '</a></p>',
		);
	}

	public static function add_debug_info( array $info ): array {
		$problem               = Service::problem();
		$info['central-posts'] = array(
			'label'  => __( 'Central Posts', 'central-posts' ),
			'fields' => array(
				'url'     => array(
					'label' => __( 'Service URL', 'central-posts' ),
					// Without user name and password.
					'value' => (string) preg_replace( '~(?<=://)[^/]*@~', '', Settings::url() ),
				),
				'charset' => array(
					'label' => __( 'Character set of the database table', 'central-posts' ),
					'value' => Items::charset(),
				),
				'items'   => array(
					'label' => __( 'Refreshed profiles, posts and links', 'central-posts' ),
					'value' => count( Items::in_use() ),
				),
				'next'    => array(
					'label' => __( 'Next refresh', 'central-posts' ),
					'value' => self::format_time( (int) wp_next_scheduled( Refresh::HOOK ) ),
				),
				'problem' => array(
					'label' => __( 'Last problem', 'central-posts' ),
					'value' => null === $problem ? '' : trim( $problem['code'] . ' ' . $problem['request_id'] ),
				),
			),
		);
		return $info;
	}

	private static function format_time( int $time ): string {
		return 0 === $time ? __( 'not scheduled', 'central-posts' ) : gmdate( 'Y-m-d H:i:s', $time ) . ' UTC';
	}

	/** An error message, or ''. It is not an error if the plugin is not set up and shows nothing. */
	private static function problem_message(): string {
		$has_table = Items::table_exists();
		$code      = Service::local_error();
		if ( '' !== $code ) {
			return 'not_set_up' === $code && ( ! $has_table || array() === Items::in_use() ) ? '' : Messages::for_code( $code );
		}
		if ( ! $has_table ) {
			return Messages::for_code( 'table_missing' );
		}
		$problem = Service::problem();
		if ( null !== $problem ) {
			return Render::error_message( $problem['code'], $problem['request_id'] );
		}
		$overdue = Items::overdue_since( time() );
		if ( null !== $overdue && $overdue < time() - self::LATE_SECONDS ) {
			return __( 'A refresh is overdue because WP-Cron does not run on this site. Ask your host for a cron job that calls wp-cron.php, or use “Refresh now” in the settings.', 'central-posts' );
		}
		$charset = Items::charset();
		if ( '' !== $charset && 'utf8mb4' !== $charset ) {
			/* translators: %s: a character set of a database, such as utf8mb3. */
			return sprintf( __( 'The database table of this plugin uses the character set %s, which cannot store every character. Profiles and URLs that contain emoji are missing. Ask your host to convert the database to utf8mb4.', 'central-posts' ), $charset );
		}
		return '';
	}
}
