<?php
// my-theme/acme-posts/card-photo.php: a photo like an instant picture, with its text by hand below it.
?>
<?php echo $args['parts']['media']; ?>
<div class="acme-posts-body acme-instant">
    <?php echo $args['parts']['text']; ?>
    <?php if ( ! empty( $args['post']['publishedAt'] ) ) : ?>
        <p class="acme-instant-year"><?php echo esc_html( substr( $args['post']['publishedAt'], 0, 4 ) ); ?></p>
    <?php endif; ?>
    <?php echo $args['parts']['end']; ?>
</div>
