<?php
/**
 * The connected accounts on the settings page: a list with their states, and buttons that connect another one.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Every button works without a script.
 */
final class Connected_Accounts_Section {

	/** Elements and attributes of a platform's mark. */
	const MARK = array(
		'svg'  => array(
			'viewbox'    => true,
			'width'      => true,
			'height'     => true,
			'role'       => true,
			'aria-label' => true,
			'focusable'  => true,
		),
		'rect' => array(
			'width'  => true,
			'height' => true,
			'rx'     => true,
			'fill'   => true,
		),
		'path' => array(
			'd'              => true,
			'fill'           => true,
			'stroke'         => true,
			'stroke-width'   => true,
			'stroke-linecap' => true,
		),
		'text' => array(
			'x'           => true,
			'y'           => true,
			'dy'          => true,
			'text-anchor' => true,
			'font-size'   => true,
			'font-weight' => true,
			'fill'        => true,
		),
	);

	/** What the field of a platform may contain. */
	const EXAMPLES = array(
		'bluesky'  => 'garden.bsky.social',
		'mastodon' => 'mastodon.social',
		'misskey'  => 'misskey.io',
	);

	public static function init(): void {
		add_action( 'admin_print_styles-settings_page_' . Settings_Page::PAGE, array( self::class, 'enqueue' ) );
	}

	public static function enqueue(): void {
		wp_enqueue_style( 'central-posts-accounts', plugins_url( 'settings/accounts.css', CENTRAL_POSTS_FILE ), array( 'central-posts-settings' ), CENTRAL_POSTS_VERSION );
	}

	public static function render(): void {
		if ( ! Service::is_set_up() || '' !== Service::local_error() ) {
			return;
		}
		$failure  = Connected_Accounts::refresh( Connected_Accounts_Tasks::is_waiting() ? 0 : Connected_Accounts::FRESH_SECONDS );
		$accounts = Connected_Accounts::all();
		$feedback = Connected_Accounts_Tasks::feedback();
		if ( array() === $accounts && array() === Connected_Accounts::connectable() && array() === $feedback ) {
			// The service offers nothing to connect. What is wrong with it is shown above.
			return;
		}
		echo '<section class="central-posts-box" id="central-posts-accounts" aria-labelledby="central-posts-accounts-title"><h2 id="central-posts-accounts-title">' . esc_html__( 'Connected accounts', 'central-posts' ) . '</h2>';
		echo '<p>' . esc_html__( 'Some platforms show posts only with the permission of the account’s owner. The owner gives it on the platform’s own page and can take it back at any time. This site stores no password.', 'central-posts' ) . '</p>';
		if ( array() !== $feedback ) {
			echo '<div class="central-posts-account-result is-' . esc_attr( $feedback['type'] ) . '" role="status"><p>' . esc_html( $feedback['text'] ) . '</p></div>';
		}
		if ( '' !== $failure ) {
			echo '<p class="central-posts-error">' . esc_html( Connected_Messages::for_error( $failure ) ) . '</p>';
		}
		if ( array() !== $accounts ) {
			echo '<ul class="central-posts-accounts">';
			array_map( array( self::class, 'render_account' ), $accounts );
			echo '</ul>';
		}
		self::render_connectable( Connected_Accounts::connectable() );
		echo '</section>';
	}

	private static function render_account( Connected_Account $account ): void {
		$advice = Connected_Messages::advice( $account );
		echo '<li class="central-posts-account is-' . esc_attr( $account->state ) . '">';
		echo wp_kses( Glyphs::mark( $account->platform ), self::MARK );
		echo '<div class="central-posts-account-about"><strong dir="auto">' . esc_html( $account->title() ) . '</strong>';
		echo '<span class="central-posts-account-facts"><span dir="auto">' . esc_html( self::facts( $account ) ) . '</span></span>';
		echo '<span class="central-posts-account-state">' . esc_html( Connected_Messages::state( $account ) ) . '</span>';
		if ( '' !== $advice ) {
			echo '<span class="central-posts-account-advice">' . esc_html( $advice ) . '</span>';
		}
		if ( array() !== $account->missing ) {
			/* translators: %s: names of permissions, as the platform calls them. */
			echo '<span class="central-posts-account-advice">' . esc_html( sprintf( __( 'Not allowed by the owner: %s. Some details of the posts may be missing.', 'central-posts' ), implode( ', ', $account->missing ) ) ) . '</span>';
		}
		echo '</div><div class="central-posts-account-actions">';
		self::render_reconnect( $account );
		self::render_rename( $account );
		self::render_disconnect( $account );
		echo '</div></li>';
	}

	/** Platform, handle, and when it was last read. */
	private static function facts( Connected_Account $account ): string {
		$facts = array( Glyphs::platform_name( $account->platform ), $account->handle );
		if ( null !== $account->last_read_at ) {
			/* translators: %s: a date. */
			$facts[] = sprintf( __( 'last read on %s', 'central-posts' ), wp_date( get_option( 'date_format' ), $account->last_read_at ) );
		}
		return implode( ' · ', $facts );
	}

	private static function render_reconnect( Connected_Account $account ): void {
		if ( ! in_array( $account->platform, array_column( Connected_Accounts::connectable(), 'platform' ), true ) ) {
			return;
		}
		self::open_form( 'reconnect', $account->id );
		/* translators: %s: name of an account. */
		$label = sprintf( __( 'Reconnect %s', 'central-posts' ), $account->title() );
		echo '<button type="submit" class="button' . ( $account->needs_owner() ? ' button-primary' : '' ) . '" aria-label="' . esc_attr( $label ) . '">' . esc_html__( 'Reconnect', 'central-posts' ) . '</button></form>';
	}

	private static function render_rename( Connected_Account $account ): void {
		$field = "central-posts-name-$account->id";
		/* translators: %s: name of an account. */
		echo '<details><summary class="button" aria-label="' . esc_attr( sprintf( __( 'Rename %s', 'central-posts' ), $account->title() ) ) . '">' . esc_html__( 'Rename', 'central-posts' ) . '</summary>';
		self::open_form( 'rename', $account->id );
		echo '<label for="' . esc_attr( $field ) . '">' . esc_html__( 'Your name for this account', 'central-posts' ) . '</label>';
		echo '<input type="text" id="' . esc_attr( $field ) . '" name="label" maxlength="100" dir="auto" value="' . esc_attr( (string) $account->label ) . '" placeholder="' . esc_attr( $account->display_name ?? $account->handle ) . '">';
		echo '<button type="submit" class="button">' . esc_html__( 'Save name', 'central-posts' ) . '</button></form></details>';
	}

	private static function render_disconnect( Connected_Account $account ): void {
		/* translators: %s: name of an account. */
		echo '<details><summary class="button central-posts-account-remove" aria-label="' . esc_attr( sprintf( __( 'Disconnect %s', 'central-posts' ), $account->title() ) ) . '">' . esc_html__( 'Disconnect', 'central-posts' ) . '</summary>';
		self::open_form( 'disconnect', $account->id );
		echo '<p>' . esc_html__( 'The service deletes the permission and everything it read with it, for all sites of your license. This site deletes the posts at once. Blocks that show them become empty.', 'central-posts' ) . '</p>';
		echo '<button type="submit" class="button central-posts-account-remove">' . esc_html__( 'Disconnect this account', 'central-posts' ) . '</button></form></details>';
	}

	/** @param array[] $platforms Return value of Connected_Accounts::connectable(). */
	private static function render_connectable( array $platforms ): void {
		if ( array() === $platforms ) {
			return;
		}
		echo '<h3>' . esc_html__( 'Connect an account', 'central-posts' ) . '</h3><div class="central-posts-connectable">';
		// Buttons in rows of their own, then those with a field.
		usort(
			$platforms,
			static function ( array $one, array $other ): int {
				return self::has_field( $one ) <=> self::has_field( $other );
			}
		);
		foreach ( $platforms as $platform ) {
			self::open_form( 'connect', '' );
			echo '<input type="hidden" name="platform" value="' . esc_attr( $platform['platform'] ) . '">';
			if ( self::has_field( $platform ) ) {
				self::render_field( $platform );
			}
			/* translators: %s: name of a platform. */
			echo '<button type="submit" class="button">' . esc_html( sprintf( __( 'Connect %s', 'central-posts' ), $platform['name'] ) ) . '</button></form>';
		}
		echo '</div>';
	}

	/** Whether the owner names a server, or may name the account. */
	private static function has_field( array $platform ): bool {
		return $platform['needs_host'] || $platform['accepts_handle'];
	}

	private static function render_field( array $platform ): void {
		$field = 'central-posts-host-' . $platform['platform'];
		/* translators: %s: name of a platform. */
		$label = $platform['needs_host'] ? __( 'Your %s server', 'central-posts' ) : __( 'Your %s handle (optional)', 'central-posts' );
		echo '<label for="' . esc_attr( $field ) . '">' . esc_html( sprintf( $label, $platform['name'] ) ) . '</label>';
		if ( ! $platform['needs_host'] ) {
			echo '<span class="central-posts-account-facts" id="' . esc_attr( "$field-hint" ) . '">' . esc_html__( 'Enter it if your account is not on the platform’s main server.', 'central-posts' ) . '</span>';
		}
		echo '<input type="text" inputmode="url" id="' . esc_attr( $field ) . '" name="host"' . ( $platform['needs_host'] ? ' required' : ' aria-describedby="' . esc_attr( "$field-hint" ) . '"' ) . ' dir="ltr" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder="' . esc_attr( self::EXAMPLES[ $platform['platform'] ] ?? '' ) . '">';
	}

	private static function open_form( string $task, string $id ): void {
		echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '" class="central-posts-account-' . esc_attr( $task ) . '"><input type="hidden" name="action" value="' . esc_attr( Connected_Accounts_Tasks::ACTION ) . '"><input type="hidden" name="task" value="' . esc_attr( $task ) . '">';
		if ( '' !== $id ) {
			echo '<input type="hidden" name="id" value="' . esc_attr( $id ) . '">';
		}
		// Many forms on one page: without the ids that wp_nonce_field() would repeat.
		echo '<input type="hidden" name="_wpnonce" value="' . esc_attr( wp_create_nonce( Connected_Accounts_Tasks::ACTION ) ) . '">';
	}
}
