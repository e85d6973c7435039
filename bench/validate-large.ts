// Fifty of the largest bodies at the same time, designed to be slow to encode: how long they block the event loop, and
// how long they take in all. In CPU time, which excludes other work of the machine. Run: `node
// bench/validate-large.ts`

import { encodeBody } from '../packages/service/src/validation/encode-body.ts'

const COUNT = 50
const BYTES = 2 * 1024 * 1024

const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

for (const byte of ['<', '"', 'a']) {
  const bodies = Array.from({ length: COUNT }, () => Buffer.alloc(BYTES, byte))
  const startedMs = usedMs()
  let [last, longestMs, isDone] = [startedMs, 0, false]
  const watch = () => {
    const now = usedMs()
    longestMs = Math.max(longestMs, now - last)
    last = now
    if (!isDone) setImmediate(watch)
  }
  setImmediate(watch)
  await Promise.all(bodies.map((body) => encodeBody(body, 'text/html')))
  isDone = true
  const totalMs = (usedMs() - startedMs).toFixed(0)
  process.stdout.write(`${COUNT} × 2 MiB of ${byte}: ${totalMs} ms, at most ${longestMs.toFixed(1)} ms at a time\n`)
}
