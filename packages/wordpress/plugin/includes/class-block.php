<?php
/**
 * The block, the shortcode and the template function, which all render a Selection.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Registers them, and adds the wrapper, notices, styles and scripts.
 */
final class Block {

	const NAME  = 'central-posts/posts';
	const STYLE = 'central-posts-posts-style';
	const VIEW  = 'central-posts-view';

	/** Script handles of the block: api.js, then those that use it. WordPress derives them from the block's name and its `editorScript`. */
	const EDITOR = array(
		'central-posts-posts-editor-script',
		'central-posts-posts-editor-script-2',
		'central-posts-posts-editor-script-3',
		'central-posts-posts-editor-script-4',
		'central-posts-posts-editor-script-5',
		'central-posts-posts-editor-script-6',
		'central-posts-posts-editor-script-7',
		'central-posts-posts-editor-script-8',
		'central-posts-posts-editor-script-9',
		'central-posts-posts-editor-script-10',
		'central-posts-posts-editor-script-11',
		'central-posts-posts-editor-script-12',
		'central-posts-posts-editor-script-13',
		'central-posts-posts-editor-script-14',
	);

	/** Other names by which people search for a platform. */
	const ALIASES = array( 'Twitter', 'Fediverse', 'Atom' );

	public static function init(): void {
		add_action( 'init', array( self::class, 'register' ) );
		add_action( 'enqueue_block_editor_assets', array( self::class, 'add_editor_data' ) );
	}

	public static function register(): void {
		wp_register_script_module( self::VIEW, plugins_url( 'block/view.js', CENTRAL_POSTS_FILE ), array(), CENTRAL_POSTS_VERSION );
		register_block_type( dirname( CENTRAL_POSTS_FILE ) . '/block', array( 'render_callback' => array( self::class, 'render' ) ) );
		foreach ( self::EDITOR as $script ) {
			wp_set_script_translations( $script, 'central-posts', dirname( CENTRAL_POSTS_FILE ) . '/languages' );
		}
		add_shortcode( Usage_Index::SHORTCODE, array( self::class, 'render_shortcode' ) );
	}

	/** Passes data of this site to the editor's script. Contains no key, and sends no request. */
	public static function add_editor_data(): void {
		$data = array(
			'isSetUp'     => Service::is_set_up(),
			'settingsUrl' => current_user_can( 'manage_options' ) ? Settings_Page::url() : '',
			'platforms'   => array_map( array( self::class, 'summarize' ), Service::platforms() ),
			'names'       => self::names(),
			'hosts'       => self::hosts(),
			'selector'    => plugins_url( 'selector/post-selector.js', CENTRAL_POSTS_FILE ) . '?ver=' . CENTRAL_POSTS_VERSION,
		);
		wp_add_inline_script( self::EDITOR[0], 'window.centralPosts = ' . wp_json_encode( $data, JSON_HEX_TAG | JSON_UNESCAPED_SLASHES ) . ';', 'before' );
	}

	/**
	 * Renders the block.
	 *
	 * @param array  $attributes Block attributes.
	 * @param string $content Saved content: plain links, which are shown if nothing is stored. Their text is untrusted.
	 */
	public static function render( array $attributes, string $content ): string {
		$selection = new Selection( $attributes );
		$posts     = Render::html( $selection );
		$notices   = self::notices( $selection, $posts );
		if ( '' === $posts && Render::needs_no_link( $selection ) ) {
			$content = '';
		} elseif ( '' === $posts && '' !== trim( $content ) ) {
			return Untrusted_Text::escape_brackets( $content ) . $notices;
		} elseif ( '' === $posts ) {
			$posts = self::links( $selection );
		}
		if ( '' === $posts . $notices ) {
			return '';
		}
		$style = self::enqueue( $posts );
		return '<div ' . self::wrapper_attributes( $attributes, $content ) . '>' . $style . $posts . $notices . '</div>';
	}

	/** @param array|string $attributes Attributes as parsed by WordPress; a string if there are none. */
	public static function render_shortcode( $attributes ): string {
		return self::render_without_block( Attributes::from_shortcode( (array) $attributes ) );
	}

	/** Renders a shortcode or a call of the template function. */
	public static function render_without_block( array $attributes ): string {
		$selection = new Selection( $attributes );
		$posts     = Render::html( $selection );
		$notices   = self::notices( $selection, $posts );
		if ( '' === $posts && ! Render::needs_no_link( $selection ) ) {
			$posts = self::links( $selection );
		}
		if ( '' === $posts . $notices ) {
			return '';
		}
		$style = self::enqueue( $posts );
		$look  = '' === $selection->design->look ? '' : ' is-style-' . $selection->design->look;
		return '<div class="' . Render::NO_EMOJI . ' wp-block-central-posts-posts' . $look . '">' . $style . $posts . $notices . '</div>';
	}

	/** Plain links, which are shown if nothing is stored. */
	private static function links( Selection $selection ): string {
		$html = '';
		foreach ( $selection->links() as $url ) {
			$html .= '<p class="central-posts-link">' . Render_Post::link( $url, $url ) . '</p>';
		}
		return $html;
	}

	/** Attributes of the block’s wrapper element. Before WordPress 7, only the saved HTML contains the anchor. */
	private static function wrapper_attributes( array $attributes, string $content ): string {
		$wrapper = get_block_wrapper_attributes( array( 'class' => Render::NO_EMOJI ) );
		$saved   = new \WP_HTML_Tag_Processor( $content );
		$anchor  = $saved->next_tag() ? $saved->get_attribute( 'id' ) : $attributes['anchor'] ?? null;
		if ( ! is_string( $anchor ) || '' === $anchor || preg_match( '/(?:^|\s)id=/', $wrapper ) ) {
			return $wrapper;
		}
		return 'id="' . esc_attr( $anchor ) . '" ' . $wrapper;
	}

	/**
	 * Enqueues the styles, and the script if posts are shown. The script loads the lightbox when a visitor opens it.
	 *
	 * @param string $html Rendered posts.
	 * @return string HTML of the style, if it would be too late in the footer: the posts would move when it loads.
	 */
	private static function enqueue( string $html ): string {
		wp_enqueue_style( self::STYLE );
		if ( false !== strpos( $html, 'data-words' ) ) {
			wp_enqueue_script_module( self::VIEW );
		}
		// In feeds, this filter replaces emoji with images from a third party, and no class can exclude an element.
		if ( is_feed() ) {
			remove_filter( 'the_content_feed', 'wp_staticize_emoji' );
			return '';
		}
		// Newer versions of WordPress move late styles into the head.
		if ( function_exists( 'wp_hoist_late_printed_styles' ) || ! did_action( 'wp_head' ) || doing_action( 'wp_head' ) ) {
			return '';
		}
		ob_start();
		wp_print_styles( self::STYLE );
		return (string) ob_get_clean();
	}

	/** Problems, shown only to users who can edit posts. @param string $posts The rendered posts. */
	private static function notices( Selection $selection, string $posts ): string {
		if ( ! current_user_can( 'edit_posts' ) ) {
			return '';
		}
		$html = '';
		foreach ( Render::editor_notices( $selection, false === strpos( $posts, 'central-posts-item' ) ) as $message ) {
			$html .= '<p class="central-posts-notice"><strong>' . esc_html__( 'Only visible to editors:', 'central-posts' ) . '</strong> ' . Untrusted_Text::to_html( $message ) . '</p>';
		}
		return $html;
	}

	private static function summarize( array $platform ): array {
		return array( 'label' => Glyphs::platform_name( $platform['id'] ) ) + array_intersect_key( $platform, array_flip( array( 'id', 'name', 'variants', 'handles' ) ) );
	}

	/** Names by which the inserter finds the block: also those of platforms that the plan lacks, so that an editor learns why. @return string[] */
	private static function names(): array {
		$ids = array_merge( array_keys( Glyphs::PLATFORMS ), array_column( Service::platforms(), 'id' ) );
		return array_values( array_unique( array_merge( array_map( array( Glyphs::class, 'platform_name' ), $ids ), self::ALIASES ) ) );
	}

	/** Hosts whose URLs become this block when pasted: those of the license's platforms, and of the sandbox. @return string[] */
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
		 * Filters the hosts whose URLs become this block when they are pasted.
		 *
		 * @param string[] $hosts Host names in lower case, without `www.`.
		 */
		return array_values( array_filter( array_unique( apply_filters( 'central_posts_hosts', $hosts ) ) ) );
	}
}
