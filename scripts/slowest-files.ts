// A test reporter that lists the slowest files at the end.

import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

const MOST = 10

// biome-ignore lint/style/noDefaultExport: Node takes the default export of a reporter.
export default async function* slowestFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const msOf = new Map<string, number>()
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0 || data.file === undefined) continue
    msOf.set(data.file, (msOf.get(data.file) ?? 0) + data.details.duration_ms)
  }
  const slowest = [...msOf].sort(([, ms], [, other]) => other - ms).slice(0, MOST)
  yield '\nThe slowest files, in seconds:\n'
  for (const [file, ms] of slowest) yield `${(ms / 1_000).toFixed(1).padStart(6)}  ${relative('.', file)}\n`
}
