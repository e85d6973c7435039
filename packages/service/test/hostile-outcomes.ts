// The outcome of each play of hostile-plays.ts in the egress, and the limits of its test.

import type { Limits } from '../src/egress/limits.ts'

/** Path → the error code, or the status and length of the body. */
export const OUTCOMES: Readonly<Record<string, string>> = {
  '/plain': '200, 5 bytes',
  '/gzip': '200, 5 bytes',

  '/gzip-bomb': 'link_too_large',
  '/br-bomb': 'link_too_large',
  '/gzip-bomb-and-more': 'link_too_large',
  '/br-wide-window': 'link_too_large',
  '/ratio': 'link_too_large',
  '/endless': 'link_too_large',
  '/endless-chunks': 'link_too_large',
  '/tiny-chunks': 'link_too_large',
  '/endless-extension': 'link_timeout',
  '/announced-too-large': 'link_too_large',

  '/deflate': 'link_unreachable',
  '/gzip-and-more': '200, 5 bytes',
  '/charset-as-coding': '200, 5 bytes',
  '/no-coding': '200, 5 bytes',
  '/gzip-and-no-coding': '200, 5 bytes',
  '/unknown-coding': 'link_unreachable',
  '/zstd': 'link_unreachable',
  '/stacked': 'link_unreachable',
  '/stacked-fields': 'link_unreachable',
  '/lying-gzip': 'link_unreachable',
  '/lying-br': 'link_unreachable',
  '/truncated-gzip': 'link_unreachable',
  '/empty-gzip': '200, 0 bytes',
  '/coded-transfer': 'link_unreachable',

  '/length-short': '200, 3 bytes',
  '/length-long': 'link_unreachable',
  '/length-long-silent': 'link_timeout',
  '/length-twice': 'link_unreachable',
  '/length-and-chunked': 'link_unreachable',
  '/length-negative': 'link_unreachable',

  '/drip': 'link_timeout',
  '/drip-header': 'link_timeout',
  '/silence': 'link_timeout',
  '/silence-after-header': 'link_timeout',

  '/giant-header': 'link_too_large',
  '/countless-fields': 'link_too_large',
  '/many-fields': '200, 5 bytes',
  '/endless-header': 'link_too_large',
  '/endless-hints': 'link_too_large',
  '/hint': '200, 5 bytes',

  '/loop': 'link_redirects',
  '/ping': 'link_redirects',
  '/pong': 'link_redirects',
  '/hop?5': '200, 5 bytes',
  '/hop?6': 'link_redirects',
  '/to-ssh': 'link_blocked',
  '/to-metadata': 'link_blocked',
  '/to-localhost': 'link_blocked',
  '/to-file': 'link_malformed',
  '/to-tab': 'link_malformed',
  '/to-backslash': 'link_malformed',
  '/to-nowhere': '302, 5 bytes',

  '/close': 'link_unreachable',
  '/reset': 'link_unreachable',
  '/reset-in-body': 'link_unreachable',
  '/garbage': 'link_unreachable',
  '/binary': 'link_unreachable',
  '/http-0.9': 'link_unreachable',
  '/http-2': 'link_unreachable',
  '/http-1.0': '200, 5 bytes',
  '/switching': 'link_unreachable',
  '/chunk-garbage': 'link_unreachable',
  '/chunk-cut': 'link_unreachable',
  '/no-content': '204, 0 bytes',
  '/not-modified': '304, 0 bytes',

  '/xml-bomb': '200, 598 bytes',
  '/xml-external': '200, 106 bytes',
  '/deep-page': '200, 999999 bytes',
  '/tag-soup': '200, 999990 bytes',
  '/deep-json': '200, 1000000 bytes',
  '/proto-json': '200, 45 bytes',
  '/charset-utf-16': '200, 18 bytes',
  '/charset-unknown': '200, 18 bytes',
  '/charset-twice': '200, 39 bytes',
  '/charset-utf-7': '200, 41 bytes',
  '/controls': '200, 1000000 bytes',
  '/quotes': '200, 1000000 bytes',
}

const UNENDING = { totalMs: 60_000, hostPerMinute: 10_000 } as const
/** For plays that never end: a short specific limit ends them, not the total one. */
const IMPATIENT: Partial<Limits> = { ...UNENDING, firstByteMs: 500, rateWindowMs: 500 }
/** For plays that end by themselves: higher limits, which a busy machine does not reach. */
export const PATIENT: Partial<Limits> = { ...UNENDING, connectMs: 30_000, firstByteMs: 30_000, rateWindowMs: 30_000 }

/** The limits for a play with this outcome. */
export const limitsFor = (outcome: string): Partial<Limits> => (outcome === 'link_timeout' ? IMPATIENT : PATIENT)
