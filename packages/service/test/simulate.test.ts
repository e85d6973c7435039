import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Choice, walkConsent } from '@central-api/testing/connect/consents/walk-consent.ts'
import { imageSize } from '../src/http/docs/images.ts'
import { ALL_PLATFORMS } from '../src/platforms/all.ts'
import type { Post, Profile } from '../src/post/post.ts'

type Body = { readonly profile: Profile; readonly posts: readonly Post[] }
type Answered = {
  readonly ok: boolean
  readonly data: {
    readonly token: string
    readonly url: string
    readonly ticket: {
      readonly state: string
      readonly connections: readonly string[]
      readonly leftOut: readonly string[]
      readonly error: string | null
    }
    readonly connectable: readonly { readonly platform: string }[]
    readonly body: Body
    readonly nextCursor: string | null
  }
  readonly error?: { readonly code: string }
}

/** Of platforms with many servers. */
const HOSTS: Readonly<Record<string, string>> = { mastodon: 'social.example', misskey: 'notes.example' }

/** A Page of the simulated Facebook. */
const PAGE = '1000000103'

const SCRIPT = fileURLToPath(new URL('../../../scripts/simulate.ts', import.meta.url))

/** Different URLs of images, videos and sounds of a page, images of a known size with their width divided by their height. */
const filesOf = ({ profile, posts }: Body) => {
  const avatars = [profile, ...posts.map(({ author }) => author)].map((each) => ({ url: each?.avatarUrl, size: 1 }))
  const media = posts.flatMap(({ media: all, html }) => [
    ...all.flatMap(({ type, url, previewUrl, width, height }) => {
      const size = width === null || height === null ? undefined : width / height
      return [
        { url, size: type === 'image' ? size : undefined },
        { url: previewUrl, size },
      ]
    }),
    ...[...(html ?? '').matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, url]) => ({ url, size: 4 / 3 })),
  ])
  const files = [...avatars, ...media].flatMap(({ url, size }) => (url ? [[url, { url, size }] as const] : []))
  return new Map(files).values()
}

/** Starts the script in a temporary folder, where it creates its store. */
const simulate = async (context: TestContext, ...command: readonly string[]) => simulateWith(context, {}, ...command)

const simulateWith = async (
  context: TestContext,
  settings: Readonly<Record<string, string>>,
  ...command: readonly string[]
) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-test-'))
  const child = spawn(process.execPath, [SCRIPT, ...command], {
    env: { PATH: process.env.PATH, PORT: '0', TMPDIR: folder, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  context.after(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  let output = ''
  const heard = (words: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        output += chunk
        if (words.test(output)) resolve()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      ended.then(() => reject(new Error(output)))
    })
  return { child, ended, heard, folder, output: () => output }
}

test('a simulation returns posts of every platform for its printed key, and deletes its files', async (context) => {
  const { child, ended, heard, folder, output } = await simulate(context)
  await heard(/^ {2}youtube .*$/m)
  const [, address = ''] = /listens at (http:\S+)\./.exec(output()) ?? []
  const [licenseKey = ''] = /ck_live_\w+/.exec(output()) ?? []
  const send = async (path: string, body: object, headers = {}) => {
    const response = await fetch(`${address}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return (await response.json()) as {
      ok: boolean
      data: { token: string; body: Body }
      error?: { code: string }
    }
  }
  const { token } = (await send('auth/token', { licenseKey })).data
  const listed = [...output().matchAll(/^ {2}(?<platform>[a-z]+) +(?<handle>\S+) {2,}posts/gm)].map(
    ({ groups }) => groups,
  )
  assert.deepEqual(
    listed.map((row) => row?.platform),
    ALL_PLATFORMS.map(({ id }) => id).filter((id) => id !== 'sandbox'),
  )
  let images = 0
  for (const row of listed) {
    const scanned = await send('scan-profile', { ...row }, { authorization: `Bearer ${token}` })
    assert.ok(scanned.ok, `${row?.platform}: ${JSON.stringify(scanned)}`)
    const { posts } = scanned.data.body
    assert.ok(posts.length > 0, String(row?.platform))
    assert.ok(posts.every(({ source }) => source.kind !== 'sandbox'))
    for (const { url, size } of filesOf(scanned.data.body)) {
      assert.ok(url.startsWith('http://127.0.0.1:'), `${row?.platform}: ${url}`)
      const response = await fetch(url)
      assert.equal(response.status, 200, url)
      assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin', url)
      if (size === undefined) continue
      const { width, height } = imageSize(Buffer.from(await response.arrayBuffer()))
      assert.ok(Math.abs(width / height / size - 1) < 0.01, `${url} has the proportions ${size}`)
      images += 1
    }
    // The same image for the same URL.
    if (row?.platform === 'instagram') assert.equal(posts[0]?.author?.avatarUrl, scanned.data.body.profile.avatarUrl)
    // A repository is also a profile.
    if (row?.platform === 'github') continue
    const validated = await send('validate-post', { url: posts[0]?.url }, { authorization: `Bearer ${token}` })
    assert.ok(validated.ok, `${row?.platform}: ${JSON.stringify(validated)}`)
  }
  assert.ok(images > 100)
  const outside = await send('validate-link', { url: 'https://www.example.com/' }, { authorization: `Bearer ${token}` })
  assert.deepEqual([outside.ok, outside.error?.code], [false, 'link_unresolvable'], 'nothing goes out')
  assert.equal((await fetch(`${address}/console/`)).status, 200)
  child.kill('SIGINT')
  assert.deepEqual(await ended, [0, null])
  assert.deepEqual(await readdir(folder), [])
})

test('a simulation passes images on if its environment says so', async (context) => {
  const { heard, output } = await simulateWith(context, { MEDIA: 'proxy', MEDIA_WIDTHS: '100' })
  await heard(/^ {2}youtube .*$/m)
  const [, address = ''] = /listens at (http:\S+)\./.exec(output()) ?? []
  const [licenseKey = ''] = /ck_live_\w+/.exec(output()) ?? []
  const send = async (path: string, body: object, headers = {}) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    const response = await fetch(`${address}/api/v1/${path}`, { ...init, body: JSON.stringify(body) })
    return (await response.json()) as Answered
  }
  const { token } = (await send('auth/token', { licenseKey })).data
  const scan = { platform: 'instagram', handle: 'acme.bakery' }
  const { posts } = (await send('scan-profile', scan, { authorization: `Bearer ${token}` })).data.body
  const { url, sizes } = posts.flatMap(({ media }) => media).find(({ type }) => type === 'image') ?? assert.fail()
  assert.ok(url?.startsWith(`${address}/media/`), String(url))
  assert.deepEqual(sizes, [100])
  for (const query of ['', '?w=100']) assert.equal((await fetch(`${url}${query}`)).status, 200, query)
})

test('every account that can be connected is connected over simulated pages, read, lost and connected again', async (context) => {
  const { heard, output } = await simulate(context)
  await heard(/^ {2}youtube .*$/m)
  const [, address = ''] = /listens at (http:\S+)\./.exec(output()) ?? []
  const [licenseKey = ''] = /ck_live_\w+/.exec(output()) ?? []
  const send = async (path: string, body: object, headers = {}) => {
    const response = await fetch(`${address}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Answered
  }
  const { data } = await send('auth/token', { licenseKey })
  const ask = (path: string, body: object) => send(path, body, { authorization: `Bearer ${data.token}` })
  /** What becomes of a consent. */
  const connect = async (platform: string, choice: Choice = {}, more: object = {}) => {
    const begun = await ask('connect', { platform, host: HOSTS[platform], ...more })
    assert.ok(begun.ok, `${platform}: ${JSON.stringify(begun.error)}`)
    const end = await walkConsent(begun.data.url, choice)
    const { ticket } = (await ask('connections', { ticket: begun.data.ticket })).data
    return { ...end, ticket }
  }
  const connectable = (await ask('connections', {}).then((listed) => listed.data.connectable)).map(
    ({ platform }) => platform,
  )
  const [, listed = ''] = /^This works for (.*)\. Add to mastodon/m.exec(output()) ?? []
  assert.deepEqual(
    connectable.filter((platform) => platform !== 'sandbox'),
    listed.split(', '),
  )

  for (const platform of listed.split(', ')) {
    const denied = await connect(platform, { way: 'deny' })
    assert.deepEqual(
      denied.ticket,
      { state: 'failed', connections: [], leftOut: [], error: 'connection_denied' },
      platform,
    )
    const { ticket, grants } = await connect(platform, { accounts: [PAGE] })
    const [connection = ''] = ticket.connections
    assert.equal(ticket.state, 'connected', platform)
    const scan = (variant?: string) => ask('scan-profile', { platform, handle: 'me', connection, variant })
    const more = (cursor: string | null) => ask('load-more-posts', { platform, handle: 'me', connection, cursor })
    const scanned = await scan()
    assert.ok(scanned.ok, `${platform}: ${JSON.stringify(scanned)}`)
    const { posts } = scanned.data.body
    assert.ok(posts.length > 10, platform)
    assert.ok(posts.every(({ source }) => source.kind === 'connected' && source.connection === connection))
    for (const { url } of filesOf(scanned.data.body)) assert.ok(url.startsWith('http://127.0.0.1:'), url)

    await fetch(grants, { method: 'POST' })
    // A page that was read is cached, so another one is needed.
    const [, variant] = Object.keys(ALL_PLATFORMS.find(({ id }) => id === platform)?.variants ?? {})
    const lost = variant === undefined ? await more(scanned.data.nextCursor) : await scan(variant)
    assert.deepEqual([platform, lost.error?.code], [platform, 'connection_ended'])
    const again = await connect(platform, { accounts: [PAGE] }, { reconnect: connection })
    assert.deepEqual(
      again.ticket,
      { state: 'connected', connections: [connection], leftOut: [], error: null },
      platform,
    )
  }
  // https://github.com/Automattic/jetpack/issues/42810: a person who ticked another account can tick the right one.
  const [page = ''] = (await connect('facebook', { accounts: [PAGE] })).ticket.connections
  const wrong = await connect('facebook', { accounts: ['1000000101'] }, { reconnect: page })
  assert.equal(wrong.ticket.error, 'connection_other_account')
  const right = await connect('facebook', { accounts: ['1000000101', PAGE] }, { reconnect: page })
  assert.deepEqual(right.ticket.connections, [page])
  const part = await connect('tiktok', { way: 'part' })
  assert.equal(part.ticket.error, 'connection_incomplete')
  const none = await connect('facebook')
  assert.equal(none.ticket.error, 'profile_unsupported')
})

test('a command runs in the same environment, and its exit status is passed on', async (context) => {
  const scan = await simulate(context, 'scan', 'instagram', 'acme.bakery', '--json')
  await scan.heard(/"nextCursor"/)
  assert.deepEqual(await scan.ended, [0, null])
  // Nothing but the document.
  assert.equal((JSON.parse(scan.output()) as { body: { platform: string } }).body.platform, 'instagram')
  assert.deepEqual(await readdir(scan.folder), [])
  const validate = await simulate(context, 'validate', 'https://social.example/@garden/100000000000000049', '--json')
  await validate.heard(/"platform": "mastodon"/)
  assert.deepEqual(await validate.ended, [0, null])
  const wrong = await simulate(context, 'scan', 'instagram', 'not a name')
  await wrong.heard(/handle/)
  assert.deepEqual(await wrong.ended, [1, null])
  assert.deepEqual(await readdir(wrong.folder), [])
})
