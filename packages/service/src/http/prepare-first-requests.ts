// What the first requests need and a start does not: made once the service listens.

import { prepareProviders } from '../validation/oembed/providers.ts'
import { prepareRequestChecks } from './request-checks.ts'

export const prepareFirstRequests = (): void => {
  for (const prepare of [prepareRequestChecks, prepareProviders]) setImmediate(prepare)
}
