import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { html, startStubWeb } from '@central-api/testing/stub-web.ts'

const KIB = 1024
const AT_ONCE = 60
/** Sixty of them exceed a license's limit of forty-eight mebibytes. */
const START = Buffer.alloc(900 * KIB, 'Some words. ')
const LICENSE_BYTES = 48 * KIB * KIB

test('concurrent large pages wait for each other, all succeed, and release their memory', async (context) => {
  const { promise: more, resolve: sendMore } = Promise.withResolvers<void>()
  const pages = Object.fromEntries(
    Array.from({ length: AT_ONCE }, (_, n) => [
      `blog.example/${n}`,
      async (response: ServerResponse) => {
        response.writeHead(200, html('').headers).write(START)
        await more
        response.end('<title>The end</title>')
      },
    ]),
  )
  const web = await startStubWeb(context, { pages })
  const metric = async (name: string): Promise<number> => {
    const { text } = await web.send({ method: 'GET', path: '/metrics' })
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }
  let finished = 0
  const statuses = Array.from({ length: AT_ONCE }, async (_, n) => {
    const { status } = await web.validateLink(`https://blog.example/${n}`)
    finished += 1
    return status
  })
  while ((await metric('central_bodies_waiting')) === 0) {
    assert.equal(finished, 0, 'responded before any body waited')
    await sleep(50)
  }
  const bodyBytes = await metric('central_body_bytes')
  assert.ok(bodyBytes > LICENSE_BYTES / 2 && bodyBytes < LICENSE_BYTES + 2 * START.length, `${bodyBytes} bytes`)
  sendMore()
  assert.deepEqual(new Set(await Promise.all(statuses)), new Set([200]))
  assert.equal(await metric('central_body_bytes'), 0)
  assert.equal(await metric('central_bodies_waiting'), 0)
  assert.ok((await metric('central_body_waits_total{outcome="admitted"}')) > 0)
  assert.equal(await metric('central_body_waits_total{outcome="refused"}'), 0)
})
