// Loaded into a service that is measured (`node --import`): writes how long its event loop was held at most, and begins anew,
// when it is asked to by SIGUSR2. In time of the processor, so that whatever else runs on the machine tells nothing.

import { writeFileSync } from 'node:fs'

/** A timer comes once each time that the loop goes round, and not more often than this. */
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
