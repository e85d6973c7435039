// Processor time of processes and threads, from /proc: on a machine that does other things besides, it says what a piece
// of work costs where the clock on the wall says how long one had to wait for a turn.

import { readdir, readFile } from 'node:fs/promises'

/** Linux counts processor time in ticks of 10 ms. */
const TICK_MS = 10

const ticksIn = (stat: string): number => {
  // The name before the last parenthesis may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** Milliseconds of processor time that a process has used; 0 once it is gone. */
export const processorMsOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat === undefined ? 0 : ticksIn(stat) * TICK_MS
}

/** The same of a process's first thread, which in Node is the event loop's. */
export const eventLoopMsOf = async (pid: number): Promise<number> =>
  ticksIn(await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8')) * TICK_MS

/** The same of each of a process's threads, by their ids. */
export const threadsMsOf = async (pid: number): Promise<ReadonlyMap<string, number>> => {
  const tasks = `/proc/${pid}/task`
  const each = (await readdir(tasks)).map(
    async (id) => [id, ticksIn(await readFile(`${tasks}/${id}/stat`, 'utf8')) * TICK_MS] as const,
  )
  return new Map(await Promise.all(each))
}

/** Share of the machine's processors that anything used since `before`, and what to measure from the next time. */
export const machineShare = async (before?: readonly [idle: number, all: number]) => {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const fields = line.trim().split(/\s+/).slice(1, 9).map(Number)
  const idle = (fields[3] ?? 0) + (fields[4] ?? 0)
  const all = fields.reduce((sum, field) => sum + field, 0)
  const share = before && all > before[1] ? 1 - (idle - before[0]) / (all - before[1]) : Number.NaN
  return { share, reading: [idle, all] as const }
}
