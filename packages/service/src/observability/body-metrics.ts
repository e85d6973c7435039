// Prometheus metrics of the memory budget for upstream response bodies.

import { Counter, Gauge, type Registry } from 'prom-client'

export type BodyStats = {
  readonly bytes: number
  readonly waiting: number
  readonly admitted: number
  readonly refused: number
}

export const createBodyMetrics = (registry: Registry, read: () => BodyStats): void => {
  const registers = [registry]
  new Gauge({
    name: 'central_body_bytes',
    help: 'Bytes of upstream response bodies that are being read or processed',
    registers,
    collect() {
      this.set(read().bytes)
    },
  })
  new Gauge({
    name: 'central_bodies_waiting',
    help: 'Upstream response bodies that wait for memory',
    registers,
    collect() {
      this.set(read().waiting)
    },
  })
  new Counter({
    name: 'central_body_waits_total',
    help: 'Upstream response bodies that had to wait for memory, by outcome',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      const { admitted, refused } = read()
      this.inc({ outcome: 'admitted' }, admitted)
      this.inc({ outcome: 'refused' }, refused)
    },
  })
}
