// Reads previews without blocking the event loop for long: small pages on the event loop, large ones on a thread.

import { yieldToLoop } from '../../runtime/event-loop/yield-to-loop.ts'
import { EMPTY_PREVIEW, type Preview, type PreviewInput } from './preview.ts'

export type PreviewReader = {
  /** Throws `unavailable` when too many pages wait for a thread, and the signal's reason when it aborts. If a thread
   * cannot read a page in time, the preview is empty. */
  readonly read: (input: PreviewInput, signal?: AbortSignal) => Promise<Preview>
}

export type PreviewReaderOptions = {
  /** As `readPreview`, on a thread; undefined if the thread was terminated over the page. */
  readonly readOnThread: (input: PreviewInput, signal?: AbortSignal) => Promise<Preview | undefined>
  /** The least characters of a page that a thread reads. */
  readonly threadFrom?: number
}

/** Reading head and body takes 30 to 45 ms per million characters, and ten times as long for hostile markup. */
const THREAD_FROM = 32 * 1024

const load = () => import('./read-preview.ts')

/** Loads the parser of previews in advance, so that no validation waits for it. */
export const preparePreviews = async (): Promise<void> => void (await load())

export const createPreviewReader = ({
  readOnThread,
  threadFrom = THREAD_FROM,
}: PreviewReaderOptions): PreviewReader => ({
  async read(input, signal) {
    signal?.throwIfAborted()
    if (input.text.length >= threadFrom) return (await readOnThread(input, signal)) ?? EMPTY_PREVIEW
    if (input.text !== '') await yieldToLoop()
    const { readPreview } = await load()
    return readPreview(input)
  },
})
