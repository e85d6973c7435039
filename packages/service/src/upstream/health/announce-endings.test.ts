import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestStore } from '@central-api/testing/platforms/suite/test-store.ts'
import { START, startService } from '@central-api/testing/start-service.ts'
import { Type } from '../../parsing/type.ts'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { madeUp } from '../../platforms/sandbox/source.ts'
import type { CredentialRecord, EventRecord } from '../../storage/store.ts'
import { platform } from '../contract/platform.ts'
import type { Credential } from '../credentials/pool.ts'
import { announceEndings, type Ending } from './announce-endings.ts'

const DAY_MS = 86_400_000

const KEYED = platform({
  ...sandbox,
  id: 'keyed',
  settings: Type.Object({
    ...sandbox.settings.properties,
    KEYED_TOKEN: Type.String({ default: '', description: 'The token.' }),
  }),
  credentials: [
    {
      id: 'token',
      settings: ['KEYED_TOKEN'],
      read: ({ KEYED_TOKEN }) => [{ secrets: { token: KEYED_TOKEN } }],
      sign: () => ({}),
      steps: ['Ask for a token.'],
    },
  ],
  sources: [{ ...madeUp, credential: 'token' }],
})

const create = () => {
  const { pages: leases } = createTestStore()
  const kind = KEYED.credentials?.[0]
  assert.ok(kind)
  const record = (hint: string, days: number | null): CredentialRecord => ({
    ...{ id: hint, platform: 'keyed', kind: 'token', owner: null, hint, state: 'working', until: null, since: 0 },
    ...{ failures: 0, error: null, errorAt: null, sealedToken: null, renewedAt: null, version: 1 },
    expiresAt: days === null ? null : START + days * DAY_MS,
  })
  const records = [record('aaaa', 13), record('bbbb', 15), record('cccc', null)]
  const credentials = records.map(({ id, platform: of }) => ({ id, platform: of, kind, given: {} }) as Credential)
  const pool = {
    list: () => credentials,
    recordOf: ({ id }: Credential) => records.find((each) => each.id === id) ?? record(id, null),
  }
  const announced: Ending[] = []
  const failures: unknown[] = []
  const events: EventRecord[] = []
  const announce = (owner: string, at = START, claim = leases.claim) =>
    announceEndings({
      ...{ pool, leases: { claim }, owner, now: () => at, isSubscribed: () => true, randomBytes },
      events: {
        async publish(event) {
          events.push(event)
          return 1
        },
      },
      onEnding: (ending) => announced.push(ending),
      onStoreError: (error) => failures.push(error),
    })
  return { announce, announced, failures, events }
}

test('announces a credential that expires within 14 days, once among processes that check together, and again the next day', async () => {
  const { announce, announced } = create()
  await Promise.all(['one', 'two', 'three'].map((owner) => announce(owner)))
  assert.deepEqual(announced, [{ platform: 'keyed', hint: 'aaaa', endsAt: START + 13 * DAY_MS }])
  await Promise.all(['one', 'two', 'three'].map((owner) => announce(owner, START + 2 * DAY_MS)))
  assert.deepEqual(
    announced.slice(1).map(({ hint }) => hint),
    ['aaaa', 'bbbb'],
  )
})

test('webhooks receive every ending, with the same key for the same one', async () => {
  const { announce, events } = create()
  await Promise.all(['one', 'two'].map((owner) => announce(owner)))
  const endsAt = new Date(START + 13 * DAY_MS).toISOString()
  assert.deepEqual(
    events.map(({ type, data, onceKey }) => [type, JSON.parse(data), onceKey]),
    Array.from({ length: 2 }, () => [
      'credential.ending',
      { platform: 'keyed', kind: 'token', hint: 'aaaa', endsAt },
      `credential.ending aaaa ${START + 13 * DAY_MS}`,
    ]),
  )
})

test('announces also when the store does not respond', async () => {
  const { announce, announced, failures } = create()
  await announce('one', START, () => Promise.reject(new Error('The store is away')))
  assert.deepEqual([announced.length, failures.length], [1, 1])
})

test('logs a warning at start for a credential that expires soon, without the credential', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-ending-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const environment = { KEYED_TOKEN: 'secret-token-aaaa', DATABASE_URL: `sqlite:${join(folder, 'central.db')}` }
  const before = await startService({ after: () => {} }, { environment, platforms: [KEYED] })
  const { pool } = before.parts.upstreams
  const [credential] = pool.list()
  assert.ok(credential)
  await pool.keepToken(credential, { token: 'another-secret' }, (9 * DAY_MS) / 1_000)
  await before.stop()
  const { log } = await startService(context, { environment, platforms: [KEYED] })
  const lines = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('ends within 14 days'))
  assert.deepEqual(
    lines.map(({ level, platform: of, credential: hint, endsAt }) => [level, of, hint, endsAt]),
    [['warn', 'keyed', '…aaaa', new Date(START + 9 * DAY_MS).toISOString()]],
  )
  assert.doesNotMatch(log.join(''), /secret/)
})
