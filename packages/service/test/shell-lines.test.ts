// Runs the `curl` commands of the documents in a shell against a running service.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onlyWebhook } from '@central-api/testing/http/admin/fixture.ts'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { connectApp, connection } from '@central-api/testing/storage/connections-suite.ts'
import { sandbox } from '../src/platforms/sandbox/sandbox.ts'
import { youtube } from '../src/platforms/youtube/youtube.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SHELL_BLOCK = /^```sh\n(?<code>.*?)^```$/gms
/** The placeholder of the documents for the reader's own values. */
const ELLIPSIS = '…'

const blocksOf = (page: string): readonly string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(SHELL_BLOCK)].map(({ groups }) => groups?.code ?? '')

/** The part of curl that the documents use, for machines without curl. */
const CURL = `
const [args, headers] = [process.argv.slice(1), []]
let [method, body, url] = []
while (args.length > 0) {
  const word = args.shift()
  if (word === '-H') headers.push(args.shift().split(/: (.*)/s).slice(0, 2))
  else if (word === '-d') body = args.shift()
  else if (word === '-X') method = args.shift()
  else if (/^http/.test(word)) url = word
  else if (word !== '-s') throw new Error('This curl does not support ' + word)
}
const response = await fetch(url, { method: method ?? (body ? 'POST' : 'GET'), headers, body })
process.stdout.write(await response.text())
`

/** The output of a shell that runs these lines. */
const sh = async (lines: string): Promise<string> => {
  const script = `curl() { "$NODE" --input-type=module -e "$CURL" -- "$@"; }\n${lines}`
  const { stdout } = await run('bash', ['-euc', script], { env: { ...process.env, NODE: process.execPath, CURL } })
  return stdout
}

const assertSuccess = (line: string, written: string) => {
  assert.match(written, /^\{"ok":true,"data":/, `${line}\n${written}`)
}

test('the commands of README.md return posts and a preview', async (context) => {
  const service = await startService(context, { listens: true })
  const { key } = await service.license()
  const [, toPosts = '', more = '', preview = ''] = blocksOf('README.md')
    .filter((code) => /curl|npm start/.test(code))
    .map((code) =>
      code
        .replace(`KEY=ck_test_${ELLIPSIS}`, `KEY=${key}`)
        .replace('http://127.0.0.1:8080', service.origin)
        .replace('https://example.com/', 'https://central.example/sandbox/news/1004'),
    )
  const written = await sh(toPosts)
  assertSuccess(toPosts, written)
  const { body, nextCursor } = JSON.parse(written).data
  assert.equal(body.posts.length, 20)
  const next = (await sh(`${toPosts}\necho\n${more.replace(ELLIPSIS, nextCursor)}`)).split('\n').at(-1) ?? ''
  assertSuccess(more, next)
  assert.notEqual(JSON.parse(next).data.body.posts[0].id, body.posts[0].id)
  const both = (await sh(`${toPosts}\necho\n${preview}`)).split('\n').at(-1) ?? ''
  assertSuccess(preview, both)
  assert.equal(JSON.parse(both).data.preview.title, 'The title of the page behind the link')
})

test('the commands of the quick start return posts', async (context) => {
  const service = await startService(context, { listens: true })
  const { key } = await service.license()
  const curl = blocksOf('docs/start/quick-start.md').filter((code) => /KEY=|curl/.test(code))
  assert.equal(curl.length, 3)
  const lines = curl
    .join('\n')
    .replace(`KEY=ck_test_${ELLIPSIS}`, `KEY=${key}`)
    .replace('http://127.0.0.1:8080', service.origin)
  const written = await sh(lines)
  assertSuccess(lines, written)
  assert.equal(JSON.parse(written).data.body.posts.length, 20)
})

test('the commands of the guide for operators succeed, one after the other', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'central-api-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const env = { ...process.env, DATABASE_URL: `sqlite:${join(folder, 'central.db')}` }
  const all = blocksOf('docs/start/operator.md').filter((code) => code.includes('npx'))
  // A credential is the reader's own, and platforms are not called in tests.
  const [ofPlatform = '', ...others] = all.filter((code) => code.includes(ELLIPSIS))
  assert.match(ofPlatform, /^export YOUTUBE_API_KEY=AIza…\nnpx --no-install central-api doctor --online\n/)
  assert.deepEqual(others, [])
  const commands = all.filter((code) => code !== ofPlatform)
  assert.equal(commands.length, 4)
  let license = ''
  for (const lines of commands) {
    const { stdout } = await run('bash', ['-euc', lines.replaceAll(/\bID\b/g, license)], { cwd: ROOT, env })
    license ||= /lic_\w+/.exec(stdout)?.[0] ?? ''
    assert.match(license, /^lic_/)
  }
})

test('the commands of docs/guides/api.md succeed', async (context) => {
  const service = await startService(context, { listens: true })
  const { key } = await service.license()
  const [exchange = '', scan = '', ...more] = blocksOf('docs/guides/api.md').map((code) =>
    code.replace('https://api.example.com', service.origin).replace(`ck_live_${ELLIPSIS}`, key),
  )
  assert.deepEqual(more, [])
  const token = await sh(exchange)
  assertSuccess(exchange, token)
  assertSuccess(scan, await sh(`TOKEN=${JSON.parse(token).data.token}\n${scan}`))
})

test('the commands of the pages of the admin API succeed, one after the other, in a shell with the variables of the reference', async (context) => {
  const token = 'operator-of-the-tests-operator-of-the-tests'
  const environment = { ADMIN_TOKEN: token, YOUTUBE_API_KEY: 'made-up-key', EGRESS_ALLOW: 'shop.example:443' }
  const service = await startService(context, { listens: true, environment, platforms: [sandbox, youtube] })
  const authorization = `Bearer ${token}`
  const get = (path: string) => service.send({ method: 'GET', path: `/admin/v1${path}`, headers: { authorization } })
  const { text } = await get('/platforms/youtube')
  const [, credential = ''] = /"credentials":\[\{"id":"([^"]+)"/.exec(text) ?? []
  assert.notEqual(credential, '', text)
  const body = { name: 'To be revoked', role: 'support' }
  const made = await service.send({ path: '/admin/v1/operators', headers: { authorization }, body })
  const [operator = ''] = /op_\w+/.exec(made.text) ?? []
  assert.notEqual(operator, '', made.text)
  const [names = '', ...calls] = blocksOf('docs/reference/admin-api.md')
  const [, ...guideCalls] = blocksOf('docs/operate/admin-api.md')
  const lines = [...guideCalls, ...calls]
  assert.ok(guideCalls.length > 0)
  assert.ok(lines.length > 15)
  for (const line of lines) {
    const { license, key } = await service.license({ mode: 'live' })
    await service.authorize(key, 'https://blog.example.com')
    const webhook = await onlyWebhook(service.parts)
    const account = connection(license.id)
    await service.parts.store.connections.create(account, null)
    const app = connectApp({ platform: 'sandbox', host: null, licenseId: license.id })
    await service.parts.store.connectApps.put(app)
    const set = names
      .replace('http://127.0.0.1:8080', service.origin)
      .replace(`lic_${ELLIPSIS}`, license.id)
      .replace(`cn_${ELLIPSIS}`, account.id)
      .replace(`ca_${ELLIPSIS}`, app.id)
      .replace(`op_${ELLIPSIS}`, operator)
      .replace(`whk_${ELLIPSIS}`, webhook.id)
      .replace(`evt_${ELLIPSIS}`, webhook.delivery)
      .replace(`CREDENTIAL=${ELLIPSIS}`, `CREDENTIAL=${credential}`)
    // Only a suspended license can be resumed.
    if (line.includes('$ID/resume')) await service.parts.licenses.suspend(license.id, OPERATOR)
    assertSuccess(line, await sh(`ADMIN_TOKEN=${token}\n${set}\n${line}`))
  }
})
