// The thread that reads large pages, so that the event loop never waits for one. It holds nothing between jobs.

import { parentPort } from 'node:worker_threads'
import type { PreviewInput } from './preview.ts'
import { readPreview } from './read-preview.ts'

parentPort?.on('message', (input: PreviewInput) => {
  parentPort?.postMessage(readPreview(input))
})
