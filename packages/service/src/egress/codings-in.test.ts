import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codingsIn } from './codings-in.ts'

const CASES: readonly (readonly [string | undefined, readonly string[]])[] = [
  ['gzip', ['gzip']],
  [' GZip ', ['gzip']],
  ['x-gzip', ['x-gzip']],
  ['deflate', ['deflate']],
  ['br', ['br']],
  ['gzip, identity', ['gzip']],
  ['gzip,aws-chunked', ['gzip']],
  ['UTF-8, gzip', ['gzip']],
  [',gzip,', ['gzip']],
  ['gzip, gzip', ['gzip', 'gzip']],
  ['gzip, br', ['gzip', 'br']],
  ['zstd', ['zstd']],
  ['compress', ['compress']],
  ['rot13', ['rot13']],
  ...[
    undefined,
    '',
    ' ',
    ',',
    'identity',
    'Identity, identity',
    'none',
    'None',
    'null',
    'binary',
    '8bit',
    'chunked',
  ].map((field) => [field, []] as const),
  ...['utf-8', 'UTF8', 'iso-8859-1', 'windows-1252', 'us-ascii', 'text/html', 'text/html; charset=utf-8'].map(
    (field) => [field, []] as const,
  ),
]

for (const [field, codings] of CASES)
  test(`${JSON.stringify(field)} names ${codings.length === 0 ? 'no coding' : codings.join(', ')}`, () =>
    assert.deepEqual(codingsIn(field), codings))
