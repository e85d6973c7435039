// What the bodies of upstreams hold of their memory, and whether any had to wait for it, as Prometheus reads it.

import { Counter, Gauge, type Registry } from 'prom-client'

export type BodyFigures = {
  readonly bytes: number
  readonly waiting: number
  readonly admitted: number
  readonly refused: number
}

export const createBodyFigures = (registry: Registry, read: () => BodyFigures): void => {
  const registers = [registry]
  new Gauge({
    name: 'central_body_bytes',
    help: 'Bytes of bodies that are being read or worked on',
    registers,
    collect() {
      this.set(read().bytes)
    },
  })
  new Gauge({
    name: 'central_bodies_waiting',
    help: 'Bodies that wait until there is room for them',
    registers,
    collect() {
      this.set(read().waiting)
    },
  })
  new Counter({
    name: 'central_body_waits_total',
    help: 'Bodies that had to wait for room, by whether some came free in time',
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
