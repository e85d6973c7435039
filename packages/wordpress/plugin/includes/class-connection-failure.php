<?php
/**
 * What the errors of WordPress's HTTP API mean: the step of the connection that failed, and what to do.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * WordPress returns the messages of cURL and of PHP's streams as text.
 */
final class Connection_Failure {

	/** The step that failed, and the reason, by pattern of the message. The first match counts. */
	const REASONS = array(
		'/wrong version number|unknown protocol|packet length too long|http request/i' => array( 'certificate', 'plain' ),
		'/could(?: not|n.t) resolve|getaddrinfo|cURL error 6\b/i' => array( 'name', 'unknown' ),
		'/timed? ?out|cURL error 28\b/i'          => array( 'connection', 'timeout' ),
		'/refused|cURL error 7\b/i'               => array( 'connection', 'refused' ),
		'/certificate|SSL|TLS|cURL error (?:35|51|53|54|58|59|60|64|66|77|80|82|83|90|91)\b/i' => array( 'certificate', 'invalid' ),
		'/.*/s'                                   => array( 'connection', 'other' ),
	);

	/**
	 * Explains a message.
	 *
	 * @param string $error Message of WordPress.
	 * @param int    $port Port of the service.
	 * @param int    $seconds Time limit of the request.
	 * @return array<string, string> `step` (one of Connection_Check::STEPS), `text`, `advice`.
	 */
	public static function of( string $error, int $port, int $seconds ): array {
		$found = array();
		foreach ( self::REASONS as $pattern => $found ) {
			if ( preg_match( $pattern, $error ) ) {
				break;
			}
		}
		list( $step, $reason ) = $found;
		$texts                 = array(
			'plain'   => array( __( 'The server does not use HTTPS on this port', 'central-posts' ), __( 'Check the port. Enter http:// only if the service runs in your own network.', 'central-posts' ) ),
			'unknown' => array( __( 'The name was not found', 'central-posts' ), __( 'Check the name for typing errors.', 'central-posts' ) ),
			/* translators: %s: number of seconds. */
			'timeout' => array( sprintf( __( 'No response within %s seconds', 'central-posts' ), $seconds ), __( 'Ask your host whether a firewall blocks outgoing connections to this port.', 'central-posts' ) ),
			/* translators: %s: a port number. */
			'refused' => array( sprintf( __( 'The server refused the connection to port %s', 'central-posts' ), $port ), __( 'Check the port, and that the service is running.', 'central-posts' ) ),
			'invalid' => array( $error, __( 'The certificate is expired, belongs to another name, or is not trusted by this server. Ask your provider to renew it.', 'central-posts' ) ),
			'other'   => array( $error, __( 'Send this message to your host.', 'central-posts' ) ),
		);
		return array(
			'step'   => $step,
			'text'   => $texts[ $reason ][0],
			'advice' => $texts[ $reason ][1],
		);
	}
}
