// Licenses that use the service as clients do, in any order: pages, further pages, selected and validated posts, lists, images,
// disconnections. No response shows a license what belongs to another one, and none shows anything of an account that was
// disconnected or taken back. isolation-faults.test.ts shows that this fails without any of the guards.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startService, type TestResponse } from '@central-api/testing/start-service.ts'
import { startStubNetwork } from '@central-api/testing/stub-network.ts'
import fc from 'fast-check'
import { HANDLE, marked, ownersIn } from './isolation-world.ts'

const LICENSES = 2
const CONNECTIONS = 2
const NOBODY = 'cn_nobody-has-this'
/** An image of four pixels, and what follows it names its owner. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000000200000002080600000', 'hex')

type Known = { readonly id: string; readonly owner: string; isGone: boolean }
type Client = {
  readonly headers: Readonly<Record<string, string>>
  readonly connections: readonly Known[]
}

const license = fc.nat(LICENSES - 1)
/** -1 names none; the last one is of no license. */
const named = fc.integer({ min: -1, max: LICENSES * CONNECTIONS })
const variant = fc.constantFrom('posts', 'media')
const at = fc.nat(LICENSES * CONNECTIONS - 1)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('scan' as const), license, named, variant }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('more' as const), license, named, from: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('posts' as const), license, named, id: fc.constantFrom('1', '2') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('validate' as const), license, id: fc.constantFrom('1', '2') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('list' as const), license }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('image' as const), from: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change' as const), license, named }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refuse' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 20) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const start = async (context: TestContext) => {
  const refused = new Set<string>()
  const network = await startStubNetwork({
    respond(request, response) {
      if (request.headers.host === 'img.marked.example') {
        const owner = ownersIn(request.url ?? '')[0]
        response.writeHead(200, { 'content-type': 'image/png' })
        return response.end(Buffer.concat([PNG, Buffer.from(`marker-${owner}`)]))
      }
      const owner = String(request.headers['x-token']).replace('token', 'account')
      const isRefused = refused.has(owner)
      const isFirst = !request.url?.includes('after=')
      response.writeHead(isRefused ? 403 : 200, { 'content-type': 'application/json' })
      // Whatever the platform says about an account belongs to it, errors too.
      const body = { id: `id-${owner}`, marker: `marker-${owner}`, ...(isFirst && { next: 'p2' }) }
      return response.end(JSON.stringify(isRefused ? { error: 'hidden', message: `marker-${owner}` } : body))
    },
  })
  context.after(() => network.close())
  const service = await startService(context, {
    platforms: [marked as never],
    environment: {
      ...{ MARKED_TOKEN: 'token-public', MARKED_BASE_URL: 'http://marked.example', MEDIA: 'proxy' },
      EGRESS_ALLOW: 'marked.example:80,img.marked.example:80',
    },
    network,
  })
  return { service, refused }
}

test('no client ever receives what belongs to the account of another license, or to one that is gone', async (context) => {
  const { service, refused } = await start(context)
  const { post, send, parts, clock } = service
  await service.setPlan({ name: 'plenty', scans: 1_000_000, validations: 1_000_000, burst: 1_000_000 })
  let runs = 0

  const newClient = async (name: string): Promise<Client> => {
    const { license: made, key } = await service.license({ plan: 'plenty' })
    const connections: Known[] = []
    for (let n = 0; n < CONNECTIONS; n += 1) {
      const owner = `account-${name}-${n}`
      const saved = await parts.connections.save(
        {
          ...{ licenseId: made.id, site: null, platform: 'marked', host: null, accountId: owner, handle: HANDLE },
          ...{ displayName: `marker-${owner}`, url: null, avatarUrl: null, label: null, appId: 'client' },
          ...{ grantId: null, scopes: [], missingScopes: [], include: [], expiresAt: null, refreshExpiresAt: null },
          ...{ subjectHash: null, connectedBySite: null, secrets: { token: owner.replace('account', 'token') } },
        },
        null,
      )
      assert.ok(saved !== 'limit')
      connections.push({ id: saved.id, owner, isGone: false })
    }
    return { headers: await service.authorize(key), connections }
  }

  const play = async (steps: readonly Step[]): Promise<void> => {
    runs += 1
    const clients = await Promise.all(Array.from({ length: LICENSES }, (_, n) => newClient(`${runs}x${n}`)))
    const all = clients.flatMap(({ connections }) => connections)
    const clientAt = (n: number) => clients[n] ?? assert.fail()
    const connectionAt = (n: number) => (n === all.length ? NOBODY : all[n]?.id)
    const [cursors, images]: [string[], { readonly path: string; readonly owner: string }[]] = [[], []]

    /** Nothing but the public's, and what the license has of its own. */
    const requireOwn = (client: Client | undefined, text: string): void => {
      const own = client?.connections.filter(({ isGone }) => !isGone).map(({ owner }) => owner) ?? []
      for (const owner of ownersIn(text)) assert.ok(['account-public', ...own].includes(owner), `${owner} in ${text}`)
    }

    const learn = (text: string): void => {
      const cursor = /"nextCursor":"(?<cursor>[^"]+)"/.exec(text)?.groups?.cursor
      if (cursor !== undefined) cursors.push(cursor)
      const [owner] = ownersIn(text)
      for (const [path] of text.matchAll(/\/media\/[\w-]+/g)) if (owner !== undefined) images.push({ path, owner })
    }

    /** Of its own connection, a license reads nothing but that account; of one of another license, nothing. */
    const judge = (client: Client, connection: string | undefined, { status, text, body }: TestResponse): void => {
      requireOwn(client, text)
      learn(text)
      if (connection === undefined) return
      const own = client.connections.find(({ id }) => id === connection)
      for (const owner of ownersIn(text)) assert.equal(owner, own?.owner)
      if (own && !own.isGone) return
      const codes = own === undefined ? ['connection_unknown'] : ['connection_unknown', 'connection_ended']
      assert.ok(status >= 400 && codes.includes(body.error?.code ?? ''), text)
    }

    const act = async (wish: Step): Promise<void> => {
      if (wish.do === 'wait') {
        clock.at += wish.minutes * 60_000
        return
      }
      if (wish.do === 'image') {
        const image = images[wish.from % (images.length || 1)]
        if (!image) return
        const response = await send({ method: 'GET', path: image.path })
        const known = all.find(({ owner }) => owner === image.owner)
        assert.deepEqual([response.status, ownersIn(response.text)], known?.isGone ? [410, []] : [200, [image.owner]])
        return
      }
      if (wish.do === 'end' || wish.do === 'refuse') {
        const known = all[wish.at] ?? assert.fail()
        if (wish.do === 'refuse') return void refused.add(known.owner)
        const found = await parts.store.connections.find(known.id)
        if (!found || known.isGone) return
        await parts.store.connections.put({ ...found, state: 'ended', reason: 'removed_by_owner' })
        await parts.catchUp()
        known.isGone = true
        return
      }
      const client = clientAt(wish.license)
      const ask = (path: string, body: object) => post(path, body, client.headers)
      if (wish.do === 'list') {
        requireListed(client, await ask('/connections', {}))
        requireListed(client, await ask('/account', {}))
        return
      }
      if (wish.do === 'validate') {
        const { text } = await ask('/validate-post', { url: `https://marked.example/p/${wish.id}` })
        for (const owner of ownersIn(text)) assert.equal(owner, 'account-public')
        return learn(text)
      }
      const connection = connectionAt(wish.named)
      if (wish.do === 'change') {
        if (connection === undefined) return
        const response = await ask('/connections', { id: connection, disconnect: true })
        const own = client.connections.find(({ id }) => id === connection)
        assert.equal(response.body.error?.code, own && response.status === 200 ? undefined : 'connection_unknown')
        if (own) own.isGone = true
        return requireListed(client, response)
      }
      const through = { platform: 'marked', ...(connection !== undefined && { connection }) }
      const profile = { ...through, handle: connection === undefined ? HANDLE : 'me' }
      if (wish.do === 'scan')
        return judge(client, connection, await ask('/scan-profile', { ...profile, variant: wish.variant }))
      if (wish.do === 'posts') return judge(client, connection, await ask('/posts', { ...through, posts: [wish.id] }))
      const cursor = cursors[wish.from % (cursors.length || 1)]
      if (cursor !== undefined) judge(client, connection, await ask('/load-more-posts', { ...profile, cursor }))
    }

    /** Lists name what ended, too: that is the license's own. */
    const requireListed = ({ connections }: Client, { text }: TestResponse): void => {
      for (const owner of ownersIn(text))
        assert.ok(
          connections.some((own) => own.owner === owner),
          text,
        )
    }

    for (const wish of steps) await act(wish)
    await parts.pages.idle()
    // Once more, for everything that is still kept somewhere.
    for (const { path, owner } of images) {
      const { text } = await send({ method: 'GET', path })
      const isGone = all.find((each) => each.owner === owner)?.isGone === true
      if (isGone) assert.deepEqual(ownersIn(text), [], path)
    }
  }

  const scans: readonly Step[] = [0, 1].flatMap((of) =>
    [-1, 0, 1, 2, 3, 4].map((each): Step => ({ do: 'scan', license: of, named: each, variant: 'posts' })),
  )
  const mores = [0, 1].flatMap((of) =>
    [-1, 0, 1, 2, 3].flatMap((each) =>
      [0, 1, 2, 3].map((from): Step => ({ do: 'more', license: of, named: each, from })),
    ),
  )
  const selected = [0, 1].flatMap((of) =>
    [-1, 0, 1, 2, 3].map((each): Step => ({ do: 'posts', license: of, named: each, id: '1' })),
  )
  const gone: readonly Step[] = [
    ...[0, 1, 2, 3].map((from): Step => ({ do: 'image', from })),
    { do: 'change', license: 0, named: 0 },
    { do: 'end', at: 2 },
    ...[0, 1, 2, 3].map((from): Step => ({ do: 'image', from })),
  ]
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), play), {
    numRuns: 40,
    examples: [[[...scans, ...mores, ...selected, ...gone, ...scans, ...selected]]],
  })
})
