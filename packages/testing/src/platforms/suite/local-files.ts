// The images, videos and sounds of a simulation: an image for each URL, always the same and of the size that the post
// states. Videos and sounds are those of the sandbox.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { drawImage, type Size } from '@central-api/service/platforms/sandbox/site/draw-image.ts'
import { makeSound } from '@central-api/service/platforms/sandbox/site/make-sound.ts'
import { VIDEO } from '@central-api/service/platforms/sandbox/site/video.ts'

export type { Size }

/** The sizes of images whose posts state none. */
export const SIZES = {
  avatar: { width: 400, height: 400 },
  banner: { width: 1_200, height: 400 },
  card: { width: 1_200, height: 630 },
  media: { width: 1_200, height: 900 },
} as const satisfies Readonly<Record<string, Size>>

export type LocalFiles = {
  /** The URL of the image that replaces the one at `url`. */
  readonly image: (url: string, size: Size) => string
  readonly video: string
  readonly sound: string
  close(): Promise<void>
}

const PATH = /^\/(?<width>\d{1,4})x(?<height>\d{1,4})\/(?<seed>\d{1,10})\.png$/
const MAX_PIXELS = 1_200
const VIDEO_PATH = '/film.mp4'
const SOUND_PATH = '/song.wav'

type File = readonly [type: string, body: Buffer]

/** Undefined if there is no such file. */
const readFile = (path: string): File | undefined => {
  if (path === VIDEO_PATH) return ['video/mp4', VIDEO]
  if (path === SOUND_PATH) return ['audio/wav', makeSound()]
  const { width, height, seed } = PATH.exec(path)?.groups ?? {}
  const size = { width: Number(width), height: Number(height) }
  const isDrawable = Object.values(size).every((pixels) => pixels >= 1 && pixels <= MAX_PIXELS)
  return isDrawable ? ['image/png', drawImage(Number(seed), size)] : undefined
}

/** Serves the files on a free port of this machine. */
export const startLocalFiles = async (): Promise<LocalFiles> => {
  const server = createServer(({ url = '' }, response) => {
    const file = readFile(url)
    if (file === undefined) return response.writeHead(404).end()
    const [type, body] = file
    // Any page may embed them.
    const headers = {
      'content-type': type,
      'content-length': body.length,
      'cross-origin-resource-policy': 'cross-origin',
    }
    return response.writeHead(200, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    // The author of a post may come from the profile, whose images are replaced already.
    image: (url, { width, height }) =>
      url.startsWith(`${origin}/`) ? url : `${origin}/${width}x${height}/${crc32(url)}.png`,
    video: origin + VIDEO_PATH,
    sound: origin + SOUND_PATH,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
