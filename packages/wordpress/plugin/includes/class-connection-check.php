<?php
/**
 * Checks the connection to the service step by step: name, connection, certificate, service and license key.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Stores nothing, so that the settings page can check values before they are saved.
 */
final class Connection_Check {

	const STEPS = array( 'name', 'connection', 'certificate', 'service', 'key' );

	/** Time limit of the request to the service, and of the requests with the key, in seconds. */
	const REQUEST_SECONDS = 8;
	const KEY_SECONDS     = 12;

	/** Errors of a key that the service does not know. Such a key is not stored. */
	const UNKNOWN_KEY = array( 'license_malformed', 'license_unknown' );

	/** @var array[] Steps so far: `state` (passed, failed or skipped), `text`, `advice`. */
	private $steps = array();
	/** @var array<string, string> Messages by field. */
	private $errors = array();
	/** @var array|null `account`, or `problem`, as Service::account() returns them. */
	private $result = null;
	/** @var string Error code of the step that failed; empty if none did. */
	private $code = '';

	/**
	 * Runs the check. Sends no request if the URL or the key is missing.
	 *
	 * @param string $url URL of the service; may be empty.
	 * @param string $key License key; may be empty.
	 * @return array `steps` by name (empty if nothing was tried), each with `state`, `text` and `advice`; `errors` by field; `code`; `result`: account, problem or null;
	 *               `plan`: name of the plan, empty if the check failed.
	 */
	public static function run( string $url, string $key ): array {
		$check = new self();
		if ( '' === $url || '' === $key ) {
			return $check->report();
		}
		Egress::as_service(
			$url,
			static function () use ( $check, $url, $key ): void {
				$check->try_all( $url, $key );
			}
		);
		foreach ( self::STEPS as $name ) {
			$check->steps += array( $name => self::step( 'skipped', __( 'Not tried', 'central-posts' ) ) );
		}
		$check->steps = array_replace( array_flip( self::STEPS ), $check->steps );
		return $check->report();
	}

	private function report(): array {
		return array(
			'steps'  => $this->steps,
			'errors' => $this->errors,
			'code'   => $this->code,
			'result' => $this->result,
			'plan'   => (string) ( $this->result['account']['license']['plan'] ?? '' ),
		);
	}

	/** The field of the settings page that an error belongs to: `url` or `key`. */
	public static function field_of( string $code ): string {
		return 0 === strpos( $code, 'license_' ) || in_array( $code, array( 'key_unreadable', 'site_limit_reached', 'quota_exceeded' ), true ) ? 'key' : 'url';
	}

	private function try_all( string $url, string $key ): void {
		if ( ! $this->try_name( $url ) || ! $this->try_service( $url ) ) {
			return;
		}
		try {
			$client = Service::client_for( $url, $key, self::KEY_SECONDS );
			$client->recheck();
			$this->result = Service::read_account( $client );
			/* translators: 1: name of a plan, 2: status of a license, such as active. */
			$this->steps['key'] = self::step( 'passed', sprintf( __( 'Accepted: plan %1$s, status %2$s', 'central-posts' ), $this->result['account']['license']['plan'], $this->result['account']['license']['status'] ) );
		} catch ( Api\ApiException $error ) {
			$problem      = Service::describe_problem( $error );
			$this->result = array( 'problem' => $problem );
			/* translators: %s: error code of the service, such as license_unknown. */
			$this->fail( 'key', $problem['code'], sprintf( __( 'Rejected: %s', 'central-posts' ), $problem['code'] ), '', self::name_key( $key, $problem['code'] ) . Render::error_message( $problem['code'], $problem['request_id'] ) );
		}
	}

	private function try_name( string $url ): bool {
		$host = trim( (string) wp_parse_url( $url, PHP_URL_HOST ), '[]' );
		if ( ( new \WP_Http() )->block_request( $url ) ) {
			$this->fail( 'connection', 'blocked_here', __( 'Blocked by WP_HTTP_BLOCK_EXTERNAL', 'central-posts' ), '', Messages::for_code( 'blocked_here' ) );
			return false;
		}
		$addresses = Egress::addresses_of( $url );
		if ( Ip_Ranges::is_ip( $host ) || ( array() === $addresses && Egress::is_own_host( $url ) ) ) {
			$this->steps['name'] = self::step( 'skipped', __( 'Not needed', 'central-posts' ) );
		} elseif ( array() === $addresses ) {
			/* translators: %s: a host name. */
			$this->fail( 'name', 'network_error', sprintf( __( 'No server found under the name %s', 'central-posts' ), $host ), __( 'Check the name for typing errors. If it is correct, ask your host whether this server can look up names.', 'central-posts' ) );
			return false;
		} else {
			$this->steps['name'] = self::step( 'passed', implode( ', ', array_slice( $addresses, 0, 3 ) ) );
		}
		foreach ( Egress::is_own_host( $url ) ? array() : $addresses as $address ) {
			if ( ! Ip_Ranges::is_allowed_for_service( $address ) ) {
				/* translators: %s: an IP address. */
				$this->fail( 'connection', 'network_error', sprintf( __( 'The address %s is reserved', 'central-posts' ), $address ), __( 'Enter the public URL of the service.', 'central-posts' ) );
				return false;
			}
		}
		return true;
	}

	/** Connects to the service, and asks whether it is alive. */
	private function try_service( string $url ): bool {
		$response = wp_remote_get(
			"$url/healthz",
			array(
				'timeout'             => self::REQUEST_SECONDS,
				'redirection'         => 0,
				'limit_response_size' => 4096,
			)
		);
		if ( is_wp_error( $response ) ) {
			$this->explain( $response->get_error_message(), Egress::port_of( $url ) );
			return false;
		}
		$is_encrypted = 'https' === wp_parse_url( $url, PHP_URL_SCHEME );
		/* translators: %s: a port number. */
		$this->steps['connection']  = self::step( 'passed', sprintf( __( 'Connected to port %s', 'central-posts' ), Egress::port_of( $url ) ) );
		$this->steps['certificate'] = $is_encrypted ? self::step( 'passed', __( 'Valid', 'central-posts' ) ) : self::step( 'skipped', __( 'Not encrypted: the URL begins with http://', 'central-posts' ) );
		$status                     = (int) wp_remote_retrieve_response_code( $response );
		$body                       = json_decode( wp_remote_retrieve_body( $response ), true );
		// A proxy may only let requests to the API through.
		if ( 'alive' === ( is_array( $body ) ? $body['status'] ?? '' : '' ) || $this->lists_platforms( $url ) ) {
			$this->steps['service'] = self::step( 'passed', __( 'Responds', 'central-posts' ) );
			return true;
		}
		$other = Other_Server::describe( $url, $response, self::REQUEST_SECONDS );
		$this->fail( 'service', 'unexpected_answer', $other['text'], $other['advice'] );
		return false;
	}

	/** Names a key that was refused, without showing it. A short one may be a password that the browser has filled in. */
	private static function name_key( string $key, string $code ): string {
		if ( 'key' !== self::field_of( $code ) || strlen( $key ) < 16 ) {
			return '';
		}
		/* translators: %s: the last four characters of a key. */
		return sprintf( __( 'The key that ends in %s was refused.', 'central-posts' ), substr( $key, -4 ) ) . ' ';
	}

	private function lists_platforms( string $url ): bool {
		try {
			return array() !== Service::client_for( $url, '', self::REQUEST_SECONDS )->platforms();
		} catch ( Api\ApiException $error ) {
			return false;
		}
	}

	/** Records why the server could not be reached. */
	private function explain( string $error, int $port ): void {
		$found = Connection_Failure::of( $error, $port, self::REQUEST_SECONDS );
		if ( 'certificate' === $found['step'] ) {
			/* translators: %s: a port number. */
			$this->steps['connection'] = self::step( 'passed', sprintf( __( 'Connected to port %s', 'central-posts' ), $port ) );
		}
		$this->fail( $found['step'], 'network_error', $found['text'], $found['advice'] );
	}

	/** Records a failed step, and the message for its field: the general message of the code if there is no better one. */
	private function fail( string $step, string $code, string $text, string $advice, string $message = '' ): void {
		$this->steps[ $step ] = self::step( 'failed', $text, $advice );
		$this->code           = $code;

		$this->errors[ self::field_of( $code ) ] = '' === $message ? "$text. $advice" : $message;
		if ( null === $this->result ) {
			$this->result = array( 'problem' => Service::describe_problem( Service::local_exception( $code ) ) );
		}
	}

	private static function step( string $state, string $text, string $advice = '' ): array {
		return array(
			'state'  => $state,
			'text'   => $text,
			'advice' => $advice,
		);
	}
}
