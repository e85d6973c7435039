// The limits of the egress, without those of time: a stopped call waits until its process is killed.

import { LIMITS as ORIGINAL } from '../../../src/egress/limits.ts'

export const LIMITS = { ...ORIGINAL, totalMs: 60_000, firstByteMs: 60_000, rateWindowMs: 60_000 }
