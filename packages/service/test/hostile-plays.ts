// Misbehaving servers. Each play writes to a socket after a request has arrived.
// Bombs are built once, streamed, and small on the wire. No play waits longer than its socket is open.

import type { Socket } from 'node:net'
import { Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip, deflateSync, gzipSync } from 'node:zlib'

export type Play = (socket: Socket, stage: { readonly path: string; readonly origin: string }) => void

const ZEROS = Buffer.alloc(1024 * 1024)

/** Header fields and a body. With `length: false`, the fields define the framing. */
const response =
  (fields: readonly string[], body: string | Buffer = '', withLength = true): Play =>
  (socket) => {
    const length = withLength ? [`content-length: ${Buffer.byteLength(body)}`] : []
    socket.write(['HTTP/1.1 200 OK', ...fields, ...length, '', ''].join('\r\n'))
    socket.write(body)
  }

/** Raw bytes, then closes the connection. */
const raw =
  (...bytes: readonly string[]): Play =>
  (socket) => {
    socket.end(bytes.join(''))
  }

const redirect =
  (location: string, status = 302): Play =>
  (socket) => {
    socket.end(`HTTP/1.1 ${status} Found\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`)
  }

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

/** Writes as fast as the client reads, until it disconnects. */
const forever =
  (head: string, next: () => string): Play =>
  (socket) => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(next()));
    }
    socket.on('drain', more)
    socket.write(head)
    more()
  }

/** Writes a chunk every 50 ms until the client disconnects. */
const drip =
  (head: string, piece: string): Play =>
  (socket) => {
    socket.write(head)
    const timer = setInterval(() => socket.write(piece), 50)
    socket.once('close', () => clearInterval(timer))
  }

const compressZeros = async (mebibytes: number, compressor: Transform): Promise<Buffer> => {
  const zeros = Readable.from(Array.from({ length: mebibytes }, () => ZEROS))
  return Buffer.concat(await zeros.pipe(compressor).toArray())
}

const createFastBrotli = (windowBits: number): Transform =>
  createBrotliCompress({
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: windowBits },
  })
const GZIP_BOMB = await compressZeros(64, createGzip())
const BR_BOMB = await compressZeros(256, createFastBrotli(22))
const WIDE_BR_BOMB = await compressZeros(64, createFastBrotli(24))
const RATIO_BOMB = await compressZeros(1, createGzip())
const HELLO_GZIP = gzipSync('hello')
const LARGE = 1_000_000
const LAUGHS = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
const XML_BOMB = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY l0 "lol">${LAUGHS}]><rss><channel><title>&l9;</title></channel></rss>`
const EXTERNAL =
  '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><title>&x;</title></html>'
const HTML = 'content-type: text/html'
const FIELDS = (count: number, value: string): string[] => Array.from({ length: count }, (_, n) => `x-${n}: ${value}`)

/** Path → play. */
export const PLAYS: Readonly<Record<string, Play>> = {
  '/plain': response([], 'hello'),
  '/gzip': response(['content-encoding: GZip'], HELLO_GZIP),

  // bodies that grow
  '/gzip-bomb': response(['content-encoding: gzip'], GZIP_BOMB),
  '/br-bomb': response(['content-encoding: br'], BR_BOMB),
  '/gzip-bomb-and-more': response(['content-encoding: gzip'], Buffer.concat([GZIP_BOMB, Buffer.from('\r\n')])),
  '/br-wide-window': response(['content-encoding: br'], WIDE_BR_BOMB),
  '/ratio': response(['content-encoding: gzip'], RATIO_BOMB),
  '/endless': forever('HTTP/1.1 200 OK\r\n\r\n', () => 'x'.repeat(16_384)),
  '/endless-chunks': forever('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', () => chunk('x'.repeat(16_384))),
  '/tiny-chunks': forever('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', () => chunk('x').repeat(4_096)),
  '/endless-extension': forever('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;a=', () => 'x'.repeat(16_384)),
  '/announced-too-large': response(['content-length: 10000000000'], 'x', false),

  // content codings
  '/deflate': response(['content-encoding: deflate'], deflateSync('hello')),
  '/gzip-and-more': response(['content-encoding: gzip'], Buffer.concat([HELLO_GZIP, Buffer.from('\r\n')])),
  '/charset-as-coding': response(['content-encoding: utf-8'], 'hello'),
  '/no-coding': response(['content-encoding: none'], 'hello'),
  '/gzip-and-no-coding': response(['content-encoding: gzip, identity'], HELLO_GZIP),
  '/unknown-coding': response(['content-encoding: rot13'], 'hello'),
  '/zstd': response(['content-encoding: zstd'], 'hello'),
  '/stacked': response(['content-encoding: gzip, gzip'], gzipSync(HELLO_GZIP)),
  '/stacked-fields': response(['content-encoding: gzip', 'content-encoding: gzip'], gzipSync(HELLO_GZIP)),
  '/lying-gzip': response(['content-encoding: gzip'], '<!doctype html>'.repeat(100)),
  '/lying-br': response(['content-encoding: br'], '<!doctype html>'.repeat(100)),
  '/truncated-gzip': response(['content-encoding: gzip'], HELLO_GZIP.subarray(0, -6)),
  '/empty-gzip': response(['content-encoding: gzip'], ''),
  '/coded-transfer': response(['transfer-encoding: gzip, chunked'], `${chunk('hello')}0\r\n\r\n`, false),

  // wrong lengths
  '/length-short': response(['content-length: 3'], 'hello', false),
  '/length-long': raw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhello'),
  '/length-long-silent': response(['content-length: 100'], 'hello', false),
  '/length-twice': response(['content-length: 5', 'content-length: 6'], 'hello', false),
  '/length-and-chunked': response(
    ['content-length: 5', 'transfer-encoding: chunked'],
    `${chunk('hello')}0\r\n\r\n`,
    false,
  ),
  '/length-negative': response(['content-length: -5'], 'hello', false),

  // time
  '/drip': drip('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', 'x'),
  '/drip-header': drip('HTTP/1.1 200 OK\r\nx: ', 'x'),
  '/silence': () => {},
  '/silence-after-header': response(['content-length: 5'], '', false),

  // headers
  '/giant-header': response([`x: ${'x'.repeat(20_000)}`], 'hello'),
  '/countless-fields': response(FIELDS(1_000, ''), 'hello'),
  '/many-fields': response(FIELDS(150, 'y'), 'hello'),
  '/endless-header': forever('HTTP/1.1 200 OK\r\n', () => 'x: y\r\n'.repeat(1_000)),
  '/endless-hints': forever('', () => 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100)),
  '/hint': raw('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello'),

  // redirects
  '/loop': redirect('/loop'),
  '/ping': redirect('/pong'),
  '/pong': redirect('/ping', 307),
  '/hop': (socket, { path, origin }) => {
    const left = Number(path.split('?')[1])
    redirect(left > 1 ? `/hop?${left - 1}` : '/plain', 301)(socket, { path, origin })
  },
  '/to-ssh': redirect('http://127.0.0.1:22/'),
  '/to-metadata': redirect('http://169.254.169.254/latest/meta-data/'),
  '/to-localhost': redirect('//localhost/'),
  '/to-file': redirect('file:///etc/passwd'),
  '/to-tab': redirect('/\t/example.com/'),
  '/to-backslash': redirect('/\\example.com/'),
  '/to-nowhere': raw('HTTP/1.1 302 Found\r\ncontent-length: 5\r\n\r\nhello'),

  // not HTTP, or incomplete
  '/close': (socket) => void socket.destroy(),
  '/reset': (socket) => void socket.resetAndDestroy(),
  '/reset-in-body': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhello', () => socket.resetAndDestroy())
  },
  '/garbage': raw('SSH-2.0-OpenSSH_9.9\r\n'),
  '/binary': raw('\u0015\u0003\u0003\u0000\u0002\u0002\u0046'),
  '/http-0.9': raw('<html>hello</html>'),
  '/http-2': raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  '/http-1.0': raw('HTTP/1.0 200 OK\r\n\r\nhello'),
  '/switching': raw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'),
  '/chunk-garbage': raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n'),
  '/chunk-cut': raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel'),
  '/no-content': raw('HTTP/1.1 204 No Content\r\ncontent-length: 5\r\ncontent-encoding: gzip\r\n\r\nhello'),
  '/not-modified': raw('HTTP/1.1 304 Not Modified\r\ncontent-length: 100\r\n\r\n'),

  // bodies that attack their parser
  '/xml-bomb': response(['content-type: text/xml'], XML_BOMB),
  '/xml-external': response(['content-type: application/xhtml+xml'], EXTERNAL),
  '/deep-page': response([HTML], '<b>'.repeat(LARGE / 3)),
  '/tag-soup': response([HTML], '<a b=<meta <title '.repeat(LARGE / 18)),
  '/deep-json': response(['content-type: application/json'], '['.repeat(LARGE)),
  '/proto-json': response(['content-type: application/json'], '{"type":"rich","__proto__":{"polluted":true}}'),
  '/charset-utf-16': response([`${HTML}; charset=utf-16le`], '<title>ABC</title>'),
  '/charset-unknown': response([`${HTML}; charset=${'x'.repeat(5_000)}`], '<title>ABC</title>'),
  '/charset-twice': response([`${HTML}; charset=utf-8; charset=utf-16`], '<meta charset=utf-16><title>ABC</title>'),
  '/charset-utf-7': response([`${HTML}; charset=utf-7`], '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'),
  '/controls': response([`${HTML}; charset=utf-8`], '\u0001'.repeat(LARGE)),
  '/quotes': response([`${HTML}; charset=utf-8`], '"'.repeat(LARGE)),
}
