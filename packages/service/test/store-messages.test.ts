import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { DEMO, startClient } from '@central-api/testing/start-client.ts'

test('a cold scan sends three messages to the store’s thread, and a warm one sends one', async (context) => {
  const service = await startClient(context)
  const { parts } = service
  // From here on, its license and plan are cached.
  await service.scan({ ...DEMO, handle: 'error.profile_not_found' })
  const { mock } = context.mock.method(Worker.prototype, 'postMessage')
  const requested = async (): Promise<string[]> => {
    const from = mock.callCount()
    assert.equal((await service.scan(DEMO)).status, 200)
    await parts.pages.idle()
    await parts.meter.idle()
    const tasks = mock.calls.slice(from).flatMap(({ arguments: [task] }) => ('op' in task ? [task] : []))
    // Polling for changes continues in parallel.
    return tasks.filter(({ sql = '' }) => !sql.includes('"changes"')).map(({ op, sql = '' }) => `${op} ${sql}`.trim())
  }
  assert.deepEqual(await requested(), ['commit-usage', 'find-or-claim', 'both'])
  assert.deepEqual(await requested(), ['commit-usage'])
})
