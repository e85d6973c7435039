import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEventQueue } from './event-queue.ts'
import { createRandom, exponential } from './random.ts'
import { createStation } from './station.ts'

const JOBS = 200_000

/** Jobs that arrive at random, at the share `load` of the station's capacity. */
const simulate = (load: number, servers: number, serviceOf: (random: () => number) => number) => {
  const queue = createEventQueue()
  const station = createStation(queue, servers)
  const random = createRandom(11)
  let timeInStationMs = 0
  let left = JOBS
  const arrive = () => {
    const arrivedAt = queue.now()
    station.submit(serviceOf(random), () => {
      timeInStationMs += queue.now() - arrivedAt
    })
    left -= 1
    if (left > 0) queue.after(exponential(random, 1 / (load * servers)), arrive)
  }
  arrive()
  queue.run()
  const elapsedMs = queue.now()
  return { station, elapsedMs, meanMs: timeInStationMs / JOBS }
}

const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance * expected, `${actual} is not near ${expected}`)

test('one server with constant service time matches the Pollaczek–Khinchine formula (M/D/1)', () => {
  for (const load of [0.3, 0.5, 0.7, 0.9]) {
    const { meanMs } = simulate(load, 1, () => 1)
    near(meanMs, 1 + load / (2 * (1 - load)), 0.04)
  }
})

test('one server with random service time has twice the wait (M/M/1)', () => {
  for (const load of [0.3, 0.6, 0.8]) {
    const { meanMs } = simulate(load, 1, (random) => exponential(random, 1))
    near(meanMs, 1 / (1 - load), 0.06)
  }
})

test('two servers with one queue match Erlang’s formula (M/M/2)', () => {
  const load = 0.7
  const { meanMs } = simulate(load, 2, (random) => exponential(random, 1))
  near(meanMs, 1 / (1 - load ** 2), 0.05)
})

test('utilization is throughput times service time, and every requested job is done', () => {
  const { station, elapsedMs } = simulate(0.6, 4, () => 1)
  assert.equal(station.served(), JOBS)
  near(station.busyMs(), JOBS, 1e-9)
  near(station.busyMs() / elapsedMs / 4, 0.6, 0.02)
})

test('the mean number of jobs is throughput times time in the station (Little)', () => {
  const { station, elapsedMs, meanMs } = simulate(0.8, 3, (random) => exponential(random, 1))
  near(station.jobMs() / elapsedMs, (JOBS / elapsedMs) * meanMs, 1e-6)
})
