import { OperatorError } from '../../../licensing/licenses/operator-error.ts'
import type { Platform } from '../../../upstream/contract/platform.ts'
import type { Registry } from '../../../upstream/registry.ts'

/** Throws OperatorError (`not_found`). */
export const requirePlatform = (registry: Pick<Registry, 'find'>, id: string): Platform => {
  const platform = registry.find(id)
  if (platform === undefined) throw new OperatorError('not_found', `There is no platform "${id}"`)
  return platform
}
