import type { CachedLicense } from '../../../licensing/licenses/license-cache.ts'
import { OperatorError } from '../../../licensing/licenses/operator-error.ts'
import type { Parts } from '../../parts.ts'

/** Throws an OperatorError (`not_found`). */
export const requireCachedLicense = async (
  { licenses }: Pick<Parts, 'licenses'>,
  id: string,
): Promise<CachedLicense> => {
  const cached = await licenses.get(id)
  if (cached === undefined) throw new OperatorError('not_found', `There is no license ${JSON.stringify(id)}`)
  return cached
}
