import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EgressResponse } from '../../egress/egress.ts'
import { copyBytes } from '../../runtime/event-loop/owned-bytes.ts'
import { type ReadJob, withOwnResponses } from './jobs.ts'

const receivedAs = (body: Buffer): EgressResponse => ({
  ...{ status: 200, url: 'https://platform.example/', headers: {}, body: copyBytes(body) },
})

test('a job that is sent takes along copies of its bodies, and nothing else of the memory that they are in', () => {
  const memory = Buffer.from('before, the body, behind')
  const body = memory.subarray(8, 16)
  const job: ReadJob = {
    ...{ is: 'read', platform: 'paged', source: 'api', settings: {}, now: 0, requested: [] },
    answers: new Map([
      ['came', { value: { received: receivedAs(body), secrets: ['secret'] } }],
      ['empty', { value: { received: receivedAs(Buffer.alloc(0)), secrets: [] } }],
      ['failed', { error: { message: 'nothing came' } }],
    ]),
  }
  const { job: own, moves } = withOwnResponses(job)
  assert.deepEqual(
    moves.map(({ byteLength }) => byteLength),
    [8, 0],
  )
  const sent = structuredClone(own, { transfer: [...moves] })
  const came = sent.answers.get('came')
  assert.ok(came !== undefined && 'value' in came)
  assert.equal(Buffer.from(came.value.received.body).toString(), 'the body')
  assert.deepEqual(came.value.secrets, ['secret'])
  assert.deepEqual(sent.answers.get('failed'), { error: { message: 'nothing came' } })
  assert.equal(body.toString(), 'the body', 'which is still there for the next job')
})
