import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { makeAlone } from '@central-api/testing/media/doubles.ts'
import { ApiError } from '../errors.ts'
import type { Copies, Copy, Size } from './copies.ts'
import { createImageFailures } from './image-failures.ts'
import { MEDIA_LIMITS, RENDER_LIMITS } from './limits.ts'
import { type MediaKey, NO_SUBJECT, subjectOf } from './media-key.ts'
import { imageOf, isRefusal, type Refusal } from './media-result.ts'
import { createRenderer, type Renderer } from './rendering/renderer.ts'
import type { Rendered, RenderJob } from './rendering/rendering.ts'
import { createSizedImages, type Original } from './sized-images.ts'

const ALL = ['avif', 'webp', 'jpeg'] as const
const MODERN = 'image/avif,image/webp,*/*'
const START = 1_000

/** First bytes of each format, and what tells renderings apart. */
const BYTES = {
  avif: (width: number) => Buffer.from(`\0\0\0 ftypavif ${width}`),
  webp: (width: number) => Buffer.from(`RIFF....WEBPVP8 ${width} which is longer`),
  jpeg: (width: number) => Buffer.from(`\xff\xd8\xff ${width}`, 'latin1'),
  moving: (width: number) => Buffer.from(`RIFF....WEBPVP8X ${width} moving`),
}
const JPEG = Buffer.concat([BYTES.jpeg(0), Buffer.alloc(1_000)])

const IMAGE = {
  name: 'public https://cdn.example/1.jpg',
  key: {
    ...{ reach: 'public', platform: 'rss', post: NO_SUBJECT, account: NO_SUBJECT },
    url: 'https://cdn.example/1.jpg',
  } satisfies MediaKey,
}

type Setup = {
  readonly frames?: number
  readonly original?: () => Refusal | undefined
  readonly render?: (job: RenderJob, signal: AbortSignal) => Rendered | Promise<Rendered> | undefined
  readonly keeps?: boolean
}

/** A renderer that writes down its jobs. */
const start = ({ frames = 1, original = () => undefined, render = () => undefined, keeps = true }: Setup = {}) => {
  const jobs: string[] = []
  /** Names of copies that were looked for. */
  const found: string[] = []
  const state = { fetches: 0, elapsed: 0, idle: Promise.resolve() }
  const kept = new Map<string, Copy>()
  const nameOf = ({ width, format }: Size) => `${width} ${format}`
  if (keeps) kept.set('original', { bytes: JPEG, storedAt: START })
  const renderer: Pick<Renderer, 'render' | 'idle'> = {
    async render(job, { read, signal }) {
      jobs.push(`${job.width} ${job.format} ${job.frames}`)
      await read()
      const rendered = await render(job, signal)
      if (rendered) return rendered
      const kind = job.frames === 'all' ? 'moving' : job.format
      return { bytes: BYTES[kind](job.width), frames }
    },
    idle: () => state.idle,
  }
  const copies: Pick<Copies, 'find' | 'keepRendering' | 'mayKeep'> = {
    async find(_, size) {
      found.push(size ? nameOf(size) : 'original')
      return kept.get(size ? nameOf(size) : 'original')
    },
    keepRendering: async (_, size, rendering) => void kept.set(nameOf(size), rendering),
    mayKeep: () => keeps,
  }
  const whole: Original = { ...(imageOf(JPEG) ?? assert.fail()), storedAt: keeps ? START : undefined }
  const sized = createSizedImages({
    ...{ copies, renderer, once: makeAlone, formats: ALL, failures: createImageFailures(() => state.elapsed) },
    elapsed: () => state.elapsed,
    async original() {
      state.fetches += 1
      return original() ?? whole
    },
  })
  /** The extension, or the refusal. */
  const get = async (width: number, accept: string | undefined = MODERN, signal?: AbortSignal) => {
    const result = await sized.get(IMAGE, { width, accept }, signal)
    return isRefusal(result) ? result : result.extension
  }
  const settled = async () => {
    for (let times = 0; times < 20; times += 1) await setImmediate()
  }
  return { sized, get, jobs, found, kept, state, settled }
}

test('somebody who waits gets WebP, or JPEG; AVIF is made behind, when the image is asked for again', async () => {
  const { get, jobs, settled } = start()
  assert.equal(await get(320), 'webp')
  await settled()
  assert.deepEqual(jobs, ['320 webp first'])
  assert.equal(await get(320, 'image/webp'), 'webp')
  assert.equal(await get(320, '*/*'), 'jpg')
  await settled()
  assert.deepEqual(jobs, ['320 webp first', '320 jpeg first'])
  assert.equal(await get(320), 'webp')
  await settled()
  assert.equal(await get(320), 'avif')
  assert.equal(await get(320, 'image/webp'), 'webp')
  assert.deepEqual(jobs, ['320 webp first', '320 jpeg first', '320 avif first'])
})

test('a small image is read once a minute, and a large one each time', async () => {
  for (const [bytes, reads] of [
    [MEDIA_LIMITS.recentBytes, [1, 1, 2]],
    [MEDIA_LIMITS.recentBytes + 1, [1, 2, 3]],
  ] as const) {
    const { get, kept, state, found } = start()
    kept.set('320 webp', { bytes: Buffer.concat([BYTES.webp(320)], bytes), storedAt: START })
    const counts: number[] = []
    for (const elapsed of [0, MEDIA_LIMITS.recentMs - 1, MEDIA_LIMITS.recentMs]) {
      state.elapsed = elapsed
      assert.equal(await get(320, 'image/webp'), 'webp')
      counts.push(found.filter((name) => name === '320 webp').length)
    }
    assert.deepEqual(counts, reads)
  }
})

test('an AVIF that is larger than the WebP is not kept, and is not made twice', async () => {
  const large = { bytes: Buffer.concat([BYTES.avif(320), Buffer.alloc(100)]), frames: 1 }
  const { get, jobs, settled } = start({ render: ({ format }) => (format === 'avif' ? large : undefined) })
  for (let times = 0; times < 4; times += 1) {
    assert.equal(await get(320), 'webp')
    await settled()
  }
  assert.deepEqual(jobs, ['320 webp first', '320 avif first'])
})

test('an animation is a still first, and moves later if it is short and narrow', async () => {
  const twice = async (frames: number, width: number) => {
    const { get, jobs, kept, settled } = start({ frames })
    for (let times = 0; times < 3; times += 1) {
      assert.equal(await get(width), 'webp')
      await settled()
    }
    return { jobs: jobs.slice(2), moves: kept.get(`${width} webp`)?.bytes.includes('moving') }
  }
  const { frames, animatedWidth } = RENDER_LIMITS
  assert.deepEqual(await twice(frames, animatedWidth), { jobs: [`${animatedWidth} webp all`], moves: true })
  assert.deepEqual(await twice(frames + 1, animatedWidth), { jobs: [], moves: false })
  assert.deepEqual(await twice(frames, animatedWidth + 1), { jobs: [], moves: false })
})

test('what nobody waits for starts only when nobody waits for anything', async () => {
  const { get, jobs, state, settled } = start()
  const { promise, resolve } = Promise.withResolvers<void>()
  state.idle = promise
  await get(320)
  await get(320)
  await settled()
  assert.equal(jobs.length, 1)
  resolve()
  await settled()
  assert.deepEqual(jobs, ['320 webp first', '320 avif first'])
})

test('a thousand callers cause one fetch and one rendering for each width and format', async () => {
  const { get, jobs, state } = start()
  const all = Array.from({ length: 1_000 }, (_, n) => get(n % 2 === 0 ? 320 : 640, n % 4 < 2 ? MODERN : 'image/webp'))
  assert.deepEqual(new Set(await Promise.all(all)), new Set(['webp']))
  assert.deepEqual(jobs, ['320 webp first', '640 webp first'])
  assert.equal(state.fetches, 2)
})

test('a rendering is kept as long as its original, and without a copy of that it is not kept', async () => {
  const first = start()
  await first.get(320)
  assert.equal(first.kept.get('320 webp')?.storedAt, START)
  const second = start({ keeps: false })
  for (let times = 0; times < 3; times += 1) await second.get(320)
  await second.settled()
  assert.deepEqual(second.jobs, ['320 webp first', '320 webp first', '320 webp first'])
  assert.equal(second.kept.size, 0)
})

test('an original that cannot be fetched is refused as it is, and one that cannot be rendered says why', async () => {
  const { get: getMissing, jobs } = start({ original: () => ({ status: 410 }) })
  assert.deepEqual(await getMissing(320), { status: 410 })
  assert.deepEqual(jobs, [])
  const cases = [
    ['broken', { status: 415 }],
    ['too_large', { status: 415 }],
    ['late', { status: 503, retryAfterSeconds: 60 }],
    ['lost', { status: 503, retryAfterSeconds: 60 }],
  ] as const
  for (const [fault, refusal] of cases) {
    const { get, state, ...parts } = start({ render: () => ({ fault }) })
    assert.deepEqual(await get(320), refusal, fault)
    // In no other width either, until a minute has passed.
    assert.deepEqual(await get(640), refusal, fault)
    assert.equal(parts.jobs.length, 1)
    state.elapsed = 60_000
    await get(640)
    assert.equal(parts.jobs.length, 2)
  }
})

test('bytes that are not what was asked for are not passed on', async () => {
  for (const bytes of [Buffer.from('<svg onload="alert(1)"/>'), BYTES.jpeg(320), Buffer.alloc(0)]) {
    const { get, kept } = start({ render: () => ({ bytes, frames: 1 }) })
    assert.deepEqual(await get(320), { status: 503, retryAfterSeconds: 60 })
    assert.deepEqual([...kept.keys()], ['original'])
  }
})

test('a full queue, and a copy that was deleted meanwhile, are to come again', async () => {
  const busy = { status: 503, retryAfterSeconds: MEDIA_LIMITS.retryAfterSeconds }
  const full = start({
    render() {
      throw new ApiError('unavailable')
    },
  })
  assert.deepEqual(await full.get(320), busy)
  const deleted = start()
  deleted.kept.clear()
  assert.deepEqual(await deleted.get(320), busy)
})

test('originals without a copy wait in a bounded amount of memory', async () => {
  const opened = Promise.withResolvers<void>()
  const bytes = Buffer.alloc(RENDER_LIMITS.waitingBytes / 4)
  const sized = createSizedImages({
    ...{ once: makeAlone, formats: ALL, failures: createImageFailures(() => 0), elapsed: () => 0 },
    original: async () => ({ ...(imageOf(JPEG) ?? assert.fail()), bytes, storedAt: undefined }),
    renderer: {
      async render() {
        await opened.promise
        return { bytes: BYTES.webp(1), frames: 1 }
      },
      idle: async () => {},
    },
  })
  const get = async (name: string, account: string) => {
    const key = { ...IMAGE.key, account: subjectOf(`https://example.com/${account}`) }
    const result = await sized.get({ name, key }, { width: 320, accept: MODERN })
    return isRefusal(result) ? result.status : 200
  }
  const all = ['ana', 'ana', 'ana', 'ben', 'ben', 'eva'].map((account, at) => get(String(at), account))
  await setImmediate()
  opened.resolve()
  // Half of it for one account, and nothing for the last one.
  assert.deepEqual(await Promise.all(all), [200, 200, 503, 200, 200, 503])
  assert.equal(await get('6', 'eva'), 200)
})

/** As a process that is busy until the signal aborts. */
const untilAborted = (signal: AbortSignal): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason))
  return promise
}

test('a size that nobody could wait for is not tried again at once, and later each time; other sizes are', async () => {
  const { get, jobs, state, settled } = start({
    render: ({ width }, signal) => (width === 320 ? untilAborted(signal) : undefined),
  })
  const give = async (reason: unknown) => {
    const controller = new AbortController()
    const given = get(320, 'image/webp', controller.signal)
    await settled()
    controller.abort(reason)
    await assert.rejects(given)
    await settled()
  }
  await give(new Error('The client hung up'))
  await give(new ApiError('unavailable'))
  assert.equal(jobs.length, 2)
  assert.deepEqual(await get(320, 'image/webp'), { status: 503, retryAfterSeconds: 2 })
  assert.equal(await get(640, 'image/webp'), 'webp')
  state.elapsed += RENDER_LIMITS.busyMs
  await give(new ApiError('unavailable'))
  assert.deepEqual(await get(320, 'image/webp'), { status: 503, retryAfterSeconds: 4 })
  assert.equal(jobs.length, 4)
})

test('the renderer refuses what exceeds its queue, and everything once it is closed', async (context) => {
  const file = new URL('../../../testing/src/media/fixtures/dying-process.ts', import.meta.url)
  const renderer = createRenderer({ processes: 1, file })
  context.after(() => renderer.close())
  assert.equal(renderer.isAvailable, false)
  assert.equal(await renderer.start(), undefined)
  assert.equal(renderer.isAvailable, true)
  const job: RenderJob = { type: 'image/jpeg', width: 0, format: 'webp', frames: 'first' }
  const { signal } = new AbortController()
  let reads = 0
  const read = () => {
    reads += 1
    return JPEG
  }
  const render = (_: unknown, at: number) => renderer.render(job, { account: String(at % 10), read, signal })
  const results = await Promise.allSettled(Array.from({ length: RENDER_LIMITS.queue + 3 }, render))
  assert.deepEqual([results.filter(({ status }) => status === 'rejected').length, reads], [2, RENDER_LIMITS.queue + 1])
  await renderer.idle()
  await renderer.close()
  await assert.rejects(render(undefined, 0), { code: 'unavailable' })
})
