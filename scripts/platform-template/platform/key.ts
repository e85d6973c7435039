// The operator's keys of Acme's API. Each has its own limits; when one is used up or refused, the next is used.

import { Type } from '@central-api/service/parsing/type.ts'
import type { CredentialKind } from '@central-api/service/upstream/contract/credential.ts'
import { bearer } from '@central-api/service/upstream/credentials/bearer.ts'
import { givenEach } from '@central-api/service/upstream/credentials/given.ts'
import type { Static } from 'typebox'

export const AcmeSettings = Type.Object({
  ACME_API_KEYS: Type.String({ default: '', description: 'API keys, comma-separated.' }),
})
export type AcmeSettings = Static<typeof AcmeSettings>

export const key: CredentialKind<AcmeSettings> = {
  id: 'key',
  settings: ['ACME_API_KEYS'],
  read: ({ ACME_API_KEYS }) => givenEach(ACME_API_KEYS, 'token'),
  sign: bearer,
  steps: ['Sign in at https://acme.example/developers and create an application.', 'Copy its key.'],
}
