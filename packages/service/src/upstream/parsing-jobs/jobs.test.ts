import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EgressResponse } from '../../egress/egress.ts'
import { copyBytes } from '../../runtime/event-loop/owned-bytes.ts'
import { type ReadJob, withOwnResponses } from './jobs.ts'

const receivedAs = (body: Buffer): EgressResponse => ({
  ...{ status: 200, url: 'https://platform.example/', headers: {}, body: copyBytes(body) },
})

test('a job takes copies of its bodies along, without the memory around them', () => {
  const memory = Buffer.from('before, the body, behind')
  const body = memory.subarray(8, 16)
  const job: ReadJob = {
    ...{ is: 'read', platform: 'paged', source: 'api', settings: {}, now: 0, tasks: [] },
    responses: new Map([
      ['received', { value: { received: receivedAs(body), secrets: ['secret'] } }],
      ['empty', { value: { received: receivedAs(Buffer.alloc(0)), secrets: [] } }],
      ['failed', { error: { message: 'no response' } }],
    ]),
  }
  const { job: own, moves } = withOwnResponses(job)
  assert.deepEqual(
    moves.map(({ byteLength }) => byteLength),
    [8, 0],
  )
  const sent = structuredClone(own, { transfer: [...moves] })
  const received = sent.responses.get('received')
  assert.ok(received !== undefined && 'value' in received)
  assert.equal(Buffer.from(received.value.received.body).toString(), 'the body')
  assert.deepEqual(received.value.secrets, ['secret'])
  assert.deepEqual(sent.responses.get('failed'), { error: { message: 'no response' } })
  assert.equal(body.toString(), 'the body', 'which the next job can still read')
})
