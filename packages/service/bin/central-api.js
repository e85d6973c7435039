#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 node --max-semi-space-size=8 --heap-growing-percent=20
// The command as it is installed. The first line holds the memory small: docs/decisions/0006-a-heap-that-stays-small.md
// tells how. In JavaScript, so that what was compiled once is read the next time, by threads and workers too, and Node
// need not load its TypeScript compiler for the file that says so.

import { enableCompileCache } from 'node:module'
import { dirname } from 'node:path'

// Where the folder for temporary files can be written to. Node names a folder of its own version below the one it is given.
const { directory } = enableCompileCache()
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= dirname(directory)

await import('../src/main.ts')
