<?php
// my-theme/functions.php, or a plugin of your own.

/** Words of our own. */
function acme_skin_word( string $text, string $name ): string {
    return array( 'loadMore' => 'Show me more', 'viewOn' => 'See it on %s' )[ $name ] ?? $text;
}
add_filter( 'acme_posts_word', 'acme_skin_word', 10, 2 );

/** A badge on posts with more than a thousand likes. */
function acme_skin_part( string $html, string $name, array $data ): string {
    $likes = $data['post']['metrics']['likes'] ?? 0;
    return 'byline' === $name && $likes > 1000 ? '<p class="acme-loved">Loved</p>' . $html : $html;
}
add_filter( 'acme_posts_part', 'acme_skin_part', 10, 3 );

function acme_skin_assets(): void {
    wp_enqueue_style( 'acme-skin', get_theme_file_uri( 'skin.css' ), array(), '1' );
    wp_enqueue_script( 'acme-skin', get_theme_file_uri( 'skin.js' ), array(), '1', array( 'strategy' => 'defer' ) );
}
add_action( 'wp_enqueue_scripts', 'acme_skin_assets' );
