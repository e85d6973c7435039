// The command line in separate processes, on the store of a running service.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createStore } from '@central-api/testing/cli/fixture.ts'
import { PEPPER, startService } from '@central-api/testing/start-service.ts'
import Sqlite from 'better-sqlite3'

const COMMAND = fileURLToPath(new URL('../bin/central-api.js', import.meta.url))

type Ended = { readonly status: number | null; readonly out: string; readonly err: string }

const run = (environment: Readonly<Record<string, string>>, ...words: string[]): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, [COMMAND, ...words], {
      env: { PATH, HOME, TZ: 'UTC', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, out, err }))
  })

/** The environment of a store in a temporary folder. */
const onStore = async (context: TestContext): Promise<{ readonly DATABASE_URL: string }> => {
  const environment = { DATABASE_URL: `sqlite:${await inFolder(context)}/central.db` }
  await createStore({ environment, clock: { at: Date.now() } })
  return environment
}

const inFolder = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-main-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('the exit status of a command', () => {
  test('is 1 under an older Node, and the error names the required version', async () => {
    const { engines } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
    const [, oldest] = /^>=(\d+)$/.exec(engines.node) ?? []
    const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'${Number(oldest) - 1}.9.0'}})`
    const { status, out, err } = await run({ NODE_OPTIONS: `--import "${older}"` }, '--version')
    assert.deepEqual([status, out], [1, ''])
    assert.match(
      err,
      new RegExp(
        `^central-api: This is Node .*, and Node ${oldest} or later is needed\\.\\n.*npx --no-install central-api`,
      ),
    )
  })

  test('is 0 with --json, and standard output contains only the document', async (context) => {
    const environment = { DATABASE_URL: `sqlite:${await inFolder(context)}/central.db` }
    assert.equal((await run(environment, 'license', 'create', '--plan', 'pro')).status, 0)
    const { status, out, err } = await run(environment, 'plan', 'list', '--json')
    assert.deepEqual([status, err], [0, ''])
    assert.deepEqual(
      (JSON.parse(out) as { name: string }[]).map(({ name }) => name),
      ['starter', 'pro', 'agency'],
    )
  })

  test('is 1 on failure, and standard error says why', async (context) => {
    const environment = { DATABASE_URL: `sqlite:${await inFolder(context)}/central.db` }
    assert.equal((await run(environment, 'license', 'create', '--plan', 'pro')).status, 0)
    const words = ['license', 'suspend', 'lic_nope', '--json']
    assert.deepEqual(await run(environment, ...words), {
      status: 1,
      out: '',
      err: 'central-api: There is no license "lic_nope"\n  Run npx --no-install central-api license list for the ids, or license list --search with a name, an email address or a site.\n',
    })
  })

  test('is 0 for any value of TZ, and the key is shown', async (context) => {
    const environment = await onStore(context)
    // An unset variable as Compose passes it, and an unknown time zone.
    for (const [TZ, isUtc] of [
      ['', true],
      [':', true],
      ['Factory', true],
      ['Foo/Bar', true],
      ['<+03>-3', true],
      ['Asia/Kolkata', false],
    ] as const) {
      const made = await run({ ...environment, TZ }, 'license', 'create', '--plan', 'pro')
      assert.deepEqual([made.status, made.err], [0, ''], TZ)
      assert.match(made.out, /^ +ck_live_\w{38}$/m)
      const [id = ''] = /lic_\w+/.exec(made.out) ?? []
      const rotated = await run({ ...environment, TZ }, 'license', 'rotate', id, '--overlap', '1')
      assert.deepEqual([rotated.status, rotated.err], [0, ''], TZ)
      assert.match(rotated.out, /^ +ck_live_\w{38}$/m)
      const { out } = await run({ ...environment, TZ }, 'license', 'show', id, '--json')
      const { createdAt } = JSON.parse(out) as { createdAt: string }
      if (isUtc) assert.ok(made.out.includes(createdAt.slice(0, 16).replace('T', ' ')), `${TZ}: ${made.out}`)
    }
  })

  test('is 1 for any command if the store is not writable', async (context) => {
    const environment = { DATABASE_URL: `sqlite:${await inFolder(context)}/central.db`, PORT: '0' }
    assert.equal((await run(environment, 'license', 'create', '--plan', 'pro')).status, 0)
    const db = new Sqlite(environment.DATABASE_URL.slice('sqlite:'.length))
    db.exec(`create trigger sealed before insert on plans begin select raise(abort, 'the disk is sealed'); end`)
    db.close()
    const commands = [
      ['serve'],
      ['license', 'list'],
      ['backup', join(await inFolder(context), 'backup.db')],
      ['keys', 'list'],
    ]
    for (const words of [...commands, ['doctor']]) {
      const { status, out, err } = await run(environment, ...words)
      assert.equal(status, 1, words.join(' '))
      assert.match(words[0] === 'doctor' ? out : err, /: the disk is sealed\n/)
    }
    const workers = await run({ ...environment, WORKERS: '2' }, 'serve')
    assert.deepEqual([workers.status, /: the disk is sealed\n/.test(workers.err)], [1, true])
  })

  test('is 1 if the service cannot listen at HOST, and the error names it', async () => {
    const environment = { DATABASE_URL: 'sqlite::memory:', PORT: '0', LOG_LEVEL: 'error' }
    for (const HOST of ['x86_64-conda-linux-gnu.invalid', '203.0.113.1', '2001:db8::1']) {
      const { status, out, err } = await run({ ...environment, HOST }, 'serve')
      assert.deepEqual([status, out], [1, ''])
      const says = 'this machine does not have this address. Set HOST to an address of this machine'
      assert.equal(err, `central-api: HOST=${HOST} PORT=0: ${says}\n`)
    }
  })

  test('is 1 for a password that is not percent-encoded, and the error shows no part of it', async () => {
    const urls = [
      '12/S3CRET',
      '12?S3CRET',
      '12#S3CRET',
      '50%S3CRET',
      'x/S3CRET',
      'S3CRET/x',
      'S3CRET?x=1',
      'a&S3CRET?b',
    ]
    for (const password of urls) {
      const environment = { DATABASE_URL: `postgres://central:${password}@db.invalid/central`, LICENSE_PEPPER: PEPPER }
      for (const words of [['plan', 'list'], ['doctor'], ['serve']]) {
        const { status, out, err } = await run(environment, ...words)
        assert.equal(status, 1)
        assert.match(out + err, /DATABASE_URL has a special character that is not percent-encoded/)
        assert.doesNotMatch(out + err, /S3CRET|db\.invalid/)
      }
    }
  })

  test('is 1 for invalid settings, and the error names all of them', async () => {
    const { status, out, err } = await run({ PORT: 'http', LOG_LEVEL: 'loud' }, 'license', 'list')
    assert.deepEqual([status, out], [1, ''])
    assert.match(err, /^central-api: Invalid settings:\n {2}PORT must be .*\n {2}LOG_LEVEL must be .*\n$/)
  })

  for (const words of [
    ['licence'],
    ['license', 'create'],
    ['scan', 'sandbox'],
    ['plan', 'set', 'pro', '--scans', 'x'],
    [],
  ]) {
    test(`is 2 for the incorrect call “${words.join(' ')}”`, async () => {
      const { status, out, err } = await run({}, ...words)
      assert.deepEqual([status, out], [2, ''])
      assert.notEqual(err, '')
    })
  }

  test('is 0 for help, which goes to standard output', async () => {
    const { status, out, err } = await run({}, '--help')
    assert.deepEqual([status, err], [0, ''])
    for (const command of [
      'serve',
      'license',
      'plan',
      'scan',
      'keys',
      'platforms',
      'backup',
      'restore',
      'import',
      'doctor',
    ]) {
      assert.match(out, new RegExp(`^ {2}${command}\\b`, 'm'))
    }
  })

  test('is 1 if the disk is full, and the error names the created license and its lost key', async (context) => {
    const environment = await onStore(context)
    const full = await open('/dev/full', 'w')
    context.after(() => full.close())
    const { PATH = '', HOME = '' } = process.env
    for (const words of [['--json'], []]) {
      const { status, stderr } = spawnSync(
        process.execPath,
        [COMMAND, 'license', 'create', '--plan', 'pro', ...words],
        {
          env: { PATH, HOME, ...environment },
          stdio: ['ignore', full.fd, 'pipe'],
          encoding: 'utf8',
        },
      )
      assert.equal(status, 1)
      assert.match(stderr, /^central-api: Cannot write the output: the disk is full \(ENOSPC\)\n/)
      assert.match(stderr, /License (lic_\w+) was created, but its key is lost\. .* license rotate \1\n$/)
    }
  })

  test('is 1 if the pipe is closed, and the error reports the lost key', async (context) => {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, [COMMAND, 'license', 'create', '--plan', 'pro', '--json'], {
      env: { PATH, HOME, DATABASE_URL: `sqlite:${await inFolder(context)}/central.db` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    let err = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    const status = await new Promise((resolve) => child.on('close', resolve))
    assert.equal(status, 1)
    assert.match(err, /License (lic_\w+) was created, but its key is lost\. .* license rotate \1\n$/)
  })

  test('is 0 if only standard error is not writable', async (context) => {
    const folder = await inFolder(context)
    const full = await open('/dev/full', 'w')
    context.after(() => full.close())
    const { PATH = '', HOME = '' } = process.env
    const { status, stdout } = spawnSync(process.execPath, [COMMAND, 'license', 'create', '--plan', 'pro', '--json'], {
      env: { PATH, HOME, DATABASE_URL: `sqlite:${folder}/central.db`, LOG_COMMANDS: 'stderr' },
      stdio: ['ignore', 'pipe', full.fd],
      encoding: 'utf8',
    })
    assert.equal(status, 0)
    assert.match((JSON.parse(stdout) as { key: string }).key, /^ck_live_/)
  })

  test('has no stack trace if the reader closes the pipe', async () => {
    const child = spawn(process.execPath, [COMMAND, 'platforms'], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    let err = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    const status = await new Promise((resolve) => child.on('close', resolve))
    assert.deepEqual([status, err], [1, ''])
  })
})

describe('on the store of a running service', () => {
  const storeIn = async (context: TestContext) => ({
    DATABASE_URL: `sqlite:${await inFolder(context)}/central.db`,
    LICENSE_PEPPER: PEPPER,
  })

  test('imported keys work immediately, and rotating one creates a key of ours', async (context) => {
    const environment = await storeIn(context)
    const service = await startService(context, { environment })
    service.clock.at = Date.now()
    const file = fileURLToPath(new URL('../../testing/src/importing/fixtures/keygen.jsonl', import.meta.url))
    const old = 'C1B6DE-39A6E3-DE1529-8559A0-4AF593-V3'
    const exchange = async (licenseKey: string) => {
      const { status, body } = await service.post('/auth/token', { licenseKey })
      return [status, body.error?.code ?? (body.data?.license as { id: string } | undefined)?.id]
    }
    assert.deepEqual(await exchange(old), [401, 'license_unknown'])
    const imported = await run(environment, 'import', file, '--from', 'keygen', '--plan', 'starter')
    assert.deepEqual([imported.status, imported.err], [0, ''])
    const found = await run(environment, 'license', 'list', '--search', 'garden@example.com', '--json')
    const [{ id }] = JSON.parse(found.out) as [{ id: string }]
    assert.deepEqual(await exchange(` ${old}\n`), [200, id])
    assert.deepEqual(await exchange(old.toLowerCase()), [401, 'license_unknown'])
    assert.deepEqual(await exchange('4F19AB-C02D7E-91B3F5-6A8D40-E72C1B-V3'), [403, 'license_expired'])

    const rotated = await run(environment, 'license', 'rotate', id, '--json')
    const { key } = JSON.parse(rotated.out) as { key: string }
    assert.match(key, /^ck_live_/)
    service.clock.at = Date.now()
    assert.deepEqual(await exchange(key), [200, id])
    assert.deepEqual(await exchange(old), [401, 'license_unknown'])
    for (const text of [imported.out, found.out, rotated.out, ...service.log]) assert.ok(!text.includes(old))
  })

  test('the service sees the change of a command', async (context) => {
    const environment = await storeIn(context)
    const service = await startService(context, { environment })
    const cli = async (...words: string[]) => {
      const { status, out, err } = await run(environment, ...words, '--json')
      assert.deepEqual([status, err], [0, ''])
      // Commands use the machine’s clock, so an expiry applies immediately.
      service.clock.at = Date.now()
      return JSON.parse(out) as Record<string, string>
    }
    const { id = '', key = '' } = await cli('license', 'create', '--plan', 'starter')
    const authorization = await service.authorize(key)
    const scan = async () => {
      const { status, body, headers } = await service.post(
        '/scan-profile',
        { platform: 'sandbox', handle: 'demo' },
        authorization,
      )
      return [status, body.error?.code ?? headers['x-quota-limit']]
    }
    const after = async (...words: string[]) => {
      await cli(...words)
      await service.parts.catchUp()
      return scan()
    }

    assert.deepEqual(await scan(), [200, '1000'])
    assert.deepEqual(await after('license', 'suspend', id), [403, 'license_suspended'])
    assert.deepEqual(await after('license', 'resume', id), [200, '1000'])
    assert.deepEqual(await after('plan', 'set', 'starter', '--scans', '77'), [200, '77'])
    assert.deepEqual(await after('license', 'change', id, '--plan', 'pro'), [200, '10000'])
    assert.deepEqual(await after('plan', 'set', 'pro', '--platforms', 'rss'), [200, '10000'])

    const { kid } = await cli('keys', 'rotate')
    await service.parts.catchUp()
    assert.equal(service.parts.signingKeys.current().kid, kid)
    assert.deepEqual(await scan(), [200, '10000'], 'a token of the key before stays good')

    const { key: next = '' } = await cli('license', 'rotate', id)
    const exchange = async (licenseKey: string) => (await service.post('/auth/token', { licenseKey })).body.error?.code
    assert.deepEqual([await exchange(key), await exchange(next)], ['license_unknown', undefined])
    assert.deepEqual(await after('license', 'revoke', id), [403, 'license_revoked'])
  })

  test('a command shows a site that the service admitted', async (context) => {
    const environment = await storeIn(context)
    const service = await startService(context, { environment })
    const { license, key } = await service.license()
    await service.authorize(key, 'https://www.blog.example')
    const { out } = await run(environment, 'license', 'sites', license.id, '--json')
    assert.deepEqual(JSON.parse(out), [{ site: 'blog.example', firstSeenAt: new Date(service.clock.at).toISOString() }])
  })
})
