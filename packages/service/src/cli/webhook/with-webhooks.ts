// Lends what an operator does to webhooks.

import { randomBytes } from 'node:crypto'
import { createWebhooks, type Webhooks } from '../../webhooks/webhooks.ts'
import type { Io } from '../io.ts'
import { type OpenCore, withCore, withProvenPepper } from '../open-parts.ts'

type Use<T> = (webhooks: Webhooks) => Promise<T>

const lend =
  <T>(io: Io, use: Use<T>) =>
  ({ store, peppers, config }: OpenCore) =>
    use(createWebhooks({ store, peppers, allow: config.egressAllow, now: io.now, randomBytes }))

export const withWebhooks = <T>(io: Io, use: Use<T>): Promise<T> => withCore(io, lend(io, use))

/** Where a secret is sealed that the server must be able to open. */
export const withSealing = <T>(io: Io, use: Use<T>, whereNone: 'refuse' | 'make' = 'refuse'): Promise<T> =>
  withProvenPepper(io, lend(io, use), whereNone)
