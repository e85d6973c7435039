<?php
/**
 * Every file begins with a check that WordPress has loaded it, so that direct access does nothing.
 */

namespace CentralPosts\Sniffs\Files;

use PHP_CodeSniffer\Files\File;
use PHP_CodeSniffer\Sniffs\Sniff;

class GuardSniff implements Sniff {

	const GUARD = "/defined\\(\\s*'(?:ABSPATH|WP_UNINSTALL_PLUGIN)'\\s*\\)\\s*\\|\\|\\s*exit;/";

	public function register() {
		return array( T_OPEN_TAG );
	}

	public function process( File $file, $at ) {
		$text  = $file->getTokensAsString( 0, $file->numTokens );
		$first = $file->findNext( array( T_CLASS, T_FUNCTION, T_ECHO, T_REQUIRE, T_REQUIRE_ONCE, T_RETURN ), $at );
		$before = false === $first ? $text : $file->getTokensAsString( 0, $first );
		if ( ! preg_match( self::GUARD, $before ) ) {
			$file->addError( "The file does not begin with defined( 'ABSPATH' ) || exit;", $at, 'Missing' );
		}
		return $file->numTokens;
	}
}
