// The errors for refused later pages. The first page was not refused, so the list says nothing about the profile; the
// account does.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, jsonResponse, rejectsWith, startEngine, stub } from '@central-api/testing/scanning/fixture.ts'
import { type ErrorCode, isApiError } from '../errors.ts'
import { buildProfile } from '../post/build-post.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { type Meaning, Refused } from '../upstream/contract/refusal.ts'

const [api] = stub.sources
assert.ok(api)

/** The stub with an endpoint for its account, and a list that `refuse` may refuse. */
const listing = (refuse: (after: string | undefined) => void, refuseAccount = () => {}): Platform => ({
  ...stub,
  sources: [
    {
      ...api,
      async account({ send, handle }) {
        await send({ url: `https://api.stub.example/accounts/${handle}` })
        refuseAccount()
        return { id: handle, profile: buildProfile({ handle }), keep: undefined }
      },
      async posts({ after }) {
        refuse(after)
        return { posts: [], next: undefined }
      },
    },
  ],
})

const throwing = (means: Meaning) => () => {
  throw new Refused(means)
}

const OF_LISTS: readonly (readonly [means: Meaning, first: ErrorCode, later: ErrorCode])[] = [
  ['absent', 'platform_error', 'platform_error'],
  ['hidden', 'profile_private', 'platform_error'],
  ['closed', 'profile_private', 'invalid_cursor'],
]

for (const [means, first, later] of OF_LISTS)
  test(`a list that is ${means} is ${first} on a first page, and ${later} on a later one`, async () => {
    const { pages, scanOf, egress } = startEngine({ platform: listing(throwing(means)) })
    egress.response = () => jsonResponse({})
    await rejectsWith(pages.get(scanOf()), first)
    await rejectsWith(pages.get(scanOf('other', 'api p')), later)
  })

for (const means of ['absent', 'hidden'] as const)
  test(`a cached later page is still served when its list is ${means}`, async () => {
    let isWell = true
    const refuse = throwing(means)
    const { clock, pages, scanOf, egress } = startEngine({
      platform: listing((after) => {
        if (after !== undefined && !isWell) refuse()
      }),
    })
    egress.response = () => jsonResponse({})
    const later = scanOf('name', 'api p')
    await pages.get(later)
    isWell = false
    for (let day = 0; day < 3; day += 1) {
      clock.advance(DAY_MS)
      assert.equal((await pages.get(later)).cache, 'stale')
    }
    assert.equal((await pages.get(scanOf())).cache, 'miss')
  })

for (const [means, code] of [
  ['absent', 'profile_not_found'],
  ['hidden', 'profile_private'],
] as const)
  test(`a later page with an account that is ${means} by now is ${code}`, async () => {
    let isThere = true
    const { pages, scanOf, egress } = startEngine({
      platform: listing(
        (after) => {
          if (after !== undefined) throwing('hidden')()
        },
        () => {
          if (!isThere) throwing(means)()
        },
      ),
    })
    egress.response = () => jsonResponse({})
    await pages.get(scanOf())
    isThere = false
    await rejectsWith(pages.get(scanOf('name', 'api p')), code)
  })

test('a later page without its credential is platform_not_configured, not invalid_cursor', async () => {
  const platform = listing((after) => {
    if (after !== undefined) throw new Refused('closed', { as: 'platform_not_configured' })
  })
  const { pages, scanOf, egress } = startEngine({ platform })
  egress.response = () => jsonResponse({})
  await assert.rejects(pages.get(scanOf('name', 'api p')), (error) => isApiError(error, 'platform_not_configured'))
})

for (const as of ['profile_not_found', 'profile_private'] as const)
  test(`a cached later page is still served when a source is closed with weak evidence, as ${as}`, async () => {
    let isWell = true
    const platform = listing((after) => {
      if (after !== undefined && !isWell) throw new Refused('closed', { as, evidence: 'none' })
    })
    const { clock, pages, scanOf, egress } = startEngine({ platform })
    egress.response = () => jsonResponse({})
    const later = scanOf('name', 'api p')
    await pages.get(later)
    isWell = false
    clock.advance(DAY_MS)
    assert.equal((await pages.get(later)).cache, 'stale')
  })
