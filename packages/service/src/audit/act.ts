// The audited actions, and the acts that record them: a change carries its act to the store, which writes the entry
// with it.

import type { RandomBytes } from '../crypto/random-bytes.ts'
import type { Act, Actor } from '../storage/store.ts'

/** Every action with its description. */
export const AUDIT_ACTIONS = {
  'license.create': 'A license was created, with its first key',
  'license.suspend': 'A license was suspended',
  'license.resume': 'A suspended license was resumed',
  'license.revoke': 'A license was revoked, which is final',
  'license.renew': 'A license got a new end date',
  'license.change': 'A license got a new plan, name or end date',
  'license.delete': 'A license was deleted, with all its data',
  'license.forget': 'The data of a person was deleted',
  'license.rotate_key': 'A license got a new key; its old keys expire',
  'license.import': 'Licenses from a file were imported, one batch of lines at a time',
  'license.release_site': 'A site was released from a license',
  'license.try': 'A request was tested as a license, without being counted',
  'plan.put': 'A plan was created or changed',
  'signing_key.rotate': 'A new key signs tokens',
  'credential.retry': 'A credential of a platform is retried',
  'credential.pause': 'A credential of a platform was paused',
  'credential.resume': 'A paused credential of a platform is used again',
  'connection.disconnect': 'An operator disconnected an account',
  'connect_app.put': 'An application for connected accounts was added or changed',
  'connect_app.remove': 'An application for connected accounts was removed, and its connections ended',
  'operator.create': 'An operator was created, with a token',
  'operator.revoke': 'An operator’s token was revoked',
  'webhook.create': 'A webhook was created, with a secret',
  'webhook.change': 'A webhook was changed, or switched on or off',
  'webhook.rotate_secret': 'A webhook got a new secret',
  'webhook.delete': 'A webhook was deleted',
  'media.forget': 'Images of a post, an account or a URL are no longer served',
  'settings.change': 'The service was started with other settings',
} as const satisfies Record<string, string>

export type AuditAction = keyof typeof AUDIT_ACTIONS

/** The service itself, for example at its first start. */
export const SERVICE: Actor = { kind: 'service', name: 'central-api', from: null, requestId: null }

const ID_BYTES = 12

/** Makes acts; times are milliseconds since the epoch. */
export const actsBy =
  (now: () => number, randomBytes: RandomBytes) =>
  (action: AuditAction, actor: Actor): Act => ({
    id: `aud_${randomBytes(ID_BYTES).toString('hex')}`,
    at: now(),
    actor,
    action,
  })
