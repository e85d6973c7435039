<?php
/**
 * Output is escaped late: a printed variable or call is an argument of an escaping function, or the condition of a ternary.
 */

namespace CentralPosts\Sniffs\Security;

use PHP_CodeSniffer\Files\File;
use PHP_CodeSniffer\Sniffs\Sniff;

class EscapeOutputSniff implements Sniff {

	/** Functions that escape, or that return escaped output. */
	const SAFE = array( 'esc_html', 'esc_attr', 'esc_url', 'esc_html__', 'esc_attr__', 'wp_kses', 'wp_kses_post', 'disabled', 'checked', 'selected' );

	public function register() {
		return array( T_ECHO, T_OPEN_TAG_WITH_ECHO, T_PRINT );
	}

	public function process( File $file, $at ) {
		$tokens = $file->getTokens();
		$end    = $file->findNext( array( T_SEMICOLON, T_CLOSE_TAG ), $at );
		for ( $here = $at + 1; $here < $end; $here++ ) {
			$code = $tokens[ $here ]['code'];
			if ( ( T_VARIABLE !== $code && T_STRING !== $code ) || $this->is_escaped( $tokens, $here, $at ) || $this->is_condition( $file, $here, $end ) ) {
				continue;
			}
			if ( T_VARIABLE === $code || ( $this->is_call( $file, $here ) && ! in_array( $tokens[ $here ]['content'], self::SAFE, true ) ) ) {
				$file->addError( '%s is printed unescaped; use esc_html(), esc_attr() or esc_url()', $here, 'NotEscaped', array( $tokens[ $here ]['content'] ) );
			}
		}
	}

	private function is_escaped( array $tokens, int $here, int $from ): bool {
		foreach ( array_keys( $tokens[ $here ]['nested_parenthesis'] ?? array() ) as $open ) {
			if ( $open > $from && in_array( $tokens[ $open - 1 ]['content'], self::SAFE, true ) ) {
				return true;
			}
		}
		return T_INT_CAST === $tokens[ $here - 1 ]['code'] || T_INT_CAST === $tokens[ $here - 2 ]['code'];
	}

	/** Whether the token is part of the condition of a ternary. */
	private function is_condition( File $file, int $here, int $end ): bool {
		$tokens  = $file->getTokens();
		$parents = $tokens[ $here ]['nested_parenthesis'] ?? array();
		$end     = array() === $parents ? $end : min( $end, end( $parents ) );
		$next    = $file->findNext( array( T_INLINE_THEN, T_INLINE_ELSE, T_STRING_CONCAT ), $here, $end );
		return false !== $next && T_INLINE_THEN === $tokens[ $next ]['code'];
	}

	private function is_call( File $file, int $here ): bool {
		$next = $file->findNext( T_WHITESPACE, $here + 1, null, true );
		return T_OPEN_PARENTHESIS === $file->getTokens()[ $next ]['code'];
	}
}
