// What a request asks for, checked: a platform, its canonical handle, a variant, and where to go on.

import { ApiError } from '../errors.ts'
import type { Platform } from '../platforms/platform.ts'
import type { Registry } from '../platforms/registry.ts'
import type { LicenseRecord, PlanRecord } from '../storage/store.ts'
import type { Cursors } from './cursor.ts'
import { type PageKey, pageKey } from './page-cache.ts'

export type ScanRequest = {
  readonly platform: string
  readonly handle: string
  readonly variant?: string
  readonly cursor?: string
}

export type Scan = { readonly platform: Platform; readonly key: PageKey }

const SANDBOX = 'sandbox'

/** Throws `platform_unknown`, `platform_not_in_plan`, `variant_unknown`, `handle_malformed` or `invalid_cursor`. */
export const parseScan = (
  { platform: id, handle: written, variant = 'posts', cursor }: ScanRequest,
  { license, plan }: { readonly license: Pick<LicenseRecord, 'mode'>; readonly plan: Pick<PlanRecord, 'platforms'> },
  registry: Registry,
  cursors: Cursors,
): Scan => {
  const platform = registry.find(id)
  if (!platform)
    throw new ApiError('platform_unknown', { message: `There is no platform “${id}”; GET /platforms lists them.` })
  const refusal = refusalOf(platform, license, plan)
  if (refusal !== undefined) throw new ApiError('platform_not_in_plan', { message: refusal })
  if (!Object.hasOwn(platform.variants, variant)) {
    const offered = Object.keys(platform.variants).join(', ')
    throw new ApiError('variant_unknown', { message: `${platform.name} offers ${offered}, not “${variant}”.` })
  }
  const handle = platform.canonicalize(written)
  if (handle === undefined) {
    const message = `This is no handle of ${platform.name}; one looks like ${platform.handles.slice(0, 3).join(' or ')}.`
    throw new ApiError('handle_malformed', { message })
  }
  const scope = { platform: id, handle, variant }
  return { platform, key: pageKey(scope, cursor === undefined ? undefined : cursors.open(scope, cursor)) }
}

/** Why the license may not scan the platform; undefined where it may. */
const refusalOf = (
  { id, name }: Platform,
  { mode }: Pick<LicenseRecord, 'mode'>,
  { platforms }: Pick<PlanRecord, 'platforms'>,
): string | undefined => {
  if (id === SANDBOX) return undefined
  if (mode === 'test') return `A test license scans the platform “${SANDBOX}” alone; ${name} needs a live license.`
  if (platforms === null || platforms.includes(id)) return undefined
  return `The license’s plan does not include ${name}; it includes ${platforms.join(', ')}.`
}
