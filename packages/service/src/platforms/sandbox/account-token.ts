// The token of a connected made-up account, as the sandbox's provider issues it.

import { bearer } from '../../upstream/credentials/bearer.ts'
import { connectedToken } from '../../upstream/credentials/connected-token.ts'
import type { SandboxSettings } from './settings.ts'
import { SANDBOX_ORIGIN } from './urls.ts'

export const accountToken = connectedToken<SandboxSettings>({
  id: 'account',
  origins: [SANDBOX_ORIGIN],
  sign: bearer,
  steps: ['Connect the account: `POST /api/v1/connect` with `platform: "sandbox"`.'],
})
