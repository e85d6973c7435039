// Limits processes to a share of a core each, so that the load generator has capacity on a small machine. Uses control
// groups of Linux, version 1 or 2 (https://docs.kernel.org/scheduler/sched-bwc.html); needs root.

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

/** Puts each process into a group of its own with `share` of a core. Resolves to a function that removes the groups
 * after the processes have ended. */
export const holdProcesses = async (pids: readonly number[], share: number): Promise<() => Promise<void>> => {
  const bodies: string[] = []
  const remove = async () => {
    for (const folder of bodies) await rmdir(folder)
  }
  const version = await findVersion()
  for (const pid of pids) {
    const folder = join(version.folder, `central-bench-${pid}`)
    await mkdir(folder)
    bodies.push(folder)
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
  throw new Error('This machine has no control groups')
}

/** The child processes of a process. */
export const childrenOf = async (pid: number): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}
