// One call to a server of the fediverse.

import type { Answer, Ask, Call } from '../../upstream/contract/call.ts'

/** The answer of the API of a host. */
export const callServer = (
  ask: Ask,
  host: string,
  path: string,
  call: Pick<Call, 'query' | 'answers' | 'about' | 'revalidate'> = {},
): Promise<Answer> => ask({ url: `https://${host}${path}`, ...call })
