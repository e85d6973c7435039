<?php
/**
 * The block, the shortcode and the template function: three spellings of one thing.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Registers them, and puts around the posts what each of them needs.
 */
final class Block {

	const NAME  = 'central-posts/posts';
	const STYLE = 'central-posts-posts-style';
	const VIEW  = 'central-posts-view';

	/** Handles of choose.js, and of editor.js, which comes after it; WordPress names them. */
	const EDITOR = array( 'central-posts-posts-editor-script', 'central-posts-posts-editor-script-2' );

	public static function init(): void {
		add_action( 'init', array( self::class, 'register' ) );
		add_action( 'enqueue_block_editor_assets', array( self::class, 'tell_editor' ) );
	}

	public static function register(): void {
		wp_register_script_module( self::VIEW, plugins_url( 'block/view.js', CENTRAL_POSTS_FILE ), array(), CENTRAL_POSTS_VERSION );
		register_block_type( dirname( CENTRAL_POSTS_FILE ) . '/block', array( 'render_callback' => array( self::class, 'render' ) ) );
		foreach ( self::EDITOR as $script ) {
			wp_set_script_translations( $script, 'central-posts', dirname( CENTRAL_POSTS_FILE ) . '/languages' );
		}
		add_shortcode( Uses::SHORTCODE, array( self::class, 'render_shortcode' ) );
	}

	/** What the editor's script needs to know of this site. No key, and nothing from the network. */
	public static function tell_editor(): void {
		$known = array(
			'isSetUp'     => Service::is_set_up(),
			'settingsUrl' => current_user_can( 'manage_options' ) ? Settings_Page::url() : '',
			'platforms'   => array_map( array( self::class, 'summarize' ), Service::platforms() ),
			'hosts'       => self::hosts(),
			'selector'    => plugins_url( 'selector/post-selector.js', CENTRAL_POSTS_FILE ) . '?ver=' . CENTRAL_POSTS_VERSION,
		);
		wp_add_inline_script( self::EDITOR[0], 'window.centralPosts = ' . wp_json_encode( $known, JSON_HEX_TAG | JSON_UNESCAPED_SLASHES ) . ';', 'before' );
	}

	/**
	 * The block on a page.
	 *
	 * @param array  $attributes Of the block.
	 * @param string $content What is saved in it: plain links, which stay where nothing is stored. Their words are of others.
	 */
	public static function render( array $attributes, string $content ): string {
		$selection = new Selection( $attributes );
		$posts     = Render::html( $selection );
		$notices   = self::notices( $selection );
		if ( '' === $posts && '' !== trim( $content ) ) {
			return Words::without_brackets( $content ) . $notices;
		}
		if ( '' === $posts ) {
			$posts = self::links( $selection );
		}
		if ( '' === $posts . $notices ) {
			return '';
		}
		self::enqueue( $posts );
		return '<div ' . self::wrapper( $attributes, $content ) . '>' . $posts . $notices . '</div>';
	}

	/** @param array|string $attributes As WordPress reads them; a string where there are none. */
	public static function render_shortcode( $attributes ): string {
		return self::render_elsewhere( Given::attributes( (array) $attributes ) );
	}

	/** Without a block around it. */
	public static function render_elsewhere( array $attributes ): string {
		$selection = new Selection( $attributes );
		$posts     = Render::html( $selection );
		$notices   = self::notices( $selection );
		if ( '' === $posts ) {
			$posts = self::links( $selection );
		}
		if ( '' === $posts . $notices ) {
			return '';
		}
		self::enqueue( $posts );
		return '<div class="' . Render::NO_EMOJI . ' wp-block-central-posts-posts">' . $posts . $notices . '</div>';
	}

	/** What is left where nothing is stored. */
	private static function links( Selection $selection ): string {
		$html = '';
		foreach ( $selection->links() as $url ) {
			$html .= '<p class="central-posts-link">' . Render_Post::link( $url, $url ) . '</p>';
		}
		return $html;
	}

	/** Attributes of the block’s element. Before WordPress 7 the anchor stands in the saved HTML alone. */
	private static function wrapper( array $attributes, string $content ): string {
		$wrapper = get_block_wrapper_attributes( array( 'class' => Render::NO_EMOJI ) );
		$saved   = new \WP_HTML_Tag_Processor( $content );
		$anchor  = $saved->next_tag() ? $saved->get_attribute( 'id' ) : $attributes['anchor'] ?? null;
		if ( ! is_string( $anchor ) || '' === $anchor || preg_match( '/(?:^|\s)id=/', $wrapper ) ) {
			return $wrapper;
		}
		return 'id="' . esc_attr( $anchor ) . '" ' . $wrapper;
	}

	/** Styles with the posts; the script only where there is a button for it. */
	private static function enqueue( string $html ): void {
		// It would make pictures of a third party of the emoji that others wrote, and knows no class to leave them alone by.
		if ( is_feed() ) {
			remove_filter( 'the_content_feed', 'wp_staticize_emoji' );
		}
		wp_enqueue_style( self::STYLE );
		if ( false !== strpos( $html, 'central-posts-load' ) ) {
			wp_enqueue_script_module( self::VIEW );
		}
	}

	/** For those who may edit, and for nobody else. */
	private static function notices( Selection $selection ): string {
		if ( ! current_user_can( 'edit_posts' ) ) {
			return '';
		}
		$html = '';
		foreach ( Render::troubles( $selection ) as $trouble ) {
			$html .= '<p class="central-posts-notice"><strong>' . esc_html__( 'Only editors see this:', 'central-posts' ) . '</strong> ' . Words::html( $trouble ) . '</p>';
		}
		return $html;
	}

	private static function summarize( array $platform ): array {
		return array_intersect_key( $platform, array_flip( array( 'id', 'name', 'variants', 'handles' ) ) );
	}

	/** Of addresses that become this block when they are pasted: those of the license's platforms, and of the sandbox. @return string[] */
	private static function hosts(): array {
		$hosts = array( (string) wp_parse_url( Settings::url(), PHP_URL_HOST ) );
		foreach ( Service::platforms() as $platform ) {
			foreach ( $platform['handles'] as $handle ) {
				$host = (string) wp_parse_url( $handle, PHP_URL_HOST );
				if ( ! preg_match( '/(?:^|\.)example(?:\.\w+)?$/', $host ) ) {
					$hosts[] = preg_replace( '/^www\./', '', $host );
				}
			}
		}
		/**
		 * Hosts whose addresses become this block when they are pasted; without `www.`, in lower case.
		 *
		 * @param string[] $hosts Names.
		 */
		return array_values( array_filter( array_unique( apply_filters( 'central_posts_hosts', $hosts ) ) ) );
	}
}
