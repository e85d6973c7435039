<?php
/**
 * Which images a post has, by slot: `m0`… for its media, `card` for its link, `avatar` for its author.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Images to show are, by slot: `copies` (smallest first: `url`, `width`, `height`; `is_remote` if another server has it,
 * with `offered`: what that has in other widths) and
 * `is_still` (whether the original is animated and the copies are not).
 */
final class Post_Images {

	const MAX_MEDIA = 4;

	/**
	 * URLs of the images of a post.
	 *
	 * @param array $post Post.
	 * @param bool  $has_author Whether the image of its own author is among them. That of a reposted author always is.
	 * @return array<string, string> Slot => URL.
	 */
	public static function urls( array $post, bool $has_author ): array {
		$slots = array();
		foreach ( array_slice( $post['media'] ?? array(), 0, self::MAX_MEDIA ) as $index => $medium ) {
			$slots[ "m$index" ] = 'image' === $medium['type'] ? ( $medium['url'] ?? $medium['previewUrl'] ) : $medium['previewUrl'];
		}
		$slots['card']   = $post['link']['imageUrl'] ?? null;
		$author          = $post['repostOf']['author'] ?? ( $has_author ? $post['author'] ?? null : null );
		$slots['avatar'] = $author['avatarUrl'] ?? null;
		return array_filter( $slots );
	}

	/**
	 * Copies of an image.
	 *
	 * @param array  $images Images to show, by slot.
	 * @param string $slot Slot.
	 * @return array[]
	 */
	public static function copies( array $images, string $slot ): array {
		return $images[ $slot ]['copies'] ?? array();
	}
}
