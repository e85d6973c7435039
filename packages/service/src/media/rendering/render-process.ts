// One process that renders images, one job at a time. It starts when it is first needed, ends after a while without
// jobs, and is killed when a job exceeds its time or its memory. When it dies, only its current job fails.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RENDER_LIMITS } from '../limits.ts'
import { readFrames, writeFrame } from './frames.ts'
import type { Finished, ProcessLimits, Rendered, RenderFault, RenderJob, Started } from './rendering.ts'

export type RenderProcess = {
  /** Starts it if it does not run. `missing`: why it cannot render. */
  start(): Promise<Started>
  /** One job at a time. Never rejects. */
  run(job: RenderJob, original: Buffer): Promise<Rendered>
  close(): Promise<void>
}

export type RenderProcessOptions = {
  /** The file that it runs, and what Node is told before it. */
  readonly file?: URL
  readonly nodeArgs?: readonly string[]
  readonly limits?: ProcessLimits
  readonly deadlineMs?: number
  readonly idleMs?: number
  /** Called when it ended before it was asked to. */
  readonly onLost?: (reason: string) => void
}

const FILE = new URL('../../image-process.ts', import.meta.url)

/** No settings of the service. One thread reads the image and one encodes it; more arenas only waste memory. */
const environment = (): NodeJS.ProcessEnv => {
  const folder = getCompileCacheDir()
  return {
    UV_THREADPOOL_SIZE: '2',
    MALLOC_ARENA_MAX: '2',
    // Node creates a folder for its version below the one it is given.
    ...(folder !== undefined && { NODE_COMPILE_CACHE: dirname(folder) }),
  }
}

/** A process, with what it says. */
type Running = {
  readonly child: ChildProcess
  readonly started: Promise<Started>
  /** Called with each message about a job; undefined when the process has ended. */
  hear: ((finished: Finished | undefined, bytes: Buffer) => void) | undefined
  hasEnded: boolean
}

export const createRenderProcess = (options: RenderProcessOptions = {}): RenderProcess => {
  const { file = FILE, nodeArgs = [], limits = RENDER_LIMITS } = options
  const { deadlineMs = RENDER_LIMITS.deadlineMs, idleMs = RENDER_LIMITS.idleMs } = options
  const { cpuSeconds, residentBytes } = limits
  let running: Running | undefined
  let idle: NodeJS.Timeout | undefined

  const kill = (process: Running): void => {
    if (running === process) running = undefined
    process.child.kill('SIGKILL')
  }

  const launch = (): Running => {
    const child = spawn(
      process.execPath,
      [...nodeArgs, fileURLToPath(file), JSON.stringify({ cpuSeconds, residentBytes })],
      {
        env: environment(),
        // Decoders print warnings about images.
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    )
    const { promise: started, resolve } = Promise.withResolvers<Started>()
    const launched: Running = { child, started, hear: undefined, hasEnded: false }
    const end = (reason: string) => {
      if (launched.hasEnded) return
      launched.hasEnded = true
      if (running === launched) {
        running = undefined
        if (launched.hear) options.onLost?.(reason)
      }
      resolve({ missing: reason })
      launched.hear?.(undefined, Buffer.alloc(0))
    }
    const late = setTimeout(() => kill(launched), RENDER_LIMITS.startMs).unref()
    let isStarting = true
    const read = readFrames(RENDER_LIMITS.frame, (head, bytes) => {
      if (!isStarting) return launched.hear?.(head as Finished, bytes)
      isStarting = false
      clearTimeout(late)
      return resolve(head as Started)
    })
    child.stdout?.on('data', (chunk: Buffer) => {
      try {
        read(chunk)
      } catch {
        kill(launched)
      }
    })
    // A process that has died takes no more; its end is heard below.
    child.stdin?.on('error', () => {})
    child.on('error', ({ message }) => end(message))
    child.on('exit', (status, signal) => end(`It ended with ${signal ?? `status ${status}`}`))
    return launched
  }

  const current = (): Running => {
    clearTimeout(idle)
    running ??= launch()
    return running
  }

  /** Ends by itself when nothing comes any more. */
  const rest = (process: Running): void => {
    if (running === process) running = undefined
    process.child.stdin?.end()
  }

  /** An idle process must not keep the service alive. */
  const hold = ({ child }: Running, isHeld: boolean): void => {
    const change = isHeld ? 'ref' : 'unref'
    child[change]()
    for (const pipe of [child.stdin, child.stdout]) (pipe as { ref?(): void; unref?(): void } | null)?.[change]?.()
  }

  const perform = async (process: Running, job: RenderJob, original: Buffer): Promise<Rendered> => {
    if ('missing' in (await process.started) || process.hasEnded) return { fault: 'lost' }
    const { promise, resolve } = Promise.withResolvers<Rendered>()
    const stop = (fault: RenderFault) => {
      kill(process)
      resolve({ fault })
    }
    const deadline = setTimeout(() => stop('late'), deadlineMs)
    process.hear = (finished, bytes) => {
      if (finished === undefined) return resolve({ fault: 'lost' })
      if (!('fault' in finished)) {
        if (finished.residentBytes > RENDER_LIMITS.restBytes) rest(process)
        return resolve({ bytes, frames: finished.frames })
      }
      return finished.fault === 'excess' ? stop('too_large') : resolve({ fault: finished.fault })
    }
    writeFrame(process.child.stdin as NonNullable<typeof process.child.stdin>, job, original)
    const rendered = await promise
    clearTimeout(deadline)
    process.hear = undefined
    return rendered
  }

  const use = async <T>(work: (process: Running) => Promise<T>): Promise<T> => {
    const process = current()
    hold(process, true)
    try {
      return await work(process)
    } finally {
      hold(process, false)
      if (running === process) idle = setTimeout(rest, idleMs, process).unref()
    }
  }

  return {
    start: () => use(({ started }) => started),
    run: (job, original) => use((process) => perform(process, job, original)),
    async close() {
      clearTimeout(idle)
      if (running === undefined) return
      const { child } = running
      const ended = once(child, 'exit')
      // Otherwise a command could end before it has.
      hold(running, true)
      kill(running)
      await ended
    },
  }
}
