// The content codings that a `Content-Encoding` header names (RFC 9110, section 8.4). Servers write other words there
// that name no coding. Browsers ignore them.

/** All registered codings: https://www.iana.org/assignments/http-parameters#content-coding */
const CODINGS: ReadonlySet<string> = new Set([
  ...['gzip', 'x-gzip', 'br', 'deflate', 'zstd', 'compress', 'x-compress'],
  ...['aes128gcm', 'dcb', 'dcz', 'exi', 'pack200-gzip'],
])

/** Words that name no coding: `identity`, the encodings of mail (RFC 2045, section 6.1), framing, uploads to object
 * stores, and placeholders of programs. */
const NO_CODING: ReadonlySet<string> = new Set([
  ...['', 'identity', 'none', 'no', 'off', 'false', 'null', 'undefined', 'default', 'plain', 'text', 'raw'],
  ...['binary', '7bit', '8bit', 'chunked', 'aws-chunked'],
])

/** A charset belongs in the media type. */
const isCharset = (word: string): boolean => {
  try {
    return new TextDecoder(word).encoding !== ''
  } catch {
    return false
  }
}

/** Such as `text/html`. */
const isMediaType = (word: string): boolean => word.includes('/')

const isNoCoding = (word: string): boolean => NO_CODING.has(word) || isMediaType(word) || isCharset(word)

/** In lower case, in the order in which they were applied. */
export const codingsIn = (contentEncoding: string | undefined): readonly string[] =>
  (contentEncoding ?? '')
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => CODINGS.has(word) || !isNoCoding(word))
