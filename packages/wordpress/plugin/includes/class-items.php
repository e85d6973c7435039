<?php
/**
 * The table of the last good posts: the only file that touches it. Pages are rendered from here, whatever the service does.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

// The table is this plugin's own, its name is no input, and what is cached would be what transients are: gone at any time.
// phpcs:disable WordPress.DB.DirectDatabaseQuery, WordPress.DB.PreparedSQL.InterpolatedNotPrepared

/**
 * A row for each profile, post and address that is shown. Times are seconds since the epoch.
 *
 * A row as it is handed out: `key`, `reference`, `data` (what was stored, or null), `pictures` (as class Pictures has them),
 * `problem` (the code of the last refusal, or ''), `request_id`, `fetched_at`, `due_at` (0: not by itself), `used_at`,
 * `pictures_due`.
 */
final class Items {

	const COLUMNS = 'item_key, type, platform, variant, subject, data, pictures, problem, request_id, fetched_at, due_at, used_at, pictures_due';

	/** Nothing is planned for later: a clock that was ahead, and was put back, has written such a time. */
	const FARTHEST = 90 * DAY_IN_SECONDS;

	/** @var int Tries that this process has counted. */
	private static $tries = 0;

	/** Of this site. */
	public static function table(): string {
		global $wpdb;
		return $wpdb->prefix . 'central_posts_items';
	}

	/** Makes the table, or brings it to what this version needs. */
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

	/** Whether the table is there: a backup, or a move of the site, may have left it behind. */
	public static function is_there(): bool {
		global $wpdb;
		$table = self::table();
		return $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $table ) ) ) === $table;
	}

	/** The character set of the names that it holds, such as utf8mb4; empty where the database does not say. */
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
	 * Rows by their keys, in one query.
	 *
	 * @param string[] $keys Of references.
	 * @return array<string, array> By key; those that are not there are left out.
	 */
	public static function find( array $keys ): array {
		global $wpdb;
		if ( array() === $keys ) {
			return array();
		}
		$table  = self::table();
		$places = implode( ', ', array_fill( 0, count( $keys ), '%s' ) );
		$rows   = $wpdb->get_results( $wpdb->prepare( 'SELECT ' . self::COLUMNS . " FROM $table WHERE item_key IN ($places)", $keys ), ARRAY_A );
		return self::read( $rows );
	}

	/**
	 * Writes what was fetched. Whether it is used, and its pictures, stay as they were.
	 *
	 * @param Reference $reference What it is of.
	 * @param array     $data As JSON can hold it.
	 * @param int       $due_at When it is to be fetched again; 0 leaves that to others.
	 * @return bool Whether anything that shows has changed.
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
			self::make( $reference );
		}
		$wpdb->update( $table, $row, array( 'item_key' => $key ) );
		return self::shown( (string) ( $old['data'] ?? '' ) ) !== self::shown( $json );
	}

	/** A row with nothing in it, where there is none: one that could not be read, or that another process has just written, stays. */
	private static function make( Reference $reference ): void {
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
	 * Notes that rows are shown somewhere: those that are missing are made, to be fetched with the next refresh, as far as
	 * there is room for them.
	 *
	 * @param Reference[] $references What is shown.
	 * @param int         $now Time.
	 * @param int|null    $user Who has added them; whoever is signed in when null.
	 * @return bool Whether there was room for all.
	 */
	public static function touch( array $references, int $now, ?int $user = null ): bool {
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
		$admitted = array_flip( array_map( array( self::class, 'key_of' ), Bounds::admit( array_values( $new ), $user ?? get_current_user_id() ) ) );
		foreach ( $references as $reference ) {
			$key     = $reference->key();
			$row     = $rows[ $key ] ?? null;
			$changes = array( 'used_at' => $now );
			if ( null === $row && isset( $admitted[ $key ] ) ) {
				self::make( $reference );
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

	private static function key_of( Reference $reference ): string {
		return $reference->key();
	}

	/**
	 * Changes some columns of a row.
	 *
	 * @param string $key Of the row.
	 * @param array  $changes Columns.
	 */
	public static function update( string $key, array $changes ): void {
		global $wpdb;
		if ( array_key_exists( 'pictures', $changes ) ) {
			$changes['pictures'] = wp_json_encode( $changes['pictures'], JSON_UNESCAPED_SLASHES );
		}
		$wpdb->update( self::table(), $changes, array( 'item_key' => $key ) );
	}

	/**
	 * Counts a try before its work: whatever becomes of it, the row is not due again before `$due_at`.
	 *
	 * @param string $key Of the row.
	 * @param int    $due_at Later than now.
	 * @return bool False where nothing could be written: the work would be done again and again, so it is left.
	 */
	public static function begin( string $key, int $due_at ): bool {
		return self::count_try( $key, array( 'due_at' => $due_at ) );
	}

	private static function count_try( string $key, array $changes ): bool {
		global $wpdb;
		if ( ! $wpdb->update( self::table(), $changes, array( 'item_key' => $key ) ) ) {
			return false;
		}
		self::count_tries( 1 );
		return true;
	}

	/** Tries that were begun, of rows or of their pictures. */
	public static function count_tries( int $number ): void {
		self::$tries += $number;
	}

	/** How many tries this process has counted so far. */
	public static function tries(): int {
		return self::$tries;
	}

	/**
	 * Gives a row the key of what it is of now: whoever moves a site replaces its name in all tables, and no hash of it.
	 *
	 * @return bool False where there is a row of that key already: this one is gone then.
	 */
	public static function rekey( string $key, string $right ): bool {
		global $wpdb;
		if ( array() !== self::find( array( $right ) ) ) {
			self::delete( $key );
			return false;
		}
		return (bool) $wpdb->update( self::table(), array( 'item_key' => $right ), array( 'item_key' => $key ) );
	}

	/** How many rows of a type are fetched by themselves. */
	public static function count_shown( string $type ): int {
		global $wpdb;
		$table = self::table();
		return (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(*) FROM $table WHERE type = %s AND due_at > 0", $type ) );
	}

	/**
	 * What is to be fetched, the longest overdue first.
	 *
	 * @return array<string, array>
	 */
	public static function due( int $now, int $most ): array {
		global $wpdb;
		$table = self::table();
		return self::read( $wpdb->get_results( $wpdb->prepare( 'SELECT ' . self::COLUMNS . " FROM $table WHERE ( due_at > 0 AND due_at <= %d ) OR due_at > %d ORDER BY due_at LIMIT %d", $now, $now + self::FARTHEST, $most ), ARRAY_A ) );
	}

	/**
	 * All that is fetched by itself, for the settings page.
	 *
	 * @return array<string, array> At most 500.
	 */
	public static function shown_somewhere(): array {
		global $wpdb;
		$table = self::table();
		return self::read( $wpdb->get_results( 'SELECT ' . self::COLUMNS . " FROM $table WHERE due_at > 0 ORDER BY type, platform, subject LIMIT 500", ARRAY_A ) );
	}

	/** Everything is due at once, pictures that wait for another try, too. */
	public static function hasten( int $now ): void {
		global $wpdb;
		$table = self::table();
		$wpdb->query( $wpdb->prepare( "UPDATE $table SET due_at = %d WHERE due_at > %d", $now, $now ) );
		$wpdb->query( $wpdb->prepare( "UPDATE $table SET pictures_due = %d WHERE pictures_due > %d", $now, $now ) );
	}

	/** When the longest overdue row was due; null where none is. */
	public static function overdue_since( int $now ): ?int {
		global $wpdb;
		$table = self::table();
		$due   = $wpdb->get_var( $wpdb->prepare( "SELECT MIN(due_at) FROM $table WHERE due_at > 0 AND due_at <= %d", $now ) );
		return null === $due ? null : (int) $due;
	}

	/**
	 * Profiles that are shown somewhere and have any of these among their newest posts.
	 *
	 * @param string[] $keys Of posts.
	 * @return string[] Keys of profiles.
	 */
	public static function profiles_of( array $keys ): array {
		global $wpdb;
		$table = self::table();
		$found = array();
		foreach ( self::read( $wpdb->get_results( 'SELECT ' . self::COLUMNS . " FROM $table WHERE type = 'profile' AND due_at > 0", ARRAY_A ) ) as $key => $item ) {
			if ( array() !== array_intersect( (array) ( $item['data']['posts'] ?? array() ), $keys ) ) {
				$found[] = $key;
			}
		}
		return $found;
	}

	/**
	 * Every row, some at a time, by key.
	 *
	 * @return array<string, array>
	 */
	public static function after( string $key, int $most ): array {
		global $wpdb;
		$table = self::table();
		return self::read( $wpdb->get_results( $wpdb->prepare( 'SELECT ' . self::COLUMNS . " FROM $table WHERE item_key > %s ORDER BY item_key LIMIT %d", $key, $most ), ARRAY_A ) );
	}

	/** A row and its pictures go. */
	public static function delete( string $key ): void {
		global $wpdb;
		$row = self::find( array( $key ) )[ $key ] ?? null;
		if ( null !== $row ) {
			Pictures::delete( $row['pictures'] );
			$wpdb->delete( self::table(), array( 'item_key' => $key ) );
		}
	}

	/** What is no JSON of an object is as good as nothing. */
	private static function decode( ?string $json ): ?array {
		$data = null === $json ? null : json_decode( $json, true );
		return is_array( $data ) ? $data : null;
	}

	/** Of the stored JSON what a reader sees: not when it was read, nor how often it was liked. */
	private static function shown( string $json ): string {
		return (string) preg_replace( '/"(?:retrievedAt|expiresAt)":"[^"]*"|"metrics":\{[^}]*\}/', '', $json );
	}

	/**
	 * Rows of the database as this class hands them out.
	 *
	 * @param array[]|null $rows As they were read.
	 * @return array<string, array>
	 */
	public static function read( ?array $rows ): array {
		$items = array();
		foreach ( (array) $rows as $row ) {
			$items[ $row['item_key'] ] = array(
				'key'          => $row['item_key'],
				'reference'    => new Reference( $row['type'], $row['platform'], $row['subject'], $row['variant'] ),
				'data'         => self::decode( $row['data'] ),
				'pictures'     => Picture_Rows::decode( $row['pictures'] ),
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
