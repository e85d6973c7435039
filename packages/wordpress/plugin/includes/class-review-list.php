<?php
/**
 * Renders the posts of the queue, with their filters, bulk actions and pages.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Loads nothing from other servers: images are the site's copies.
 */
final class Review_List {

	/** Id of the form that all buttons and checkboxes of the list belong to. */
	const FORM = 'central-posts-decide';

	/** Words of a post. */
	const WORDS = 50;

	/**
	 * Renders the list.
	 *
	 * @param array $place Part of the queue: `state`, `source`, `paged`.
	 * @param int   $total Number of its posts.
	 */
	public static function render( array $place, int $total ): void {
		self::render_states( $place );
		$rows = Decisions::page( $place['state'], $place['source'], Review_Page::PER_PAGE, ( $place['paged'] - 1 ) * Review_Page::PER_PAGE );
		if ( array() === $rows ) {
			self::render_empty( $place );
			return;
		}
		Review_Tasks::open_form( $place, self::FORM );
		echo '<div class="central-posts-bulk"><label class="central-posts-every" hidden><input type="checkbox"> ' . esc_html__( 'Select all on this page', 'central-posts' ) . '</label>';
		self::render_buttons( $place['state'], 'name="task" value="%s"' );
		echo '<span class="central-posts-number" role="status"></span></div></form>';
		$items = Items::find( array_merge( array_column( $rows, 'item_key' ), array_column( $rows, 'source_key' ) ) );
		echo '<ul class="central-posts-queue" role="list">';
		foreach ( $rows as $row ) {
			if ( isset( $items[ $row['item_key'] ]['data'] ) ) {
				self::render_post( $row, $items[ $row['item_key'] ], $items[ $row['source_key'] ] ?? null, $place );
			}
		}
		echo '</ul>';
		self::render_pages( $place, $total );
	}

	/** Tabs with numbers, and the choice of a source. */
	private static function render_states( array $place ): void {
		$labels = array(
			Decisions::WAITING  => __( 'Waiting', 'central-posts' ),
			Decisions::APPROVED => __( 'Approved', 'central-posts' ),
			Decisions::HIDDEN   => __( 'Hidden', 'central-posts' ),
		);
		echo '<div class="central-posts-filters"><nav aria-label="' . esc_attr__( 'Posts by decision', 'central-posts' ) . '"><ul class="central-posts-states">';
		foreach ( $labels as $state => $label ) {
			$query = array(
				'state'  => $state,
				'source' => $place['source'],
			);
			echo '<li><a href="' . esc_url( Review_Page::url( $query ) ) . '"' . ( $state === $place['state'] ? ' aria-current="page"' : '' ) . '>' . esc_html( $label ) . ' <span>' . esc_html( number_format_i18n( Decisions::count( $state, $place['source'] ) ) ) . '</span></a></li>';
		}
		echo '</ul></nav><form method="get" action="' . esc_url( admin_url( 'tools.php' ) ) . '"><input type="hidden" name="page" value="' . esc_attr( Review_Page::PAGE ) . '"><input type="hidden" name="state" value="' . esc_attr( $place['state'] ) . '">';
		echo '<label for="central-posts-source" class="screen-reader-text">' . esc_html__( 'Source', 'central-posts' ) . '</label><select id="central-posts-source" name="source"><option value="">' . esc_html__( 'All sources', 'central-posts' ) . '</option>';
		foreach ( Review_Sidebar::sources() as $key => $item ) {
			echo '<option value="' . esc_attr( $key ) . '"' . selected( $key, $place['source'], false ) . '>' . esc_html( Review_Sidebar::name_of( $item ) ) . '</option>';
		}
		echo '</select> <button class="button">' . esc_html__( 'Filter', 'central-posts' ) . '</button></form></div>';
	}

	/** Says why the list is empty, and what to do. */
	private static function render_empty( array $place ): void {
		$reviewed             = Curation::reviewed( time() );
		$texts                = array(
			Decisions::WAITING  => array( __( 'No posts wait for approval', 'central-posts' ), __( 'New posts appear here after the next refresh.', 'central-posts' ) ),
			Decisions::APPROVED => array( __( 'No approved posts yet', 'central-posts' ), __( 'Posts that you approve appear here and on your pages.', 'central-posts' ) ),
			Decisions::HIDDEN   => array( __( 'No hidden posts', 'central-posts' ), __( 'Posts that you hide appear here. They are shown nowhere on this site.', 'central-posts' ) ),
		);
		list( $title, $text ) = $texts[ $place['state'] ];
		if ( array() === $reviewed ) {
			$title = __( 'No source needs approval', 'central-posts' );
			$text  = array() === Review_Sidebar::sources() ? __( 'Add the block “Posts from a platform” to a page. Then turn on “Only what I approved” in its sidebar.', 'central-posts' ) : __( 'Require approval of a source on this page, or turn on “Only what I approved” in the sidebar of a block.', 'central-posts' );
		}
		echo '<div class="central-posts-box central-posts-empty"><h2>' . esc_html( $title ) . '</h2><p>' . esc_html( $text ) . '</p>';
		if ( array() === $reviewed && array() === Review_Sidebar::sources() ) {
			echo '<p><a class="button button-primary" href="' . esc_url( admin_url( 'post-new.php?post_type=page' ) ) . '">' . esc_html__( 'Add a page', 'central-posts' ) . '</a></p>';
		} elseif ( '' !== $place['source'] ) {
			echo '<p><a class="button" href="' . esc_url( Review_Page::url( array( 'state' => $place['state'] ) ) ) . '">' . esc_html__( 'Show all sources', 'central-posts' ) . '</a></p>';
		}
		echo '</div>';
	}

	/**
	 * Renders the buttons that fit a state.
	 *
	 * @param string $state State of the posts.
	 * @param string $attributes Attributes of a button, escaped, with %s for its task.
	 * @param string $about What the buttons are about, for screen readers.
	 */
	private static function render_buttons( string $state, string $attributes, string $about = '' ): void {
		$labels = array(
			'approve' => __( 'Approve', 'central-posts' ),
			'hide'    => __( 'Hide', 'central-posts' ),
			'wait'    => __( 'Back to waiting', 'central-posts' ),
		);
		foreach ( $labels as $task => $label ) {
			if ( Review_Page::STATES_BY_TASK[ $task ] !== $state ) {
				$attribute = str_replace( '%s', $task, $attributes );
				echo wp_kses( "<button class='button is-$task' $attribute>" . esc_html( $label ) . ( '' === $about ? '' : '<span class="screen-reader-text"> ' . esc_html( $about ) . '</span>' ) . '</button> ', self::BUTTON );
			}
		}
	}

	/** What a button consists of. */
	const BUTTON = array(
		'button' => array(
			'class' => true,
			'name'  => true,
			'value' => true,
			'form'  => true,
		),
		'span'   => array( 'class' => true ),
	);

	/**
	 * Renders a post.
	 *
	 * @param array      $row Row of class Decisions.
	 * @param array      $item Row of the post.
	 * @param array|null $source Row of its source.
	 * @param array      $place Part of the queue.
	 */
	private static function render_post( array $row, array $item, ?array $source, array $place ): void {
		$post   = $item['data'] + Render_Post::DEFAULTS;
		$author = Curation::author_of( $item['reference']->platform, $post );
		$name   = null === $author ? __( 'Unknown author', 'central-posts' ) : $author['name'];
		$text   = Untrusted_Text::excerpt( (string) ( $post['title'] ?? $post['text'] ?? $post['summary'] ?? '' ), self::WORDS );
		$text   = '' === $text ? __( 'No text', 'central-posts' ) : $text;
		$about  = $name . ', ' . Untrusted_Text::excerpt( $text, 8 );
		$value  = $row['post_key'] . ':' . $row['version'];
		$time   = strtotime( (string) ( $post['publishedAt'] ?? '' ) );
		$is_off = Curation::hides( $item['reference']->platform, $post );
		echo '<li class="central-posts-entry"><label class="central-posts-pick"><input type="checkbox" name="posts[]" form="' . esc_attr( self::FORM ) . '" value="' . esc_attr( $value ) . '"><span class="screen-reader-text">' . esc_html( $about ) . '</span></label>';
		self::render_image( $item, $post );
		echo '<div class="central-posts-what"><p class="central-posts-who"><strong dir="auto">' . esc_html( $name ) . '</strong> <span>' . esc_html( Glyphs::platform_name( $item['reference']->platform ) ) . ( false === $time ? '' : ' · ' . esc_html( wp_date( get_option( 'date_format' ), $time ) ) ) . ( null === $source ? '' : ' · ' . esc_html( Review_Sidebar::name_of( $source ) ) ) . '</span></p>';
		echo '1' === (string) $row['changed'] ? '<p class="central-posts-flag">' . esc_html__( 'Changed after it was approved', 'central-posts' ) . '</p>' : '';
		echo $is_off ? '<p class="central-posts-flag">' . esc_html__( 'Its author or a word is hidden', 'central-posts' ) . '</p>' : '';
		$is_sensitive = true === $post['sensitive'];
		echo ! $is_sensitive ? '' : '<p class="central-posts-flag">' . esc_html__( 'Sensitive content', 'central-posts' ) . '</p>';
		echo '<p class="central-posts-words" dir="auto">' . esc_html( $text ) . '</p></div><div class="central-posts-tasks"><div class="central-posts-buttons">';
		if ( ! $is_off ) {
			self::render_buttons( $place['state'], 'form="' . esc_attr( self::FORM ) . '" name="one" value="%s:' . esc_attr( $value ) . '"', $about );
		}
		echo '</div>';
		self::render_more( $value, $author, (string) ( $post['url'] ?? '' ), $about, $place );
		echo '</div></li>';
	}

	/** The small image, or a square with the first letter of the kind. */
	private static function render_image( array $item, array $post ): void {
		$sizes = Images::sizes( $item['pictures'], 'm0' );
		$sizes = array() === $sizes ? Images::sizes( $item['pictures'], 'card' ) : $sizes;
		echo '<div class="central-posts-thumb">';
		if ( array() === $sizes ) {
			$icon = self::ICONS[ Post_Kind::of( $post ) ] ?? 'aside';
			echo '<span aria-hidden="true" class="dashicons dashicons-format-' . esc_attr( $icon ) . '"></span>';
		} else {
			echo '<img src="' . esc_url( $sizes[0]['url'] ) . '" width="' . (int) $sizes[0]['width'] . '" height="' . (int) $sizes[0]['height'] . '" alt="' . esc_attr( (string) ( $post['media'][0]['alt'] ?? '' ) ) . '" loading="lazy" decoding="async">';
		}
		$number = count( (array) $post['media'] );
		echo $number > 1 ? '<span class="central-posts-count" aria-hidden="true">' . (int) $number . '</span>' : '';
		echo '</div>';
	}

	/** Icons of WordPress by design of a post. */
	const ICONS = array(
		'photo'   => 'image',
		'gallery' => 'gallery',
		'video'   => 'video',
		'audio'   => 'audio',
		'link'    => 'links',
		'poll'    => 'status',
		'article' => 'standard',
	);

	/** The link to the post, and what hides more than this post. */
	private static function render_more( string $value, ?array $author, string $url, string $about, array $place ): void {
		echo '<details class="central-posts-further"><summary>' . esc_html__( 'More', 'central-posts' ) . '<span class="screen-reader-text"> ' . esc_html( $about ) . '</span></summary><div>';
		if ( null !== $author ) {
			/* translators: %s: name of an author. */
			echo '<button class="button" form="' . esc_attr( self::FORM ) . '" name="one" value="author:' . esc_attr( $value ) . '">' . esc_html( sprintf( __( 'Hide all posts by %s', 'central-posts' ), $author['name'] ) ) . '</button>';
		}
		Review_Tasks::open_form( $place );
		$id = 'central-posts-word-' . substr( $value, 0, 12 );
		echo '<label for="' . esc_attr( $id ) . '">' . esc_html__( 'Hide posts with this word', 'central-posts' ) . '</label><span class="central-posts-line"><input type="text" id="' . esc_attr( $id ) . '" name="value" maxlength="' . (int) Words::MAX_LENGTH . '" autocomplete="off" required> <button class="button" name="task" value="word">' . esc_html__( 'Hide', 'central-posts' ) . '</button></span></form>';
		if ( preg_match( '~^https?://~i', $url ) ) {
			echo '<a href="' . esc_url( $url ) . '" target="_blank" rel="nofollow ugc noopener noreferrer">' . esc_html__( 'View original', 'central-posts' ) . '<span class="screen-reader-text"> ' . esc_html__( '(opens in a new tab)', 'central-posts' ) . '</span></a>';
		}
		echo '</div></details>';
	}

	private static function render_pages( array $place, int $total ): void {
		$last = (int) ceil( $total / Review_Page::PER_PAGE );
		if ( $last < 2 ) {
			return;
		}
		$links = paginate_links(
			array(
				'base'      => add_query_arg( 'paged', '%#%', Review_Page::url( array_diff_key( $place, array( 'paged' => true ) ) ) ),
				'format'    => '',
				'current'   => $place['paged'],
				'total'     => $last,
				'prev_text' => __( 'Previous', 'central-posts' ),
				'next_text' => __( 'Next', 'central-posts' ),
			)
		);
		echo '<nav class="central-posts-pages" aria-label="' . esc_attr__( 'Pages', 'central-posts' ) . '">' . wp_kses_post( (string) $links ) . '</nav>';
	}
}
