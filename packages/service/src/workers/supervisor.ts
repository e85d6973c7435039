// Keeps the configured number of workers running: replaces lost ones, restarts all of them one by one, and stops them.
// It knows nothing of processes; the caller passes in how to start one.

import type { Log } from '../observability/create-log.ts'
import type { SetTimer } from '../runtime/clock/set-timer.ts'
import { type Member, startMember } from './member.ts'
import type { Leave } from './messages.ts'
import type { Ending, StartWorker } from './worker-process.ts'

/** The pause before a worker is replaced; doubled after each further loss, up to the maximum. */
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000
/** After this many losses in a row another start is pointless. */
const MAX_LOSSES = 10
/** A worker that ran this long was healthy: the next loss starts a new row. */
const STEADY_MS = 60_000

export type SupervisorOptions = {
  readonly count: number
  readonly startWorker: StartWorker
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly now: () => number
  readonly setTimer: SetTimer
  /** How long a replaced worker still accepts requests on its open connections. */
  readonly handOverMs: number
  /** A ready worker ended unexpectedly. */
  readonly onLoss: () => void
  /** Workers are lost right after their start; the others have been stopped. */
  readonly onGiveUp: (reason: Error) => void
}

export type Supervisor = {
  /** Resolves to the URL when all are ready. If one ends first, all are stopped, and it rejects. */
  start(): Promise<string>
  /** Replaces all workers one by one, so that there are never too few. Resolves when that is done, or when a new one
   * does not start; then the old ones stay. */
  restart(): Promise<void>
  /** Resolves to how they ended, when all have. */
  stop(waitMs: number): Promise<readonly Ending[]>
}

export const createSupervisor = (options: SupervisorOptions): Supervisor => {
  const { count, log, now, setTimer, handOverMs } = options
  const members = new Map<number, Member>()
  const readySince = new Map<number, number>()
  /** Lost workers whose replacement has not started yet. */
  let vacancies = 0
  let losses = 0
  let stopping = false

  const staying = () => [...members.values()].filter((member) => member.state() !== 'leaving')
  const isShort = () => staying().length + vacancies < count

  const onEnd = ({ id }: Member, { status, signal }: Ending, wasLost: boolean) => {
    members.delete(id)
    const servedMs = now() - (readySince.get(id) ?? now())
    readySince.delete(id)
    if (!wasLost || stopping) return
    log.error({ worker: id, status, signal }, 'A worker ended unexpectedly')
    options.onLoss()
    if (servedMs >= STEADY_MS) losses = 0
    if (isShort()) fill()
  }

  const launch = async (): Promise<string> => {
    const member = startMember({ startWorker: options.startWorker, setTimer, onEnd })
    members.set(member.id, member)
    const url = await member.ready
    readySince.set(member.id, now())
    return url
  }

  const fill = async (): Promise<void> => {
    losses += 1
    if (losses > MAX_LOSSES) return giveUp()
    vacancies += 1
    await new Promise<void>((resolve) => setTimer(resolve, Math.min(FIRST_PAUSE_MS * 2 ** (losses - 1), MAX_PAUSE_MS)))
    vacancies -= 1
    if (stopping) return
    try {
      await launch()
      log.info({ workers: members.size }, 'Another worker has replaced it')
    } catch (err) {
      if (stopping) return
      log.error({ err }, 'A worker could not be replaced')
      if (isShort()) await fill()
    }
  }

  const leaveAll = (how: Leave): Promise<readonly Ending[]> => {
    stopping = true
    return Promise.all([...members.values()].map((member) => member.leave(how)))
  }

  const giveUp = async () => {
    if (stopping) return
    await leaveAll({ reason: 'stopping', waitMs: 0 })
    options.onGiveUp(new Error(`Workers ended unexpectedly ${losses} times in a row; no other worker is started`))
  }

  const handOver = async (member: Member) => {
    const { status, signal } = await member.leave({ reason: 'replaced', waitMs: handOverMs })
    if (status !== 0) log.warn({ worker: member.id, status, signal }, 'A worker that was replaced did not finish')
  }

  const replaceAll = async (): Promise<void> => {
    for (const member of staying()) {
      if (stopping) return
      // It was lost in the meantime and is being replaced already.
      if (member.state() === 'ended') continue
      try {
        await launch()
      } catch (err) {
        if (stopping) return
        log.error({ err }, 'The new worker did not start; the old ones stay')
        if (isShort()) fill()
        return
      }
      if (members.has(member.id)) await handOver(member)
      // A worker lost in the meantime was replaced by the new one.
      if (isShort() && !stopping) fill()
    }
    log.info({ workers: members.size }, 'All workers were replaced')
  }

  let restarting: Promise<void> | undefined
  let isWanted = false
  const restartWhileWanted = async () => {
    for (; isWanted && !stopping; ) {
      isWanted = false
      await replaceAll()
    }
  }

  return {
    async start() {
      try {
        // A single worker first: a configuration error would affect all of them, and is reported once.
        const url = await launch()
        await Promise.all(Array.from({ length: count - 1 }, launch))
        return url
      } catch (error) {
        await leaveAll({ reason: 'stopping', waitMs: 0 })
        throw error
      }
    },
    restart() {
      isWanted = true
      restarting ??= restartWhileWanted().finally(() => {
        restarting = undefined
      })
      return restarting
    },
    stop: (waitMs) => leaveAll({ reason: 'stopping', waitMs }),
  }
}
