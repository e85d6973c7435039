<?php
/**
 * The design of one block, shortcode or call of the template function: layout, columns, shape, and the parts of a card.
 *
 * @package CentralPosts
 */

namespace CentralPosts;

defined( 'ABSPATH' ) || exit;

/**
 * Never throws: an invalid value is replaced with the default. A default is what the layout or the theme says.
 */
final class Design {

	const LAYOUTS = array( 'grid', 'masonry', 'list', 'carousel', 'highlight', 'justified', 'single', 'timeline' );

	/** Parts that `without` turns off. */
	const PARTS = array( 'head', 'bio', 'visit', 'author', 'date', 'text', 'counts', 'mark', 'link', 'more', 'profile', 'lightbox' );

	/** Ready-made styles; also registered as style variations of the block. */
	const LOOKS = array( 'soft', 'minimal', 'overlay', 'editorial', 'contrast' );

	const RATIOS = array( '1/1', '4/5', '3/4', '2/3', '9/16', '5/4', '4/3', '3/2', '16/9', 'original' );

	const SIZES = array(
		'gap'    => array(
			'none'   => '0',
			'small'  => '0.5rem',
			'medium' => '1.25rem',
			'large'  => '2rem',
		),
		'corner' => array(
			'none'   => '0',
			'small'  => '4px',
			'medium' => '12px',
			'large'  => '24px',
		),
		'shadow' => array(
			'none'   => 'none',
			'small'  => '0 1px 3px rgb(0 0 0 / 16%)',
			'medium' => '0 4px 16px rgb(0 0 0 / 14%)',
			'large'  => '0 12px 40px rgb(0 0 0 / 20%)',
		),
	);

	const HOVERS = array( 'none', 'lift', 'zoom', 'dim' );

	const MAX_COLUMNS = 6;
	const MAX_LINES   = 40;

	/** Layouts that show full posts. */
	const WHOLE = array( 'single' );

	/** Layouts in which media open in the lightbox. */
	const WITH_LIGHTBOX = array( 'grid', 'masonry', 'list', 'carousel', 'highlight', 'justified', 'timeline' );

	/** Width of a card's image on phones, on tablets and on desktops, in layouts of one column. */
	const IMAGE_WIDTHS = array(
		'list'     => array( '100vw', '40vw', '320px' ),
		'single'   => array( '100vw', '100vw', '720px' ),
		'timeline' => array( '100vw', '100vw', '720px' ),
	);

	/** @var string One of LAYOUTS. */
	public $layout;
	/** @var int Columns on a desktop. */
	public $columns;
	/** @var int Columns on a tablet; 0 if the layout decides. */
	public $tablet;
	/** @var int Columns on a phone; 0 if the layout decides. */
	public $phone;
	/** @var string One of RATIOS, or '' for that of the layout. */
	public $ratio;
	/** @var string[] CSS values by name of SIZES; only those that were given. */
	public $sizes = array();
	/** @var string One of HOVERS, or ''. */
	public $hover;
	/** @var int Lines of text; 0 for the number of the layout. */
	public $lines;
	/** @var string[] Parts that are off. */
	public $without;
	/** @var string One of LOOKS, or ''. */
	public $look;

	/**
	 * Parses the attributes.
	 *
	 * @param array    $attributes Raw attributes.
	 * @param string[] $unparsed Values that are not valid are added here.
	 */
	public function __construct( array $attributes, array &$unparsed = array() ) {
		$this->layout  = self::choice( $attributes['layout'] ?? '', self::LAYOUTS, 'grid' );
		$this->columns = self::number( $attributes['columns'] ?? 3, 1, self::MAX_COLUMNS );
		$this->tablet  = self::number( $attributes['tablet'] ?? 0, 0, self::MAX_COLUMNS );
		$this->phone   = self::number( $attributes['phone'] ?? 0, 0, self::MAX_COLUMNS );
		$this->lines   = self::number( $attributes['lines'] ?? 0, 0, self::MAX_LINES );
		$this->ratio   = self::choice( str_replace( array( ':', ' ' ), array( '/', '' ), Attributes::text( $attributes['ratio'] ?? '' ) ), self::RATIOS, '' );
		$this->hover   = self::choice( $attributes['hover'] ?? '', self::HOVERS, '' );
		foreach ( self::SIZES as $name => $values ) {
			$size = self::choice( $attributes[ $name ] ?? '', array_keys( $values ), '' );
			if ( '' !== $size ) {
				$this->sizes[ $name ] = $values[ $size ];
			}
		}
		$parts         = array_map( 'strtolower', Attributes::names( $attributes['without'] ?? array() ) );
		$this->without = array_values( array_intersect( self::PARTS, $parts ) );
		$unparsed      = array_merge( $unparsed, array_diff( $parts, self::PARTS ) );
		$this->look    = self::choice( $attributes['look'] ?? '', self::LOOKS, '' );
	}

	public function shows( string $part ): bool {
		return ! in_array( $part, $this->without, true );
	}

	public function is_whole(): bool {
		return in_array( $this->layout, self::WHOLE, true );
	}

	public function has_lightbox(): bool {
		return $this->shows( 'lightbox' ) && in_array( $this->layout, self::WITH_LIGHTBOX, true );
	}

	/** The classes of the element around head, posts and foot. */
	public function classes(): string {
		return "central-posts-stream is-$this->layout" . ( '' === $this->hover ? '' : " is-hover-$this->hover" ) . ( 'original' === $this->ratio ? ' is-original' : '' );
	}

	/** The custom properties of the same element. A default is in the stylesheet. */
	public function style(): string {
		$values = array(
			'columns'        => (string) $this->columns,
			'columns-tablet' => 0 === $this->tablet ? '' : (string) $this->tablet,
			'columns-phone'  => 0 === $this->phone ? '' : (string) $this->phone,
			'ratio'          => 'original' === $this->ratio ? '' : $this->ratio,
			'lines'          => 0 === $this->lines ? '' : (string) $this->lines,
		) + $this->sizes;
		$style  = array();
		foreach ( array_filter( $values, 'strlen' ) as $name => $value ) {
			$style[] = "--central-posts-$name:$value";
		}
		return implode( ';', $style );
	}

	/** Number of posts in the first row of a desktop. */
	public function first_row(): int {
		return isset( self::IMAGE_WIDTHS[ $this->layout ] ) ? 1 : $this->columns;
	}

	/** The `sizes` attribute of a card's image: how wide it is in each range of widths. */
	public function image_sizes(): string {
		$phone                          = max( 1, $this->phone );
		$tablet                         = 0 === $this->tablet ? min( 2, $this->columns ) : $this->tablet;
		list( $narrow, $middle, $wide ) = self::IMAGE_WIDTHS[ $this->layout ] ?? array(
			(int) ( 100 / $phone ) . 'vw',
			(int) ( 100 / $tablet ) . 'vw',
			(int) ( 1340 / $this->columns ) . 'px',
		);
		return "(max-width: 600px) $narrow, (max-width: 1024px) $middle, $wide";
	}

	/**
	 * Returns a value if it is a valid one.
	 *
	 * @param mixed    $value Raw value.
	 * @param string[] $choices Valid values.
	 */
	private static function choice( $value, array $choices, string $fallback ): string {
		$text = strtolower( Attributes::text( $value ) );
		return in_array( $text, $choices, true ) ? $text : $fallback;
	}

	/** @param mixed $value Raw value. */
	private static function number( $value, int $min, int $max ): int {
		return max( $min, min( $max, (int) Attributes::text( $value ) ) );
	}
}
