<?php
// Uploads in a bucket, like plugins that offload media: a stream wrapper without support for glob() and locks.
final class Kit_Bucket {
	public $context;
	private $handle;

	private static function path($url) { return WP_CONTENT_DIR . '/media/' . substr($url, strlen('bucket://')); }
	public function stream_open($url, $mode) {
		is_dir(dirname(self::path($url))) || mkdir(dirname(self::path($url)), 0777, true);
		$this->handle = @fopen(self::path($url), $mode);
		return (bool) $this->handle;
	}
	public function stream_read($bytes) { return fread($this->handle, $bytes); }
	public function stream_write($data) { return fwrite($this->handle, $data); }
	public function stream_eof() { return feof($this->handle); }
	public function stream_tell() { return ftell($this->handle); }
	public function stream_seek($at, $from) { return fseek($this->handle, $at, $from) === 0; }
	public function stream_stat() { return fstat($this->handle); }
	public function stream_flush() { return fflush($this->handle); }
	public function stream_close() { fclose($this->handle); }
	public function stream_metadata() { return true; }
	public function stream_lock() { return false; }
	public function url_stat($url) { return @stat(self::path($url)); }
	public function unlink($url) { return @unlink(self::path($url)); }
	public function mkdir($url) { return @mkdir(self::path($url), 0777, true); }
	public function rmdir($url) { return @rmdir(self::path($url)); }
	public function rename($from, $to) { return rename(self::path($from), self::path($to)); }
	public function dir_opendir($url) { $this->handle = @opendir(self::path($url)); return (bool) $this->handle; }
	public function dir_readdir() { return readdir($this->handle); }
	public function dir_rewinddir() { rewinddir($this->handle); return true; }
	public function dir_closedir() { closedir($this->handle); return true; }
}
stream_wrapper_register('bucket', 'Kit_Bucket');
add_filter('upload_dir', static fn($value) => array_merge($value, ['basedir' => 'bucket://uploads', 'path' => 'bucket://uploads', 'baseurl' => WP_CONTENT_URL . '/media/uploads', 'url' => WP_CONTENT_URL . '/media/uploads', 'subdir' => '']));
