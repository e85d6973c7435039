// CPU time of processes and threads, from /proc. On a busy machine, it is the cost of the work itself, while
// elapsed time includes waiting for a processor.

import { readdir, readFile } from 'node:fs/promises'

/** Linux counts CPU time in ticks of 10 ms. */
const TICK_MS = 10

const ticksIn = (stat: string): number => {
  // The name before the last parenthesis may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** Milliseconds of CPU time that a process has used; 0 once it has exited. */
export const processorMsOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat === undefined ? 0 : ticksIn(stat) * TICK_MS
}

/** The same of a process's first thread, which in Node runs the event loop. */
export const eventLoopMsOf = async (pid: number): Promise<number> =>
  ticksIn(await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8')) * TICK_MS

/** The same of each thread of a process, by id. */
export const threadsMsOf = async (pid: number): Promise<ReadonlyMap<string, number>> => {
  const tasks = `/proc/${pid}/task`
  const each = (await readdir(tasks)).map(
    async (id) => [id, ticksIn(await readFile(`${tasks}/${id}/stat`, 'utf8')) * TICK_MS] as const,
  )
  return new Map(await Promise.all(each))
}

/** The share of the machine's processors that was in use since `before`, and the next starting point. */
export const machineShare = async (before?: readonly [idle: number, all: number]) => {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const fields = line.trim().split(/\s+/).slice(1, 9).map(Number)
  const idle = (fields[3] ?? 0) + (fields[4] ?? 0)
  const all = fields.reduce((sum, field) => sum + field, 0)
  const share = before && all > before[1] ? 1 - (idle - before[0]) / (all - before[1]) : Number.NaN
  return { share, reading: [idle, all] as const }
}
