// What is read through a connected account is shown to that connection alone, whatever is cached, in flight or
// remembered. isolation-faults.test.ts shows that this fails without the reach in any of the keys.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isApiError } from '@central-api/service/errors.ts'
import type { Page } from '@central-api/service/scanning/page.ts'
import { dataOf } from '@central-api/testing/scanning/fixture.ts'
import fc from 'fast-check'
import { HANDLE, idOf, type Mood, ownersIn, type Reader, SITE, startWorld } from './isolation-world.ts'

const COUNT = 5
/** More than the time in which a circuit counts failed calls. */
const STEP_MS = 11_000

const moods = fc.array(fc.constantFrom<Mood>('fine', 'fine', 'fine', 'absent', 'hidden', 'refused', 'limited'), {
  minLength: COUNT + 1,
  maxLength: COUNT + 1,
})
/** 0 is the public; the others are connections. */
const reader = fc.nat(COUNT)
const variant = fc.constantFrom('posts', 'media')
const request = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('scan' as const), reader, variant }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('post' as const), reader, id: fc.constantFrom('1', '2') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('more' as const), reader, from: reader }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('foreign' as const), reader: fc.integer({ min: 1, max: COUNT }) }),
  },
)
/** What a license reads that names no connection, and what happens to those that it has. */
const asker = { license: fc.nat(1), site: fc.constantFrom(undefined, SITE, 'other.example') }
const own = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('own' as const), ...asker, variant }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ownMore' as const), ...asker, from: reader }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      at: fc.nat(3),
      state: fc.constantFrom('connected' as const, 'ended' as const, 'removed' as const),
    }),
  },
)
/** Requests that arrive together. */
const batches = fc.array(
  fc.array(fc.oneof({ weight: 3, arbitrary: request }, { weight: 2, arbitrary: own }), { minLength: 1, maxLength: 4 }),
  { minLength: 1, maxLength: 12 },
)

type Request = typeof request | typeof own extends fc.Arbitrary<infer T> ? T : never
type Wish<Name extends Request['do']> = Extract<Request, { readonly do: Name }>

const CODES = {
  page: { absent: 'profile_not_found', hidden: 'profile_private' },
  post: { absent: 'post_not_found', hidden: 'profile_private' },
} as const

/** The error that a reader gets; undefined if it gets what it asked for. */
const codeFor = (kind: 'page' | 'post', mood: Mood, isPublic: boolean): string | undefined => {
  if (mood === 'fine') return undefined
  if (mood === 'limited') return 'platform_rate_limited'
  if (mood === 'refused') return isPublic ? 'platform_unauthorized' : 'connection_ended'
  return CODES[kind][mood]
}

const isSame =
  ({ connection }: Reader) =>
  (other: Reader): boolean =>
    connection?.id === other.connection?.id

const codeOf = (error: unknown): string => (isApiError(error) ? error.code : String(error))

const play = async (given: readonly Mood[], wishes: readonly (readonly Request[])[]) => {
  const world = startWorld(COUNT)
  const readers: readonly Reader[] = [
    { licenseId: 'lic_a', connection: undefined },
    ...world.connections.map((connection) => ({ licenseId: connection.licenseId, connection })),
  ]
  const readerAt = (n: number): Reader => readers[n] ?? assert.fail()
  for (const [at, each] of readers.entries()) world.moods.set(world.ownerFor(each), given[at] ?? 'fine')
  const cursors = new Map<Reader, string>()

  const shows = (who: Reader, text: string) => assert.deepEqual(ownersIn(text), [world.ownerFor(who)])
  const expected = (kind: 'page' | 'post', who: Reader) =>
    codeFor(kind, world.moods.get(world.ownerFor(who)) ?? 'fine', who.connection === undefined)

  const readPost = async (who: Reader, id: string) => {
    const got = await world.post(who, id)
    if (got?.ok) shows(who, got.content.bytes.toString())
    assert.equal(got?.ok ? undefined : got?.error.code, expected('post', who))
  }

  const readPage = async (who: Reader, wanted: string, cursor?: string) => {
    const { page } = await world.scan(who, wanted, cursor)
    const data = dataOf(page)
    shows(who, JSON.stringify(data))
    return data.nextCursor
  }

  const scan = async (who: Reader, wanted: string) => {
    try {
      const next = await readPage(who, wanted)
      assert.equal(undefined, expected('page', who))
      if (wanted === 'posts') cursors.set(who, next)
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      assert.equal(codeOf(error), expected('page', who))
    }
  }

  const more = async (who: Reader, owner: Reader) => {
    const cursor = cursors.get(owner)
    if (cursor === undefined) return
    if (owner === who) await readPage(who, 'posts', cursor)
    else {
      const code = await readPage(who, 'posts', cursor).then(() => 'a page', codeOf)
      assert.equal(code, code === expected('page', who) ? code : 'invalid_cursor')
    }
  }

  const askerOf = ({ license, site }: Wish<'own' | 'ownMore'>) => ({ licenseId: world.licenses[license] ?? '', site })

  /** What the page shows, and of whom it is; the code of its error. */
  const outcome = (got: Promise<{ readonly page: Page }>) =>
    got.then(
      ({ page }) => ({ data: dataOf(page), code: undefined }),
      (error) => ({ data: undefined, code: codeOf(error) }),
    )

  const scanOwn = async (wish: Wish<'own'>) => {
    const user = askerOf(wish)
    const who = world.readerFor(user)
    const { data, code } = await outcome(world.scanOwn(user, wish.variant))
    assert.equal(code, expected('page', who))
    if (data) shows(who, JSON.stringify(data))
    if (data && wish.variant === 'posts') cursors.set(readers.find(isSame(who)) ?? who, data.nextCursor)
  }

  /** Who began without a connection goes on without it; the cursor of another one opens nothing. */
  const ownMore = async (wish: Wish<'ownMore'>) => {
    const user = askerOf(wish)
    const [who, from] = [world.readerFor(user), readerAt(wish.from)]
    const cursor = cursors.get(from)
    if (cursor === undefined) return
    const { data, code } = await outcome(world.scanOwn(user, 'posts', cursor))
    const isOwn = isSame(who)(from)
    if (isOwn || from.connection === undefined) shows(from, JSON.stringify(data))
    else assert.equal(code, code === expected('page', who) ? code : 'invalid_cursor')
  }

  const act = async (wish: Request): Promise<void> => {
    if (wish.do === 'own') return scanOwn(wish)
    if (wish.do === 'ownMore') return ownMore(wish)
    if (wish.do === 'change') return
    const who = readerAt(wish.reader)
    if (wish.do === 'scan') return scan(who, wish.variant)
    if (wish.do === 'post') return readPost(who, wish.id)
    if (wish.do === 'more') return more(who, readerAt(wish.from))
    const licenseId = world.licenses.find((id) => id !== who.licenseId) ?? assert.fail()
    assert.throws(() => world.parse({ ...who, licenseId }, 'posts'), { code: 'connection_unknown' })
  }

  /** Past the first gate. Alone: who joins a call in flight shares its error. */
  const force = async (who: Reader) => {
    const licenseId = world.licenses.find((id) => id !== who.licenseId) ?? assert.fail()
    const code = await world.force(who, licenseId).then(() => 'a page', codeOf)
    assert.equal(code, code === expected('page', who) ? code : 'connection_unknown')
  }

  for (const batch of wishes) {
    for (const wish of batch) if (wish.do === 'change') world.change(wish.at, wish.state)
    await Promise.all(batch.map(act))
    for (const wish of batch) if (wish.do === 'foreign') await force(readerAt(wish.reader))
    await world.idle()
    for (const who of readers) {
      const known = world.identities.peek({ platform: 'marked', handle: HANDLE, reach: world.accessOf(who).reach })
      assert.ok(known === undefined || known === idOf(world.ownerFor(who)))
    }
    world.clock.advance(STEP_MS)
  }
}

const ALL_FINE: Mood[] = Array.from({ length: COUNT + 1 }, () => 'fine')
/** The public and two connections see one account: nothing but the reach tells their cursors apart. */
const OF_ONE_ACCOUNT: Request[][] = [
  [0, 1, 4].map((each) => ({ do: 'scan', reader: each, variant: 'posts' })),
  [0, 1, 4].flatMap((each) => [0, 1, 4].map((from) => ({ do: 'more' as const, reader: each, from }))),
]

/** A license reads without naming a connection, before and after one goes and comes. */
const OF_THE_LICENSE: Request[][] = (['connected', 'removed', 'connected', 'ended'] as const).flatMap(
  (state): Request[][] => [
    [0, 1, 2, 3].map((at) => ({ do: 'change', at, state })),
    [0, 1].flatMap((license) =>
      ([undefined, SITE, 'other.example'] as const).map(
        (site): Request => ({ do: 'own', license, site, variant: 'posts' }),
      ),
    ),
    [0, 1].flatMap((license) => [0, 1].map((from): Request => ({ do: 'ownMore', license, site: undefined, from }))),
  ],
)

test('no response ever contains what was read through another connection', async () => {
  await fc.assert(fc.asyncProperty(moods, batches, play), {
    numRuns: 100,
    examples: [
      [ALL_FINE, OF_ONE_ACCOUNT],
      [ALL_FINE, OF_THE_LICENSE],
    ],
  })
})
