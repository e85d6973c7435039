// Installs missing programs from Debian's archive. Never starts or changes a service of the system: tests start their own
// processes.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Programs = {
  /** The common name. */
  readonly name: string
  readonly packages: readonly string[]
  /** Files that exist when it is installed. */
  readonly files: readonly string[]
}

/** Debian's record of an installed package, for packages whose folders contain a version. */
export const recordOf = (name: string): string => `/var/lib/dpkg/info/${name}.list`

/** During the installation, no service starts, and PostgreSQL's package creates no cluster. */
const HUSHES: readonly (readonly [file: string, text: string])[] = [
  ['/usr/sbin/policy-rc.d', '#!/bin/sh\nexit 101\n'],
  ['/etc/postgresql-common/createcluster.d/only-programs.conf', 'create_main_cluster = false\n'],
]

/** Why a program is missing, or undefined. */
export const installPackages = ({ name, packages, files }: Programs): string | undefined => {
  if (files.every((file) => existsSync(file))) return undefined
  if (!existsSync('/usr/bin/apt-get')) return `${name} is missing, and this is no Debian system that could install it.`
  if (process.getuid?.() !== 0) return `${name} is missing; install as root: apt-get install ${packages.join(' ')}`
  return hushed(() => {
    for (const command of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
      const { status, stderr } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...command], {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        encoding: 'utf8',
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      if (status !== 0) return `apt-get ${command[0]} failed: ${stderr.trim().split('\n').at(-1)}`
    }
    const missing = files.find((file) => !existsSync(file))
    return missing && `${missing} is missing after the installation.`
  })
}

/** Keeps existing files of the system at these paths. */
const hushed = <T>(install: () => T): T => {
  const own = HUSHES.filter(([file]) => !existsSync(file))
  for (const [file, text] of own) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { mode: 0o755 })
  }
  try {
    return install()
  } finally {
    for (const [file] of own) rmSync(file, { force: true })
  }
}
