import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Coding } from '../runtime/content-coding/codings.ts'
import { chooseCoding } from './accept-encoding.ts'

/** `Accept-Encoding` → the coding of a long response, and of a short one where that differs. */
const TABLE: readonly (readonly [accepted: string | undefined, long: Coding, short?: Coding])[] = [
  // No field, or an empty one.
  [undefined, 'identity'],
  ['', 'identity'],
  [' , ', 'identity'],
  ['identity', 'identity'],
  ['identity;q=0.5', 'identity'],
  // One coding.
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZip', 'gzip'],
  ['zstd', 'zstd'],
  ['br', 'br'],
  ['gzip;q=0.001', 'gzip'],
  // Only unknown codings.
  ['deflate', 'identity'],
  ['compress, deflate;q=1', 'identity'],
  ['gzipped', 'identity'],
  // Fields that clients really send.
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br, gzip, deflate', 'gzip'],
  ['deflate, gzip, br, zstd', 'gzip'],
  ['deflate;q=1.0, compress;q=0.5, gzip;q=0.5', 'gzip'],
  // Preferences.
  ['br;q=1.0, gzip;q=0.8', 'br'],
  ['gzip;q=0.8, zstd;q=0.9, br;q=0.7', 'zstd'],
  ['gzip;q=0.5, identity', 'identity'],
  ['gzip;q=0.5, identity;q=0.5', 'gzip'],
  ['zstd, br', 'zstd'],
  // Refusals.
  ['gzip;q=0', 'identity'],
  ['gzip;q=0.000, br', 'br'],
  ['identity;q=0, gzip', 'gzip', 'gzip'],
  ['identity;q=0, br;q=0.1', 'br', 'br'],
  ['*;q=0, zstd', 'zstd', 'zstd'],
  ['*;q=0, identity', 'identity'],
  ['*;q=0, identity;q=0.1, gzip', 'gzip'],
  // A field that refuses everything counts as no field.
  ['identity;q=0', 'identity'],
  ['*;q=0', 'identity'],
  ['identity;q=0, deflate', 'identity'],
  // Wildcards.
  ['*', 'gzip'],
  ['*;q=0.1', 'gzip'],
  ['gzip;q=0, *', 'zstd'],
  ['gzip;q=0, zstd;q=0, *;q=0.5', 'br'],
  ['identity, *;q=0.5', 'identity'],
  ['br, *;q=0.5', 'br'],
  ['identity;q=0, *', 'gzip', 'gzip'],
  // Spaces, tabs and capitals.
  ['  gzip ;q=0.5 ,\tBR ; Q=0.6', 'br'],
  ['gzip; q=1.000', 'gzip'],
  // An invalid weight counts as zero.
  ['gzip;q=2', 'identity'],
  ['gzip;q=-1', 'identity'],
  ['gzip;q=0.1234', 'identity'],
  ['gzip;q=1.001', 'identity'],
  ['gzip;q=', 'identity'],
  ['gzip;q', 'identity'],
  ['gzip;level=9', 'identity'],
  ['gzip;q=abc, br', 'br'],
]

for (const [accepted, long, short = 'identity'] of TABLE) {
  test(`${accepted === undefined ? 'no field' : `“${accepted}”`} chooses ${long}`, () => {
    assert.equal(chooseCoding(accepted, false), long)
    assert.equal(chooseCoding(accepted, true), short)
  })
}
