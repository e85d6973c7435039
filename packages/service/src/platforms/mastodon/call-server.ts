// Calls a fediverse server.

import type { Call, Response, Send } from '../../upstream/contract/call.ts'

export const callServer = (
  send: Send,
  host: string,
  path: string,
  call: Pick<Call, 'query' | 'answers' | 'about' | 'revalidate'> = {},
): Promise<Response> => send({ url: `https://${host}${path}`, ...call })
