// Opens the webhooks for a command.

import { randomBytes } from 'node:crypto'
import { createWebhooks, type Webhooks } from '../../webhooks/webhooks.ts'
import type { Io } from '../io.ts'
import { type OpenCore, withCore, withVerifiedPepper } from '../open-parts.ts'

type Use<T> = (webhooks: Webhooks) => Promise<T>

const withParts =
  <T>(io: Io, use: Use<T>) =>
  ({ store, peppers, config }: OpenCore) =>
    use(createWebhooks({ store, peppers, allow: config.egressAllow, now: io.now, randomBytes }))

export const withWebhooks = <T>(io: Io, use: Use<T>): Promise<T> => withCore(io, withParts(io, use))

/** For commands that encrypt a secret, which the service must be able to decrypt. */
export const withEncryption = <T>(io: Io, use: Use<T>, ifMissing: 'fail' | 'create' = 'fail'): Promise<T> =>
  withVerifiedPepper(io, withParts(io, use), ifMissing)
