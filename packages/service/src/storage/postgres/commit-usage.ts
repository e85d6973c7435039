// Commits usage in PostgreSQL: all charges that arrived together are one function call, with one round trip and one
// flush to disk.

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { CommitCall } from '../reconcile-usage.ts'
import type { Charge, Decision, Refund, Use } from '../store.ts'
import { wasRolledBack } from './failure.ts'
import type { Connections } from './pool.ts'

const STATEMENT = `select admitted, used_after from settle_in_lane($18::text, $19::bigint,
  $1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::integer[], $7::integer[], $8::bigint[],
  $9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
  $15::integer[], $16::integer[], $17::bigint[])`
const GIVE_UP = 'select admitted from give_up_call($1::text, $2::bigint)'

/** How often a call is sent in total when the server rolls it back. */
const MAX_CALLS = 3
const RETRY_WAIT_MS = 25

type Cell = { readonly licenseId: string; readonly meter: string; readonly startsAt: number; refund: number }
type Row = { readonly admitted: readonly number[]; readonly used_after: readonly number[] }

/** A sequence of calls with numbers, one at a time. After a failed call the lane is not used again. */
type Lane = { readonly id: string; calls: number }

/** Calls whose result can be determined without a response: after a lost connection, or when the server hung and may
 * still run them later. */
export const createUsageCommit = (connections: Connections) => {
  const free: Lane[] = []

  return (charges: readonly Charge[], refunds: readonly Refund[]): CommitCall => {
    const lane = free.pop() ?? { id: randomUUID(), calls: 0 }
    lane.calls += 1
    const place = [lane.id, lane.calls]
    const values = [...toValues(charges, refunds), ...place]
    let isSent = false

    const send = async (): Promise<Decision[]> => {
      const connection = await connections.acquire()
      isSent = true
      try {
        const { rows } = await connection.send(STATEMENT, values)
        return toDecisions(charges, rows[0] as Row)
      } finally {
        connection.release()
      }
    }

    const decide = async (): Promise<Decision[]> => {
      for (let call = 1; ; call += 1) {
        try {
          const decisions = await send()
          free.push(lane)
          return decisions
        } catch (error) {
          // Only a rollback is certain to have counted nothing: after a lost connection, a retry could count twice.
          if (call === MAX_CALLS || !wasRolledBack(error)) throw error
          // By then the transaction that won the deadlock has finished.
          await setTimeout(call * RETRY_WAIT_MS)
        }
      }
    }

    const giveUp = async (): Promise<Row['admitted'] | undefined> => {
      const { rows } = isSent ? await connections.send(GIVE_UP, place) : { rows: [] }
      return (rows[0] as Pick<Row, 'admitted'> | undefined)?.admitted ?? undefined
    }

    return { decisions: decide(), find: giveUp }
  }
}

const toValues = (charges: readonly Charge[], refunds: readonly Refund[]): unknown[] => {
  const cells = new Map<string, Cell>()
  const keyOf = (licenseId: string, meter: string, startsAt: number) => JSON.stringify([licenseId, meter, startsAt])
  const touch = (licenseId: string, meter: string, startsAt: number, refund: number) => {
    const key = keyOf(licenseId, meter, startsAt)
    const cell = cells.get(key)
    if (cell) cell.refund += refund
    else cells.set(key, { licenseId, meter, startsAt, refund })
  }
  for (const { licenseId, meter, startsAt, count } of refunds) touch(licenseId, meter, startsAt, count)
  for (const { licenseId, windows } of charges)
    for (const { meter, startsAt } of windows) touch(licenseId, meter, startsAt, 0)

  // All calls lock the windows in this order.
  const sorted = [...cells].sort(([a], [b]) => (a < b ? -1 : 1))
  const places = new Map(sorted.map(([key], index) => [key, index + 1]))
  const inOrder = sorted.map(([, cell]) => cell)
  const windows = charges.flatMap((charge) =>
    charge.windows.map((window) => ({ ...window, licenseId: charge.licenseId })),
  )
  return [
    inOrder.map(({ licenseId }) => licenseId),
    inOrder.map(({ meter }) => meter),
    inOrder.map(({ startsAt }) => startsAt),
    inOrder.map(({ refund }) => refund),
    charges.map(({ count }) => count),
    charges.map((charge) => charge.windows.length),
    windows.map(({ licenseId, meter, startsAt }) => places.get(keyOf(licenseId, meter, startsAt))),
    windows.map(({ limit }) => limit),
    ...useValues(charges, refunds),
  ]
}

type UsedFor = Use & { readonly licenseId: string; readonly meter: string }
type Share = { readonly charge: number | null; readonly use: number; readonly count: number }

const useValues = (charges: readonly Charge[], refunds: readonly Refund[]): unknown[] => {
  const places = new Map<string, number>()
  const uses: UsedFor[] = []
  const shares: Share[] = []
  const share = (charge: number | null, licenseId: string, meter: string, use: Use, count: number) => {
    const key = JSON.stringify([use.day, licenseId, meter, use.platform, use.endpoint, use.site])
    let place = places.get(key)
    if (place === undefined) {
      place = uses.push({ ...use, licenseId, meter })
      places.set(key, place)
    }
    shares.push({ charge, use: place, count })
  }
  for (const { licenseId, meter, use, count } of refunds) if (use) share(null, licenseId, meter, use, count)
  for (const [index, { licenseId, windows, uses: wanted = [] }] of charges.entries()) {
    const [window] = windows
    if (window) for (const use of wanted) share(index + 1, licenseId, window.meter, use, use.count)
  }
  return [
    uses.map(({ day }) => day),
    uses.map(({ licenseId }) => licenseId),
    uses.map(({ meter }) => meter),
    uses.map(({ platform }) => platform),
    uses.map(({ endpoint }) => endpoint),
    uses.map(({ site }) => site),
    shares.map(({ charge }) => charge),
    shares.map(({ use }) => use),
    shares.map(({ count }) => count),
  ]
}

const toDecisions = (charges: readonly Charge[], { admitted, used_after: used }: Row): Decision[] => {
  let first = 0
  return charges.map(({ windows }, index) => {
    const start = first
    first += windows.length
    return { admitted: admitted[index] ?? 0, used: used.slice(start, first) }
  })
}
