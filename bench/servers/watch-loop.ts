// Preloaded into a measured service (`node --import`): on SIGUSR2, writes how long its event loop was blocked at most,
// and resets. In CPU time, which excludes other work of the machine.

import { writeFileSync } from 'node:fs'

/** The timer fires once per iteration of the event loop, and no more often than this. */
const EVERY_MS = 1
const file = process.env.LOOP_DELAY_FILE

const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

let last = usedMs()
let maxMs = 0

setInterval(() => {
  const now = usedMs()
  maxMs = Math.max(maxMs, now - last - EVERY_MS)
  last = now
}, EVERY_MS).unref()

process.on('SIGUSR2', () => {
  if (file !== undefined) writeFileSync(file, JSON.stringify({ maxMs }))
  maxMs = 0
})
