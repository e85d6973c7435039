// How a connection's token is renewed.

import { lookUp } from '../../parsing/look-up.ts'
import type { SecretFields } from '../connection-seal.ts'
import type { ConnectFlow, Renewal } from '../flows/flow.ts'

/** undefined if it cannot be renewed. */
export const renewalOf = (
  flows: Readonly<Record<string, ConnectFlow>>,
  platform: string,
  { refreshToken }: SecretFields,
): Renewal | undefined => {
  const renewal = lookUp(flows, platform)?.renewal
  return renewal?.by === 'refresh_token' && refreshToken === undefined ? undefined : renewal
}
