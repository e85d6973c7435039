<?php
/**
 * Global names have the plugin's prefix: options, hooks, constants, transients, and code outside a namespace.
 */

namespace CentralPosts\Sniffs\Naming;

use PHP_CodeSniffer\Files\File;
use PHP_CodeSniffer\Sniffs\Sniff;

class PrefixSniff implements Sniff {

	const PREFIX = '/^_?central[-_]posts/i';
	/** Functions whose first argument is a global name. */
	const FUNCTIONS = array( 'define', 'add_option', 'update_option', 'delete_option', 'set_transient', 'get_transient', 'delete_transient', 'do_action', 'apply_filters', 'add_shortcode', 'wp_register_script_module', 'wp_register_script', 'wp_register_style', 'add_post_meta', 'delete_post_meta_by_key' );

	public function register() {
		return array( T_STRING, T_FUNCTION, T_CLASS );
	}

	public function process( File $file, $at ) {
		$tokens = $file->getTokens();
		if ( T_STRING !== $tokens[ $at ]['code'] ) {
			$this->process_declaration( $file, $at );
			return;
		}
		$open = $file->findNext( T_WHITESPACE, $at + 1, null, true );
		if ( ! in_array( $tokens[ $at ]['content'], self::FUNCTIONS, true ) || T_OPEN_PARENTHESIS !== $tokens[ $open ]['code'] ) {
			return;
		}
		$first = $file->findNext( T_WHITESPACE, $open + 1, null, true );
		$name  = trim( $tokens[ $first ]['content'], '"\'' );
		if ( T_CONSTANT_ENCAPSED_STRING === $tokens[ $first ]['code'] && ! preg_match( self::PREFIX, $name ) ) {
			$file->addError( 'The global name %s has no prefix', $first, 'Missing', array( $name ) );
		}
	}

	private function process_declaration( File $file, int $at ): void {
		$tokens = $file->getTokens();
		$name   = $file->getDeclarationName( $at );
		$is_own = false !== $file->findPrevious( T_NAMESPACE, $at ) || array_intersect( array( T_CLASS, T_ANON_CLASS, T_FUNCTION ), $tokens[ $at ]['conditions'] );
		if ( null !== $name && ! $is_own && ! preg_match( self::PREFIX, $name ) ) {
			$file->addError( '%s has neither a namespace nor a prefix', $at, 'Missing', array( $name ) );
		}
	}
}
