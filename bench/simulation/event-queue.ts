// Simulated time: runs scheduled events in order. Events of the same time run in the order in which they were
// scheduled, so that every run is the same. Times are in milliseconds.

export type EventQueue = {
  now(): number
  after(delayMs: number, happen: () => void): void
  /** Runs all events up to a time, or until none is left. */
  run(until?: number): void
}

type Event = { readonly at: number; readonly order: number; readonly happen: () => void }

const isBefore = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

export const createEventQueue = (): EventQueue => {
  // A binary heap: the children of n are 2n + 1 and 2n + 2.
  const heap: Event[] = []
  let time = 0
  let requested = 0

  const rise = (event: Event) => {
    let place = heap.length
    while (place > 0) {
      const above = (place - 1) >> 1
      const other = heap[above]
      if (!other || !isBefore(event, other)) break
      heap[place] = other
      place = above
    }
    heap[place] = event
  }

  const sink = (event: Event) => {
    let place = 0
    for (;;) {
      const left = heap[2 * place + 1]
      if (!left) break
      const right = heap[2 * place + 2]
      const isRight = right !== undefined && isBefore(right, left)
      const next = isRight ? right : left
      if (!isBefore(next, event)) break
      heap[place] = next
      place = 2 * place + (isRight ? 2 : 1)
    }
    heap[place] = event
  }

  const takeFirst = (): Event | undefined => {
    const first = heap[0]
    const last = heap.pop()
    if (last && heap.length > 0) sink(last)
    return first
  }

  return {
    now: () => time,
    after(delayMs, happen) {
      if (!(delayMs >= 0)) throw new RangeError(`An event cannot be scheduled ${delayMs} ms from now`)
      requested += 1
      rise({ at: time + delayMs, order: requested, happen })
    },
    run(until = Number.POSITIVE_INFINITY) {
      for (let next = heap[0]; next && next.at <= until; next = heap[0]) {
        takeFirst()
        time = next.at
        next.happen()
      }
      if (until !== Number.POSITIVE_INFINITY) time = Math.max(time, until)
    },
  }
}
