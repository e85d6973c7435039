// Asks PostgreSQL to decide charges: everything that arrived together is one call of one function, so that one round
// trip and one flush to the disk serve them all. A call that nobody heard the end of is undone by the next one, which is
// made for that alone where no other comes: what was told to be unavailable is charged to nobody.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Charge, Decision, Refund, Store } from '../store.ts'
import { wasRolledBack } from './failure.ts'
import type { Connections } from './pool.ts'

const STATEMENT = `select admitted, used_after from settle_usage_once(
  $1, $2::bigint, $3::bigint,
  $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::integer[], $10::integer[], $11::bigint[])`

/** How often at most a call is made that the server says it rolled back. */
const MOST_CALLS = 3
const RETRY_WAIT_MS = 25
/** Between two tries to undo what nobody heard of. */
const UNDO_WAIT_MS = 500

type Cell = { readonly licenseId: string; readonly meter: string; readonly startsAt: number; refund: number }
type Row = { readonly admitted: readonly number[]; readonly used_after: readonly number[] }

/** Calls one after the other, numbered from one; the server keeps what the last of them counted. */
type Lane = {
  readonly name: string
  last: number
  answered: number
  /** Refunds of calls that failed or are undone. */
  owed: readonly Refund[]
  undoing: NodeJS.Timeout | undefined
}

export type Settling = {
  readonly settle: Store['usage']['settle']
  /** Undoes nothing any more: what is left is for nobody to hear. */
  close(): void
}

export const createSettle = (connections: Pick<Connections, 'ask'>): Settling => {
  const free: Lane[] = []
  let isClosed = false

  const call = async (lane: Lane, charges: readonly Charge[], refunds: readonly Refund[]): Promise<Decision[]> => {
    clearTimeout(lane.undoing)
    lane.last += 1
    const due = [...lane.owed, ...refunds]
    const values = [lane.name, lane.last, lane.answered, ...toValues(charges, due)]
    try {
      const decisions = toDecisions(charges, await ask(values))
      lane.answered = lane.last
      lane.owed = []
      return decisions
    } catch (error) {
      lane.owed = due
      throw error
    } finally {
      if (lane.answered < lane.last && !isClosed) undoSoon(lane)
      free.push(lane)
    }
  }

  const ask = async (values: readonly unknown[]): Promise<Row> => {
    for (let tried = 1; ; tried += 1) {
      try {
        const { rows } = await connections.ask(STATEMENT, values)
        return rows[0] as Row
      } catch (error) {
        // Only then may the very same call be made again.
        if (tried === MOST_CALLS || !wasRolledBack(error)) throw error
        // The one that was given way to has gone on by then.
        await sleep(tried * RETRY_WAIT_MS)
      }
    }
  }

  const undoSoon = (lane: Lane): void => {
    lane.undoing = setTimeout(() => {
      free.splice(free.indexOf(lane), 1)
      call(lane, [], []).catch(() => {})
    }, UNDO_WAIT_MS).unref()
  }

  /** One with something to undo before any other, and a new one only where all are in use. */
  const takeLane = (): Lane => {
    const at = Math.max(
      0,
      free.findIndex(({ answered, last }) => answered < last),
    )
    const [lane] = free.splice(at, 1)
    return lane ?? { name: randomUUID(), last: 0, answered: 0, owed: [], undoing: undefined }
  }

  return {
    settle: (charges, refunds) => call(takeLane(), charges, refunds),
    close() {
      isClosed = true
      for (const { undoing } of free) clearTimeout(undoing)
    },
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

  // The one order in which everybody takes the locks.
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
