<?php
/**
 * Settings → Central Posts: service URL and license key, quota, the content shown on this site, and a refresh button.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Renders and saves one form. The form never contains the license key.
 */
final class Settings_Page {

	const PAGE   = 'central-posts';
	const ACTION = 'central_posts_save';

	/** Number of pages listed per item. */
	const MAX_PAGES = 50;

	public static function init(): void {
		add_action( 'admin_menu', array( self::class, 'add_page' ) );
		add_action( 'admin_post_' . self::ACTION, array( self::class, 'save' ) );
		add_filter( 'plugin_action_links_' . plugin_basename( CENTRAL_POSTS_FILE ), array( self::class, 'add_settings_link' ) );
	}

	public static function url(): string {
		return admin_url( 'options-general.php?page=' . self::PAGE );
	}

	public static function add_page(): void {
		add_options_page( __( 'Central Posts', 'central-posts' ), __( 'Central Posts', 'central-posts' ), 'manage_options', self::PAGE, array( self::class, 'render' ) );
	}

	public static function add_settings_link( array $links ): array {
		array_unshift( $links, '<a href="' . esc_url( self::url() ) . '">' . esc_html__( 'Settings', 'central-posts' ) . '</a>' );
		return $links;
	}

	/** Saves the settings, checks the license, or refreshes, depending on the button that was pressed. */
	public static function save(): void {
		if ( ! current_user_can( 'manage_options' ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to change these settings.', 'central-posts' ), '', array( 'response' => 403 ) );
		}
		check_admin_referer( self::ACTION );
		$task = isset( $_POST['task'] ) ? sanitize_key( wp_unslash( $_POST['task'] ) ) : 'save';
		if ( 'refresh' === $task ) {
			self::refresh();
		}
		if ( 'check' === $task ) {
			Service::account( true );
			self::redirect( 'checked' );
		}
		$copies = array();
		// Settings::save() validates the values and sanitizes the keys.
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized
		foreach ( (array) wp_unslash( $_POST['copies'] ?? array() ) as $platform => $is_on ) {
			$copies[ sanitize_key( $platform ) ] = '1' === $is_on ? '1' : '0';
		}
		$input = array( 'copies' => $copies );
		foreach ( array( 'url', 'forget_key', 'hours' ) as $field ) {
			if ( isset( $_POST[ $field ] ) ) {
				$input[ $field ] = sanitize_text_field( wp_unslash( $_POST[ $field ] ) );
			}
		}
		if ( isset( $_POST['key'] ) && is_string( $_POST['key'] ) ) {
			// Not sanitized: sanitizing would remove characters that some shops use in keys. save() accepts printable characters only.
			// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized
			$input['key'] = wp_unslash( $_POST['key'] );
		}
		$error = Settings::save( $input );
		if ( '' !== $error ) {
			set_transient( 'central_posts_trouble_' . get_current_user_id(), $error, MINUTE_IN_SECONDS );
			self::redirect( 'refused' );
		}
		Service::clear_problem();
		if ( Service::is_set_up() ) {
			Service::account( true );
		}
		Refresh::schedule();
		self::redirect( 'saved' );
	}

	/** Refreshes what fits into one request. The rest follows in the background. */
	private static function refresh(): void {
		Items::make_all_due( time() );
		Service::clear_problem();
		try {
			Service::client()->recheck();
		} catch ( Api\ApiException $error ) {
			Service::record_problem( $error );
		}
		Refresh::run();
		self::redirect( 'refreshed' );
	}

	/** @return never */
	private static function redirect( string $notice ): void {
		wp_safe_redirect( add_query_arg( 'notice', $notice, self::url() ) );
		exit;
	}

	public static function render(): void {
		echo '<div class="wrap"><h1>' . esc_html__( 'Central Posts', 'central-posts' ) . '</h1>';
		self::render_notices();
		echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '">';
		echo '<input type="hidden" name="action" value="' . esc_attr( self::ACTION ) . '">';
		wp_nonce_field( self::ACTION );
		echo '<h2>' . esc_html__( 'Connection', 'central-posts' ) . '</h2><table class="form-table" role="presentation">';
		self::render_url();
		self::render_key();
		self::render_interval();
		echo '</table>';
		self::render_image_copies();
		submit_button( null, 'primary', 'submit', true );
		if ( Service::is_set_up() ) {
			self::render_account();
			self::render_items();
		}
		echo '</form></div>';
	}

	private static function render_notices(): void {
		// Only selects one of four messages.
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended
		$notice   = isset( $_GET['notice'] ) ? sanitize_key( wp_unslash( $_GET['notice'] ) ) : '';
		$error    = get_transient( 'central_posts_trouble_' . get_current_user_id() );
		$messages = array(
			'saved'     => __( 'Settings saved.', 'central-posts' ),
			'refreshed' => __( 'Refreshed. The rest follows in the background.', 'central-posts' ),
			'checked'   => __( 'License checked.', 'central-posts' ),
		);
		$problem  = 'refreshed' === $notice ? Service::problem() : Service::account()['problem'] ?? null;
		if ( 'refused' === $notice && is_string( $error ) ) {
			wp_admin_notice( esc_html( $error ), array( 'type' => 'error' ) );
		} elseif ( isset( $messages[ $notice ] ) && Service::is_set_up() && null !== $problem ) {
			$message = Render::error_message( $problem['code'], $problem['request_id'] );
			wp_admin_notice( esc_html( 'saved' === $notice ? $messages['saved'] . ' ' . $message : $message ), array( 'type' => 'error' ) );
		} elseif ( isset( $messages[ $notice ] ) ) {
			wp_admin_notice(
				esc_html( $messages[ $notice ] ),
				array(
					'type'        => 'success',
					'dismissible' => true,
				)
			);
		}
		$code = Service::local_error();
		if ( 'key_unreadable' === $code || 'blocked_here' === $code ) {
			wp_admin_notice( esc_html( Messages::for_code( $code ) ), array( 'type' => 'error' ) );
		}
	}

	private static function render_url(): void {
		$is_overridden = Settings::is_overridden( 'URL' );
		echo '<tr><th scope="row"><label for="central-posts-url">' . esc_html__( 'Service URL', 'central-posts' ) . '</label></th><td>';
		echo '<input type="url" class="regular-text code" id="central-posts-url" name="url" placeholder="https://api.example.com" value="' . esc_attr( Settings::url() ) . '"' . disabled( $is_overridden, true, false ) . '>';
		if ( $is_overridden ) {
			echo '<p class="description">' . esc_html__( 'Set by CENTRAL_POSTS_URL, outside the database.', 'central-posts' ) . '</p>';
		}
		echo '</td></tr>';
	}

	private static function render_key(): void {
		echo '<tr><th scope="row"><label for="central-posts-key">' . esc_html__( 'License key', 'central-posts' ) . '</label></th><td>';
		if ( Settings::is_overridden( 'KEY' ) ) {
			/* translators: %s: the last four characters of the key. */
			echo '<p>' . esc_html( sprintf( __( 'Set by CENTRAL_POSTS_KEY, outside the database. The key ends in %s.', 'central-posts' ), Settings::key_suffix() ) ) . '</p></td></tr>';
			return;
		}
		$has_key = '' !== Settings::key();
		/* translators: %s: the last four characters of the key. */
		$hint = $has_key ? sprintf( __( 'An encrypted key is stored. The key ends in %s. Leave this field empty to keep it.', 'central-posts' ), Settings::key_suffix() ) : __( 'Paste the key that you received. It is stored encrypted.', 'central-posts' );
		echo '<input type="password" class="regular-text code" id="central-posts-key" name="key" value="" autocomplete="off" spellcheck="false" aria-describedby="central-posts-key-hint">';
		echo '<p class="description" id="central-posts-key-hint">' . esc_html( $hint ) . '</p>';
		if ( $has_key ) {
			echo '<p><label><input type="checkbox" name="forget_key" value="1"> ' . esc_html__( 'Delete the stored key', 'central-posts' ) . '</label></p>';
		}
		echo '</td></tr>';
	}

	private static function render_interval(): void {
		$current = (int) ( Settings::interval() / HOUR_IN_SECONDS );
		echo '<tr><th scope="row"><label for="central-posts-hours">' . esc_html__( 'Check for new posts', 'central-posts' ) . '</label></th><td><select id="central-posts-hours" name="hours">';
		foreach ( Settings::HOURS as $hours ) {
			/* translators: %s: number of hours. */
			$text = sprintf( _n( 'every hour', 'every %s hours', $hours, 'central-posts' ), number_format_i18n( $hours ) );
			echo '<option value="' . esc_attr( (string) $hours ) . '"' . selected( $current, $hours, false ) . '>' . esc_html( $text ) . '</option>';
		}
		echo '</select><p class="description">' . esc_html__( 'Each check uses one scan per profile shown. Selected posts are refreshed once a day, links once a week.', 'central-posts' ) . '</p></td></tr>';
	}

	private static function render_image_copies(): void {
		$platforms = Service::platforms();
		if ( array() === $platforms ) {
			return;
		}
		echo '<h2>' . esc_html__( 'Images', 'central-posts' ) . '</h2><p>' . esc_html__( 'This site stores copies of images, so that they stay available and visitors load nothing from other servers. Turn this off for platforms that do not allow copies. Visitors then press a button to load an image.', 'central-posts' ) . '</p>';
		echo '<fieldset><legend class="screen-reader-text">' . esc_html__( 'Copy images from', 'central-posts' ) . '</legend>';
		$platforms[] = array(
			'id'   => 'web',
			'name' => __( 'Links to other pages', 'central-posts' ),
		);
		foreach ( $platforms as $platform ) {
			$name = 'copies[' . $platform['id'] . ']';
			echo '<p><input type="hidden" name="' . esc_attr( $name ) . '" value="0"><label><input type="checkbox" name="' . esc_attr( $name ) . '" value="1"' . checked( Settings::copies_images( $platform['id'] ), true, false ) . '> ' . esc_html( $platform['name'] ) . '</label></p>';
		}
		echo '</fieldset>';
	}

	private static function render_account(): void {
		echo '<h2>' . esc_html__( 'License', 'central-posts' ) . '</h2>';
		$result = Service::account();
		if ( isset( $result['problem'] ) ) {
			echo '<p><strong>' . esc_html( Render::error_message( $result['problem']['code'], $result['problem']['request_id'] ) ) . '</strong></p>';
		} else {
			$account = $result['account'];
			$rows    = array(
				__( 'Plan', 'central-posts' )   => $account['license']['plan'],
				__( 'Status', 'central-posts' ) => $account['license']['status'],
				__( 'Expires', 'central-posts' )   => null === $account['license']['expiresAt'] ? __( 'never', 'central-posts' ) : self::format_time( (int) strtotime( $account['license']['expiresAt'] ) ),
				__( 'Scans this month', 'central-posts' ) => self::format_usage( $account['usage']['scans'] ),
				__( 'Validations this month', 'central-posts' ) => self::format_usage( $account['usage']['validations'] ),
				__( 'Sites', 'central-posts' )  => self::format_usage( $account['usage']['sites'] ),
			);
			echo '<table class="widefat striped" style="max-width:40em"><tbody>';
			foreach ( $rows as $name => $value ) {
				echo '<tr><th scope="row">' . esc_html( $name ) . '</th><td>' . esc_html( $value ) . '</td></tr>';
			}
			echo '</tbody></table>';
		}
		self::render_button( 'check', __( 'Check again', 'central-posts' ) );
	}

	private static function render_items(): void {
		echo '<h2>' . esc_html__( 'Content shown on this site', 'central-posts' ) . '</h2>';
		$items = Items::in_use();
		if ( array() === $items ) {
			echo '<p>' . esc_html__( 'No content yet. Add the block or the shortcode [central_posts] to a page.', 'central-posts' ) . '</p>';
			return;
		}
		$problem = Service::problem();
		if ( null !== $problem ) {
			echo '<p><strong>' . esc_html( Render::error_message( $problem['code'], $problem['request_id'] ) ) . '</strong></p>';
		}
		echo '<div style="overflow-x:auto"><table class="widefat striped"><thead><tr><th scope="col">' . esc_html__( 'Posts', 'central-posts' ) . '</th><th scope="col">' . esc_html__( 'Shown in', 'central-posts' ) . '</th><th scope="col">' . esc_html__( 'Last refresh', 'central-posts' ) . '</th><th scope="col">' . esc_html__( 'Next refresh', 'central-posts' ) . '</th></tr></thead><tbody>';
		foreach ( $items as $key => $item ) {
			$name = '' === $item['reference']->platform ? $item['reference']->subject : $item['reference']->to_attribute();
			echo '<tr><td>' . esc_html( $name ) . ( '' === $item['problem'] ? '' : '<br><strong>' . esc_html( Render::error_message( $item['problem'], $item['request_id'] ) ) . '</strong>' ) . '</td><td>';
			$posts = Usage_Index::posts_showing( array( $key ) );
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
			echo '</td><td>' . esc_html( 0 === $item['fetched_at'] ? __( 'not yet', 'central-posts' ) : self::format_time( $item['fetched_at'] ) ) . '</td><td>' . esc_html( $item['due_at'] <= time() ? __( 'now', 'central-posts' ) : self::format_time( $item['due_at'] ) ) . '</td></tr>';
		}
		echo '</tbody></table></div>';
		self::render_button( 'refresh', __( 'Refresh now', 'central-posts' ) );
	}

	private static function render_button( string $task, string $text ): void {
		echo '<p><button type="submit" class="button" name="task" value="' . esc_attr( $task ) . '">' . esc_html( $text ) . '</button></p>';
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
