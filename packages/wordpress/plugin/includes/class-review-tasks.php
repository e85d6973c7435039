<?php
/**
 * Connects the buttons of the queue with class Review, and says what a press has done.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A result is `text`, `type` (of the notice), `undo` (what Review::undo() takes) and `id`, which the button that undoes it names:
 * another window may have pressed a button since.
 */
final class Review_Tasks {

	/**
	 * Does what a button says.
	 *
	 * @param string                $task Name of the button.
	 * @param array<string, string> $chosen Versions by key of the post.
	 * @param string                $seen State of these posts when the page was opened.
	 * @param string[]              $input `value` (of the button or of the field beside it), `shown` (see Review_Question).
	 * @param mixed                 $last Result of the user's last press.
	 * @return array Result.
	 */
	public static function run( string $task, array $chosen, string $seen, array $input, $last ): array {
		$value = $input['value'];
		switch ( $task ) {
			case 'approve':
			case 'hide':
			case 'wait':
				return self::decide( $task, $chosen, $seen );
			case 'undo':
				return self::undo( $value, is_array( $last ) ? $last : array() );
			case 'author':
				$name = Review_Rules::hide_author( (string) key( $chosen ) );
				/* translators: %s: name of an author. */
				return '' === $name ? self::failed() : self::done( sprintf( __( 'Posts by %s are now hidden on this site.', 'central-posts' ), $name ) );
			case 'unauthor':
				$name = Review_Rules::show_author( $value );
				/* translators: %s: name of an author. */
				return '' === $name ? self::failed() : self::done( sprintf( __( 'Posts by %s are no longer hidden. Those in the queue wait for approval.', 'central-posts' ), $name ) );
			case 'word':
			case 'unword':
				$words = implode( ', ', Review_Rules::set_words( $value, 'word' === $task ) );
				if ( '' === $words ) {
					return self::failed( '' === trim( $value ) ? __( 'Enter a word first.', 'central-posts' ) : __( 'Enter a word with a letter, a number or an emoji.', 'central-posts' ) );
				}
				/* translators: %s: words. */
				$hidden = __( 'Posts with “%s” are now hidden on this site.', 'central-posts' );
				/* translators: %s: words. */
				$shown = __( 'Posts with “%s” are no longer hidden. Those in the queue wait for approval.', 'central-posts' );
				return self::done( sprintf( 'word' === $task ? $hidden : $shown, $words ) );
			case 'source':
				return self::require_approval( $value, Review_Question::KEEP === $input['shown'] );
			case 'unsource':
				$name = Review_Sources::set( $value, false )['name'];
				/* translators: %s: name of a profile, such as “Rye & Salt Bakery (Mastodon)”. */
				return '' === $name ? self::failed() : self::done( sprintf( __( '%s no longer needs approval, except in blocks that show only approved posts.', 'central-posts' ), $name ) );
			default:
				return array();
		}
	}

	private static function require_approval( string $key, bool $keeps_shown ): array {
		$done = Review_Sources::set( $key, true, $keeps_shown );
		if ( '' === $done['name'] ) {
			return self::failed();
		}
		/* translators: %s: name of a profile, such as “Rye & Salt Bakery (Mastodon)”. */
		$text = sprintf( __( 'Pages now show only approved posts of %s.', 'central-posts' ), $done['name'] );
		/* translators: %s: number of posts. */
		$kept = sprintf( _n( 'The %s post shown until now is approved.', 'The %s posts shown until now are approved.', $done['kept'], 'central-posts' ), number_format_i18n( $done['kept'] ) );
		$none = __( 'Visitors see none of its posts until you approve some.', 'central-posts' );
		if ( $done['kept'] > 0 ) {
			return self::done( "$text $kept" );
		}
		return self::done( array() === Decisions::approved( array( $key ) )[ $key ] ? "$text $none" : $text );
	}

	/** @param string $id Id of the result to undo. @param array $last Result of the user's last press. */
	private static function undo( string $id, array $last ): array {
		$done = ( $last['id'] ?? '' ) === $id ? Review::undo( $last['undo'] ?? array() ) : 0;
		if ( 0 === $done ) {
			return self::failed( __( 'Nothing was undone: there are newer decisions.', 'central-posts' ) );
		}
		/* translators: %s: number of posts. */
		return self::done( sprintf( _n( 'The decision about %s post is undone.', 'The decisions about %s posts are undone.', $done, 'central-posts' ), number_format_i18n( $done ) ) );
	}

	private static function decide( string $task, array $chosen, string $seen ): array {
		if ( array() === $chosen ) {
			return self::failed( __( 'Select posts first.', 'central-posts' ) );
		}
		$found    = Review::decide( $chosen, Review_Page::STATES_BY_TASK[ $task ], $seen );
		$number   = number_format_i18n( $found['done'] );
		$messages = array(
			/* translators: %s: number of posts. */
			'approve' => sprintf( _n( '%s post approved.', '%s posts approved.', $found['done'], 'central-posts' ), $number ),
			/* translators: %s: number of posts. */
			'hide'    => sprintf( _n( '%s post hidden.', '%s posts hidden.', $found['done'], 'central-posts' ), $number ),
			/* translators: %s: number of posts. */
			'wait'    => sprintf( _n( '%s post waits for approval again.', '%s posts wait for approval again.', $found['done'], 'central-posts' ), $number ),
		);
		$text     = $messages[ $task ];
		if ( $found['changed'] > 0 ) {
			/* translators: %s: number of posts. */
			$text .= ' ' . sprintf( _n( '%s post has changed since you opened this page. Look at it again.', '%s posts have changed since you opened this page. Look at them again.', $found['changed'], 'central-posts' ), number_format_i18n( $found['changed'] ) );
		}
		if ( $found['ruled'] > 0 ) {
			/* translators: %s: number of posts. */
			$text .= ' ' . sprintf( _n( '%s post stays hidden because its author or a word is hidden.', '%s posts stay hidden because their author or a word is hidden.', $found['ruled'], 'central-posts' ), number_format_i18n( $found['ruled'] ) );
		}
		return array(
			'text' => $text,
			'type' => $found['changed'] + $found['ruled'] > 0 ? 'warning' : 'success',
			'undo' => $found['undo'],
			'id'   => wp_generate_uuid4(),
		);
	}

	private static function done( string $text ): array {
		return array(
			'text' => $text,
			'type' => 'success',
		);
	}

	private static function failed( string $text = '' ): array {
		return array(
			'text' => '' === $text ? __( 'Nothing was changed: this no longer exists.', 'central-posts' ) : $text,
			'type' => 'error',
		);
	}

	/** Shows a result once, with a button that undoes it. @param array $place Part of the queue. */
	public static function render_notice( array $result, array $place ): void {
		if ( '' === ( $result['text'] ?? '' ) ) {
			return;
		}
		echo '<div class="notice notice-' . esc_attr( $result['type'] ) . ' central-posts-result" role="status"><p>' . esc_html( $result['text'] ) . '</p>';
		if ( array() !== ( $result['undo'] ?? array() ) ) {
			self::open_form( $place );
			echo '<input type="hidden" name="value" value="' . esc_attr( $result['id'] ?? '' ) . '"><button class="button" name="task" value="undo">' . esc_html__( 'Undo', 'central-posts' ) . '</button></form>';
		}
		echo '</div>';
	}

	/** Opens a form that returns to the same part of the queue. @param array $place Part of the queue. */
	public static function open_form( array $place, string $id = '' ): void {
		echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '"' . ( '' === $id ? '' : ' id="' . esc_attr( $id ) . '"' ) . '>';
		echo '<input type="hidden" name="action" value="' . esc_attr( Review_Page::ACTION ) . '">';
		wp_nonce_field( Review_Page::ACTION, '_wpnonce', false );
		foreach ( $place as $name => $value ) {
			echo '<input type="hidden" name="' . esc_attr( $name ) . '" value="' . esc_attr( (string) $value ) . '">';
		}
	}
}
