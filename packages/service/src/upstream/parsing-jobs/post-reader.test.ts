import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUBLIC } from '../contract/reach.ts'
import { isRefused, Refused } from '../contract/refusal.ts'
import { createPostReader, type PostReaderOptions } from './post-reader.ts'

const SOURCE = { id: 'api', post: () => {}, ownerOfPost: () => undefined }
const PLATFORM = { id: 'mine', name: 'Mine', sources: [SOURCE] }
const PLACE = { url: new URL('https://mine.example/1'), match: {}, isAnyHost: false }

/** What each connected account says about the post. */
const readWith = async (...said: readonly Refused[]): Promise<Refused> => {
  let asked = 0
  const reader = createPostReader({
    registry: {
      isUsable: () => true,
      givenTo: () => said.map((_, n) => ({ account: `account-${n}`, secrets: { token: `${n}` } })),
      settingsOf: () => ({}),
    },
    parsingJobs: () => ({
      async post() {
        asked += 1
        throw said[asked - 1] ?? assert.fail()
      },
    }),
    elapsed: () => 0,
  } as unknown as PostReaderOptions)
  const options = { signal: new AbortController().signal, deadline: 1, licenseId: undefined, access: PUBLIC }
  const error = await reader.read(PLATFORM as never, PLACE, options as never).catch((reason: unknown) => reason)
  assert.ok(isRefused(error))
  return error
}

const absent = (evidence: Refused['evidence']) => new Refused('absent', { about: 'post', evidence })

test('that no account has a post is as sure as the least sure of them', async () => {
  for (const [said, evidence] of [
    [[absent('own'), absent('own')], 'own'],
    [[absent('own'), absent('status')], 'status'],
    [[absent('none'), absent('status')], 'none'],
  ] as const) {
    const error = await readWith(...said)
    assert.deepEqual([error.code, error.meaning, error.evidence], ['post_not_found', 'closed', evidence])
  }
})

test('an account that does not serve the post says nothing about it', async () => {
  const error = await readWith(absent('own'), new Refused('closed', { about: 'post' }))
  assert.equal(error.code, 'platform_not_configured')
})
