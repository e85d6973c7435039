<?php
/**
 * The table of fetched posts. Only this class accesses it. Pages are rendered from the table, whether or not the service is available.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

// The table belongs to this plugin and its name is not user input. The object cache would add nothing: it may be emptied at any time.
// phpcs:disable WordPress.DB.DirectDatabaseQuery, WordPress.DB.PreparedSQL.InterpolatedNotPrepared

/**
 * One row for each profile, post and URL that is shown. Times are in seconds since the epoch.
 *
 * A returned row has `key`, `reference`, `data` (null if nothing is stored), `pictures` (see class Images), `problem` (code of the
 * last error, or ''), `request_id`, `fetched_at`, `due_at` (0: not refreshed in the background), `used_at` and `pictures_due`.
 */
final class Items {

	const COLUMNS = 'item_key, type, platform, variant, subject, data, pictures, problem, request_id, fetched_at, due_at, used_at, pictures_due';

	/** No refresh is scheduled later than this. A later time was written while the clock was wrong, and counts as due. */
	const MAX_DELAY_SECONDS = 90 * DAY_IN_SECONDS;

	/** @var int Attempts that this process has counted. */
	private static $attempts = 0;

	/** Table name for the current site. */
	public static function table(): string {
		global $wpdb;
		return $wpdb->prefix . 'central_posts_items';
	}

	/** Creates the table, or updates it to the schema of this version. */
	public static function install(): void {
		global $wpdb;
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		$table   = self::table();
		$collate = $wpdb->get_charset_collate();
		dbDelta(
			"CREATE TABLE $table (
  item_key char(40) NOT NULL,
  type varchar(10) NOT NULL,
  platform varchar(64) NOT NULL DEFAULT '',
  variant varchar(32) NOT NULL DEFAULT '',
  subject text NOT NULL,
  data longtext NULL,
  pictures longtext NULL,
  problem varchar(64) NOT NULL DEFAULT '',
  request_id varchar(128) NOT NULL DEFAULT '',
  fetched_at bigint(20) unsigned NOT NULL DEFAULT 0,
  due_at bigint(20) unsigned NOT NULL DEFAULT 0,
  used_at bigint(20) unsigned NOT NULL DEFAULT 0,
  pictures_due bigint(20) unsigned NOT NULL DEFAULT 0,
  PRIMARY KEY  (item_key),
  KEY due_at (due_at),
  KEY pictures_due (pictures_due)
) $collate;"
		);
	}

	/** Whether the table exists: a backup or a migration of the site may have left it out. */
	public static function table_exists(): bool {
		global $wpdb;
		$table = self::table();
		return $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $table ) ) ) === $table;
	}

	/** The character set of stored names, such as utf8mb4; empty if the database does not report it. */
	public static function charset(): string {
		global $wpdb;
		$charset = $wpdb->get_col_charset( self::table(), 'subject' );
		return is_string( $charset ) ? $charset : '';
	}

	public static function uninstall(): void {
		global $wpdb;
		$table = self::table();
		$wpdb->query( "DROP TABLE IF EXISTS $table" );
	}

	/**
	 * Finds rows by key, in one query.
	 *
	 * @param string[] $keys Keys of references.
	 * @return array<string, array> Existing rows by key.
	 */
	public static function find( array $keys ): array {
		global $wpdb;
		if ( array() === $keys ) {
			return array();
		}
		$table        = self::table();
		$placeholders = implode( ', ', array_fill( 0, count( $keys ), '%s' ) );
		$rows         = $wpdb->get_results( $wpdb->prepare( 'SELECT ' . self::COLUMNS . " FROM $table WHERE item_key IN ($placeholders)", $keys ), ARRAY_A );
		return self::from_rows( $rows );
	}

	/**
	 * Stores fetched data. Does not change the usage or the images of the row.
	 *
	 * @param Reference $reference Reference of the row.
	 * @param array     $data JSON-serializable data.
	 * @param int       $due_at Time of the next refresh; 0 to keep the current one.
	 * @return bool Whether a visible part has changed.
	 */
	public static function put( Reference $reference, array $data, int $due_at = 0 ): bool {
		global $wpdb;
		$table = self::table();
		$key   = $reference->key();
		$json  = (string) wp_json_encode( $data, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE );
		$old   = $wpdb->get_row( $wpdb->prepare( "SELECT data FROM $table WHERE item_key = %s", $key ), ARRAY_A );
		$row   = array(
			'data'       => $json,
			'problem'    => '',
			'request_id' => '',
			'fetched_at' => time(),
		) + ( $due_at > 0 ? array( 'due_at' => $due_at ) : array() );
		if ( null === $old ) {
			self::insert( $reference );
		}
		$wpdb->update( $table, $row, array( 'item_key' => $key ) );
		$is_changed = self::visible_part( (string) ( $old['data'] ?? '' ) ) !== self::visible_part( $json );
		if ( $is_changed && Reference::POST === $reference->type ) {
			Approval::recheck( $reference->platform, $data );
		}
		return $is_changed;
	}

	/** Inserts an empty row. Does not overwrite a row that could not be read or that another process has just written. */
	private static function insert( Reference $reference ): void {
		global $wpdb;
		$table = self::table();
		$wpdb->query(
			$wpdb->prepare(
				"INSERT IGNORE INTO $table (item_key, type, platform, variant, subject) VALUES (%s, %s, %s, %s, %s)",
				$reference->key(),
				$reference->type,
				$reference->platform,
				$reference->variant,
				$reference->subject
			)
		);
	}

	/**
	 * Records that items are shown on this site. Inserts missing rows, within the limits, so that the next refresh fetches them.
	 *
	 * @param Reference[] $references Shown items.
	 * @param int         $now Current time.
	 * @param int|null    $user Who added them; null for the current user.
	 * @return bool False if a limit was reached.
	 */
	public static function mark_used( array $references, int $now, ?int $user = null ): bool {
		global $wpdb;
		$table = self::table();
		$rows  = self::find( array_map( array( self::class, 'key_of' ), $references ) );
		$new   = array();
		foreach ( $references as $reference ) {
			$row = $rows[ $reference->key() ] ?? null;
			if ( null === $row || 0 === $row['due_at'] ) {
				$new[ $reference->key() ] = $reference;
			}
		}
		$admitted = array_flip( array_map( array( self::class, 'key_of' ), Limits::admit( array_values( $new ), $user ?? get_current_user_id() ) ) );
		foreach ( $references as $reference ) {
			$key     = $reference->key();
			$row     = $rows[ $key ] ?? null;
			$changes = array( 'used_at' => $now );
			if ( null === $row && isset( $admitted[ $key ] ) ) {
				self::insert( $reference );
				$wpdb->update( $table, array( 'due_at' => $now ) + $changes, array( 'item_key' => $key ) );
			}
			if ( null === $row ) {
				continue;
			}
			if ( isset( $admitted[ $key ] ) ) {
				$changes['due_at'] = max( $now, $row['fetched_at'] + Refresh::interval_of( $reference->type ) );
			}
			if ( array() === $row['pictures'] && 0 === $row['pictures_due'] ) {
				$changes['pictures_due'] = $now;
			}
			$wpdb->update( $table, $changes, array( 'item_key' => $key ) );
		}
		return count( $admitted ) === count( $new );
	}

	/** Has a row fetched by the next run. Inserts it if it is missing. */
	public static function queue( Reference $reference, int $now ): void {
		self::insert( $reference );
		self::update(
			$reference->key(),
			array(
				'due_at'  => $now,
				'used_at' => $now,
			)
		);
	}

	private static function key_of( Reference $reference ): string {
		return $reference->key();
	}

	/**
	 * Updates columns of a row.
	 *
	 * @param string $key Key of the row.
	 * @param array  $changes Values by column.
	 */
	public static function update( string $key, array $changes ): void {
		global $wpdb;
		if ( array_key_exists( 'pictures', $changes ) ) {
			$changes['pictures'] = wp_json_encode( $changes['pictures'], JSON_UNESCAPED_SLASHES );
		}
		$wpdb->update( self::table(), $changes, array( 'item_key' => $key ) );
	}

	/**
	 * Counts an attempt before the work begins: whatever its outcome, the row is not due again before `$due_at`.
	 *
	 * @param string $key Key of the row.
	 * @param int    $due_at A time in the future.
	 * @return bool False if nothing could be written. Skip the work then: it would be repeated endlessly.
	 */
	public static function begin_attempt( string $key, int $due_at ): bool {
		return self::count_attempt( $key, array( 'due_at' => $due_at ) );
	}

	private static function count_attempt( string $key, array $changes ): bool {
		global $wpdb;
		if ( ! $wpdb->update( self::table(), $changes, array( 'item_key' => $key ) ) ) {
			return false;
		}
		self::count_attempts( 1 );
		return true;
	}

	/** Counts attempts to fetch rows or images. */
	public static function count_attempts( int $number ): void {
		self::$attempts += $number;
	}

	/** Number of attempts that this process has counted so far. */
	public static function attempts(): int {
		return self::$attempts;
	}

	/**
	 * Changes the key of a row after its subject has changed: migration tools replace the URL of a site in all tables, but not its hash.
	 *
	 * @return bool False if a row with the new key exists already. The old row is deleted then.
	 */
	public static function rekey( string $key, string $new_key ): bool {
		global $wpdb;
		if ( array() !== self::find( array( $new_key ) ) ) {
			self::delete( $key );
			return false;
		}
		return (bool) $wpdb->update( self::table(), array( 'item_key' => $new_key ), array( 'item_key' => $key ) );
	}

	/** Number of rows of a type that are refreshed in the background. */
	public static function count_in_use( string $type ): int {
		global $wpdb;
		$table = self::table();
		return (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(*) FROM $table WHERE type = %s AND due_at > 0", $type ) );
	}

	/**
	 * Rows that are due, the longest overdue first.
	 *
	 * @return array<string, array>
	 */
	public static function due( int $now, int $max ): array {
		global $wpdb;
		$table = self::table();
		return self::from_rows( $wpdb->get_results( $wpdb->prepare( 'SELECT ' . self::COLUMNS . " FROM $table WHERE ( due_at > 0 AND due_at <= %d ) OR due_at > %d ORDER BY due_at LIMIT %d", $now, $now + self::MAX_DELAY_SECONDS, $max ), ARRAY_A ) );
	}

	/**
	 * Rows that are refreshed in the background, for the settings page.
	 *
	 * @return array<string, array> At most 500 rows.
	 */
	public static function in_use(): array {
		global $wpdb;
		$table = self::table();
		return self::from_rows( $wpdb->get_results( 'SELECT ' . self::COLUMNS . " FROM $table WHERE due_at > 0 AND type <> 'older' ORDER BY type, platform, subject LIMIT 500", ARRAY_A ) );
	}

	/** Makes all rows due now, and images that wait for another attempt. */
	public static function make_all_due( int $now ): void {
		global $wpdb;
		$table = self::table();
		$wpdb->query( $wpdb->prepare( "UPDATE $table SET due_at = %d WHERE due_at > %d", $now, $now ) );
		$wpdb->query( $wpdb->prepare( "UPDATE $table SET pictures_due = %d WHERE pictures_due > %d", $now, $now ) );
	}

	/** Time when the longest overdue row was due; null if none is overdue. */
	public static function overdue_since( int $now ): ?int {
		global $wpdb;
		$table = self::table();
		$due   = $wpdb->get_var( $wpdb->prepare( "SELECT MIN(due_at) FROM $table WHERE due_at > 0 AND due_at <= %d", $now ) );
		return null === $due ? null : (int) $due;
	}

	/**
	 * Finds the profiles in use whose latest or older posts include any of these posts.
	 *
	 * @param string[] $keys Keys of posts.
	 * @return string[] Keys of profiles.
	 */
	public static function profiles_containing( array $keys ): array {
		global $wpdb;
		$table = self::table();
		$found = array();
		foreach ( self::from_rows( $wpdb->get_results( 'SELECT ' . self::COLUMNS . " FROM $table WHERE ( type = 'profile' AND due_at > 0 ) OR type = 'older'", ARRAY_A ) ) as $key => $item ) {
			if ( array() !== array_intersect( (array) ( $item['data']['posts'] ?? array() ), $keys ) ) {
				$found[] = Reference::OLDER === $item['reference']->type ? Older_Posts::profile_of( $item['reference'] )->key() : $key;
			}
		}
		return array_unique( $found );
	}

	/**
	 * Iterates over all rows in pages, ordered by key.
	 *
	 * @return array<string, array>
	 */
	public static function page_after( string $key, int $max ): array {
		global $wpdb;
		$table = self::table();
		return self::from_rows( $wpdb->get_results( $wpdb->prepare( 'SELECT ' . self::COLUMNS . " FROM $table WHERE item_key > %s ORDER BY item_key LIMIT %d", $key, $max ), ARRAY_A ) );
	}

	/** Deletes a row and its images. */
	public static function delete( string $key ): void {
		global $wpdb;
		$row = self::find( array( $key ) )[ $key ] ?? null;
		if ( null !== $row ) {
			Images::delete( $row['pictures'] );
			$wpdb->delete( self::table(), array( 'item_key' => $key ) );
			Decisions::forget_item( $key );
		}
	}

	/** Returns null if the value is not a JSON object or array. */
	private static function decode( ?string $json ): ?array {
		$data = null === $json ? null : json_decode( $json, true );
		return is_array( $data ) ? $data : null;
	}

	/** The part of the stored JSON that a visitor can see: without retrieval times, cursors and metrics. */
	private static function visible_part( string $json ): string {
		return (string) preg_replace( '/"(?:retrievedAt|expiresAt|cursor)":"[^"]*"|"metrics":\{[^}]*\}/', '', $json );
	}

	/**
	 * Converts database rows.
	 *
	 * @param array[]|null $rows Rows from `$wpdb`.
	 * @return array<string, array>
	 */
	public static function from_rows( ?array $rows ): array {
		$items = array();
		foreach ( (array) $rows as $row ) {
			$items[ $row['item_key'] ] = array(
				'key'          => $row['item_key'],
				'reference'    => new Reference( $row['type'], $row['platform'], $row['subject'], $row['variant'] ),
				'data'         => self::decode( $row['data'] ),
				'pictures'     => Image_Rows::decode( $row['pictures'] ),
				'problem'      => $row['problem'],
				'request_id'   => $row['request_id'],
				'fetched_at'   => (int) $row['fetched_at'],
				'due_at'       => (int) $row['due_at'],
				'used_at'      => (int) $row['used_at'],
				'pictures_due' => (int) $row['pictures_due'],
			);
		}
		return $items;
	}
}
