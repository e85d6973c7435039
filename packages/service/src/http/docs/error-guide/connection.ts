import type { Advice } from './advice.ts'

/** Errors of connected accounts. */
export const CONNECTION_ADVICE = {
  platform_not_connectable: {
    happened:
      'The service cannot connect accounts of this platform. It reads public profiles of it without a connection.',
    todo: 'Do not repeat the request. Offer to connect only platforms for which this request works, and scan public profiles by their handle.',
  },
  return_not_allowed: {
    happened:
      '`returnTo` is not below a site of the license or an origin of the operator, or is written in a way that browsers read differently: with a user name, a fragment, a backslash, two slashes in its path, or dots that leave its folder. So is plain HTTP, except where no certificate can be had, and a query that has `connection`, `connect_error` or `connect_left_out` already. Only test licenses may return to `localhost`.',
    todo: 'Use an HTTPS URL of the site that the license is used on, and send the same site as `siteId`. The operator can allow further origins with `CONNECT_RETURN_ORIGINS`.',
  },
  connection_limit_reached: {
    happened: 'The license already has as many connected accounts as it may have.',
    todo: 'Disconnect an account that is no longer shown, then connect the new one. Connecting an account again takes no further place: send its connection’s id as `reconnect`.',
  },
  connection_unknown: {
    happened:
      'The license has no connection with this id on this platform, or the connection belongs to one site and the request comes from another. A connection of another license gets the same response.',
    todo: 'Do not repeat the request. Remove the id from your settings, list the license’s connections, and let the user choose one or connect the account again.',
  },
  connection_required: {
    happened:
      'The platform shows posts only to those whom the owner of the account allows to read them, and the license has no connection of this account that the site may use.',
    todo: 'Do not repeat the request. Offer to connect the account with `connect`. From then on the same request reads it.',
  },
  connection_ended: {
    happened:
      'The platform no longer accepts the permission that the owner gave. `details.reason` says why: `expired`, `removed_by_owner`, `password_changed`, `checkpoint`, `role_lost`, `scope_missing`, `account_gone` or `app_closed`. Unless the owner took the permission back, cached pages are still served for a while.',
    todo: 'Do not repeat the request. Ask the owner of the account to connect it again. Keep showing cached posts, except after `removed_by_owner` and `account_gone`: then delete them.',
  },
} as const satisfies Record<string, Advice>
