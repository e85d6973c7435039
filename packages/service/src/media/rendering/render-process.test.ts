import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  claimingPng,
  flatPng,
  gifOf,
  mutated,
  profileSegments,
  withSegments,
} from '@central-api/testing/media/hostile-images.ts'
import sharp from 'sharp'
import { imageTypeOf } from '../image-type.ts'
import { RENDER_LIMITS } from '../limits.ts'
import { createRenderProcess, type RenderProcess, type RenderProcessOptions } from './render-process.ts'
import type { RenderJob } from './rendering.ts'

const FIXTURES = new URL('../../../../testing/src/media/fixtures/', import.meta.url)
const [WIDTH, HEIGHT] = [640, 480]
/** Smooth, with a different color in each corner. */
const PIXELS = Buffer.from(
  Array.from({ length: WIDTH * HEIGHT }, (_, at) => [(at % WIDTH) % 256, Math.floor(at / WIDTH) % 256, 90]).flat(),
)
const photo = () => sharp(PIXELS, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
const JPEG = await photo().jpeg().toBuffer()
const PNG = await photo().png().toBuffer()
const WEBP = await photo().webp().toBuffer()
const AVIF = await photo().avif({ effort: 0 }).toBuffer()
const GIF = gifOf(12, { width: 64, height: 48 })
const ALL = { JPEG, PNG, WEBP, AVIF, GIF }

const open = (context: TestContext, options: RenderProcessOptions = {}): RenderProcess => {
  const process = createRenderProcess(options)
  context.after(() => process.close())
  return process
}

const jobOf = (original: Buffer, job: Partial<RenderJob> = {}): RenderJob => ({
  type: imageTypeOf(original)?.type ?? 'image/jpeg',
  ...{ width: 320, format: 'webp', frames: 'first' },
  ...job,
})

/** The fault, or what was rendered as another decoder of this process sees it. */
const outcome = async (process: RenderProcess, original: Buffer, job: Partial<RenderJob> = {}) => {
  const rendered = await process.run(jobOf(original, job), original)
  if ('fault' in rendered) return rendered.fault
  const { format, width, height, pages = 1, loop, exif, icc, orientation } = await sharp(rendered.bytes).metadata()
  const frames = { pages, ...(loop !== undefined && { loop }) }
  return { format, width, height, ...(pages > 1 && frames), ...(exif && { exif }), ...(icc && { icc }), orientation }
}

const webp = (width: number, height: number) => ({ format: 'webp', width, height, orientation: undefined })

test('a process says what it renders with, and renders every format that browsers show', async (context) => {
  const process = open(context)
  const started = await process.start()
  assert.match('versions' in started ? started.versions : '', /^sharp \d+\.\d+\.\d+, libvips \d/)
  for (const [name, original] of Object.entries(ALL))
    assert.deepEqual(await outcome(process, original, { width: 32 }), webp(32, 24), name)
})

test('an image is rendered in the format that was asked for, and PNG stands for JPEG where it is transparent', async (context) => {
  const process = open(context)
  const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  const types = async (original: Buffer) => {
    const extensions: (string | undefined)[] = []
    for (const format of ['avif', 'webp', 'jpeg'] as const) {
      const rendered = await process.run(jobOf(original, { format }), original)
      extensions.push('bytes' in rendered ? imageTypeOf(rendered.bytes)?.extension : rendered.fault)
    }
    return extensions
  }
  assert.deepEqual(await types(JPEG), ['avif', 'webp', 'jpg'])
  assert.deepEqual(await types(clear), ['avif', 'webp', 'png'])
})

test('no image becomes larger than it is, and each keeps its proportions', async (context) => {
  const process = open(context)
  assert.deepEqual(await outcome(process, JPEG, { width: 1_600 }), webp(WIDTH, HEIGHT))
  assert.deepEqual(await outcome(process, flatPng(8, 4_000), { width: 96 }), webp(8, 4_000))
})

test('the first frame of an animation is rendered, or all of them with their loops', async (context) => {
  const process = open(context)
  assert.deepEqual(await outcome(process, GIF), webp(64, 48))
  const all = await outcome(process, gifOf(12, { width: 64, height: 48, loops: 3 }), { frames: 'all', width: 32 })
  // A GIF says how often it is repeated, WebP how often it is played.
  assert.deepEqual(all, { ...webp(32, 24), pages: 12, loop: 4 })
  assert.equal(await outcome(process, gifOf(RENDER_LIMITS.frames + 1), { frames: 'all' }), 'too_large')
})

test('a process that dies fails its job alone, and the next job starts another', async (context) => {
  const lost: string[] = []
  const process = open(context, {
    file: new URL('dying-process.ts', FIXTURES),
    onLost: (reason) => lost.push(reason),
  })
  const run = (width: number) => process.run(jobOf(JPEG, { width }), JPEG)
  for (const width of [1, 2]) assert.deepEqual(await run(width), { fault: 'lost' })
  assert.deepEqual(await run(0), { bytes: Buffer.from('done'), frames: 1 })
  assert.deepEqual(lost, ['It ended with SIGSEGV', 'It ended with status 7'])
})

test('a process that hangs, takes too much, or says nonsense, is killed', async (context) => {
  const process = open(context, { file: new URL('dying-process.ts', FIXTURES), deadlineMs: 500 })
  const run = (width: number) => process.run(jobOf(JPEG, { width }), JPEG)
  assert.deepEqual(await run(3), { fault: 'late' })
  assert.deepEqual(await run(4), { fault: 'too_large' })
  assert.deepEqual(await run(5), { fault: 'lost' })
  assert.deepEqual(await run(0), { bytes: Buffer.from('done'), frames: 1 })
})

test('a process ends when it is idle, and knows no settings of the service', async (context) => {
  const process = open(context, { file: new URL('dying-process.ts', FIXTURES), idleMs: 10 })
  const pidAfter = async () => {
    const rendered = await process.run(jobOf(JPEG, { width: 6 }), JPEG)
    return JSON.parse('bytes' in rendered ? rendered.bytes.toString() : '') as { pid: number; names: string[] }
  }
  const { pid, names } = await pidAfter()
  const known = ['MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE', 'UV_THREADPOOL_SIZE']
  assert.deepEqual(
    names.filter((name) => !known.includes(name)),
    [],
  )
  const isRunning = () => {
    try {
      return globalThis.process.kill(pid, 0)
    } catch {
      return false
    }
  }
  while (isRunning()) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.notEqual((await pidAfter()).pid, pid)
})

test('a command that starts and closes a process ends by itself, after it', async () => {
  const program = fileURLToPath(new URL('start-and-close.ts', FIXTURES))
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program])
  assert.deepEqual([stdout, stderr], ['closed\n', ''])
})

test('without sharp, a process says so', async (context) => {
  const process = open(context, { nodeArgs: ['--import', fileURLToPath(new URL('without-sharp.ts', FIXTURES))] })
  const started = await process.start()
  assert.match('missing' in started ? started.missing : '', /sharp/)
  assert.deepEqual(await process.run(jobOf(JPEG), JPEG), { fault: 'lost' })
})

/** What public reports say that harmed other image proxies, and what formats allow.
 * sharp 150: a JPEG without an image ended the process. sharp 937: so did a profile of more than a megabyte.
 * sharp 1784, Next.js 18643: turned photos lay on their side. imgproxy 182, thumbor 927: CMYK became other colors, and
 * kept its profile. imgproxy 1233: 107,000 frames exceeded the height of an image. weserv 243: a truncated animation
 * showed wrong frames. weserv 56: a GIF that is called a JPEG. imgproxy 1549: an animation that plays once.
 * imgproxy 207: rare subsampling. sharp 2473: a process died of many images. */
const REPORTED: Readonly<Record<string, readonly [original: () => Promise<Buffer>, outcome: unknown]>> = {
  'a JPEG without an image': [async () => JPEG.subarray(0, 20), 'broken'],
  'a profile of 2 MB': [
    async () => withSegments(JPEG, 0xe2, profileSegments(Buffer.alloc(2_000_000, 1))),
    webp(320, 240),
  ],
  'a profile of 10 MB': [
    async () => withSegments(JPEG, 0xe2, profileSegments(Buffer.alloc(10_000_000, 1))),
    webp(320, 240),
  ],
  'a photo that lies on its side': [
    async () => photo().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    webp(320, 427),
  ],
  'a photo with the place where it was taken': [
    async () =>
      photo()
        .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
        .jpeg()
        .toBuffer(),
    webp(320, 240),
  ],
  'CMYK with a profile': [
    async () => photo().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
    webp(320, 240),
  ],
  'sixteen bits a channel': [async () => photo().toColourspace('rgb16').png().toBuffer(), webp(320, 240)],
  'rare subsampling': [async () => photo().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(), webp(320, 240)],
  '10,000 frames': [async () => gifOf(10_000), webp(8, 8)],
  '107,000 frames': [async () => gifOf(107_000, { width: 148, height: 148 }), webp(148, 148)],
  'half a JPEG': [async () => JPEG.subarray(0, JPEG.length / 2), 'broken'],
  'half a PNG': [async () => PNG.subarray(0, PNG.length / 2), 'broken'],
  'half a WebP': [async () => WEBP.subarray(0, WEBP.length / 2), 'broken'],
  'half an AVIF': [async () => AVIF.subarray(0, AVIF.length / 2), 'broken'],
  'an SVG that is called a PNG': [
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'broken',
  ],
  'a TIFF': [async () => photo().tiff().toBuffer(), 'broken'],
  'one row of 12,001 pixels': [async () => flatPng(12_001, 1), 'too_large'],
  'one column of 12,001 pixels': [async () => flatPng(1, 12_001), 'too_large'],
  'one column of 12,000 pixels': [async () => flatPng(1, 12_000), webp(1, 12_000)],
  '51 megapixels': [async () => flatPng(10_000, 5_100), 'too_large'],
  '50 megapixels': [async () => flatPng(10_000, 5_000), webp(320, 160)],
  'a bomb of 900 megapixels': [async () => flatPng(30_000, 30_000), 'too_large'],
  'a PNG that claims 2³¹ pixels': [async () => claimingPng(2 ** 31 - 1, 1), 'broken'],
  'a PNG that claims more than it has': [async () => claimingPng(4_000, 4_000), 'broken'],
  'a GIF that is also a script': [async () => Buffer.concat([GIF, Buffer.from('*/=1;alert(1)//')]), webp(64, 48)],
}

test('what harmed others is refused, or rendered without anything of its bytes', async (context) => {
  const process = open(context)
  for (const [name, [make, expected]] of Object.entries(REPORTED))
    assert.deepEqual(await outcome(process, await make()), expected, name)
})

test('a decoder that takes more memory than a process may have is stopped', async (context) => {
  const flat = await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#48f' } })
    .avif({ effort: 0 })
    .toBuffer()
  const process = open(context)
  assert.equal(await outcome(process, flat), 'too_large')
  assert.deepEqual(await outcome(process, JPEG), webp(320, 240))
})

test('a decoder that takes more processor time than a job may have is stopped, and another process is not late', async (context) => {
  // All rows of an interlaced image are decoded before the first one is known.
  const large = await sharp({ create: { width: 4_000, height: 4_000, channels: 4, background: '#48f' } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer()
  const { residentBytes } = RENDER_LIMITS
  const process = open(context, { limits: { cpuSeconds: 0.1, residentBytes: 2 * residentBytes } })
  assert.equal(await outcome(process, large), 'too_large')
  assert.deepEqual(await outcome(open(context), JPEG), webp(320, 240))
})

test('a thousand changed images are rendered or refused, and none harms the next', async (context) => {
  const lost: string[] = []
  const process = open(context, { onLost: (reason) => lost.push(reason) })
  const found = new Map<string, number>()
  for (const original of Object.values(ALL)) {
    const small = original === GIF ? original : await sharp(original).resize(48).toBuffer()
    for (let seed = 0; seed < 200; seed += 1) {
      const bytes = mutated(small, seed)
      const is = await outcome(process, bytes, { width: 32, type: imageTypeOf(small)?.type ?? 'image/jpeg' })
      const kind = typeof is === 'string' ? is : 'rendered'
      found.set(kind, (found.get(kind) ?? 0) + 1)
    }
  }
  assert.deepEqual(await outcome(process, JPEG), webp(320, 240))
  const { rendered = 0, broken = 0, too_large = 0, ...others } = Object.fromEntries(found)
  assert.deepEqual(others, {})
  assert.ok(rendered > 200 && broken > 200, JSON.stringify({ rendered, broken, too_large }))
  assert.deepEqual(lost, [])
})
