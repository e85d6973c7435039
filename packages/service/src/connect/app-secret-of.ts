// The secret of an application in the store.

import type { ConnectAppRecord } from '../storage/connection-records.ts'
import type { ConnectionSeal } from './connection-seal.ts'

/** undefined if it has none, or was sealed under an unknown secret. */
export const appSecretOf = (
  seal: Pick<ConnectionSeal, 'open'>,
  { id, licenseId, sealedSecret }: Pick<ConnectAppRecord, 'id' | 'licenseId' | 'sealedSecret'>,
): string | undefined => (sealedSecret === null ? undefined : seal.open({ id, licenseId }, sealedSecret)?.secret)
