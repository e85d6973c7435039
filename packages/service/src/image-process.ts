// The composition root of a process that renders images: takes jobs from its parent, one at a time. It reads no settings
// and opens nothing. A crash of a decoder ends this process, and no other.

import { constants, getPriority, setPriority } from 'node:os'
import { RENDER_LIMITS } from './media/limits.ts'
import { readFrames, writeFrame } from './media/rendering/frames.ts'
import type { RenderImage } from './media/rendering/render-image.ts'
import type { Finished, ProcessLimits, RenderJob, Started } from './media/rendering/rendering.ts'

const LESS = 5
const LOOK_MS = 10

const MICROS = 1_000_000

const { argv, cpuUsage, memoryUsage, stdin, stdout } = process
const { cpuSeconds, residentBytes }: ProcessLimits = JSON.parse(argv[2] ?? '')

const say = (message: Started | Finished, bytes?: Buffer): void => writeFrame(stdout, message, bytes)

const start = async (): Promise<RenderImage | undefined> => {
  try {
    const [{ default: sharp }, { createRenderImage }] = await Promise.all([
      import('sharp'),
      import('./media/rendering/render-image.ts'),
    ])
    say({ versions: `sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}` })
    return createRenderImage(sharp)
  } catch (error) {
    say({ missing: error instanceof Error ? error.message : String(error) })
    return undefined
  }
}

const perform = async (render: RenderImage, job: RenderJob, original: Buffer): Promise<void> => {
  const before = cpuUsage()
  // Decoders cannot be stopped, so the parent kills the process.
  const looking = setInterval(() => {
    const { user, system } = cpuUsage(before)
    if (memoryUsage.rss() < residentBytes && (user + system) / MICROS < cpuSeconds) return
    clearInterval(looking)
    say({ fault: 'excess' })
  }, LOOK_MS)
  const result = await render(job, original)
  clearInterval(looking)
  if ('fault' in result) say(result)
  else say({ frames: result.frames, residentBytes: memoryUsage.rss() }, result.bytes)
}

/** The service gets about three quarters of a contended processor. Threads that start later have the same priority. */
const stepBack = (): void => {
  try {
    setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + LESS))
  } catch {
    // A sandbox may forbid it.
  }
}

stepBack()

const render = await start()
if (render)
  stdin.on(
    'data',
    readFrames(RENDER_LIMITS.frame, (job, original) => perform(render, job as RenderJob, original)),
  )
