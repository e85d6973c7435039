import type { LicenseRecord, Store } from '../../storage/store.ts'
import { OperatorError } from './operator-error.ts'

/** The license with this id; throws `not_found`. */
export const requireLicense = async (store: Pick<Store, 'licenses'>, id: string): Promise<LicenseRecord> => {
  const license = await store.licenses.find(id)
  if (license === undefined) throw new OperatorError('not_found', `There is no license ${JSON.stringify(id)}`)
  return license
}

/** The license with this id in another system; throws `not_found`. */
export const requireExternalId = async (store: Pick<Store, 'licenses'>, externalId: string): Promise<LicenseRecord> => {
  const license = await store.licenses.findByExternalId(externalId)
  if (license !== undefined) return license
  throw new OperatorError('not_found', `There is no license with the external id ${JSON.stringify(externalId)}`)
}
