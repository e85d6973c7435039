// Why a token ended, by the error code with which the platform refused to renew it.

import { lookUp } from '../../parsing/look-up.ts'
import type { ConnectionReason } from '../../storage/connection-records.ts'

/** Meta's codes. */
const REASONS: Readonly<Record<string, ConnectionReason>> = {
  '190.458': 'removed_by_owner',
  '190.459': 'checkpoint',
  '190.460': 'password_changed',
  '10': 'scope_missing',
  '200': 'scope_missing',
}

/** undefined if the code says nothing more than that it ended. */
export const endReasonOf = (code: string | undefined): ConnectionReason | undefined => lookUp(REASONS, code ?? '')
