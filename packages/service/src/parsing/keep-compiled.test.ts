import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import { exposeCollector } from '../runtime/event-loop/collector.ts'
import { keepCompiled } from './keep-compiled.ts'

setFlagsFromString('--allow-natives-syntax')
const gc = exposeCollector()

type Count = () => number

const prepare: (count: Count) => void = runInThisContext('(count) => %PrepareFunctionForOptimization(count)')
const optimize: (count: Count) => void = runInThisContext('(count) => %OptimizeFunctionOnNextCall(count)')
const statusOf: (count: Count) => number = runInThisContext('(count) => %GetOptimizationStatus(count)')

/** The optimization status of a compiled function. */
const compile = (count: Count): number => {
  prepare(count)
  count()
  const before = statusOf(count)
  optimize(count)
  count()
  assert.notEqual(statusOf(count), before)
  return statusOf(count)
}

/** Whether a new closure starts out compiled after an earlier one was collected. */
const staysCompiled = async (create: () => Count): Promise<boolean> => {
  const compiled = compile(create())
  await turn()
  gc({ type: 'major' })
  const count = create()
  count()
  return statusOf(count) === compiled
}

const createForgotten = (): Count => {
  let sum = 0
  return () => {
    sum += 1
    return sum
  }
}

const createKept = (): Count => {
  let sum = 0
  return () => {
    sum += 2
    return sum
  }
}

test('compiled code of closures is kept while one of them is kept, and dropped otherwise', async () => {
  keepCompiled(createKept())
  assert.deepEqual([await staysCompiled(createKept), await staysCompiled(createForgotten)], [true, false])
})
