import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaksOf } from './spellings.ts'

const SECRET = 'act-7-0f3e/åbc+d&e'

test('a secret is found however it is written, and wherever it begins', () => {
  const written: Record<string, string> = {
    plain: SECRET,
    json: JSON.stringify({ SECRET }),
    percent: `https://a.example/?t=${encodeURIComponent(SECRET)}`,
    form: new URLSearchParams({ redirect: `/?t=${encodeURIComponent(SECRET)}` }).toString(),
    hex: Buffer.from(SECRET).toString('hex'),
    ...Object.fromEntries(
      ['', '1', '12', '123'].flatMap((before) =>
        (['base64', 'base64url'] as const).map((encoding) => [
          `${encoding} after ${before}`,
          Buffer.from(`${before}${SECRET}:and more`).toString(encoding),
        ]),
      ),
    ),
  }
  for (const [name, text] of Object.entries(written))
    assert.ok(leaksOf([SECRET], { [name]: `before ${text} after` }).length > 0, name)
  assert.deepEqual(leaksOf([SECRET], { other: Buffer.from('act-7-0f3e and nothing more').toString('base64') }), [])
})
