// Reads previews without ever holding the event loop for long: small pages here, each in its turn, large ones on a thread.

import { yieldToLoop } from '../../runtime/event-loop/yield-to-loop.ts'
import { EMPTY_PREVIEW, type Preview, type PreviewInput } from './preview.ts'

export type PreviewReader = {
  /** Throws `unavailable` when too much waits for a thread, and the signal's reason when it aborts. A page that a thread
   * cannot read in time has an empty preview. */
  readonly read: (input: PreviewInput, signal?: AbortSignal) => Promise<Preview>
}

export type PreviewReaderOptions = {
  /** As `readPreview`, on a thread; undefined when that was lost over the page. */
  readonly readThere: (input: PreviewInput, signal?: AbortSignal) => Promise<Preview | undefined>
  /** Characters from which on a thread reads. */
  readonly threadFrom?: number
}

/** Reading head and body takes 30 to 45 ms per million characters; markup made to be slow takes ten times that. */
const THREAD_FROM = 32 * 1024

const load = () => import('./read-preview.ts')

/** Loads what reads previews, so that no validation waits for it. */
export const preparePreviews = async (): Promise<void> => void (await load())

export const createPreviewReader = ({ readThere, threadFrom = THREAD_FROM }: PreviewReaderOptions): PreviewReader => ({
  async read(input, signal) {
    signal?.throwIfAborted()
    if (input.text.length >= threadFrom) return (await readThere(input, signal)) ?? EMPTY_PREVIEW
    if (input.text !== '') await yieldToLoop()
    const { readPreview } = await load()
    return readPreview(input)
  },
})
