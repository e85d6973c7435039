// The token of a connected made-up account, as the sandbox's provider issues it.

import type { CredentialKind } from '../../upstream/contract/credential.ts'
import { bearer } from '../../upstream/credentials/bearer.ts'
import type { SandboxSettings } from './settings.ts'
import { SANDBOX_ORIGIN } from './urls.ts'

export const accountToken: CredentialKind<SandboxSettings> = {
  id: 'account',
  settings: [],
  // Only people have them.
  read: () => [],
  origins: [SANDBOX_ORIGIN],
  sign: bearer,
  connects: true,
  steps: ['Connect the account: `POST /api/v1/connect` with `platform: "sandbox"`.'],
}
