<?php
/**
 * Starter patterns: finished designs to which an editor only adds a profile.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * A pattern needs no profile: until one is entered, its block shows the form, and visitors see nothing in its place.
 */
final class Patterns {

	const CATEGORY = 'central-posts';

	public static function init(): void {
		add_action( 'init', array( self::class, 'register' ) );
	}

	public static function register(): void {
		register_block_pattern_category( self::CATEGORY, array( 'label' => __( 'Central Posts', 'central-posts' ) ) );
		foreach ( self::all() as $name => list( $title, $description, $content ) ) {
			register_block_pattern(
				self::CATEGORY . '/' . $name,
				array(
					'title'         => $title,
					'description'   => $description,
					'content'       => $content,
					'categories'    => array( self::CATEGORY ),
					'blockTypes'    => array( Block::NAME ),
					'keywords'      => array( __( 'feed', 'central-posts' ), __( 'social', 'central-posts' ), __( 'posts', 'central-posts' ) ),
					'viewportWidth' => 1200,
				)
			);
		}
	}

	/** Title, description and content of each pattern by its name. @return array<string, string[]> */
	private static function all(): array {
		$photos_only = array( 'head', 'author', 'date', 'text', 'counts', 'mark', 'link', 'profile' );
		return array(
			'latest-grid'    => array(
				__( 'Latest posts in a grid', 'central-posts' ),
				__( 'A heading, and the six latest posts in three columns.', 'central-posts' ),
				self::heading( __( 'Latest posts', 'central-posts' ) ) . self::block( array( 'align' => 'wide' ) ),
			),
			'photo-wall'     => array(
				__( 'Photo wall', 'central-posts' ),
				__( 'Photos in rows, without texts.', 'central-posts' ),
				self::block(
					array(
						'align'   => 'full',
						'layout'  => 'justified',
						'count'   => 12,
						'gap'     => 'small',
						'without' => $photos_only,
					)
				),
			),
			'timeline'       => array(
				__( 'Timeline', 'central-posts' ),
				__( 'A heading, and the latest posts one below the other along a line.', 'central-posts' ),
				self::heading( __( 'What happened lately', 'central-posts' ) ) . self::block(
					array(
						'layout' => 'timeline',
						'count'  => 8,
					)
				),
			),
			'carousel-band'  => array(
				__( 'Carousel on a dark band', 'central-posts' ),
				__( 'The latest posts to scroll through, on a dark background.', 'central-posts' ),
				self::band(
					self::heading( __( 'Follow along', 'central-posts' ) ) . self::block(
						array(
							'align'   => 'wide',
							'layout'  => 'carousel',
							'count'   => 10,
							'without' => array( 'head' ),
						)
					)
				),
			),
			'highlight-head' => array(
				__( 'Highlight with the profile', 'central-posts' ),
				__( 'The profile with its follow button, the latest post large, and four more beside it.', 'central-posts' ),
				self::block(
					array(
						'align'  => 'wide',
						'layout' => 'highlight',
						'count'  => 5,
					)
				),
			),
			'single-post'    => array(
				__( 'Single post', 'central-posts' ),
				__( 'A heading, and one post in full, by its URL.', 'central-posts' ),
				self::heading( __( 'Seen on our channels', 'central-posts' ) ) . self::block( array( 'mode' => 'post' ) ),
			),
		);
	}

	private static function block( array $attributes ): string {
		return '<!-- wp:' . Block::NAME . ' ' . wp_json_encode( $attributes ) . ' /-->' . "\n";
	}

	private static function heading( string $text ): string {
		return '<!-- wp:heading --><h2 class="wp-block-heading">' . esc_html( $text ) . '</h2><!-- /wp:heading -->' . "\n";
	}

	private static function band( string $content ): string {
		return '<!-- wp:group {"align":"full","style":{"color":{"background":"#14171f","text":"#ffffff"},"spacing":{"padding":{"top":"3rem","right":"1.5rem","bottom":"3rem","left":"1.5rem"}}},"layout":{"type":"constrained"}} -->'
			. '<div class="wp-block-group alignfull has-text-color has-background" style="color:#ffffff;background-color:#14171f;padding-top:3rem;padding-right:1.5rem;padding-bottom:3rem;padding-left:1.5rem">' . $content . '</div><!-- /wp:group -->' . "\n";
	}
}
