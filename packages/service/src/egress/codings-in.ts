// The content codings that a `Content-Encoding` names (RFC 9110 section 8.4). Servers write other things there, by which nothing is
// encoded: browsers pass over them.

/** All that are registered: https://www.iana.org/assignments/http-parameters#content-coding */
const CODINGS: ReadonlySet<string> = new Set([
  ...['gzip', 'x-gzip', 'br', 'deflate', 'zstd', 'compress', 'x-compress'],
  ...['aes128gcm', 'dcb', 'dcz', 'exi', 'pack200-gzip'],
])

/** Nothing is to be undone: the word for it, words of mail (RFC 2045 section 6.1), of framing, of uploads to object stores, and those of
 * programs that had nothing to say. */
const NO_CODING: ReadonlySet<string> = new Set([
  ...['', 'identity', 'none', 'no', 'off', 'false', 'null', 'undefined', 'default', 'plain', 'text', 'raw'],
  ...['binary', '7bit', '8bit', 'chunked', 'aws-chunked'],
])

/** A charset belongs into the media type. */
const isCharset = (word: string): boolean => {
  try {
    return new TextDecoder(word).encoding !== ''
  } catch {
    return false
  }
}

/** `text/html` and others. */
const isMediaType = (word: string): boolean => word.includes('/')

const isNoCoding = (word: string): boolean => NO_CODING.has(word) || isMediaType(word) || isCharset(word)

/** In lower case, in the order in which they were applied. */
export const codingsIn = (contentEncoding: string | undefined): readonly string[] =>
  (contentEncoding ?? '')
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => CODINGS.has(word) || !isNoCoding(word))
