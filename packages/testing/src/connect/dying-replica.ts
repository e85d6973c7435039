// A replica that is killed at one instant: from then on none of its calls ends, and none has an effect.

import type { ExchangeToken } from '@central-api/service/connect/renewal/exchange-token.ts'
import type { Store } from '@central-api/service/storage/store.ts'

/** Each call has two instants: before its effect, and between its effect and its answer. */
export const dyingAfter = (instants: number) => {
  let left = instants
  const dead = Promise.withResolvers<void>()
  const pass = async (): Promise<void> => {
    left -= 1
    if (left >= 0) return
    dead.resolve()
    await new Promise<never>(() => {})
  }
  const dying =
    <Arguments extends readonly unknown[], Result>(call: (...sent: Arguments) => Promise<Result>) =>
    async (...sent: Arguments): Promise<Result> => {
      await pass()
      const result = await call(...sent)
      await pass()
      return result
    }
  return {
    /** Resolves when it was killed. */
    died: dead.promise,
    isDead: () => left < 0,
    wrapStore: (connections: Store['connections']): Store['connections'] => ({
      ...connections,
      due: dying(connections.due),
      find: dying(connections.find),
      put: dying(connections.put),
    }),
    wrapExchange: (exchange: ExchangeToken): ExchangeToken => dying(exchange),
    wrapLeases: (pages: Store['pages']): Store['pages'] => ({
      ...pages,
      claim: dying(pages.claim),
      release: dying(pages.release),
    }),
  }
}
