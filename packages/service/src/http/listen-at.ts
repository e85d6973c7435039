// Listens where the settings say, and says by their names why that does not work.

import type { FastifyInstance } from 'fastify'

export type Place = { readonly host: string; readonly port: number }

const EVERYWHERE = '::'
const EVERYWHERE_OF_IPV4 = '0.0.0.0'

const NO_SUCH_ADDRESS = 'this machine has no such address: set HOST to an address of this machine'

/** Why nobody can listen there, by the settings that say where. */
const LISTEN_ERRORS: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'something listens there already: stop it, or set PORT to another port'],
  ['EACCES', 'this user may not: set PORT to a port from 1024 on'],
  ['EADDRNOTAVAIL', NO_SUCH_ADDRESS],
  ['EAFNOSUPPORT', NO_SUCH_ADDRESS],
  // A name that nobody knows, such as one that a shell sets HOST to by itself.
  ['ENOTFOUND', NO_SUCH_ADDRESS],
  ['EAI_AGAIN', NO_SUCH_ADDRESS],
  ['EINVAL', NO_SUCH_ADDRESS],
])

/** How a kernel without IPv6 answers. */
const NO_IPV6: ReadonlySet<string> = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EPROTONOSUPPORT'])

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** `::` is every address of the machine: of IPv6 and of IPv4, and of IPv4 alone where there is no IPv6. */
export const listenAt = async (app: Pick<FastifyInstance, 'listen'>, { host, port }: Place): Promise<void> => {
  try {
    await app.listen({ host, port }).catch((error: unknown) => {
      if (host !== EVERYWHERE || !NO_IPV6.has(codeOf(error))) throw error
      return app.listen({ host: EVERYWHERE_OF_IPV4, port })
    })
  } catch (error) {
    const reason = LISTEN_ERRORS.get(codeOf(error))
    throw reason === undefined ? error : new Error(`HOST=${host} PORT=${port}: ${reason}`, { cause: error })
  }
}
