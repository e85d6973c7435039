// Conditions that popular hosts and plugins create: PHP settings, constants in wp-config.php, and code that runs alongside the plugin.
// `conditions.real.ts` applies all of them together.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Condition = {
  /** PHP settings of the server and of PHP code. */
  readonly ini?: Readonly<Record<string, string>>
  /** Constants of wp-config.php. */
  readonly constants?: Readonly<Record<string, string | number | boolean>>
  /** Code of a must-use plugin, which runs before all other plugins. */
  readonly code?: string
  /** Target path in the content folder for the file with the same name in `drop-ins`. */
  readonly dropIn?: string
}

const filter = (hook: string, body: string, rest = '') =>
  `add_filter('${hook}', static function ($value = null) { ${body} }${rest});`

/** Functions that hosts disable for security and that WordPress does not need. */
const DISABLED =
  `exec,shell_exec,system,passthru,popen,proc_open,pcntl_exec,putenv,set_time_limit,php_uname,getmypid,gethostbynamel,
  dns_get_record,checkdnsrr,disk_free_space,disk_total_space,highlight_file,show_source,symlink,link,chown,phpinfo,parse_ini_file,
  posix_getpwuid,curl_multi_exec,fsockopen,pfsockopen`.replaceAll(/\s/g, '')

export const CONDITIONS: Readonly<Record<string, Condition>> = {
  // Hosts.
  'a persistent object cache': { dropIn: 'object-cache.php' },
  'a page cache': {
    dropIn: 'advanced-cache.php',
    constants: { WP_CACHE: true },
    code: `add_action('clean_post_cache', static function ($id) { $link = wp_make_link_relative((string) get_permalink($id)); @unlink(kit_page_file($link)); });`,
  },
  'a comment in each query': {
    code: filter('query', `return $value . ' /* From [site] in [plugin] */';`),
  },
  'strict SQL': {
    code: `add_action('plugins_loaded', static function () { global $wpdb; $wpdb->query("SET SESSION sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'"); }, 0);`,
  },
  'little memory': {
    ini: { memory_limit: '96M' },
    constants: { WP_MEMORY_LIMIT: '64M', WP_MAX_MEMORY_LIMIT: '96M' },
  },
  'little time': { ini: { max_execution_time: '20', default_socket_timeout: '2' } },
  'disabled functions': { ini: { disable_functions: DISABLED } },
  'no files by URL': { ini: { allow_url_fopen: '0' } },
  'an argument separator that is an entity': { ini: { 'arg_separator.output': '&amp;' } },
  'low float precision': { ini: { precision: '5', serialize_precision: '5' } },
  'output buffering': { ini: { output_buffering: '4096' } },
  'assertions that throw': { ini: { 'zend.assertions': '1', 'assert.exception': '1' } },
  'another folder for temporary files': { constants: { WP_TEMP_DIR: '{content}/temporary' } },
  'no cron': { constants: { DISABLE_WP_CRON: true } },
  'no file modifications': { constants: { DISALLOW_FILE_MODS: true, DISALLOW_FILE_EDIT: true } },
  'blocked external requests': { constants: { WP_HTTP_BLOCK_EXTERNAL: true } },

  // Settings of the site.
  'plain permalinks': { code: filter('pre_option_permalink_structure', `return '';`) },
  'a time zone with a 45-minute offset': { code: filter('pre_option_timezone_string', `return 'Asia/Kathmandu';`) },
  'no unfiltered HTML': { constants: { DISALLOW_UNFILTERED_HTML: true } },
  'no revisions and no trash': { constants: { WP_POST_REVISIONS: false, EMPTY_TRASH_DAYS: 0 } },
  'unminified scripts': { constants: { SCRIPT_DEBUG: true, CONCATENATE_SCRIPTS: false } },
  'uploads in a bucket': { dropIn: 'mu-plugins/bucket.php' },

  // Other plugins.
  'every notice throws an exception': {
    code: `set_error_handler(static function ($level, $message, $file, $line) {
      if (strpos($file, '/plugins/central-posts/') === false || !(error_reporting() & $level)) return false;
      throw new ErrorException($message, 0, $level, $file, $line);
    });`,
  },
  'notices shown in the page': { constants: { WP_DEBUG_DISPLAY: true }, ini: { display_errors: '1' } },
  'a language in every URL': {
    code: `add_filter('home_url', static function ($url, $path) { $home = get_option('home'); return strpos($url, $home) === 0 ? $home . '/de' . substr($url, strlen($home)) : $url; }, 10, 2);`,
  },
  'a host for each language': {
    code: filter('pre_option_home', `return is_admin() ? $value : str_replace('127.0.0.1', 'localhost', WP_HOME);`),
  },
  'REST for signed-in users only': {
    code: filter(
      'rest_authentication_errors',
      `return $value ?? (is_user_logged_in() ? $value : new WP_Error('rest_closed', 'Closed', ['status' => 401]));`,
      ', 99',
    ),
  },
  'a content security policy': {
    code: `add_action('send_headers', static function () { header("content-security-policy: default-src 'self' 'unsafe-inline'; img-src 'self' data:"); });`,
  },
  'requests without a User-Agent and with a timeout of three seconds': {
    code: `${filter('http_headers_useragent', `return '';`)} ${filter('http_request_args', `return ['timeout' => min(3, $value['timeout'])] + $value;`)}`,
  },
  'low-quality WebP output': {
    code: `${filter('image_editor_output_format', `return ['image/jpeg' => 'image/webp', 'image/png' => 'image/webp'];`)} ${filter('wp_editor_set_quality', 'return 30;')}`,
  },
  'deferred scripts without versions': {
    code: `add_action('wp_enqueue_scripts', static function () { add_filter('script_loader_tag', static fn($tag) => strpos($tag, ' defer') === false ? str_replace(' src=', ' defer src=', $tag) : $tag, 99);
      foreach (['script', 'style'] as $kind) add_filter("{$kind}_loader_src", static fn($src) => remove_query_arg('ver', $src), 99); });`,
  },
  'no jQuery, emoji script or block styles': {
    code: `add_action('wp_enqueue_scripts', static function () { wp_deregister_script('jquery'); wp_dequeue_style('wp-block-library'); wp_dequeue_style('global-styles'); }, 99);
      remove_action('wp_head', 'print_emoji_detection_script', 7); remove_action('wp_print_styles', 'print_emoji_styles');`,
  },
  'no embeds': {
    code: `${filter('embed_oembed_discover', 'return false;')} add_action('init', static function () { remove_action('wp_head', 'wp_oembed_add_discovery_links'); }, 1);`,
  },
  'minified HTML': {
    code: `add_action('template_redirect', static function () { ob_start(static fn($html) => preg_replace(['~<!--(?!\\[if).*?-->~s', '~>\\s+<~'], ['', '><'], $html)); });`,
  },
  'wpautop and shortcodes applied again': {
    code: `add_filter('the_content', 'wpautop', 99); add_filter('the_content', 'do_shortcode', 98);`,
  },
  'a meta description rendered from the content': {
    code: `add_action('wp_head', static function () { if (is_singular()) echo '<meta name="description" content="', esc_attr(wp_trim_words(wp_strip_all_tags(apply_filters('the_content', get_queried_object()->post_content)))), '">'; });`,
  },
  'a changed global post': {
    code: `add_action('wp_head', static function () { $GLOBALS['post'] = get_posts(['numberposts' => 1, 'orderby' => 'ID', 'order' => 'ASC'])[0] ?? null; }, 999);`,
  },
  'an extra attribute on every block': {
    code: `${filter('register_block_type_args', `$value['attributes']['itsOwn'] = ['type' => 'string', 'default' => 'x']; return $value;`)}
      add_action('enqueue_block_editor_assets', static function () { wp_add_inline_script('wp-blocks', "wp.hooks.addFilter('blocks.registerBlockType', 'its/own', (settings) => ({ ...settings, attributes: { ...settings.attributes, itsOwn: { type: 'string', default: 'x' } } }))"); });`,
  },
  'a wrapper around every block': {
    code: `add_filter('render_block', static fn($html) => $html === '' ? '' : "<div class=\\"appears\\">$html</div>", 99);`,
  },
  'only paragraphs and links allowed': {
    code: filter('wp_kses_allowed_html', `return ['p' => [], 'a' => ['href' => true]];`, ', 99'),
  },
  'short nonces and no application passwords': {
    code: `${filter('nonce_life', 'return 600;')} ${filter('wp_is_application_passwords_available', 'return false;')}`,
  },
}

const DROP_INS = fileURLToPath(new URL('./drop-ins/', import.meta.url))

/** Files in the content folder, constants and PHP settings for conditions. */
export const prepareConditions = (conditions: readonly Condition[], content: string) => {
  const codes = conditions.flatMap(({ code }) => (code === undefined ? [] : [`(static function () { ${code} })();`]))
  const dropIns = conditions.flatMap(({ dropIn }) => dropIn ?? [])
  const constants = JSON.stringify(Object.assign({}, ...conditions.map((each) => each.constants)))
  return {
    files: {
      'mu-plugins/conditions.php': `<?php\n${codes.join('\n')}\n`,
      ...Object.fromEntries(dropIns.map((path) => [path, readFileSync(`${DROP_INS}${basename(path)}`, 'utf8')])),
    },
    constants: constants.replaceAll('{content}', content),
    ini: conditions.flatMap(({ ini = {} }) =>
      Object.entries(ini).flatMap(([name, value]) => ['-d', `${name}=${value}`]),
    ),
  }
}
