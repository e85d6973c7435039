// Which platforms a license may scan: its plan says so, a test license has the sandbox alone, and the sandbox is everybody's.

import type { LicenseRecord, PlanRecord } from '../storage/store.ts'

/** Whose scan it is. */
export type Scanner = {
  readonly license: Pick<LicenseRecord, 'mode'>
  readonly plan: Pick<PlanRecord, 'platforms'>
}

const SANDBOX = 'sandbox'

export const mayScan = (platform: string, { license: { mode }, plan: { platforms } }: Scanner): boolean =>
  platform === SANDBOX || (mode === 'live' && (platforms === null || platforms.includes(platform)))
