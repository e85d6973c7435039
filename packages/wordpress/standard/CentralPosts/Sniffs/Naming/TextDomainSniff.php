<?php
/**
 * Every string uses the plugin's text domain.
 */

namespace CentralPosts\Sniffs\Naming;

use PHP_CodeSniffer\Files\File;
use PHP_CodeSniffer\Sniffs\Sniff;

class TextDomainSniff implements Sniff {

	const DOMAIN    = 'central-posts';
	const FUNCTIONS = array( '__', '_e', '_x', '_ex', '_n', '_nx', 'esc_html__', 'esc_html_e', 'esc_html_x', 'esc_attr__', 'esc_attr_e', 'esc_attr_x' );

	public function register() {
		return array( T_STRING );
	}

	public function process( File $file, $at ) {
		$tokens = $file->getTokens();
		$open   = $file->findNext( T_WHITESPACE, $at + 1, null, true );
		if ( ! in_array( $tokens[ $at ]['content'], self::FUNCTIONS, true ) || T_OPEN_PARENTHESIS !== $tokens[ $open ]['code'] ) {
			return;
		}
		$last = $file->findPrevious( T_WHITESPACE, $tokens[ $open ]['parenthesis_closer'] - 1, null, true );
		if ( "'" . self::DOMAIN . "'" !== $tokens[ $last ]['content'] ) {
			$file->addError( 'The last argument of %s() is not the text domain', $at, 'Wrong', array( $tokens[ $at ]['content'] ) );
		}
		$first = $file->findNext( T_WHITESPACE, $open + 1, null, true );
		if ( T_CONSTANT_ENCAPSED_STRING !== $tokens[ $first ]['code'] ) {
			$file->addError( 'The first argument of %s() is not a string literal, so it cannot be translated', $at, 'NoText', array( $tokens[ $at ]['content'] ) );
		}
	}
}
