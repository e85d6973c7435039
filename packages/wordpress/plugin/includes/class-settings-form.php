<?php
/**
 * The fields of the settings page, each with its hint and its message.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Shows a typed URL again, also if it is not valid. Never shows a key.
 */
final class Settings_Form {

	/**
	 * Renders the form.
	 *
	 * @param array    $feedback What the last press of a button had as its result.
	 * @param string[] $errors Messages by field.
	 */
	public static function render( array $feedback, array $errors ): void {
		echo '<section class="central-posts-box" aria-labelledby="central-posts-form-title"><h2 id="central-posts-form-title">' . esc_html__( 'Connection', 'central-posts' ) . '</h2>';
		self::render_url( (string) ( $feedback['url'] ?? Settings::url() ), $errors['url'] ?? '' );
		self::render_key( $feedback, $errors['key'] ?? '' );
		self::render_interval();
		self::render_image_copies();
		// The first button is the one that Enter presses.
		echo '<div class="central-posts-buttons"><button type="submit" class="button button-primary" name="task" value="save">' . esc_html__( 'Save Changes', 'central-posts' ) . '</button>';
		echo '<button type="submit" class="button" name="task" value="check">' . esc_html__( 'Check connection', 'central-posts' ) . '</button></div></section>';
	}

	private static function render_url( string $value, string $error ): void {
		$is_overridden = Settings::is_overridden( 'URL' );
		$hint          = $is_overridden ? __( 'Set by CENTRAL_POSTS_URL, outside the database.', 'central-posts' ) : __( 'Your provider gives you this URL together with the license key.', 'central-posts' );
		echo '<div class="central-posts-field"><label for="central-posts-url">' . esc_html__( 'Service URL', 'central-posts' ) . '</label>';
		// Not of the type `url`: the browser would refuse a URL without a scheme, which is added.
		echo '<input type="text" inputmode="url" class="code" id="central-posts-url" name="url" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder="https://api.example.com" value="' . esc_attr( $is_overridden ? Settings::url() : $value ) . '"' . disabled( $is_overridden, true, false );
		self::render_attributes( 'url', $error );
		echo '>';
		self::render_hint( 'url', $hint, $error );
		echo '</div>';
	}

	private static function render_key( array $feedback, string $error ): void {
		echo '<div class="central-posts-field">';
		if ( Settings::is_overridden( 'KEY' ) ) {
			echo '<span class="central-posts-label">' . esc_html__( 'License key', 'central-posts' ) . '</span>';
			/* translators: %s: the last four characters of the key. */
			self::render_hint( 'key', sprintf( __( 'Set by CENTRAL_POSTS_KEY, outside the database. The key ends in %s.', 'central-posts' ), Settings::key_suffix() ), $error );
			echo '</div>';
			return;
		}
		$has_key = '' !== Settings::key();
		/* translators: %s: the last four characters of the key. */
		$hint = $has_key ? sprintf( __( 'An encrypted key is stored. The key ends in %s. Leave this field empty to keep it.', 'central-posts' ), Settings::key_suffix() ) : __( 'Paste the key that you received. It is stored encrypted.', 'central-posts' );
		if ( 'checked' === $feedback['notice'] && ! empty( $feedback['is_typed'] ) ) {
			$hint .= ' ' . __( 'The key that you checked is not saved: enter it again, then save.', 'central-posts' );
		}
		echo '<label for="central-posts-key">' . esc_html__( 'License key', 'central-posts' ) . '</label>';
		// Browsers and password managers would fill in the password of the user.
		echo '<input type="password" class="code" id="central-posts-key" name="key" value="" autocomplete="new-password" data-1p-ignore data-lpignore="true" spellcheck="false"';
		self::render_attributes( 'key', $error );
		echo '>';
		self::render_hint( 'key', $hint, $error );
		if ( $has_key ) {
			echo '<label class="central-posts-check"><input type="checkbox" name="forget_key" value="1"> ' . esc_html__( 'Delete the stored key', 'central-posts' ) . '</label>';
		}
		echo '</div>';
	}

	private static function render_attributes( string $field, string $error ): void {
		echo ' aria-describedby="' . esc_attr( "central-posts-$field-error central-posts-$field-hint" ) . '"' . ( '' === $error ? '' : ' aria-invalid="true"' );
	}

	/** The message, then the hint. The empty element of a missing message is filled by settings.js. */
	private static function render_hint( string $field, string $hint, string $error ): void {
		echo '<p class="central-posts-error" id="' . esc_attr( "central-posts-$field-error" ) . '"' . ( '' === $error ? ' hidden' : '' ) . '>' . esc_html( $error ) . '</p>';
		echo '<p class="description" id="' . esc_attr( "central-posts-$field-hint" ) . '">' . esc_html( $hint ) . '</p>';
	}

	private static function render_interval(): void {
		$current = (int) ( Settings::interval() / HOUR_IN_SECONDS );
		echo '<div class="central-posts-field"><label for="central-posts-hours">' . esc_html__( 'Check for new posts', 'central-posts' ) . '</label><select id="central-posts-hours" name="hours" aria-describedby="central-posts-hours-hint">';
		foreach ( Settings::HOURS as $hours ) {
			/* translators: %s: number of hours. */
			$text = sprintf( _n( 'every hour', 'every %s hours', $hours, 'central-posts' ), number_format_i18n( $hours ) );
			echo '<option value="' . esc_attr( (string) $hours ) . '"' . selected( $current, $hours, false ) . '>' . esc_html( $text ) . '</option>';
		}
		echo '</select><p class="description" id="central-posts-hours-hint">' . esc_html__( 'Each check uses one scan per profile shown. Selected posts are refreshed once a day, links once a week.', 'central-posts' ) . '</p></div>';
	}

	private static function render_image_copies(): void {
		$platforms = Service::platforms();
		if ( array() === $platforms ) {
			return;
		}
		$platforms[] = array(
			'id'   => 'web',
			'name' => __( 'Links to other pages', 'central-posts' ),
		);
		$copied      = array();
		foreach ( $platforms as $platform ) {
			$copied[ $platform['id'] ] = Settings::copies_images( $platform['id'] );
		}
		/* translators: 1: number of platforms whose images are copied, 2: number of all platforms. */
		$title = sprintf( __( 'Copies of images: %1$s of %2$s platforms', 'central-posts' ), number_format_i18n( count( array_filter( $copied ) ) ), number_format_i18n( count( $copied ) ) );
		echo '<details class="central-posts-copies"><summary>' . esc_html( $title ) . '</summary><p class="description">' . esc_html__( 'This site stores copies of images, so that they stay available and visitors load nothing from other servers. Turn this off for platforms that do not allow copies. Visitors then press a button to load an image.', 'central-posts' ) . '</p>';
		echo '<fieldset><legend class="screen-reader-text">' . esc_html__( 'Copy images from', 'central-posts' ) . '</legend><ul>';
		foreach ( $platforms as $platform ) {
			$name = 'copies[' . $platform['id'] . ']';
			echo '<li><input type="hidden" name="' . esc_attr( $name ) . '" value="0"><label><input type="checkbox" name="' . esc_attr( $name ) . '" value="1"' . checked( $copied[ $platform['id'] ], true, false ) . '> ' . esc_html( $platform['name'] ) . '</label></li>';
		}
		echo '</ul></fieldset></details>';
	}
}
