// Unpacks WordPress from a Debian suite, which may be newer than the system, into a folder. Installs nothing on the system; uses the
// mirror that apt is configured with, once: `.cache/` in the repository keeps what was unpacked. Delete it for a newer version.

import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '../../../service/test/real/run-program.ts'

/** trixie has 6.8, sid has 7.1. */
export type Suite = 'trixie' | 'sid'

const CACHE = join(import.meta.dirname, '../../../../.cache/wordpress-unpacked')
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
/** WordPress, and the libraries that Debian replaces with links. */
const PACKAGES = [
  ...['wordpress', 'libphp-phpmailer', 'libjs-jquery-ui', 'libjs-lodash', 'libjs-underscore', 'libjs-cropper'],
  'php-getid3',
]
const THEME = 'wordpress-theme-twentytwentyfive'

const mirrorOf = async (): Promise<string> => {
  const found = await runProgram('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'])
  const mirror = found.split('\n').find((line) => /\/debian\/?$/.test(line))
  if (mirror === undefined) throw new Error('apt has no Debian mirror')
  return mirror
}

/** Fills the folder, and returns the version. */
export const unpackWordPress = async (suite: Suite, target: string): Promise<string> => {
  const kept = join(CACHE, suite)
  if (!existsSync(kept)) await download(suite, kept)
  await runProgram('cp', ['-rT', kept, target])
  const version = /^\$wp_version = '([^']+)'/m.exec(await readFile(join(target, 'wp-includes/version.php'), 'utf8'))
  return version?.[1] ?? ''
}

const download = async (suite: Suite, target: string): Promise<void> => {
  await mkdir(CACHE, { recursive: true })
  // On the disk of the cache, so that it gets there as a whole.
  const work = await mkdtemp(join(CACHE, 'unpacking-'))
  try {
    const [list, lists, debs, root] = ['list', 'lists', 'debs', 'root'].map((name) =>
      join(work, name),
    ) as unknown as Quad
    await Promise.all([join(lists, 'partial'), debs, root].map((each) => mkdir(each, { recursive: true })))
    await writeFile(list, `deb [signed-by=${KEYRING}] ${await mirrorOf()} ${suite} main\n`)
    const options = [
      ...[
        'Dir::Etc::sourceparts=-',
        'Dir::State::status=/dev/null',
        'Dir::Cache::pkgcache=',
        'Dir::Cache::srcpkgcache=',
      ],
      ...['Acquire::Languages=none', 'APT::Sandbox::User=root', 'Dir::Etc::preferences=/dev/null'],
      ...['Dir::Etc::preferencesparts=/dev/null', `Dir::Etc::sourcelist=${list}`, `Dir::State::lists=${lists}`],
    ].flatMap((option) => ['-o', option])
    await runProgram('apt-get', [...options, '-q', 'update'])
    await runProgram('apt-get', [...options, '-q', 'download', ...PACKAGES, THEME], { cwd: debs })
    for (const deb of await readdir(debs)) await runProgram('dpkg-deb', ['-x', join(debs, deb), root])

    const files = join(root, 'usr/share/wordpress')
    // Remove Debian's configuration, and links that point out of the tree.
    for (const name of ['.htaccess', 'wp-config.php']) await rm(join(files, name), { force: true })
    const certificates = join(files, 'wp-includes/certificates/ca-bundle.crt')
    await rm(certificates, { force: true })
    await symlink('/etc/ssl/certs/ca-certificates.crt', certificates)
    await runProgram('find', [files, '-xtype', 'l', '-delete'])
    const whole = join(work, 'whole')
    await cp(files, whole, { recursive: true, dereference: true })
    await rename(whole, target).catch((error: NodeJS.ErrnoException) => {
      // Another process was faster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

type Quad = readonly [string, string, string, string]
