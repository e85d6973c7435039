// Installs missing programs from Debian's archive. Never starts or changes a service of the system: tests start their own
// processes.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export type Programs = {
  /** The common name. */
  readonly name: string
  readonly packages: readonly string[]
  /** Files that exist when it is installed. */
  readonly files: readonly string[]
}

/** Debian's record of an installed package, for packages whose folders contain a version. */
export const recordOf = (name: string): string => `/var/lib/dpkg/info/${name}.list`

/** One after the other: suites that run beside each other may need the same packages, and apt does not wait for lists. */
const LOCK = '/run/lock/central-api-packages'
/**
 * During the installation, no service starts, and PostgreSQL's package creates no cluster. Keeps existing files of the
 * system.
 */
const INSTALL = `
set -e
exec 9>"$1"
flock 9
shift
own=''
trap 'rm -f $own' EXIT
hush() {
  if [ ! -e "$1" ]; then
    mkdir -p "$(dirname "$1")"
    own="$own $1"
    printf '%b' "$2" >"$1"
    chmod 755 "$1"
  fi
}
hush /usr/sbin/policy-rc.d '#!/bin/sh\\nexit 101\\n'
hush /etc/postgresql-common/createcluster.d/only-programs.conf 'create_main_cluster = false\\n'
apt-get -o DPkg::Lock::Timeout=120 update
apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends "$@"
`

/** Why a program is missing, or undefined. */
export const installPackages = ({ name, packages, files }: Programs): string | undefined => {
  if (files.every((file) => existsSync(file))) return undefined
  if (!existsSync('/usr/bin/apt-get')) return `${name} is missing, and this is no Debian system that could install it.`
  if (process.getuid?.() !== 0) return `${name} is missing; install as root: apt-get install ${packages.join(' ')}`
  const { status, stderr } = spawnSync('sh', ['-c', INSTALL, 'install', LOCK, ...packages], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0) return `${name} cannot be installed: ${stderr.trim().split('\n').at(-1)}`
  const missing = files.find((file) => !existsSync(file))
  return missing && `${missing} is missing after the installation.`
}
