// The parts of a store that platforms need, in memory: credentials with compare-and-set, budgets, usage, leases.
// Several engines can share one, as replicas share a store.

import type {
  BudgetRecord,
  CredentialRecord,
  Decision,
  DistinctUse,
  Store,
} from '@central-api/service/storage/store.ts'

export type TestStore = Pick<Store, 'credentials' | 'budgets' | 'usage' | 'distinctUses' | 'pages'>

const missing = () => Promise.reject(new Error('No platform uses this'))

export const createTestStore = (): TestStore => {
  const credentials = new Map<string, CredentialRecord>()
  const budgets = new Map<string, BudgetRecord>()
  const used = new Map<string, number>()
  const uses = new Map<string, DistinctUse>()
  const leases = new Map<string, { readonly owner: string; readonly until: number }>()
  return {
    credentials: {
      list: async () => [...credentials.values()],
      find: async (id) => credentials.get(id),
      async put(record) {
        if ((credentials.get(record.id)?.version ?? 0) !== record.version) return false
        credentials.set(record.id, { ...record, version: record.version + 1 })
        return true
      },
      remove: async (id) => credentials.delete(id),
    },
    budgets: {
      list: async (after) => [...budgets.values()].filter(({ resetsAt }) => resetsAt > after),
      async put(records) {
        for (const budget of records)
          if ((budgets.get(budget.key)?.reportedAt ?? 0) <= budget.reportedAt) budgets.set(budget.key, budget)
      },
      sweep: missing,
    },
    usage: {
      commit: async (charges, refunds) => {
        for (const { licenseId, meter, startsAt, count } of refunds) {
          const key = `${licenseId} ${meter} ${startsAt}`
          used.set(key, Math.max(0, (used.get(key) ?? 0) - count))
        }
        return charges.map(({ licenseId, windows, count }): Decision => {
          const keys = windows.map(({ meter, startsAt }) => `${licenseId} ${meter} ${startsAt}`)
          const room = windows.map(({ limit }, at) => (limit ?? count) - (used.get(keys[at] ?? '') ?? 0))
          const admitted = Math.max(0, Math.min(count, ...room))
          for (const key of keys) used.set(key, (used.get(key) ?? 0) + admitted)
          return { admitted, used: keys.map((key) => used.get(key) ?? 0) }
        })
      },
      read: async (licenseId, meter, startsAt) => used.get(`${licenseId} ${meter} ${startsAt}`) ?? 0,
      readAll: missing,
      sumUses: missing,
      listMonth: missing,
      sweepUses: missing,
      listMeters: missing,
      sweep: missing,
    },
    distinctUses: {
      async add(use, since, most) {
        const key = `${use.owner} ${use.value}`
        const used = [...uses.values()].filter(({ owner, at }) => owner === use.owner && at >= since)
        if (used.some(({ value }) => value === use.value)) return true
        if (used.length >= most) return false
        uses.set(key, use)
        return true
      },
      list: async (owners, since) =>
        [...uses.values()]
          .filter(({ owner, at }) => owners.includes(owner) && at >= since)
          .toSorted((one, other) => one.at - other.at),
      sweep: missing,
    },
    pages: {
      removeWithin: missing,
      async claim(key, { owner, now, until }) {
        const id = key.toString('hex')
        if ((leases.get(id)?.until ?? 0) > now) return false
        leases.set(id, { owner, until })
        return true
      },
      async release(key, owner) {
        const id = key.toString('hex')
        if (leases.get(id)?.owner === owner) leases.delete(id)
      },
      find: missing,
      put: missing,
      findOrClaim: missing,
      putAndRelease: missing,
      sweepLeases: missing,
      weigh: missing,
      sweep: missing,
    },
  }
}
