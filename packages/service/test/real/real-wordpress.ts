// A real WordPress on loopback with its own files, database and PHP's built-in server in one temporary folder. Slow (half a
// minute), and only for `*.real.ts`.

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages, type Programs, recordOf } from './install-packages.ts'
import { MARIADB, startMariadb } from './real-mariadb.ts'
import { findPort } from './real-nginx.ts'
import { runProgram, startProgram } from './run-program.ts'
import { AUTHORS, IMAGES, type PostSeed, SITE, seedPosts } from './seed-posts.ts'

export type SeededPost = PostSeed & { readonly id: string; readonly url: string; readonly guid: string }

export type RealWordPress = {
  readonly origin: string
  readonly version: string
  readonly iconUrl: string
  /** The public posts, in the order of their descriptions. */
  readonly seeded: readonly SeededPost[]
  readonly authors: Readonly<Record<string, { readonly id: string; readonly url: string }>>
  readonly images: Readonly<Record<string, { readonly url: string }>>
  /** Publishes another post now and returns its id. */
  publish(title: string): Promise<string>
  /** Deletes a post permanently. */
  remove(id: string): Promise<void>
  /** Sets the permalink structure; '' is the plain one (`/?p=1`). */
  setPermalinks(structure: string): Promise<void>
  close(): Promise<void>
}

const EXTENSIONS = ['php-mysql', 'php-gd', 'php-mbstring', 'php-xml']
const WORDPRESS: Programs = {
  name: 'WordPress',
  packages: [
    ...['wordpress', 'wordpress-theme-twentytwentyone', ...MARIADB.packages],
    // micro-httpd is the smallest web server that satisfies WordPress's dependency; it is never started.
    ...['php', 'php-cgi', 'php-cli', ...EXTENSIONS, 'micro-httpd'],
  ],
  files: [
    '/usr/share/wordpress/wp-load.php',
    '/usr/share/wordpress/wp-content/themes/twentytwentyone/style.css',
    ...MARIADB.files,
    '/usr/bin/php',
    ...EXTENSIONS.map(recordOf),
  ],
}

const SOURCES = fileURLToPath(new URL('./wordpress/', import.meta.url))
const PERMALINKS = '/%year%/%monthnum%/%day%/%postname%/'

/** Throws an Error with the reason if WordPress is not available. */
export const startRealWordPress = async ({ posts = 52 } = {}): Promise<RealWordPress> => {
  const reason = installPackages(WORDPRESS)
  if (reason !== undefined) throw new Error(`There is no real WordPress to test against. ${reason}`)
  const folder = await mkdtemp(join(tmpdir(), 'real-wp-'))
  const running: { stop(): Promise<void> }[] = []
  const close = async () => {
    for (const program of running.reverse()) await program.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const socket = join(folder, 'db.sock')
    running.push(await startMariadb(folder, socket, 'wordpress'))
    const port = await findPort()
    const origin = `http://127.0.0.1:${port}`
    const docroot = join(folder, 'site')
    const env = {
      PATH: process.env.PATH,
      REAL_WORDPRESS_SOCKET: socket,
      REAL_WORDPRESS_ORIGIN: origin,
      PHP_CLI_SERVER_WORKERS: '4',
    }
    await cp('/usr/share/wordpress', docroot, { recursive: true, dereference: true })
    await cp(join(SOURCES, 'wp-config.php'), join(docroot, 'wp-config.php'))

    const { visible, hidden } = seedPosts(posts)
    const input = JSON.stringify({
      ...SITE,
      permalinks: PERMALINKS,
      postsPerFeed: 10,
      icon: 'icon.png',
      authors: AUTHORS,
      images: IMAGES,
      posts: [...visible, ...hidden],
    })
    await runProgram('php', [join(SOURCES, 'install.php'), docroot], { env, input })
    const made = readSeeded(await runProgram('php', [join(SOURCES, 'seed.php'), docroot], { env, input }))
    const server = ['-S', `127.0.0.1:${port}`, '-t', docroot, join(SOURCES, 'router.php')]
    running.push(await startProgram('php', server, /Development Server .* started/, { env, cwd: docroot }))
    const change = (what: string, value: string) =>
      runProgram('php', [join(SOURCES, 'change.php'), docroot, what, value], { env })
    return {
      origin,
      version: made.version,
      iconUrl: made.iconUrl,
      seeded: visible.map((seed, index) => ({ ...seed, ...(made.posts[index] ?? { id: '', url: '', guid: '' }) })),
      authors: made.authors,
      images: made.images,
      publish: (title) => change('publish', title),
      async remove(id) {
        await change('remove', id)
      },
      async setPermalinks(structure) {
        await change('permalinks', structure)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Made = Pick<RealWordPress, 'version' | 'authors' | 'images'> & {
  readonly posts: readonly { readonly id: string; readonly url: string; readonly guid: string }[]
  readonly iconUrl: string
}

/** WordPress sometimes prints warnings before the response. */
const readSeeded = (written: string): Made => JSON.parse(written.slice(written.indexOf('{"version"'))) as Made
