<?php
/**
 * What the settings page reports: the steps of a connection check, the license, and the content shown on this site.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Renders stored data, and the result of a check.
 */
final class Settings_Report {

	/** Number of pages listed per item. */
	const MAX_PAGES = 50;

	/**
	 * Renders whether the site is connected, how the last check went, and the license.
	 *
	 * @param array    $feedback What the last press of a button had as its result.
	 * @param string[] $errors Messages by field.
	 * @param array    $account Return value of Service::account(); empty if the site is not set up.
	 */
	public static function render_connection( array $feedback, array $errors, array $account ): void {
		$is_connected = array() === $errors && isset( $account['account'] );
		if ( array() !== ( $feedback['steps'] ?? array() ) ) {
			$is_connected = array() === $errors && '' !== $feedback['plan'];
		}
		echo '<section class="central-posts-box" aria-labelledby="central-posts-state">';
		echo '<div id="central-posts-result" role="status">';
		self::render_result( $is_connected, array() !== $errors, $feedback['steps'] ?? array(), $account['account'] ?? null );
		echo '</div></section>';
	}

	/**
	 * Renders the result of a check. settings.js replaces it with that of the REST route.
	 *
	 * @param bool    $is_connected Whether the service accepted the key.
	 * @param bool    $has_errors Whether something is wrong, or only missing.
	 * @param array[] $steps Steps of the check; may be empty.
	 * @param array|null $account Account of the license.
	 */
	public static function render_result( bool $is_connected, bool $has_errors, array $steps, ?array $account ): void {
		$state = $is_connected ? 'passed' : ( $has_errors ? 'failed' : 'skipped' );
		$title = $has_errors ? __( 'Not connected', 'central-posts' ) : __( 'Not set up yet', 'central-posts' );
		echo '<h2 id="central-posts-state" class="central-posts-state is-' . esc_attr( $state ) . '">' . esc_html( $is_connected ? __( 'Connected', 'central-posts' ) : $title ) . '</h2>';
		self::render_steps( $state, $steps );
		if ( $is_connected && null !== $account ) {
			self::render_license( $account );
		}
	}

	/** @param string $state Result of the whole check: passed, failed or skipped. @param array[] $steps Its steps; empty if there was none. */
	private static function render_steps( string $state, array $steps ): void {
		if ( array() === $steps ) {
			$hints = array(
				'passed'  => '',
				'failed'  => __( 'Press “Check connection” to see which step fails.', 'central-posts' ),
				'skipped' => __( 'Enter the service URL and the license key. Both are checked at once.', 'central-posts' ),
			);
			echo '' === $hints[ $state ] ? '' : '<p>' . esc_html( $hints[ $state ] ) . '</p>';
			return;
		}
		$names  = array(
			'name'        => __( 'Find the server', 'central-posts' ),
			'connection'  => __( 'Connect to it', 'central-posts' ),
			'certificate' => __( 'Verify its certificate', 'central-posts' ),
			'service'     => __( 'Reach the service', 'central-posts' ),
			'key'         => __( 'Use the license key', 'central-posts' ),
		);
		$states = array(
			'passed'  => __( 'Passed:', 'central-posts' ),
			'failed'  => __( 'Failed:', 'central-posts' ),
			'skipped' => __( 'Skipped:', 'central-posts' ),
		);
		echo '<ol class="central-posts-steps">';
		foreach ( array_intersect_key( $steps, $names ) as $name => $step ) {
			echo '<li class="is-' . esc_attr( $step['state'] ) . '"><span class="screen-reader-text">' . esc_html( $states[ $step['state'] ] ) . '</span> <strong>' . esc_html( $names[ $name ] ) . '</strong> <span class="central-posts-found">' . esc_html( $step['text'] ) . '</span>';
			echo '' === $step['advice'] ? '' : '<span class="central-posts-advice">' . esc_html( $step['advice'] ) . '</span>';
			echo '</li>';
		}
		echo '</ol>';
	}

	private static function render_license( array $account ): void {
		$rows = array(
			__( 'Plan', 'central-posts' )                   => $account['license']['plan'],
			__( 'Status', 'central-posts' )                 => $account['license']['status'],
			__( 'Expires', 'central-posts' )                => null === $account['license']['expiresAt'] ? __( 'never', 'central-posts' ) : self::format_time( (int) strtotime( $account['license']['expiresAt'] ) ),
			__( 'Scans this month', 'central-posts' )       => self::format_usage( $account['usage']['scans'] ),
			__( 'Validations this month', 'central-posts' ) => self::format_usage( $account['usage']['validations'] ),
			__( 'Sites', 'central-posts' )                  => self::format_usage( $account['usage']['sites'] ),
		);
		if ( isset( $account['usage']['connections'] ) ) {
			$rows[ __( 'Connected accounts', 'central-posts' ) ] = self::format_usage( $account['usage']['connections'] );
		}
		echo '<table class="central-posts-license"><caption class="screen-reader-text">' . esc_html__( 'License', 'central-posts' ) . '</caption><tbody>';
		foreach ( $rows as $name => $value ) {
			echo '<tr><th scope="row">' . esc_html( $name ) . '</th><td>' . esc_html( $value ) . '</td></tr>';
		}
		echo '</tbody></table>';
	}

	/** @param string $shown Code of a problem that the page shows already. */
	public static function render_items( string $shown ): void {
		echo '<section class="central-posts-box" aria-labelledby="central-posts-items-title"><h2 id="central-posts-items-title">' . esc_html__( 'Content shown on this site', 'central-posts' ) . '</h2>';
		$items = Items::in_use();
		if ( array() === $items ) {
			echo '<p>' . esc_html__( 'No content yet. Add the block “Social feed” to a page, or the shortcode [central_posts].', 'central-posts' ) . '</p>';
			echo '<p><a class="button" href="' . esc_url( admin_url( 'post-new.php?post_type=page' ) ) . '">' . esc_html__( 'Add a page', 'central-posts' ) . '</a></p></section>';
			return;
		}
		$problem = Service::problem();
		if ( null !== $problem && $problem['code'] !== $shown ) {
			echo '<p class="central-posts-error">' . esc_html( Render::error_message( $problem['code'], $problem['request_id'] ) ) . '</p>';
		}
		echo '<div class="central-posts-scroll"><table class="widefat striped"><thead><tr><th scope="col">' . esc_html__( 'Posts', 'central-posts' ) . '</th><th scope="col">' . esc_html__( 'Shown in', 'central-posts' ) . '</th><th scope="col">' . esc_html__( 'Last refresh', 'central-posts' ) . '</th><th scope="col">' . esc_html__( 'Next refresh', 'central-posts' ) . '</th></tr></thead><tbody>';
		foreach ( $items as $key => $item ) {
			self::render_item( $key, $item );
		}
		echo '</tbody></table></div><p><button type="submit" class="button" name="task" value="refresh">' . esc_html__( 'Refresh now', 'central-posts' ) . '</button></p></section>';
	}

	/** A row of the table. Phones show the heading of a column beside each of its cells. */
	private static function render_item( string $key, array $item ): void {
		$reference = $item['reference'];
		$name      = '' === $reference->platform ? $reference->subject : $reference->to_attribute();
		$name      = Reference::PROFILE === $reference->type ? Review_Sources::name_of( $item ) : $name;
		echo '<tr><td class="central-posts-words"><bdi>' . esc_html( $name ) . '</bdi>' . ( '' === $item['problem'] ? '' : '<br><strong>' . esc_html( Render::error_message( $item['problem'], $item['request_id'] ) ) . '</strong>' ) . '</td>';
		echo '<td data-colname="' . esc_attr__( 'Shown in', 'central-posts' ) . '">';
		self::render_pages( Usage_Index::posts_showing( array( $key ) ) );
		echo '</td><td data-colname="' . esc_attr__( 'Last refresh', 'central-posts' ) . '">' . esc_html( 0 === $item['fetched_at'] ? __( 'not yet', 'central-posts' ) : self::format_time( $item['fetched_at'] ) ) . '</td>';
		echo '<td data-colname="' . esc_attr__( 'Next refresh', 'central-posts' ) . '">' . esc_html( $item['due_at'] <= time() ? __( 'now', 'central-posts' ) : self::format_time( $item['due_at'] ) ) . '</td></tr>';
	}

	/** @param int[] $posts Ids of the posts that show an item. */
	private static function render_pages( array $posts ): void {
		foreach ( array_slice( $posts, 0, self::MAX_PAGES ) as $post ) {
			$title = get_the_title( $post );
			echo '<a href="' . esc_url( (string) get_edit_post_link( $post ) ) . '">' . esc_html( '' === $title ? "#$post" : $title ) . '</a><br>';
		}
		if ( count( $posts ) > self::MAX_PAGES ) {
			echo '…';
		}
		if ( array() === $posts ) {
			echo esc_html__( 'In a widget or template, or no longer shown', 'central-posts' );
		}
	}

	/** @param array $usage `used` and `limit`, which may be null. */
	private static function format_usage( array $usage ): string {
		/* translators: 1: number used, 2: number allowed. */
		return null === $usage['limit'] ? number_format_i18n( $usage['used'] ) : sprintf( __( '%1$s of %2$s', 'central-posts' ), number_format_i18n( $usage['used'] ), number_format_i18n( $usage['limit'] ) );
	}

	private static function format_time( int $time ): string {
		return wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $time );
	}
}
