// Calls Forem's API at DEV.

import type { Call, Response, Send } from '../../upstream/contract/call.ts'
import { SITE } from './urls.ts'

export const requestApi = (send: Send, path: string, call: Omit<Call, 'url'> = {}): Promise<Response> =>
  send({ accept: 'application/vnd.forem.api-v1+json', ...call, url: `${SITE}/api${path}` })
