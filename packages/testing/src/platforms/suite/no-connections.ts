// For tests without connected accounts.

import { createConnectedCredentials } from '@central-api/service/upstream/credentials/connected.ts'

export const NO_CONNECTIONS = createConnectedCredentials({
  find: async () => undefined,
  open: async () => undefined,
  report: () => {},
})
