<?php
/**
 * Renders the posts of the queue, with their filters, bulk actions and pages.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Review_Post renders each post.
 */
final class Review_List {

	/** Id of the form that all buttons and checkboxes of the list belong to. */
	const FORM = 'central-posts-decide';

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
		Review_Post::render_buttons( $place['state'], 'name="task" value="%s"' );
		echo '<span class="central-posts-number" role="status"></span></div></form>';
		$items = Items::find( array_merge( array_column( $rows, 'item_key' ), array_column( $rows, 'source_key' ) ) );
		echo '<ul class="central-posts-queue" role="list">';
		foreach ( $rows as $row ) {
			if ( isset( $items[ $row['item_key'] ]['data'] ) ) {
				Review_Post::render( $row, $items[ $row['item_key'] ], $items[ $row['source_key'] ] ?? null, $place );
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
			echo '<option value="' . esc_attr( $key ) . '"' . selected( $key, $place['source'], false ) . '>' . esc_html( Review_Sources::name_of( $item ) ) . '</option>';
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
			$text  = array() === Review_Sidebar::sources() ? __( 'Add the block “Social feed” to a page. Then turn on “Only what I approved” in its sidebar.', 'central-posts' ) : __( 'Require approval of a source on this page, or turn on “Only what I approved” in the sidebar of a block.', 'central-posts' );
		}
		echo '<div class="central-posts-box central-posts-empty"><h2>' . esc_html( $title ) . '</h2><p>' . esc_html( $text ) . '</p>';
		if ( array() === $reviewed && array() === Review_Sidebar::sources() ) {
			echo '<p><a class="button button-primary" href="' . esc_url( admin_url( 'post-new.php?post_type=page' ) ) . '">' . esc_html__( 'Add a page', 'central-posts' ) . '</a></p>';
		} elseif ( '' !== $place['source'] ) {
			echo '<p><a class="button" href="' . esc_url( Review_Page::url( array( 'state' => $place['state'] ) ) ) . '">' . esc_html__( 'Show all sources', 'central-posts' ) . '</a></p>';
		}
		echo '</div>';
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
