// The part of a small budget that one license may use, so that no license takes what all others need: half of what it
// and the others have left. It never leaves a license without its first unit while there are any.

import { createHash } from 'node:crypto'

/** Who shares a budget: a name for the license in the counters of its owner. It does not show the license's id, since
 * the counters outlive a deleted license. */
export const sharerOf = (owner: string, licenseId: string): string =>
  `${owner}:license:${createHash('sha256').update(licenseId).digest('base64url').slice(0, 22)}`

/** The most units that a license may have used in the window. `used`: those that it has used; `left`: those that
 * nobody has used. Units that the license uses itself do not change the result. */
export const licenseShareOf = (used: number, left: number): number => Math.max(1, Math.floor((used + left) / 2))
