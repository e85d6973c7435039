// The meters with windows of minutes and days, and how long these windows are kept.

import { ALLOWANCES } from './allowance.ts'
import { BURST_METER } from './quota.ts'

const MINUTE_MS = 60_000
/** The clocks of several machines differ by less. */
const MARGIN_MS = 9 * MINUTE_MS

const WINDOWS_MS = {
  [BURST_METER]: MINUTE_MS,
  ...Object.fromEntries(Object.entries(ALLOWANCES).map(([meter, { windowMs }]) => [meter, windowMs])),
}

/** For the sweep: older windows are never read again. */
export const SHORT_METERS: readonly { readonly meter: string; readonly keptMs: number }[] = Object.entries(
  WINDOWS_MS,
).map(([meter, windowMs]) => ({ meter, keptMs: windowMs + MARGIN_MS }))
