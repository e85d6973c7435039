<?php
/**
 * Tools → Approve posts: the queue, its filters, and what happens when a button is pressed. Review_List and Review_Sidebar render its
 * parts.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Every button works without a script. A press leads to a new request, so that reloading and paging repeat nothing.
 */
final class Review_Page {

	const PAGE     = 'central-posts-review';
	const ACTION   = 'central_posts_review';
	const PER_PAGE = 30;

	/** Prefix of the transient with the result of a user's last press. */
	const RESULT = 'central_posts_reviewed_';

	const STATES_BY_TASK = array(
		'approve' => Decisions::APPROVED,
		'hide'    => Decisions::HIDDEN,
		'wait'    => Decisions::WAITING,
	);

	public static function init(): void {
		add_action( 'admin_menu', array( self::class, 'add_page' ) );
		add_action( 'admin_post_' . self::ACTION, array( self::class, 'save' ) );
	}

	/** URL of the page. @param array $query `state`, `source`, `paged`, `ask`. */
	public static function url( array $query = array() ): string {
		return add_query_arg( array_filter( $query ), admin_url( 'tools.php?page=' . self::PAGE ) );
	}

	public static function add_page(): void {
		$waiting = current_user_can( Approval::capability() ) && array() !== Curation::reviewed( time() ) ? Decisions::count( Decisions::WAITING ) : 0;
		$title   = __( 'Approve posts', 'central-posts' );
		$label   = esc_html( $title );
		if ( $waiting > 0 ) {
			/* translators: %s: number of posts. */
			$spoken = sprintf( _n( '%s post waits for approval', '%s posts wait for approval', $waiting, 'central-posts' ), number_format_i18n( $waiting ) );
			// The word joiner keeps the number beside the last word where both do not fit into the menu.
			$label .= "\u{2060}" . '<span class="awaiting-mod count-' . $waiting . '"><span aria-hidden="true">' . number_format_i18n( $waiting ) . '</span><span class="screen-reader-text">' . esc_html( $spoken ) . '</span></span>';
		}
		$hook = add_management_page( $title, $label, Approval::capability(), self::PAGE, array( self::class, 'render' ) );
		add_action( 'admin_print_styles-' . $hook, array( self::class, 'enqueue' ) );
	}

	public static function enqueue(): void {
		// Posts look, unfold and play as on a page.
		wp_enqueue_script_module( Block::VIEW );
		wp_enqueue_style( 'central-posts-review', plugins_url( 'review/review.css', CENTRAL_POSTS_FILE ), array(), CENTRAL_POSTS_VERSION );
		wp_enqueue_style( 'central-posts-queue', plugins_url( 'review/queue.css', CENTRAL_POSTS_FILE ), array( 'central-posts-review', Block::STYLE ), CENTRAL_POSTS_VERSION );
		wp_enqueue_script( 'central-posts-review', plugins_url( 'review/review.js', CENTRAL_POSTS_FILE ), array( 'wp-i18n' ), CENTRAL_POSTS_VERSION, array( 'in_footer' => true ) );
		wp_set_script_translations( 'central-posts-review', 'central-posts', dirname( CENTRAL_POSTS_FILE ) . '/languages' );
	}

	/** Does what the pressed button says, and returns to the same part of the queue. */
	public static function save(): void {
		if ( ! current_user_can( Approval::capability() ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to approve posts.', 'central-posts' ), '', array( 'response' => 403 ) );
		}
		$input = self::input( array_filter( $_POST, 'is_scalar' ) );
		self::check_nonce( self::place( $input ) );
		// Not sanitized as a text: that would take “<3” for a tag, and “%41” for a code. Words::parse() cleans words; the rest are keys.
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized
		$input['value'] = isset( $_POST['value'] ) && is_string( $_POST['value'] ) ? wp_check_invalid_utf8( wp_unslash( $_POST['value'] ), true ) : '';
		Installation::repair_table();
		$chosen = self::chosen( isset( $_POST['posts'] ) ? array_filter( (array) wp_unslash( $_POST['posts'] ), 'is_string' ) : array() );
		// A button of a single post names its task and its post.
		if ( preg_match( '/^([a-z]+):([0-9a-f]{40}:[0-9a-f]{32})$/D', $input['one'], $one ) ) {
			$input['task'] = $one[1];
			$chosen        = self::chosen( array( $one[2] ) );
		}
		$result = Review_Tasks::run( $input['task'], $chosen, self::place( $input )['state'], $input, get_transient( self::RESULT . get_current_user_id() ) );
		set_transient( self::RESULT . get_current_user_id(), $result, 10 * MINUTE_IN_SECONDS );
		wp_safe_redirect( self::url( self::place( $input ) ) );
		exit;
	}

	/** Refuses a form without a valid nonce, such as that of a page that was open for a day, and says how to go on. */
	private static function check_nonce( array $place ): void {
		if ( false === check_ajax_referer( self::ACTION, '_wpnonce', false ) ) {
			wp_die(
				'<p>' . esc_html__( 'This page was open for too long. Nothing was changed.', 'central-posts' ) . '</p><p><a href="' . esc_url( self::url( $place ) ) . '">' . esc_html__( 'Open the queue again', 'central-posts' ) . '</a></p>',
				'',
				array( 'response' => 403 )
			);
		}
	}

	/** Versions that the editor has seen, by key of the post. @param string[] $values `key:version`. */
	private static function chosen( array $values ): array {
		$chosen = array();
		foreach ( array_slice( $values, 0, 2 * self::PER_PAGE ) as $value ) {
			if ( preg_match( '/^([0-9a-f]{40}):([0-9a-f]{32})$/D', $value, $parts ) ) {
				$chosen[ $parts[1] ] = $parts[2];
			}
		}
		return $chosen;
	}

	/** Cleans values of a form or of the URL. @param array $given Raw scalar values. */
	private static function input( array $given ): array {
		$input = array();
		foreach ( array( 'task', 'one', 'shown', 'ask', 'state', 'source', 'paged' ) as $name ) {
			$input[ $name ] = sanitize_text_field( wp_unslash( (string) ( $given[ $name ] ?? '' ) ) );
		}
		return $input;
	}

	/** Which part of the queue is shown. @param array $input From input(). @return array `state`, `source`, `paged`. */
	private static function place( array $input ): array {
		return array(
			'state'  => in_array( $input['state'], Decisions::STATES, true ) ? $input['state'] : Decisions::WAITING,
			'source' => preg_match( '/^[0-9a-f]{40}$/D', $input['source'] ) ? $input['source'] : '',
			'paged'  => max( 1, (int) $input['paged'] ),
		);
	}

	public static function render(): void {
		Installation::repair_table();
		// Only selects what is shown.
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended
		$input = self::input( array_filter( $_GET, 'is_scalar' ) );
		$place = self::place( $input );
		$total = Decisions::count( $place['state'], $place['source'] );
		// The last page may have become empty.
		$place['paged'] = min( $place['paged'], max( 1, (int) ceil( $total / self::PER_PAGE ) ) );
		echo '<div class="wrap central-posts-review wp-exclude-emoji"><h1>' . esc_html__( 'Approve posts', 'central-posts' ) . '</h1>';
		echo '<p>' . esc_html__( 'Decide which posts visitors see. Nothing that waits here is shown on this site.', 'central-posts' ) . '</p>';
		$result = get_transient( self::RESULT . get_current_user_id() );
		Review_Tasks::render_notice( is_array( $result ) ? $result : array(), $place );
		if ( is_array( $result ) ) {
			set_transient( self::RESULT . get_current_user_id(), array_diff_key( $result, array( 'text' => true ) ), 10 * MINUTE_IN_SECONDS );
		}
		Review_Question::render( $input['ask'], $place );
		echo '<div class="central-posts-columns"><div>';
		Review_List::render( $place, $total );
		echo '</div>';
		Review_Sidebar::render( $place );
		echo '</div></div>';
	}
}
