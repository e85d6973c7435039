<?php
// A persistent object cache in files, like Redis or Memcached: requests share all values, including transients.
final class Kit_Object_Cache {
	private $blog = 1;
	private $memory = [];
	private $global = [];
	private $fleeting = [];

	public function at_blog($blog) { $this->blog = (int) $blog; }
	public function add_global($groups) { $this->global += array_fill_keys((array) $groups, true); }
	public function add_fleeting($groups) { $this->fleeting += array_fill_keys((array) $groups, true); }

	private function name($key, $group) {
		$group = (string) $group === '' ? 'default' : (string) $group;
		return (isset($this->global[$group]) ? 0 : $this->blog) . ":$group:$key";
	}
	private function is_fleeting($group) { return isset($this->fleeting[(string) $group === '' ? 'default' : (string) $group]); }
	private function file($name) { return WP_CONTENT_DIR . '/cache/objects/' . sha1($name); }

	public function get($key, $group, $is_fresh, &$found) {
		$name = $this->name($key, $group);
		if ($is_fresh || !array_key_exists($name, $this->memory)) {
			if ($this->is_fleeting($group)) { $found = false; return false; }
			$stored = @file_get_contents($this->file($name));
			$entry = $stored === false ? null : unserialize($stored);
			if ($entry === null || ($entry[0] > 0 && $entry[0] <= time())) { unset($this->memory[$name]); $found = false; return false; }
			$this->memory[$name] = $entry[1];
		}
		$found = true;
		return is_object($this->memory[$name]) ? clone $this->memory[$name] : $this->memory[$name];
	}
	public function set($key, $value, $group, $seconds) {
		$name = $this->name($key, $group);
		$this->memory[$name] = is_object($value) ? clone $value : $value;
		if ($this->is_fleeting($group)) return true;
		$file = $this->file($name);
		is_dir(dirname($file)) || @mkdir(dirname($file), 0777, true);
		$written = $file . '.' . bin2hex(random_bytes(6));
		return file_put_contents($written, serialize([(int) $seconds > 0 ? time() + (int) $seconds : 0, $value])) !== false && rename($written, $file);
	}
	public function delete($key, $group) {
		$name = $this->name($key, $group);
		$was = array_key_exists($name, $this->memory) || is_file($this->file($name));
		unset($this->memory[$name]);
		return (@unlink($this->file($name)) || $was);
	}
	public function flush() {
		$this->memory = [];
		array_map('unlink', glob(WP_CONTENT_DIR . '/cache/objects/*') ?: []);
		return true;
	}
}
function wp_cache_init() { $GLOBALS['wp_object_cache'] = new Kit_Object_Cache(); }
function wp_cache_close() { return true; }
function wp_cache_get($key, $group = '', $force = false, &$found = null) { return $GLOBALS['wp_object_cache']->get($key, $group, $force, $found); }
function wp_cache_set($key, $data, $group = '', $expire = 0) { return $GLOBALS['wp_object_cache']->set($key, $data, $group, $expire); }
function wp_cache_add($key, $data, $group = '', $expire = 0) {
	if (wp_suspend_cache_addition()) return false;
	wp_cache_get($key, $group, false, $found);
	return !$found && wp_cache_set($key, $data, $group, $expire);
}
function wp_cache_replace($key, $data, $group = '', $expire = 0) {
	wp_cache_get($key, $group, false, $found);
	return $found && wp_cache_set($key, $data, $group, $expire);
}
function wp_cache_delete($key, $group = '') { return $GLOBALS['wp_object_cache']->delete($key, $group); }
function wp_cache_incr($key, $offset = 1, $group = '') {
	$value = wp_cache_get($key, $group, false, $found);
	return $found && wp_cache_set($key, max(0, (int) $value + $offset), $group) ? max(0, (int) $value + $offset) : false;
}
function wp_cache_decr($key, $offset = 1, $group = '') { return wp_cache_incr($key, -$offset, $group); }
function wp_cache_flush() { return $GLOBALS['wp_object_cache']->flush(); }
function wp_cache_add_global_groups($groups) { $GLOBALS['wp_object_cache']->add_global($groups); }
function wp_cache_add_non_persistent_groups($groups) { $GLOBALS['wp_object_cache']->add_fleeting($groups); }
function wp_cache_switch_to_blog($blog) { $GLOBALS['wp_object_cache']->at_blog($blog); }
