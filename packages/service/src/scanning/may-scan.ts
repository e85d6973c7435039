// Which platforms a license may scan: those of its plan. A test license may scan only the sandbox, which every license
// may.

import { ApiError } from '../errors.ts'
import type { LicenseRecord, PlanRecord } from '../storage/store.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import type { Registry } from '../upstream/registry.ts'
import { unknownPlatform } from './unknown-platform.ts'

/** The license and plan of a scan. */
export type Scanner = {
  readonly license: Pick<LicenseRecord, 'mode'>
  readonly plan: Pick<PlanRecord, 'platforms'>
}

/** The id of the sandbox. */
export const SANDBOX = 'sandbox'

/** Why the license may not scan the platform, as a sentence for people; undefined if it may. */
export const scanRefusal = (
  { id, name }: { readonly id: string; readonly name: string },
  { license: { mode }, plan: { platforms } }: Scanner,
): string | undefined => {
  if (id === SANDBOX) return undefined
  if (mode === 'test') return `A test license can only scan the platform “${SANDBOX}”; ${name} needs a live license.`
  if (platforms === null || platforms.includes(id)) return undefined
  return `The license’s plan does not include ${name}; it includes ${platforms.join(', ')}.`
}

export const mayScan = (platform: { readonly id: string; readonly name: string }, scanner: Scanner): boolean =>
  scanRefusal(platform, scanner) === undefined

/** Throws `platform_unknown`, `platform_not_in_plan`. */
export const requirePlatform = (
  id: string,
  scanner: Scanner,
  { find, platforms }: Pick<Registry, 'find' | 'platforms'>,
): Platform => {
  const platform = find(id)
  if (!platform) throw unknownPlatform(id, platforms, 'GET /platforms lists all platforms.')
  const refusal = scanRefusal(platform, scanner)
  if (refusal !== undefined) throw new ApiError('platform_not_in_plan', { message: refusal })
  return platform
}
