// Holds processes to a share of a core each, so that what generates the load has room on a small machine. By control groups
// of Linux, of either version (https://docs.kernel.org/scheduler/sched-bwc.html); needs root.

import { access, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const PERIOD_US = 10_000

type Version = { readonly folder: string; readonly limit: (share: number) => Readonly<Record<string, string>> }

const VERSIONS: readonly Version[] = [
  {
    folder: '/sys/fs/cgroup/cpu',
    limit: (share) => ({ 'cpu.cfs_period_us': `${PERIOD_US}`, 'cpu.cfs_quota_us': `${Math.round(share * PERIOD_US)}` }),
  },
  { folder: '/sys/fs/cgroup', limit: (share) => ({ 'cpu.max': `${Math.round(share * PERIOD_US)} ${PERIOD_US}` }) },
]

/** Gives each process a group of its own, with `share` of a core. Resolves to what removes the groups once the processes
 * have ended; rejects where there are no control groups, or they may not be made. */
export const holdProcesses = async (pids: readonly number[], share: number): Promise<() => Promise<void>> => {
  const made: string[] = []
  const remove = async () => {
    for (const folder of made) await rmdir(folder)
  }
  const version = await findVersion()
  for (const pid of pids) {
    const folder = join(version.folder, `central-bench-${pid}`)
    await mkdir(folder)
    made.push(folder)
    for (const [file, text] of Object.entries(version.limit(share))) await writeFile(join(folder, file), text)
    await writeFile(join(folder, 'cgroup.procs'), `${pid}`)
  }
  return remove
}

const findVersion = async (): Promise<Version> => {
  for (const version of VERSIONS) {
    const isThere = await access(join(version.folder, 'cgroup.procs')).then(
      () => true,
      () => false,
    )
    if (isThere) return version
  }
  throw new Error('There are no control groups here')
}

/** The processes that another has started. */
export const childrenOf = async (pid: number): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}
