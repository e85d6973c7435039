<?php
/**
 * The table of posts that wait for approval, are approved or are hidden. Only this class accesses it.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

// The table belongs to this plugin and its name is not user input. The object cache would add nothing: it may be emptied at any time.
// phpcs:disable WordPress.DB.DirectDatabaseQuery, WordPress.DB.PreparedSQL

/**
 * One row for each post of each reviewed source. A decision applies to all rows of its post. Posts are identified by platform and id
 * (see class Post_Version), so that a decision survives refreshes and new handles. Times are in seconds since the epoch.
 *
 * A returned row has `post_key`, `source_key`, `item_key` (the row in Items; '' if the post is gone), `state`, `version` (hash of what is
 * stored now), `changed` (whether it was changed after an approval) and `published_at`.
 */
final class Decisions {

	const WAITING  = 'waiting';
	const APPROVED = 'approved';
	const HIDDEN   = 'hidden';
	const STATES   = array( self::WAITING, self::APPROVED, self::HIDDEN );

	/** Approved posts of a source that a page can show: as many as “Load more” reaches. */
	const MAX_APPROVED = Selection::MAX_COUNT * Pager::MAX_PAGES;

	/** An approval of a post that is gone is kept for so long, in case the post returns. A post that a person has hidden stays hidden. */
	const GONE_SECONDS = 90 * DAY_IN_SECONDS;

	/** A waiting post that its source no longer lists stays in the queue for so long. */
	const WAITING_SECONDS = 30 * DAY_IN_SECONDS;

	/** Table name for the current site. */
	public static function table(): string {
		global $wpdb;
		return $wpdb->prefix . 'central_posts_decisions';
	}

	/** Creates the table, or updates it to the schema of this version. */
	public static function install(): void {
		global $wpdb;
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		$table   = self::table();
		$collate = $wpdb->get_charset_collate();
		dbDelta(
			"CREATE TABLE $table (
  source_key char(40) NOT NULL,
  post_key char(40) NOT NULL,
  item_key char(40) NOT NULL DEFAULT '',
  state varchar(8) NOT NULL DEFAULT 'waiting',
  version char(32) NOT NULL DEFAULT '',
  changed tinyint(1) NOT NULL DEFAULT 0,
  by_rule tinyint(1) NOT NULL DEFAULT 0,
  published_at bigint(20) NOT NULL DEFAULT 0,
  updated_at bigint(20) unsigned NOT NULL DEFAULT 0,
  decided_by bigint(20) unsigned NOT NULL DEFAULT 0,
  PRIMARY KEY  (source_key, post_key),
  KEY post_key (post_key),
  KEY item_key (item_key),
  KEY state (state, published_at)
) $collate;"
		);
	}

	public static function table_exists(): bool {
		global $wpdb;
		$table = self::table();
		return $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $table ) ) ) === $table;
	}

	public static function uninstall(): void {
		global $wpdb;
		$table = self::table();
		$wpdb->query( "DROP TABLE IF EXISTS $table" );
	}

	/**
	 * Finds the rows of posts.
	 *
	 * @param string[] $post_keys Keys of posts.
	 * @return array[] One row for each source that has the post.
	 */
	public static function of_posts( array $post_keys ): array {
		global $wpdb;
		if ( array() === $post_keys ) {
			return array();
		}
		$table = self::table();
		return (array) $wpdb->get_results( $wpdb->prepare( "SELECT * FROM $table WHERE post_key IN (" . self::placeholders( $post_keys ) . ')', array_values( $post_keys ) ), ARRAY_A );
	}

	/** Adds a post of a source. @param array $row Values by column. */
	public static function add( array $row ): void {
		global $wpdb;
		$table = self::table();
		$wpdb->query(
			$wpdb->prepare(
				"INSERT IGNORE INTO $table (source_key, post_key, item_key, state, version, changed, by_rule, published_at, updated_at) VALUES (%s, %s, %s, %s, %s, %d, %d, %d, %d)",
				$row['source_key'],
				$row['post_key'],
				$row['item_key'],
				$row['state'],
				$row['version'],
				$row['changed'] ?? 0,
				$row['by_rule'] ?? 0,
				$row['published_at'],
				time()
			)
		);
	}

	/** Updates all rows of a post. @param array $changes Values by column. */
	public static function update( string $post_key, array $changes ): void {
		global $wpdb;
		$wpdb->update( self::table(), array( 'updated_at' => time() ) + $changes, array( 'post_key' => $post_key ) );
	}

	/** Records the stored version of a post. An approved post waits again if it is not the version that was approved. @return bool Whether it differs. */
	public static function set_version( string $post_key, string $version ): bool {
		global $wpdb;
		$table = self::table();
		return 0 < (int) $wpdb->query(
			$wpdb->prepare(
				"UPDATE $table SET changed = CASE WHEN state = 'approved' THEN 1 ELSE changed END, state = CASE WHEN state = 'approved' THEN 'waiting' ELSE state END, version = %s, updated_at = %d WHERE post_key = %s AND version <> %s",
				$version,
				time(),
				$post_key,
				$version
			)
		);
	}

	/**
	 * Item keys and versions of the approved posts of sources, the newest first.
	 *
	 * @param string[] $source_keys Keys of sources.
	 * @return array<string, array<string, string>> Version by item key, by key of source.
	 */
	public static function approved( array $source_keys ): array {
		global $wpdb;
		$table = self::table();
		$found = array_fill_keys( $source_keys, array() );
		foreach ( $source_keys as $source_key ) {
			$rows = $wpdb->get_results( $wpdb->prepare( "SELECT item_key, version FROM $table WHERE source_key = %s AND state = 'approved' AND item_key <> '' ORDER BY published_at DESC, post_key LIMIT %d", $source_key, self::MAX_APPROVED ), ARRAY_A );
			foreach ( (array) $rows as $row ) {
				$found[ $source_key ][ $row['item_key'] ] = $row['version'];
			}
		}
		return $found;
	}

	/**
	 * A page of the queue, the newest posts first.
	 *
	 * @param string $state One of STATES.
	 * @param string $source_key Key of a source; '' for all.
	 * @return array[] One row for each post.
	 */
	public static function page( string $state, string $source_key, int $max, int $offset ): array {
		global $wpdb;
		$table = self::table();
		$where = '' === $source_key ? '' : $wpdb->prepare( ' AND source_key = %s', $source_key );
		return (array) $wpdb->get_results( $wpdb->prepare( "SELECT post_key, MAX(source_key) AS source_key, MAX(item_key) AS item_key, MAX(state) AS state, MAX(version) AS version, MAX(changed) AS changed, MAX(published_at) AS published_at FROM $table WHERE state = %s AND item_key <> ''$where GROUP BY post_key ORDER BY MAX(published_at) DESC, post_key LIMIT %d OFFSET %d", $state, $max, $offset ), ARRAY_A );
	}

	/** Number of posts in the queue. @param string $source_key Key of a source; '' for all. */
	public static function count( string $state, string $source_key = '' ): int {
		global $wpdb;
		$table = self::table();
		$where = '' === $source_key ? '' : $wpdb->prepare( ' AND source_key = %s', $source_key );
		return (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(DISTINCT post_key) FROM $table WHERE state = %s AND item_key <> ''$where", $state ) );
	}

	/** Rows of posts that exist, in pages, ordered by key. @return array[] */
	public static function page_after( string $post_key, int $max ): array {
		global $wpdb;
		$table = self::table();
		return (array) $wpdb->get_results( $wpdb->prepare( "SELECT post_key, MAX(item_key) AS item_key, MAX(state) AS state, MAX(by_rule) AS by_rule FROM $table WHERE post_key > %s AND item_key <> '' GROUP BY post_key ORDER BY post_key LIMIT %d", $post_key, $max ), ARRAY_A );
	}

	/** Takes a post that is gone out of the queue. The decision is kept, in case the post returns. */
	public static function forget_item( string $item_key ): void {
		global $wpdb;
		$wpdb->update(
			self::table(),
			array(
				'item_key'   => '',
				'updated_at' => time(),
			),
			array( 'item_key' => $item_key )
		);
	}

	/** Replaces a key after a migration of the site: see Items::rekey(). */
	public static function rekey( string $key, string $new_key ): void {
		global $wpdb;
		$table = self::table();
		$wpdb->update( $table, array( 'item_key' => $new_key ), array( 'item_key' => $key ) );
		$wpdb->query( $wpdb->prepare( "UPDATE IGNORE $table SET source_key = %s WHERE source_key = %s", $new_key, $key ) );
	}

	/**
	 * Item keys of posts to keep although their source no longer lists them.
	 *
	 * @param string[] $source_keys Keys of reviewed sources.
	 * @return array<string, int> By item key.
	 */
	public static function kept( array $source_keys, int $now ): array {
		global $wpdb;
		if ( array() === $source_keys ) {
			return array();
		}
		$table  = self::table();
		$sql    = "SELECT item_key FROM $table WHERE source_key IN (" . self::placeholders( $source_keys ) . ") AND item_key <> '' AND ( state = 'approved' OR ( state = 'waiting' AND updated_at > %d ) )";
		$values = array_merge( $source_keys, array( $now - self::WAITING_SECONDS ) );
		return array_flip( (array) $wpdb->get_col( $wpdb->prepare( $sql, $values ) ) );
	}

	/** Deletes rows that no longer matter: posts that are long gone, and waiting posts of sources that need no approval any more. @param string[] $source_keys Keys of reviewed sources. */
	public static function clean_up( array $source_keys, int $now ): void {
		global $wpdb;
		$table = self::table();
		$wpdb->query( $wpdb->prepare( "DELETE FROM $table WHERE item_key = '' AND updated_at < %d AND ( state <> 'hidden' OR by_rule = 1 )", $now - self::GONE_SECONDS ) );
		$sql = "DELETE FROM $table WHERE state = 'waiting'";
		$wpdb->query( array() === $source_keys ? $sql : $wpdb->prepare( "$sql AND source_key NOT IN (" . self::placeholders( $source_keys ) . ')', $source_keys ) );
	}

	private static function placeholders( array $values ): string {
		return implode( ', ', array_fill( 0, count( $values ), '%s' ) );
	}
}
