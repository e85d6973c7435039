<?php
// Answers requests for `https://img.example/NAME-WIDTHxHEIGHT` with a photo of the theme in that size: the one with
// this name, or any. `missing` does not exist.
add_filter('pre_http_request', static function ($response, $options, $url) {
	if (!preg_match('~^https://img\.example/(\w+)-(\d+)x(\d+)$~', $url, $parts)) return $response;
	[, $name, $width, $height] = $parts;
	$status = $name === 'missing' ? 404 : 200;
	if ($status === 200) {
		$photos = glob(get_theme_root() . '/twentytwentyfive/assets/images/*.webp');
		$named = dirname($photos[0]) . '/' . str_replace('_', '-', $name) . '.webp';
		$photo = imagecreatefromstring(file_get_contents(is_file($named) ? $named : $photos[crc32($name) % count($photos)]));
		$scale = min(imagesx($photo) / $width, imagesy($photo) / $height);
		$image = imagecreatetruecolor((int) $width, (int) $height);
		imagecopyresampled($image, $photo, 0, 0, (int) ((imagesx($photo) - $width * $scale) / 2), (int) ((imagesy($photo) - $height * $scale) / 2), (int) $width, (int) $height, (int) ($width * $scale), (int) ($height * $scale));
		imagejpeg($image, $options['filename'], 88);
	}
	return ['headers' => [], 'body' => '', 'response' => ['code' => $status, 'message' => ''], 'cookies' => [], 'filename' => $options['filename']];
}, 10, 3);
