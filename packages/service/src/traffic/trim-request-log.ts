// Deletes the oldest requests of the log: what is older than it is kept, and what is more than the log may have.

import type { RequestLane, RequestPosition, Store } from '../storage/store.ts'

/** Requests without a license that are kept, of those with one. */
const UNLICENSED_SHARE = 1 / 10
/** Rows per statement. */
const ROWS = 2_000

export type TrimOptions = { readonly keptMs: number; readonly maxRows: number; readonly now: number }

/** Also deletes everything when nothing is kept. */
export const trimRequestLog = async (
  requests: Pick<Store['requests'], 'findCut' | 'sweep'>,
  { keptMs, maxRows, now }: TrimOptions,
): Promise<void> => {
  const most: Readonly<Record<RequestLane, number>> = {
    licensed: maxRows,
    unlicensed: Math.ceil(maxRows * UNLICENSED_SHARE),
  }
  // Without a log also what the clocks of other machines put into the future.
  const tooOld = { at: keptMs === 0 ? Number.MAX_SAFE_INTEGER : now - keptMs, id: '' }
  for (const lane of ['licensed', 'unlicensed'] as const) {
    const cut = keptMs === 0 ? undefined : await requests.findCut(lane, most[lane])
    await deleteBefore(requests, lane, cut === undefined || cut.at < tooOld.at ? tooOld : cut)
  }
}

/** In steps, each from the end of the previous one: deleted rows stay in an index for a while. */
const deleteBefore = async (
  requests: Pick<Store['requests'], 'sweep'>,
  lane: RequestLane,
  before: RequestPosition,
): Promise<void> => {
  let after: RequestPosition | undefined
  for (;;) {
    const swept = await requests.sweep(lane, { after, before }, ROWS)
    if (swept === undefined) return
    after = swept.upTo
  }
}
