// The files of the sandbox, by name: their type and their size.

import { drawImage, type Size } from './draw-image.ts'
import type { SandboxRequest, SandboxResponse } from './exchange.ts'
import { makeSound } from './make-sound.ts'
import { VIDEO } from './video.ts'

const PNG = 'image/png'
const SOUND = makeSound()

const SIZES: readonly (readonly [name: RegExp, size: (part: number) => Size])[] = [
  [/^avatar\.png$/, () => ({ width: 400, height: 400 })],
  [/^banner\.png$/, () => ({ width: 1500, height: 500 })],
  [/^(?:\d{1,10}-)?card\.png$/, () => ({ width: 1200, height: 630 })],
  [/^(?:\d{1,10}-)?film\.png$/, () => ({ width: 1920, height: 1080 })],
  [/^\d{1,10}-(?<part>\d)\.png$/, (part) => ({ width: 1600, height: [900, 1600, 2000][part % 3] ?? 900 })],
  [/^\d{1,10}-(?<part>\d)-small\.png$/, (part) => ({ width: 320, height: [180, 320, 400][part % 3] ?? 180 })],
]
const VIDEOS = /^\d{1,10}-(?:film|loop)\.mp4$/
const SOUNDS = /^\d{1,10}-song\.wav$/

const PLAIN: Size = { width: 800, height: 600 }
const ENDS = /^until\/(?<seconds>\d{10})\.png$/
const GUARDED = 'guarded.png'

const file = (type: string, body: Buffer, headers: SandboxResponse['headers'] = {}): SandboxResponse => ({
  status: 200,
  // Any site may embed them, unless a file says otherwise.
  headers: {
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=300',
    ...headers,
    'content-type': type,
  },
  body,
})

const refuse = (status: number): SandboxResponse => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from('No\n'),
})

/** Whether a page of another site embeds the file. A request without `Sec-Fetch-Site` and `Referer` passes, as on platforms. */
const isCrossSite = ({ headers, host }: SandboxRequest): boolean => {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  const referer = headers.referer === undefined ? null : URL.parse(headers.referer)
  return referer !== null && referer.host !== host
}

const seedOf = (name: string): number => [...name].reduce((sum, character) => sum + character.charCodeAt(0), 0)

/** undefined when there is no such file. */
export const serveMedia = (name: string, request: SandboxRequest): SandboxResponse | undefined => {
  if (VIDEOS.test(name)) return file('video/mp4', VIDEO)
  if (SOUNDS.test(name)) return file('audio/wav', SOUND)
  const ends = ENDS.exec(name)?.groups?.seconds
  if (ends !== undefined) {
    const left = Number(ends) - Math.floor(request.now / 1000)
    return left > 0 ? file(PNG, drawImage(seedOf(name), PLAIN), { 'cache-control': `max-age=${left}` }) : refuse(403)
  }
  if (name === GUARDED) {
    if (isCrossSite(request)) return refuse(403)
    return file(PNG, drawImage(seedOf(name), PLAIN), { 'cross-origin-resource-policy': 'same-origin' })
  }
  for (const [pattern, size] of SIZES) {
    const found = pattern.exec(name)
    if (found) return file(PNG, drawImage(seedOf(name), size(Number(found.groups?.part ?? 0))))
  }
  return undefined
}
