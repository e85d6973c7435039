import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createWalker, platformSuite, USUAL } from '@central-api/service/platform/suite'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { KEYS, startAcme } from '../../../scripts/platform-template/testing/simulator.ts'
import { checkPlatforms } from '../src/cli/doctor/check-platforms.ts'
import { readConfig } from '../src/config/read-config.ts'
import { loadPlatforms } from '../src/platforms/load-platforms.ts'
import type { Send } from '../src/upstream/contract/call.ts'
import type { Source } from '../src/upstream/contract/source.ts'

const SAMPLE = fileURLToPath(new URL('../../../docs/samples/my-platform.js', import.meta.url))
/** The platform file of an operator. */
const FROM_HERE = `./${relative(process.cwd(), SAMPLE)}`

const [acme] = (await loadPlatforms([SAMPLE])).own
assert.ok(acme)

platformSuite({
  platform: acme.platform,
  environment: { ACME_API_KEYS: KEYS[0] },
  start: startAcme,
  conclusions: {
    refuse: (status) => ({ status, body: { error: 'refused' } }),
    first: { '/users/[a-z]+$': { ...USUAL.signed, 404: 'doubted' }, '/notes\\?': USUAL.signed },
    later: { '/notes\\?': USUAL.signed },
    post: null,
  },
  calls: { first: 2, next: 1 },
  credentials: { two: { ACME_API_KEYS: KEYS.join(',') }, secrets: KEYS, hosts: ['api.acme.example'] },
  spellings: { garden: ['@garden', 'Garden', 'https://acme.example/@garden'] },
  notHandles: ['@', 'gar den', 'https://other.example/@garden'],
  postUrls: ['https://acme.example/@garden/1000'],
  notPostUrls: ['https://acme.example/@garden', 'https://acme.example/@garden/x'],
})

const startUpstream = async (context: TestContext) => {
  const simulator = await startAcme()
  context.after(() => simulator.close())
  const environment = {
    PLATFORMS: FROM_HERE,
    ACME_API_KEYS: KEYS[0],
    ACME_BASE_URL: simulator.origin,
    EGRESS_ALLOW: new URL(simulator.origin).host,
  }
  return { simulator, environment }
}

test('the running service scans an operator’s platform and names it in the log', async (context) => {
  const { simulator, environment } = await startUpstream(context)
  const service = await startService(context, { environment })
  const { key } = await service.license()
  const headers = await service.authorize(key, 'site-1')
  const scan = { platform: 'acme', handle: '@Garden', siteId: 'site-1' }
  const { status, text, body } = await service.post('/scan-profile', scan, headers)
  assert.equal(status, 200, text)
  const { body: page } = body.data as { readonly body: { readonly posts: readonly { readonly id: string }[] } }
  assert.deepEqual(
    page.posts.map(({ id }) => id),
    simulator.ids().slice(0, page.posts.length),
  )
  assert.ok(page.posts.length > 0)
  const lines = service.log.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  const named = lines.filter(({ msg }) => msg === 'A platform of your own is loaded')
  assert.deepEqual(
    named.map(({ platform, file }) => [platform, file]),
    [['acme', FROM_HERE]],
  )
  assert.ok(!service.log.join('').includes(KEYS[0]))
})

test('the log warns of a variable that is probably a misspelled setting, without its value', async (context) => {
  const { environment } = await startUpstream(context)
  const service = await startService(context, { environment: { ...environment, ACME_API_KEYZ: 'hidden-word' } })
  const lines = service.log.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  const warnings = lines.filter(({ level }) => level === 'warn')
  assert.deepEqual(
    warnings.map(({ variable, msg }) => [variable, msg]),
    [['ACME_API_KEYZ', 'ACME_API_KEYZ is not a setting. Did you mean ACME_API_KEYS?']],
  )
  assert.ok(!service.log.join('').includes('hidden-word'))
})

test('commands load it, too', async (context) => {
  const { environment } = await startUpstream(context)
  const cli = await createTestCliOnStore(context)
  Object.assign(cli.environment, environment)
  const listed = await cli.json<{ id: string; missing: string | null }[]>('platforms')
  assert.equal(listed.find(({ id }) => id === 'acme')?.missing, null)
  const { body } = await cli.json<{ body: { handle: string } }>('scan', 'acme', '@garden')
  assert.equal(body.handle, 'garden')
  const { out } = await cli.run('doctor')
  assert.ok(out.replaceAll(/\s+/g, ' ').includes(`acme: Acme (custom, from ${FROM_HERE}) is ready`), out)
})

test('a platform that uses `ask`, the former name of `send`, still works', async (context) => {
  const { simulator, environment } = await startUpstream(context)
  const [api] = acme.platform.sources
  assert.ok(api)
  const formerly = <R extends { readonly ask: Send }>(request: R): R => ({ ...request, send: request.ask })
  const source: Source<never> = {
    ...api,
    account: (request) => api.account(formerly(request)),
    posts: (request) => api.posts(formerly(request)),
  }
  const walker = createWalker({ ...acme.platform, sources: [source] }, environment, simulator)
  context.after(() => walker.close())
  assert.ok((await walker.page({})).posts.length > 0)
})

/** A complete platform in JavaScript with the given changes. */
const sourceOf = (changes: string, exported = 'platform'): string => `const own = {
  contract: 2, id: 'own', name: 'Own', handles: ['one'], variants: { posts: 'all' },
  settings: { type: 'object', properties: {} }, canonicalize: (input) => input,
  sources: [{ id: 'api', provenance: 'feed', account() {}, posts() {} }],
  ${changes}
}
export const ${exported} = ${exported === 'platforms' ? '[own, { ...own, id: "other" }]' : 'own'}
`

const write = async (context: TestContext, text: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-own-'))
  context.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'own.mjs')
  await writeFile(file, text)
  return file
}

/** The defect → the error about the file. */
const WRONG: readonly (readonly [text: string, said: string | RegExp])[] = [
  ['const x = {', /^cannot be loaded: /],
  ["import 'nowhere-to-be-found'", /^cannot be loaded: Cannot find package 'nowhere-to-be-found'/],
  ['export const other = 1', 'exports neither platform nor platforms'],
  ['export const platforms = []', 'exports neither platform nor platforms'],
  [sourceOf('contract: undefined'), 'declares no contract: this is Central API with contract: 2'],
  ['export const platform = null', 'declares no contract: this is Central API with contract: 2'],
  [sourceOf('contract: 3'), 'declares contract 3: this is Central API with contract: 2'],
  [sourceOf("contract: '2'"), 'declares contract 2: this is Central API with contract: 2'],
  [sourceOf("id: 'rss'"), 'exports a platform rss, an id that Central API itself has taken'],
  [sourceOf("id: 'linkedin'"), 'exports a platform linkedin, an id that Central API itself has taken'],
  [sourceOf("id: 'O w n'"), 'exports a platform without an id of lower-case letters and digits'],
  [sourceOf('name: undefined'), 'exports a platform without a name'],
  [sourceOf('handles: []'), 'exports a platform without handles, examples of every form'],
  [sourceOf('variants: {}'), 'exports a platform without variants with posts'],
  [sourceOf('settings: undefined'), 'exports a platform without settings, a Type.Object of strings'],
  [
    sourceOf("settings: { properties: { LICENSE_PEPPER: { type: 'string' } } }"),
    'exports a platform without settings that begin with its id',
  ],
  [sourceOf('canonicalize: 1'), 'exports a platform without a function canonicalize'],
  [sourceOf('sources: []'), 'exports a platform without sources, each with an id, account and posts'],
]

test('startup fails for an invalid platform and names the file', async (context) => {
  for (const [text, said] of WRONG) {
    const file = await write(context, text)
    await assert.rejects(loadPlatforms([file]), ({ message }: Error) => {
      const begin = `PLATFORMS names ${file}, which `
      assert.ok(message.startsWith(begin), message)
      const rest = message.slice(begin.length)
      if (typeof said === 'string') assert.equal(rest, said)
      else assert.match(rest, said)
      return true
    })
  }
  await assert.rejects(startService(context, { environment: { PLATFORMS: './none.js' } }), {
    message: /^PLATFORMS names \.\/none\.js, which cannot be loaded: /,
  })
})

test('a file can contain several platforms, and two files cannot contain the same one', async (context) => {
  const [both, again] = [await write(context, sourceOf('', 'platforms')), await write(context, sourceOf(''))]
  const { own } = await loadPlatforms([both])
  assert.deepEqual(
    own.map(({ platform }) => platform.id),
    ['own', 'other'],
  )
  await assert.rejects(loadPlatforms([both, again]), {
    message: `PLATFORMS names ${again}, which exports a platform own, an id that ${both} has taken`,
  })
})

test('doctor reports an invalid file as broken', async () => {
  const config = readConfig({ PLATFORMS: './none.js' })
  const findings = await checkPlatforms({ config, online: false, now: Date.now })
  assert.deepEqual(
    findings.map(({ about, state }) => [about, state]),
    [['platforms', 'broken']],
  )
  assert.match(findings[0]?.message ?? '', /^PLATFORMS names \.\/none\.js, which cannot be loaded/)
})
