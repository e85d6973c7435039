// Listens on the configured address, and explains failures by the names of the settings.

export type ListenAddress = { readonly host: string; readonly port: number }

/** A Fastify application, or something else that listens. */
export type Listener = { listen(address: ListenAddress): Promise<unknown> }

const EVERYWHERE = '::'
const EVERYWHERE_OF_IPV4 = '0.0.0.0'

const NO_SUCH_ADDRESS = 'this machine does not have this address. Set HOST to an address of this machine'

/** Why it cannot listen there, by setting. */
const LISTEN_ERRORS: ReadonlyMap<string, string> = new Map([
  [
    'EADDRINUSE',
    'another program listens there. If it is this service, stop it first. Otherwise set PORT to another port',
  ],
  ['EACCES', 'this user is not allowed to. Set PORT to 1024 or higher'],
  ['EADDRNOTAVAIL', NO_SUCH_ADDRESS],
  ['EAFNOSUPPORT', NO_SUCH_ADDRESS],
  // An unknown name, such as one that a shell sets HOST to by itself.
  ['ENOTFOUND', NO_SUCH_ADDRESS],
  ['EAI_AGAIN', NO_SUCH_ADDRESS],
  ['EINVAL', NO_SUCH_ADDRESS],
])

/** Errors of a kernel without IPv6. */
const NO_IPV6: ReadonlySet<string> = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EPROTONOSUPPORT'])

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** `::` means all addresses of the machine, IPv6 and IPv4; only IPv4 if there is no IPv6. */
export const listenAt = async (app: Listener, { host, port }: ListenAddress): Promise<void> => {
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
