// Meta lets an application require that each call proves its secret: a stolen token alone is then useless.
// https://developers.facebook.com/docs/graph-api/guides/secure-requests

import { createHmac } from 'node:crypto'

export const appSecretProof = (secret: string, token: string): string =>
  createHmac('sha256', secret).update(token).digest('hex')
