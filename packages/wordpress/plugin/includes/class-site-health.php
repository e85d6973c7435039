<?php
/**
 * Tools → Site Health: speaks when posts grow old, and says nothing otherwise.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * One test, and facts for a report without anything secret.
 */
final class Site_Health {

	/** An event that is so late does not run by itself. */
	const LATE_SECONDS = 2 * HOUR_IN_SECONDS;

	public static function init(): void {
		add_filter( 'site_status_tests', array( self::class, 'add_test' ) );
		add_filter( 'debug_information', array( self::class, 'add_facts' ) );
	}

	public static function add_test( array $tests ): array {
		$tests['direct']['central_posts'] = array(
			'label' => __( 'Central Posts', 'central-posts' ),
			'test'  => array( self::class, 'test' ),
		);
		return $tests;
	}

	public static function test(): array {
		$trouble = self::trouble();
		$is_good = '' === $trouble;
		return array(
			'test'        => 'central_posts',
			'label'       => $is_good ? __( 'Posts of other platforms are refreshed', 'central-posts' ) : __( 'Posts of other platforms are not refreshed', 'central-posts' ),
			'status'      => $is_good ? 'good' : 'recommended',
			'badge'       => array(
				'label' => __( 'Central Posts', 'central-posts' ),
				'color' => 'blue',
			),
			'description' => '<p>' . esc_html( $is_good ? __( 'New posts come by themselves.', 'central-posts' ) : $trouble ) . '</p>',
			'actions'     => $is_good ? '' : '<p><a href="' . esc_url( Settings_Page::url() ) . '">' . esc_html__( 'Open the settings', 'central-posts' ) . '</a></p>',
		);
	}

	public static function add_facts( array $facts ): array {
		$problem                = Service::problem();
		$facts['central-posts'] = array(
			'label'  => __( 'Central Posts', 'central-posts' ),
			'fields' => array(
				'url'     => array(
					'label' => __( 'Address of the service', 'central-posts' ),
					// A name and a password in it are for nobody who reads a report.
					'value' => (string) preg_replace( '~(?<=://)[^/]*@~', '', Settings::url() ),
				),
				'charset' => array(
					'label' => __( 'Character set of the table', 'central-posts' ),
					'value' => Items::charset(),
				),
				'items'   => array(
					'label' => __( 'Profiles, posts and links that are refreshed', 'central-posts' ),
					'value' => count( Items::shown_somewhere() ),
				),
				'next'    => array(
					'label' => __( 'Next refresh', 'central-posts' ),
					'value' => self::time( (int) wp_next_scheduled( Refresh::HOOK ) ),
				),
				'problem' => array(
					'label' => __( 'Last problem', 'central-posts' ),
					'value' => null === $problem ? '' : trim( $problem['code'] . ' ' . $problem['request_id'] ),
				),
			),
		);
		return $facts;
	}

	private static function time( int $time ): string {
		return 0 === $time ? __( 'not scheduled', 'central-posts' ) : gmdate( 'Y-m-d H:i:s', $time ) . ' UTC';
	}

	/** A sentence, or ''. Nothing is wrong where nothing was set up and nothing is shown. */
	private static function trouble(): string {
		$is_there = Items::is_there();
		$code     = Service::obstacle();
		if ( '' !== $code ) {
			return 'not_set_up' === $code && ( ! $is_there || array() === Items::shown_somewhere() ) ? '' : Messages::of( $code );
		}
		if ( ! $is_there ) {
			return Messages::of( 'table_missing' );
		}
		$problem = Service::problem();
		if ( null !== $problem ) {
			return Render::sentence( $problem['code'], $problem['request_id'] );
		}
		$overdue = Items::overdue_since( time() );
		if ( null !== $overdue && $overdue < time() - self::LATE_SECONDS ) {
			return __( 'A refresh is overdue: WP-Cron does not run on this site. Ask your host for a real cron job that calls wp-cron.php, or use “Refresh now” in the settings.', 'central-posts' );
		}
		$charset = Items::charset();
		if ( '' !== $charset && 'utf8mb4' !== $charset ) {
			/* translators: %s: a character set of a database, such as utf8mb3. */
			return sprintf( __( 'The table of this plugin is in the character set %s, which cannot hold every letter: profiles and addresses with emoji in their names do not come. Ask your host to convert the database to utf8mb4.', 'central-posts' ), $charset );
		}
		return '';
	}
}
