// Wraps a store to report how long its calls take: those that requests wait for, and sweeps. Calls and results are
// unchanged, and no caller waits for the report.

import type { Store } from './store.ts'
import { StoreError, type StoreErrorKind } from './store-error.ts'

export type StoreOperation =
  | 'settle'
  | 'find_license'
  | 'find_key'
  | 'admit_site'
  | 'claim_grant'
  | 'read_credentials'
  | 'put_credential'
  | 'read_budgets'
  | 'put_budgets'
  | 'add_distinct_use'
  | 'read_distinct_uses'
  | 'find_gone_profile'
  | 'mark_gone_profile'
  | 'find_page'
  | 'put_page'
  | 'turn'
  | 'read_changes'
  | 'tell_event'
  | 'log_requests'
  | 'sweep'

export type StoreCallListener = (
  operation: StoreOperation,
  outcome: 'ok' | StoreErrorKind,
  milliseconds: number,
) => void

/** `now`: milliseconds, monotonic. */
export const timeStore = (store: Store, onCall: StoreCallListener, now: () => number): Store => {
  const timed =
    <A extends readonly unknown[], T>(operation: StoreOperation, call: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> => {
      const startedAt = now()
      const result = call(...args)
      result.then(
        () => onCall(operation, 'ok', now() - startedAt),
        (error: unknown) => onCall(operation, outcomeOf(error), now() - startedAt),
      )
      return result
    }
  const {
    licenses,
    keys,
    sites,
    grants,
    usage,
    credentials,
    budgets,
    distinctUses,
    goneProfiles,
    pages,
    changes,
    audit,
    responses,
    webhookEvents,
    deliveries,
    requests,
    traffic,
  } = store
  return {
    ...store,
    licenses: { ...licenses, find: timed('find_license', licenses.find) },
    keys: { ...keys, findByHash: timed('find_key', keys.findByHash) },
    sites: { ...sites, activate: timed('admit_site', sites.activate) },
    grants: { ...grants, claim: timed('claim_grant', grants.claim), sweep: timed('sweep', grants.sweep) },
    usage: {
      ...usage,
      commit: timed('settle', usage.commit),
      listMeters: timed('sweep', usage.listMeters),
      sweep: timed('sweep', usage.sweep),
      sweepUses: timed('sweep', usage.sweepUses),
    },
    credentials: {
      ...credentials,
      list: timed('read_credentials', credentials.list),
      find: timed('read_credentials', credentials.find),
      put: timed('put_credential', credentials.put),
    },
    responses: { ...responses, sweep: timed('sweep', responses.sweep) },
    audit: { ...audit, sweep: timed('sweep', audit.sweep) },
    budgets: {
      list: timed('read_budgets', budgets.list),
      put: timed('put_budgets', budgets.put),
      sweep: timed('sweep', budgets.sweep),
    },
    distinctUses: {
      add: timed('add_distinct_use', distinctUses.add),
      list: timed('read_distinct_uses', distinctUses.list),
      sweep: timed('sweep', distinctUses.sweep),
    },
    goneProfiles: {
      find: timed('find_gone_profile', goneProfiles.find),
      mark: timed('mark_gone_profile', goneProfiles.mark),
      list: timed('find_gone_profile', goneProfiles.list),
      sweep: timed('sweep', goneProfiles.sweep),
    },
    webhookEvents: {
      ...webhookEvents,
      publish: timed('tell_event', webhookEvents.publish),
      sweep: timed('sweep', webhookEvents.sweep),
    },
    deliveries: { ...deliveries, sweep: timed('sweep', deliveries.sweep) },
    requests: {
      ...requests,
      add: timed('log_requests', requests.add),
      findCut: timed('sweep', requests.findCut),
      sweep: timed('sweep', requests.sweep),
    },
    traffic: {
      ...traffic,
      add: timed('log_requests', traffic.add),
      sweep: timed('sweep', traffic.sweep),
    },
    pages: {
      find: timed('find_page', pages.find),
      put: timed('put_page', pages.put),
      claim: timed('turn', pages.claim),
      release: timed('turn', pages.release),
      findOrClaim: timed('turn', pages.findOrClaim),
      putAndRelease: timed('put_page', pages.putAndRelease),
      removeWithin: timed('put_page', pages.removeWithin),
      sweepLeases: timed('sweep', pages.sweepLeases),
      weigh: timed('sweep', pages.weigh),
      sweep: timed('sweep', pages.sweep),
    },
    changes: {
      ...changes,
      latest: timed('read_changes', changes.latest),
      since: timed('read_changes', changes.since),
      sweep: timed('sweep', changes.sweep),
    },
  }
}

const outcomeOf = (error: unknown): StoreErrorKind => (error instanceof StoreError ? error.kind : 'unavailable')
