// Starts a WordPress site for a test on loopback, with PHP's built-in server and its own database, and installs the kit from its zip.
// The test's PHP code may run in another PHP version than the server.

import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEBIAN_PHP, type PhpProgram, runPhp } from '../../../php/test/install-wasm-php.ts'
import { findPort } from '../../../service/test/real/real-nginx.ts'
import { runProgram, startProgram } from '../../../service/test/real/run-program.ts'
import { type Condition, prepareConditions } from './conditions.ts'
import type { Database } from './databases.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))

const WORDPRESS_NOISE =
  /wp_(?:version_check|update_\w+)\(\)|PHP Deprecated: +Optional parameter .* in \S+\/wp-includes\//

export type Site = Awaited<ReturnType<typeof startSite>>

type Options = {
  /** An unpacked WordPress, which several sites may share. */
  readonly docroot: string
  readonly database: Database
  /** Name of the database and of the content folder. */
  readonly name: string
  readonly isNetwork?: boolean
  /** A free port; one is found by default. */
  readonly port?: number
  /** The PHP that runs code of the test; the server always uses Debian's. */
  readonly program?: PhpProgram
  /** Environment of the server and of PHP code, such as CENTRAL_POSTS_KEY. */
  readonly environment?: Readonly<Record<string, string>>
  /** Conditions that apply once the site is installed. */
  readonly conditions?: readonly Condition[]
}

/** Options of PHP by which its runs share compiled code in the folder. */
const shareCompiled = async (folder: string): Promise<readonly string[]> => {
  await mkdir(folder, { recursive: true })
  return ['enable_cli=1', 'file_cache_only=1', `file_cache=${folder}`].flatMap((option) => ['-d', `opcache.${option}`])
}

/** Installs a site without plugins. User 1 is `editor` with the password `password`. */
export const startSite = async (options: Options) => {
  const {
    docroot,
    database,
    name,
    isNetwork = false,
    port: wanted,
    program = DEBIAN_PHP,
    environment = {},
    conditions = [],
  } = options
  const origin = `http://127.0.0.1:${wanted ?? (await findPort())}`
  const content = join(docroot, `content-${name}`)
  const settings = {
    KIT_DATABASE: name,
    KIT_ORIGIN: origin,
    KIT_CONTENT: content,
    ...database.environment,
    ...environment,
  }
  const env = { PATH: process.env.PATH, ...settings }
  const { files, constants, ini } = prepareConditions(conditions, content)
  const inNetwork = { ...env, ...(isNetwork && { KIT_NETWORK: '1' }), KIT_CONSTANTS: constants }
  await cp(join(HERE, 'wp-config.php'), join(docroot, 'wp-config.php'))
  for (const folder of ['plugins', 'mu-plugins', 'uploads', 'themes', 'temporary']) {
    await mkdir(join(content, folder), { recursive: true })
  }
  await cp(join(HERE, 'count-requests.php'), join(content, 'mu-plugins/count-requests.php'))
  await cp(join(docroot, 'wp-content/themes/twentytwentyfive'), join(content, 'themes/twentytwentyfive'), {
    recursive: true,
  })
  await database.prepare(name, content)
  await runPhp(program, [join(HERE, 'install.php'), docroot, 'site'], env)
  if (isNetwork) await runPhp(program, [join(HERE, 'install.php'), docroot, 'network'], env)

  // Most of the time of a short script goes into compiling WordPress.
  const compiled = program === DEBIAN_PHP ? await shareCompiled(join(docroot, 'compiled')) : []

  for (const [path, code] of Object.entries(files)) await writeFile(join(content, path), code)

  const port = new URL(origin).port
  const limits = ['-d', 'memory_limit=512M', '-d', 'upload_max_filesize=32M', '-d', 'opcache.enable_cli=1']
  const server = await startProgram(
    'php',
    [...limits, ...ini, '-S', `127.0.0.1:${port}`, '-t', docroot, join(HERE, 'router.php')],
    /Development Server .* started/,
    { env: { ...inNetwork, PHP_CLI_SERVER_WORKERS: '4' }, cwd: docroot },
  )

  /** Runs PHP code in the site, optionally as a user, and returns its result. */
  const php = async <T>(code: string, { user = 0, path = '/' } = {}): Promise<T> => {
    const script = [...compiled, ...ini, join(HERE, 'run.php'), docroot, String(user), code]
    const written = await runPhp(program, script, { ...inNetwork, KIT_PATH: path })
    return JSON.parse(written.slice(written.lastIndexOf('\n'))) as T
  }

  return {
    origin,
    content,
    php,
    /** Unpacks a zip and activates the plugin. */
    async install(zip: string, slug: string) {
      await runProgram('unzip', ['-qo', zip, '-d', join(content, 'plugins')])
      const failed = await php<string | null>(
        `$done = activate_plugin('${slug}/${slug}.php', '', ${isNetwork}); return is_wp_error($done) ? $done->get_error_message() : null;`,
        { user: 1 },
      )
      if (failed !== null) throw new Error(`The plugin cannot be activated: ${failed}`)
    },
    /** Publishes a post with this content, and returns its URL. */
    publish: (title: string, markup: string) =>
      php<string>(
        `return get_permalink(wp_insert_post(wp_slash(['post_title' => '${title}', 'post_status' => 'publish', 'post_content' => base64_decode('${Buffer.from(markup).toString('base64')}')])));`,
        { user: 1 },
      ),
    /** Runs due cron events. */
    runCron: () =>
      php<string[]>(
        `$ran = []; foreach (wp_get_ready_cron_jobs() as $at => $hooks) foreach ($hooks as $hook => $events) foreach ($events as $event) { $event['schedule'] ? wp_reschedule_event($at, $event['schedule'], $hook, $event['args']) : null; wp_unschedule_event($at, $hook, $event['args']); do_action_ref_array($hook, $event['args']); $ran[] = $hook; } return $ran;`,
      ),
    /** The error log, without WordPress's own failed update checks and deprecations. */
    errorLog: async () => {
      const log = await readFile(join(content, 'debug.log'), 'utf8').catch(() => '')
      const isOwn = (line: string) => line !== '' && !WORDPRESS_NOISE.test(line)
      return log.split('\n').filter(isOwn).join('\n')
    },
    stop: () => server.stop(),
  }
}
