// Runs the samples of the reference: in JavaScript with Node, in curl and PHP if these programs are installed.

import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { startService } from '@central-api/testing/start-service.ts'
import { callOf } from '../src/http/docs/call.ts'
import { inCurl, inJavascript, inPhp } from '../src/http/docs/call-samples.ts'
import { API_PREFIX, ENDPOINTS } from '../src/http/endpoints.ts'
import { createOpenapi } from '../src/http/openapi/create-openapi.ts'
import { operationsOf } from '../src/http/openapi/document.ts'

const run = promisify(execFile)
const CURL = '/usr/bin/curl'

/** Why PHP cannot run the samples, or undefined. */
const missingPhp = (): string | undefined => {
  const { stdout } = spawnSync('php', ['-m'], { encoding: 'utf8' })
  return /^curl$/m.test(stdout ?? '') ? undefined : 'PHP with curl is not installed.'
}

/** Samples that work with any license. The others contain a made-up key, cursor or host. */
const WORKING = ['scanProfile', 'posts', 'account', 'listPlatforms']

describe('the samples of the reference', () => {
  let service: Awaited<ReturnType<typeof startService>>
  let token = ''
  const stops: (() => unknown)[] = []
  before(async () => {
    service = await startService({ after: (stop) => stops.push(stop as () => unknown) }, { listens: true })
    const { key } = await service.license()
    const { authorization = '' } = await service.authorize(key, 'site-1')
    token = authorization.replace('Bearer ', '')
  })
  after(() => Promise.all(stops.map((stop) => stop())))

  const calls = () =>
    operationsOf(createOpenapi({ baseUrl: service.origin, prefix: API_PREFIX, endpoints: ENDPOINTS }))
      .filter(({ operation }) => WORKING.includes(operation.operationId))
      .map((entry) => ({ id: entry.operation.operationId, call: callOf(entry, service.origin) }))

  const check = (id: string, output: string) => {
    const response = JSON.parse(output) as { readonly ok?: boolean; readonly platforms?: unknown }
    assert.ok(response.ok === true || response.platforms !== undefined, `${id}: ${output.slice(0, 300)}`)
  }

  test('work in JavaScript', async () => {
    assert.equal(calls().length, WORKING.length)
    for (const { id, call } of calls()) {
      const program = `const token = ${JSON.stringify(token)}\n${inJavascript(call)}\nconsole.log(JSON.stringify(result))`
      check(id, (await run(process.execPath, ['--input-type=module', '--eval', program])).stdout)
    }
  })

  test('work in curl', { skip: !existsSync(CURL) && 'curl is not installed.' }, async () => {
    for (const { id, call } of calls())
      check(id, (await run('/bin/sh', ['-c', inCurl(call)], { env: { ...process.env, TOKEN: token } })).stdout)
  })

  test('work in PHP', { skip: missingPhp() ?? false }, async () => {
    for (const { id, call } of calls()) {
      const program = `$token = '${token}';\n${inPhp(call)}\necho json_encode($result);`
      check(id, (await run('php', ['-r', program])).stdout)
    }
  })
})
