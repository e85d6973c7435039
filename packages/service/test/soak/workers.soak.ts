import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { prepareStore } from '../process/start-process.ts'
import { checkLoss, checkReplacement, countedScans, isAnswered, load, startWorkers } from '../process/start-workers.ts'

const start = async (context: TestContext) => startWorkers(context, await prepareStore(context))

test('a killed worker is replaced under load, the other one keeps serving, and usage stays exact', async (context) => {
  await checkLoss(context, await start(context))
})

test('SIGHUP under load replaces every worker, SIGTERM stops them, and no request fails', async (context) => {
  const service = await start(context)
  assert.equal(await checkReplacement(context, service), await countedScans(service))

  const last = load(context, service)
  await last.goOn(100)
  const begun = last.begun()
  service.service.signal('SIGTERM')
  assert.deepEqual(await service.service.exited, { code: 0, signal: null })
  assert.deepEqual(
    (await last.end()).slice(0, begun).filter((outcome) => !isAnswered(outcome)),
    [],
  )
})
