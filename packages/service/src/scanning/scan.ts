// What a request asks for, checked: a platform, its canonical handle, a variant, and where to go on.

import { ApiError } from '../errors.ts'
import type { Platform } from '../platforms/platform.ts'
import type { Registry } from '../platforms/registry.ts'
import type { Cursors } from './cursor.ts'
import { mayScan, type Scanner } from './may-scan.ts'
import { type PageKey, pageKey } from './page-cache.ts'

export type ScanRequest = {
  readonly platform: string
  readonly handle: string
  readonly variant?: string
  readonly cursor?: string
}

export type Scan = { readonly platform: Platform; readonly key: PageKey }

/** Throws `platform_unknown`, `platform_not_in_plan`, `variant_unknown`, `handle_malformed` or `invalid_cursor`. */
export const parseScan = (
  { platform: id, handle: written, variant = 'posts', cursor }: ScanRequest,
  scanner: Scanner,
  registry: Registry,
  cursors: Cursors,
): Scan => {
  const platform = registry.find(id)
  if (!platform)
    throw new ApiError('platform_unknown', { message: `There is no platform “${id}”; GET /platforms lists them.` })
  if (!mayScan(id, scanner)) throw new ApiError('platform_not_in_plan')
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
