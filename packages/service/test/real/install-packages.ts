// Brings WordPress, PHP and MariaDB from Debian's own archive where they are missing. Never changes a running service:
// only programs are installed, and each test starts its own.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PACKAGES = [
  ...['wordpress', 'wordpress-theme-twentytwentyone', 'mariadb-server-core', 'mariadb-client'],
  // micro-httpd is the smallest web server that satisfies WordPress's dependency; it is never started.
  ...['php', 'php-cgi', 'php-cli', 'php-mysql', 'php-gd', 'php-mbstring', 'php-xml', 'micro-httpd'],
]

const FILES = [
  '/usr/share/wordpress/wp-load.php',
  '/usr/share/wordpress/wp-content/themes/twentytwentyone/style.css',
  '/usr/sbin/mariadbd',
  '/usr/bin/mariadb-install-db',
  '/usr/bin/php',
]

/** Undefined when everything is there; otherwise why it is not, in words. */
export const installPackages = (): string | undefined => {
  if (FILES.every((file) => existsSync(file))) return undefined
  if (!existsSync('/usr/bin/apt-get'))
    return 'WordPress is missing, and this is no Debian system that could install it.'
  if (process.getuid?.() !== 0) return `WordPress is missing; install as root: apt-get install ${PACKAGES.join(' ')}`
  for (const command of [['update'], ['install', '-y', '--no-install-recommends', ...PACKAGES]]) {
    const { status, stderr } = spawnSync('apt-get', command, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0) return `apt-get ${command[0]} failed: ${stderr.trim().split('\n').at(-1)}`
  }
  const missing = FILES.find((file) => !existsSync(file))
  return missing && `${missing} is missing after the installation.`
}
