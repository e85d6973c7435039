import type { Advice } from './advice.ts'

/** Errors of connected accounts. */
export const CONNECTION_ADVICE = {
  connection_unknown: {
    happened:
      'The license has no connection with this id on this platform, or the connection belongs to one site and the request comes from another. A connection of another license gets the same response.',
    todo: 'Do not repeat the request. Remove the id from your settings, list the license’s connections, and let the user choose one or connect the account again.',
  },
  connection_ended: {
    happened:
      'The platform no longer accepts the permission that the owner gave. `details.reason` says why: `expired`, `removed_by_owner`, `password_changed`, `checkpoint`, `role_lost`, `scope_missing`, `account_gone` or `app_closed`. Unless the owner took the permission back, cached pages are still served for a while.',
    todo: 'Do not repeat the request. Ask the owner of the account to connect it again. Keep showing cached posts, except after `removed_by_owner` and `account_gone`: then delete them.',
  },
} as const satisfies Record<string, Advice>
