<?php
/**
 * Connects accounts: sends the owner's browser to the service, takes it back, and names, disconnects and reconnects accounts.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Each press leads to a new request, which shows the result. Neither a token nor a code of a platform reaches this site.
 */
final class Connected_Accounts_Tasks {

	const ACTION = 'central_posts_account';

	/** Parameter of the settings page to which the browser returns. */
	const STATE = 'central_posts_state';

	/** Prefix of the transient with the states of a user's open consents. Each is used once. */
	const OPEN      = 'central_posts_connecting_';
	const MAX_OPEN  = 5;
	const OPEN_TIME = 30 * MINUTE_IN_SECONDS;

	/** Prefix of the transient with what the next page shows to a user. */
	const FEEDBACK = 'central_posts_account_notice_';

	public static function init(): void {
		add_action( 'admin_post_' . self::ACTION, array( self::class, 'run' ) );
		add_action( 'load-settings_page_' . Settings_Page::PAGE, array( self::class, 'take_back' ) );
	}

	/** Where the accounts are shown. */
	public static function url(): string {
		return Settings_Page::url() . '#central-posts-accounts';
	}

	/** A link that leads to the platform, with a fresh ticket. */
	public static function reconnect_url( Connected_Account $account ): string {
		return wp_nonce_url( admin_url( 'admin-post.php?action=' . self::ACTION . '&task=reconnect&id=' . rawurlencode( $account->id ) ), self::ACTION );
	}

	public static function run(): void {
		if ( ! current_user_can( 'manage_options' ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to connect accounts.', 'central-posts' ), '', array( 'response' => 403 ) );
		}
		check_admin_referer( self::ACTION );
		$input = array();
		foreach ( array( 'task', 'id', 'platform', 'host', 'label' ) as $field ) {
			$input[ $field ] = isset( $_REQUEST[ $field ] ) && is_string( $_REQUEST[ $field ] ) ? sanitize_text_field( wp_unslash( $_REQUEST[ $field ] ) ) : '';
		}
		try {
			switch ( $input['task'] ) {
				case 'connect':
					self::go_to_service( self::request( $input ) );
					break;
				case 'reconnect':
					self::go_to_service( self::request_again( $input['id'] ) );
					break;
				case 'rename':
					Connected_Accounts::store( self::client()->nameConnection( $input['id'], '' === $input['label'] ? null : mb_substr( $input['label'], 0, 100 ) ) );
					self::finish( 'success', __( 'The name is saved.', 'central-posts' ) );
					break;
				case 'disconnect':
					self::disconnect( $input['id'] );
			}
		} catch ( Api\ApiException $error ) {
			self::finish( 'error', Connected_Messages::for_error( $error->getErrorCode() ) );
		}
		self::finish( 'error', Messages::for_code( '' ) );
	}

	/**
	 * Takes the browser back from the service: on the settings page, with the state that this user got, once.
	 *
	 * The id in the query gives no access. It is looked up in the list of the license.
	 */
	public static function take_back(): void {
		// The state is the nonce of this return: random, bound to the user, used once.
		// phpcs:disable WordPress.Security.NonceVerification.Recommended
		if ( ! isset( $_GET[ self::STATE ] ) || ! current_user_can( 'manage_options' ) ) {
			return;
		}
		$state = sanitize_text_field( wp_unslash( $_GET[ self::STATE ] ) );
		$error = isset( $_GET['connect_error'] ) ? sanitize_key( wp_unslash( $_GET['connect_error'] ) ) : '';
		$ids   = isset( $_GET['connection'] ) ? explode( ',', sanitize_text_field( wp_unslash( $_GET['connection'] ) ) ) : array();
		$rest  = isset( $_GET['connect_left_out'] ) ? absint( $_GET['connect_left_out'] ) : 0;
		// phpcs:enable
		$is_open = self::close( $state );
		$failure = Connected_Accounts::refresh( 0 );
		if ( ! $is_open ) {
			self::finish( 'warning', Connected_Messages::for_error( 'unknown_return' ) );
		}
		if ( '' !== $error || '' !== $failure ) {
			self::finish( 'error', Connected_Messages::for_error( '' === $error ? $failure : $error ) );
		}
		$names = array();
		foreach ( array_filter( array_map( array( Connected_Accounts::class, 'find' ), $ids ) ) as $account ) {
			Connected_Accounts::read_soon( $account );
			$names[] = $account->title();
		}
		if ( array() === $names ) {
			self::finish( 'error', Connected_Messages::for_error( 'connection_unknown' ) );
		}
		/* translators: %s: names of accounts. */
		$text = sprintf( __( 'Connected: %s. Choose the account in the block “Social feed”.', 'central-posts' ), implode( ', ', $names ) );
		if ( $rest > 0 ) {
			/* translators: %s: number of accounts. */
			self::finish( 'warning', $text . ' ' . sprintf( _n( '%s more account was not connected, because your plan has no place left.', '%s more accounts were not connected, because your plan has no place left.', $rest, 'central-posts' ), number_format_i18n( $rest ) ) );
		}
		self::finish( 'success', $text );
	}

	/** Whether the owner's browser may still return from a consent that this user started. */
	public static function is_waiting(): bool {
		return array() !== self::open_states();
	}

	/** What the last press of a button had as its result, once. @return string[] `type` and `text`; empty if there is none. */
	public static function feedback(): array {
		$name   = self::FEEDBACK . get_current_user_id();
		$stored = get_transient( $name );
		if ( ! is_array( $stored ) || ! is_string( $stored['type'] ?? null ) || ! is_string( $stored['text'] ?? null ) ) {
			return array();
		}
		delete_transient( $name );
		return $stored;
	}

	/** @throws Api\ApiException If the service cannot be called. */
	private static function client(): Api\Client {
		return Service::client( Connected_Accounts::SECONDS );
	}

	/** The request that connects another account. */
	private static function request( array $input ): array {
		$platform = sanitize_key( $input['platform'] );
		return array( 'platform' => $platform ) + self::server( $input['host'], self::setting_of( $platform, 'accepts_handle' ) );
	}

	/** The request that renews the permission for an account. @throws Api\ApiException If this license does not have it. */
	private static function request_again( string $id ): array {
		Connected_Accounts::refresh();
		$account = Connected_Accounts::find( $id );
		if ( null === $account ) {
			throw Service::local_exception( 'connection_unknown', 404 );
		}
		return array(
			'platform'  => $account->platform,
			'reconnect' => $account->id,
		) + ( self::setting_of( $account->platform, 'needs_host' ) ? array( 'handle' => $account->handle ) : array() );
	}

	/** What the service says of a platform that can be connected. */
	private static function setting_of( string $platform, string $setting ): bool {
		return array_column( Connected_Accounts::connectable(), $setting, 'platform' )[ $platform ] ?? false;
	}

	/**
	 * The server that the owner typed: a name, the URL of a page there, or an account.
	 *
	 * @param string $text      What was typed.
	 * @param bool   $is_handle Whether a name is that of an account. Only the URL of a server's first page is then a server.
	 */
	private static function server( string $text, bool $is_handle ): array {
		$plain = Attributes::text( $text );
		if ( '' === $plain ) {
			return array();
		}
		$is_account = $is_handle ? ! preg_match( '~^https?://[^/?#]+/?$~i', $plain ) : preg_match( '~^https?://|@~i', $plain );
		return $is_account ? array( 'handle' => $plain ) : array( 'host' => preg_replace( '~^https?://|(?<!/)/(?!/).*$~i', '', $plain ) );
	}

	/**
	 * Sends the browser to the page of the service that leads to the platform.
	 *
	 * @return never
	 * @throws Api\ApiException The service's error.
	 */
	private static function go_to_service( array $request ): void {
		$state = wp_generate_password( 32, false );
		$back  = add_query_arg( self::STATE, $state, Settings_Page::url() );
		try {
			$started = self::client()->connect( $request + array( 'returnTo' => $back ) );
		} catch ( Api\ApiException $error ) {
			if ( 'return_not_allowed' !== $error->getErrorCode() ) {
				throw $error;
			}
			// The dashboard is not below the URL of the site, or the site is local. The service then says to come back here.
			$started = self::client()->connect( $request );
		}
		$url = esc_url_raw( (string) ( $started['url'] ?? '' ), array( 'http', 'https' ) );
		if ( '' === $url ) {
			throw Service::local_exception( 'unexpected_answer' );
		}
		set_transient( self::OPEN . get_current_user_id(), array_slice( array_merge( self::open_states(), array( $state => time() ) ), -self::MAX_OPEN, null, true ), self::OPEN_TIME );
		// The service is another host.
		// phpcs:ignore WordPress.Security.SafeRedirect.wp_redirect_wp_redirect
		wp_redirect( $url, 303 );
		exit;
	}

	/**
	 * Disconnects an account, and deletes its posts from this site.
	 *
	 * @return never
	 * @throws Api\ApiException The service's error.
	 */
	private static function disconnect( string $id ): void {
		$account = Connected_Accounts::find( $id );
		Connected_Accounts::store( self::client()->disconnect( $id ) );
		/* translators: %s: name of an account. */
		self::finish( 'success', sprintf( __( '%s is disconnected. Its posts are deleted from this site.', 'central-posts' ), null === $account ? $id : $account->title() ) );
	}

	/** Uses up a state. Returns whether this user had it. */
	private static function close( string $state ): bool {
		$open = self::open_states();
		if ( ! isset( $open[ $state ] ) ) {
			return false;
		}
		unset( $open[ $state ] );
		set_transient( self::OPEN . get_current_user_id(), $open, self::OPEN_TIME );
		return true;
	}

	/** @return array<string, int> When each consent of this user was started, by its state. */
	private static function open_states(): array {
		$stored = get_transient( self::OPEN . get_current_user_id() );
		return array_filter(
			is_array( $stored ) ? $stored : array(),
			static function ( $at ): bool {
				return is_int( $at ) && $at > time() - self::OPEN_TIME;
			}
		);
	}

	/** Shows a message on the settings page. @return never */
	private static function finish( string $type, string $text ): void {
		set_transient( self::FEEDBACK . get_current_user_id(), compact( 'type', 'text' ), 5 * MINUTE_IN_SECONDS );
		wp_safe_redirect( self::url() );
		exit;
	}
}
