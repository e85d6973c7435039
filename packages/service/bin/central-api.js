#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 node --max-semi-space-size=4 --heap-growing-percent=30 --no-allocation-site-pretenuring
// The command as it is installed. The first line holds the memory small: docs/decisions/0006-a-heap-that-stays-small.md
// tells how. In JavaScript, so that what was compiled once is read the next time, by threads and workers too, and Node
// need not load its TypeScript compiler for the file that says so; and so that an older Node can tell what it lacks:
// the first line has no flag that Node 20 does not know.

import nodeModule from 'node:module'
import { dirname } from 'node:path'

const OLDEST_NODE = 26

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(`central-api: This is Node ${process.versions.node}, and Node ${OLDEST_NODE} or later is needed.
In its repository, npx --no-install central-api and the npm scripts bring the right one along.
`)
  process.exitCode = 1
} else {
  // Where temporary files can be written to. Node names a folder of its own version below the one that it is given.
  const { directory } = nodeModule.enableCompileCache()
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= dirname(directory)
  await import('../src/main.ts')
}
