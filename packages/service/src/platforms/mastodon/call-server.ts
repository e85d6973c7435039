// One call to a server of the fediverse.

import type { Call, Response, Send } from '../../upstream/contract/call.ts'

/** The answer of the API of a host. */
export const callServer = (
  send: Send,
  host: string,
  path: string,
  call: Pick<Call, 'query' | 'answers' | 'about' | 'revalidate'> = {},
): Promise<Response> => send({ url: `https://${host}${path}`, ...call })
