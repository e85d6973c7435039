<?php
/**
 * Settings → Central Posts: address and key, what the license has left, what is shown where, and a button to refresh.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * One page and one form; the key is never written into it.
 */
final class Settings_Page {

	const PAGE   = 'central-posts';
	const ACTION = 'central_posts_save';

	/** That are named for each item. */
	const MOST_PAGES = 50;

	public static function init(): void {
		add_action( 'admin_menu', array( self::class, 'add' ) );
		add_action( 'admin_post_' . self::ACTION, array( self::class, 'save' ) );
		add_filter( 'plugin_action_links_' . plugin_basename( CENTRAL_POSTS_FILE ), array( self::class, 'add_link' ) );
	}

	public static function url(): string {
		return admin_url( 'options-general.php?page=' . self::PAGE );
	}

	public static function add(): void {
		add_options_page( __( 'Central Posts', 'central-posts' ), __( 'Central Posts', 'central-posts' ), 'manage_options', self::PAGE, array( self::class, 'show' ) );
	}

	public static function add_link( array $links ): array {
		array_unshift( $links, '<a href="' . esc_url( self::url() ) . '">' . esc_html__( 'Settings', 'central-posts' ) . '</a>' );
		return $links;
	}

	/** Saves, checks the license, or refreshes; whichever button was pressed. */
	public static function save(): void {
		if ( ! current_user_can( 'manage_options' ) ) {
			wp_die( esc_html__( 'You may not change these settings.', 'central-posts' ), '', array( 'response' => 403 ) );
		}
		check_admin_referer( self::ACTION );
		$does = isset( $_POST['does'] ) ? sanitize_key( wp_unslash( $_POST['does'] ) ) : 'save';
		if ( 'refresh' === $does ) {
			self::refresh();
		}
		if ( 'check' === $does ) {
			Service::account( true );
			self::leave( 'checked' );
		}
		$copies = array();
		// Its keys and values are checked where they are saved: two values, and keys that sanitize_key() leaves as they are.
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized
		foreach ( (array) wp_unslash( $_POST['copies'] ?? array() ) as $platform => $said ) {
			$copies[ sanitize_key( $platform ) ] = '1' === $said ? '1' : '0';
		}
		$input = array( 'copies' => $copies );
		foreach ( array( 'url', 'forget_key', 'hours' ) as $field ) {
			if ( isset( $_POST[ $field ] ) ) {
				$input[ $field ] = sanitize_text_field( wp_unslash( $_POST[ $field ] ) );
			}
		}
		if ( isset( $_POST['key'] ) && is_string( $_POST['key'] ) ) {
			// As it was typed: cleaning would take out what some shops' keys hold, and save() lets only printable signs through.
			// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized
			$input['key'] = wp_unslash( $_POST['key'] );
		}
		$trouble = Settings::save( $input );
		if ( '' !== $trouble ) {
			set_transient( 'central_posts_trouble_' . get_current_user_id(), $trouble, MINUTE_IN_SECONDS );
			self::leave( 'refused' );
		}
		Service::forget_problem();
		if ( Service::is_set_up() ) {
			Service::account( true );
		}
		Refresh::schedule();
		self::leave( 'saved' );
	}

	/** All that a request has time for; the rest follows in the background. */
	private static function refresh(): void {
		Items::hasten( time() );
		Service::forget_problem();
		try {
			Service::client()->recheck();
		} catch ( Api\ApiException $error ) {
			Service::remember_problem( $error );
		}
		Refresh::run();
		self::leave( 'refreshed' );
	}

	/** @return never */
	private static function leave( string $said ): void {
		wp_safe_redirect( add_query_arg( 'said', $said, self::url() ) );
		exit;
	}

	public static function show(): void {
		echo '<div class="wrap"><h1>' . esc_html__( 'Central Posts', 'central-posts' ) . '</h1>';
		self::show_said();
		echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '">';
		echo '<input type="hidden" name="action" value="' . esc_attr( self::ACTION ) . '">';
		wp_nonce_field( self::ACTION );
		echo '<h2>' . esc_html__( 'Connection', 'central-posts' ) . '</h2><table class="form-table" role="presentation">';
		self::show_url();
		self::show_key();
		self::show_hours();
		echo '</table>';
		self::show_copies();
		submit_button( null, 'primary', 'submit', true );
		if ( Service::is_set_up() ) {
			self::show_account();
			self::show_items();
		}
		echo '</form></div>';
	}

	private static function show_said(): void {
		// What it says is one of four words; nothing is done with it.
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended
		$said    = isset( $_GET['said'] ) ? sanitize_key( wp_unslash( $_GET['said'] ) ) : '';
		$trouble = get_transient( 'central_posts_trouble_' . get_current_user_id() );
		$words   = array(
			'saved'     => __( 'Settings saved.', 'central-posts' ),
			'refreshed' => __( 'Refreshed. What took longer follows in the background.', 'central-posts' ),
			'checked'   => __( 'The license was checked.', 'central-posts' ),
		);
		$problem = 'refreshed' === $said ? Service::problem() : Service::account()['problem'] ?? null;
		if ( 'refused' === $said && is_string( $trouble ) ) {
			wp_admin_notice( esc_html( $trouble ), array( 'type' => 'error' ) );
		} elseif ( isset( $words[ $said ] ) && Service::is_set_up() && null !== $problem ) {
			$sentence = Render::sentence( $problem['code'], $problem['request_id'] );
			wp_admin_notice( esc_html( 'saved' === $said ? $words['saved'] . ' ' . $sentence : $sentence ), array( 'type' => 'error' ) );
		} elseif ( isset( $words[ $said ] ) ) {
			wp_admin_notice(
				esc_html( $words[ $said ] ),
				array(
					'type'        => 'success',
					'dismissible' => true,
				)
			);
		}
		$code = Service::obstacle();
		if ( 'key_unreadable' === $code || 'blocked_here' === $code ) {
			wp_admin_notice( esc_html( Messages::of( $code ) ), array( 'type' => 'error' ) );
		}
	}

	private static function show_url(): void {
		$is_given = Settings::is_given( 'URL' );
		echo '<tr><th scope="row"><label for="central-posts-url">' . esc_html__( 'Address of the service', 'central-posts' ) . '</label></th><td>';
		echo '<input type="url" class="regular-text code" id="central-posts-url" name="url" placeholder="https://api.example.com" value="' . esc_attr( Settings::url() ) . '"' . disabled( $is_given, true, false ) . '>';
		if ( $is_given ) {
			echo '<p class="description">' . esc_html__( 'Set by CENTRAL_POSTS_URL, outside of the database.', 'central-posts' ) . '</p>';
		}
		echo '</td></tr>';
	}

	private static function show_key(): void {
		echo '<tr><th scope="row"><label for="central-posts-key">' . esc_html__( 'License key', 'central-posts' ) . '</label></th><td>';
		if ( Settings::is_given( 'KEY' ) ) {
			/* translators: %s: the last four characters of the key. */
			echo '<p>' . esc_html( sprintf( __( 'Set by CENTRAL_POSTS_KEY, outside of the database; it ends in %s.', 'central-posts' ), Settings::key_end() ) ) . '</p></td></tr>';
			return;
		}
		$has_key = '' !== Settings::key();
		/* translators: %s: the last four characters of the key. */
		$hint = $has_key ? sprintf( __( 'A key is stored, encrypted; it ends in %s. Leave this empty to keep it.', 'central-posts' ), Settings::key_end() ) : __( 'Paste it as you received it; it is stored encrypted.', 'central-posts' );
		echo '<input type="password" class="regular-text code" id="central-posts-key" name="key" value="" autocomplete="off" spellcheck="false" aria-describedby="central-posts-key-hint">';
		echo '<p class="description" id="central-posts-key-hint">' . esc_html( $hint ) . '</p>';
		if ( $has_key ) {
			echo '<p><label><input type="checkbox" name="forget_key" value="1"> ' . esc_html__( 'Forget the stored key', 'central-posts' ) . '</label></p>';
		}
		echo '</td></tr>';
	}

	private static function show_hours(): void {
		$held = (int) ( Settings::interval() / HOUR_IN_SECONDS );
		echo '<tr><th scope="row"><label for="central-posts-hours">' . esc_html__( 'Look for new posts', 'central-posts' ) . '</label></th><td><select id="central-posts-hours" name="hours">';
		foreach ( Settings::HOURS as $hours ) {
			/* translators: %s: number of hours. */
			$text = sprintf( _n( 'every hour', 'every %s hours', $hours, 'central-posts' ), number_format_i18n( $hours ) );
			echo '<option value="' . esc_attr( (string) $hours ) . '"' . selected( $held, $hours, false ) . '>' . esc_html( $text ) . '</option>';
		}
		echo '</select><p class="description">' . esc_html__( 'Each time costs one scan for each profile that is shown. Chosen posts are read again once a day, links once a week.', 'central-posts' ) . '</p></td></tr>';
	}

	private static function show_copies(): void {
		$platforms = Service::platforms();
		if ( array() === $platforms ) {
			return;
		}
		echo '<h2>' . esc_html__( 'Pictures', 'central-posts' ) . '</h2><p>' . esc_html__( 'Pictures are copied to this site, so that they stay and visitors load nothing from elsewhere. Switch it off where a platform does not allow it: the picture then waits behind a button.', 'central-posts' ) . '</p>';
		echo '<fieldset><legend class="screen-reader-text">' . esc_html__( 'Copy pictures of', 'central-posts' ) . '</legend>';
		$platforms[] = array(
			'id'   => 'web',
			'name' => __( 'Links to other pages', 'central-posts' ),
		);
		foreach ( $platforms as $platform ) {
			$name = 'copies[' . $platform['id'] . ']';
			echo '<p><input type="hidden" name="' . esc_attr( $name ) . '" value="0"><label><input type="checkbox" name="' . esc_attr( $name ) . '" value="1"' . checked( Settings::copies( $platform['id'] ), true, false ) . '> ' . esc_html( $platform['name'] ) . '</label></p>';
		}
		echo '</fieldset>';
	}

	private static function show_account(): void {
		echo '<h2>' . esc_html__( 'License', 'central-posts' ) . '</h2>';
		$answer = Service::account();
		if ( isset( $answer['problem'] ) ) {
			echo '<p><strong>' . esc_html( Render::sentence( $answer['problem']['code'], $answer['problem']['request_id'] ) ) . '</strong></p>';
		} else {
			$account = $answer['account'];
			$rows    = array(
				__( 'Plan', 'central-posts' )   => $account['license']['plan'],
				__( 'Status', 'central-posts' ) => $account['license']['status'],
				__( 'Ends', 'central-posts' )   => null === $account['license']['expiresAt'] ? __( 'never', 'central-posts' ) : self::time( (int) strtotime( $account['license']['expiresAt'] ) ),
				__( 'Scans this month', 'central-posts' ) => self::used( $account['usage']['scans'] ),
				__( 'Validations this month', 'central-posts' ) => self::used( $account['usage']['validations'] ),
				__( 'Sites', 'central-posts' )  => self::used( $account['usage']['sites'] ),
			);
			echo '<table class="widefat striped" style="max-width:40em"><tbody>';
			foreach ( $rows as $name => $value ) {
				echo '<tr><th scope="row">' . esc_html( $name ) . '</th><td>' . esc_html( $value ) . '</td></tr>';
			}
			echo '</tbody></table>';
		}
		self::button( 'check', __( 'Check again', 'central-posts' ) );
	}

	private static function show_items(): void {
		echo '<h2>' . esc_html__( 'What is shown', 'central-posts' ) . '</h2>';
		$items = Items::shown_somewhere();
		if ( array() === $items ) {
			echo '<p>' . esc_html__( 'Nothing yet. Insert the block, or the shortcode [central_posts].', 'central-posts' ) . '</p>';
			return;
		}
		$problem = Service::problem();
		if ( null !== $problem ) {
			echo '<p><strong>' . esc_html( Render::sentence( $problem['code'], $problem['request_id'] ) ) . '</strong></p>';
		}
		echo '<div style="overflow-x:auto"><table class="widefat striped"><thead><tr><th scope="col">' . esc_html__( 'Posts', 'central-posts' ) . '</th><th scope="col">' . esc_html__( 'Where', 'central-posts' ) . '</th><th scope="col">' . esc_html__( 'Last read', 'central-posts' ) . '</th><th scope="col">' . esc_html__( 'Next', 'central-posts' ) . '</th></tr></thead><tbody>';
		foreach ( $items as $key => $item ) {
			$name = '' === $item['reference']->platform ? $item['reference']->subject : $item['reference']->word();
			echo '<tr><td>' . esc_html( $name ) . ( '' === $item['problem'] ? '' : '<br><strong>' . esc_html( Render::sentence( $item['problem'], $item['request_id'] ) ) . '</strong>' ) . '</td><td>';
			$posts = Uses::posts_with( array( $key ) );
			foreach ( array_slice( $posts, 0, self::MOST_PAGES ) as $post ) {
				$title = get_the_title( $post );
				echo '<a href="' . esc_url( (string) get_edit_post_link( $post ) ) . '">' . esc_html( '' === $title ? "#$post" : $title ) . '</a><br>';
			}
			if ( count( $posts ) > self::MOST_PAGES ) {
				echo '…';
			}
			if ( array() === $posts ) {
				echo esc_html__( 'a widget, a template, or nowhere any more', 'central-posts' );
			}
			echo '</td><td>' . esc_html( 0 === $item['fetched_at'] ? __( 'not yet', 'central-posts' ) : self::time( $item['fetched_at'] ) ) . '</td><td>' . esc_html( $item['due_at'] <= time() ? __( 'now', 'central-posts' ) : self::time( $item['due_at'] ) ) . '</td></tr>';
		}
		echo '</tbody></table></div>';
		self::button( 'refresh', __( 'Refresh now', 'central-posts' ) );
	}

	private static function button( string $does, string $text ): void {
		echo '<p><button type="submit" class="button" name="does" value="' . esc_attr( $does ) . '">' . esc_html( $text ) . '</button></p>';
	}

	/** @param array $usage `used` and `limit`, which may be null. */
	private static function used( array $usage ): string {
		/* translators: 1: number used, 2: number allowed. */
		return null === $usage['limit'] ? number_format_i18n( $usage['used'] ) : sprintf( __( '%1$s of %2$s', 'central-posts' ), number_format_i18n( $usage['used'] ), number_format_i18n( $usage['limit'] ) );
	}

	private static function time( int $time ): string {
		return wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $time );
	}
}
