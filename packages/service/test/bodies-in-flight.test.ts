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
  const figure = async (name: string): Promise<number> => {
    const { text } = await web.send({ method: 'GET', path: '/metrics' })
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }
  let answered = 0
  const answers = Array.from({ length: AT_ONCE }, async (_, n) => {
    const answer = await web.validateLink(`https://blog.example/${n}`)
    answered += 1
    return answer
  })
  while ((await figure('central_bodies_waiting')) === 0) {
    assert.equal(answered, 0, 'answered before anybody waited')
    await sleep(50)
  }
  const held = await figure('central_body_bytes')
  assert.ok(held > LICENSE_BYTES / 2 && held < LICENSE_BYTES + 2 * START.length, `${held} bytes`)
  sendMore()
  for (const answer of await Promise.all(answers)) assert.equal(answer.status, 200)
  assert.equal(await figure('central_body_bytes'), 0)
  assert.equal(await figure('central_bodies_waiting'), 0)
  assert.ok((await figure('central_body_waits_total{outcome="admitted"}')) > 0)
  assert.equal(await figure('central_body_waits_total{outcome="refused"}'), 0)
})
