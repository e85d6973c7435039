import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createKeeper } from './keep-compiled.ts'

setFlagsFromString('--expose-gc')
const gc: () => void = runInNewContext('gc')

test('the last closures are kept, and those before them are not', async () => {
  const keep = createKeeper()
  const make = () => new WeakRef(keep({ close: () => {} }))
  const [first, last] = [make(), make()]
  await turn()
  gc()
  assert.deepEqual([first.deref() === undefined, last.deref() === undefined], [true, false])
})
