import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The running child processes of a process. */
export const childrenOf = async (parent: number): Promise<number[]> => {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  return stdout.split('\n').flatMap((line) => {
    const [pid, ppid] = line.trim().split(/\s+/).map(Number)
    return pid !== undefined && ppid === parent ? [pid] : []
  })
}
