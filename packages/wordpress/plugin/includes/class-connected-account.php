<?php
/**
 * An account whose owner allowed the service to read it, as the service describes it. Contains no token.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A validated value. Other plugins, imports and older versions may have changed what is stored.
 */
final class Connected_Account {

	const STATES = array( 'connected', 'limited', 'ending', 'ended' );

	/** After these, the owner does not want its posts to be shown any more. */
	const TAKEN_BACK = array( 'removed_by_owner', 'account_gone' );

	/** @var string Of the form `cn_…`. Only the license that connected the account can use it. */
	public $id;
	/** @var string */
	public $platform;
	/** @var string Canonical. */
	public $handle;
	/** @var string The platform's id of it; may be empty. On some platforms it is a handle, too, and never changes. */
	public $account_id;
	/** @var string|null */
	public $display_name;
	/** @var string|null http(s) URL of its page. */
	public $url;
	/** @var string|null Name that the license gave it. */
	public $label;
	/** @var string One of STATES. */
	public $state;
	/** @var string Why it ends or ended; may be empty. */
	public $reason;
	/** @var int|null When it ends, if that cannot be put off. */
	public $ends_at;
	/** @var string[] Permissions that the owner did not grant. */
	public $missing;
	/** @var int|null When posts were last read through it, rounded down to the hour. */
	public $last_read_at;

	/** @param mixed $stored A connection, as the service or stored() returns it. @return self|null Null if it is not one. */
	public static function parse( $stored ): ?self {
		if ( ! is_array( $stored ) ) {
			return null;
		}
		$account = is_array( $stored['account'] ?? null ) ? $stored['account'] : array();
		$id      = self::text( $stored['id'] ?? null );
		if ( null === $id || ! preg_match( '/^cn_[\w-]{1,64}$/D', $id ) || null === self::text( $stored['platform'] ?? null ) || null === self::text( $account['handle'] ?? null ) ) {
			return null;
		}
		$result               = new self();
		$result->id           = $id;
		$result->platform     = $stored['platform'];
		$result->handle       = $account['handle'];
		$result->account_id   = (string) self::text( $account['id'] ?? null );
		$result->display_name = self::text( $account['displayName'] ?? null );
		$result->url          = self::web_url( $account['url'] ?? null );
		$result->label        = self::text( $stored['label'] ?? null );
		$result->state        = in_array( $stored['state'] ?? null, self::STATES, true ) ? $stored['state'] : 'connected';
		$result->reason       = (string) self::text( $stored['reason'] ?? null );
		$result->ends_at      = self::time( $stored['endsAt'] ?? null );
		$result->missing      = array_values( array_filter( (array) ( $stored['missing'] ?? array() ), 'is_string' ) );
		$result->last_read_at = self::time( $stored['lastReadAt'] ?? null );
		return $result;
	}

	/** How people know it: its name at this license, its own name, or its handle. */
	public function title(): string {
		return $this->label ?? $this->display_name ?? $this->handle;
	}

	/** Whether the owner has to connect it again, now or soon. */
	public function needs_owner(): bool {
		return in_array( $this->state, array( 'ending', 'ended' ), true );
	}

	/** Whether its posts must not be shown any more. */
	public function is_taken_back(): bool {
		return 'ended' === $this->state && in_array( $this->reason, self::TAKEN_BACK, true );
	}

	/** Whether a profile is this account. Platforms do not agree on capitals. */
	public function is( string $platform, string $handle ): bool {
		return $this->platform === $platform && in_array( self::fold( $handle ), array( self::fold( $this->handle ), self::fold( $this->account_id ) ), true );
	}

	private static function fold( string $handle ): string {
		return strtolower( ltrim( $handle, '@' ) );
	}

	/** @param mixed $value Value. */
	private static function text( $value ): ?string {
		return is_string( $value ) && '' !== trim( $value ) ? $value : null;
	}

	/** @param mixed $value Value. */
	private static function web_url( $value ): ?string {
		$url = is_string( $value ) ? esc_url_raw( $value, array( 'http', 'https' ) ) : '';
		return '' === $url ? null : $url;
	}

	/** @param mixed $value RFC 3339. */
	private static function time( $value ): ?int {
		$time = is_string( $value ) ? strtotime( $value ) : false;
		return false === $time ? null : $time;
	}
}
