import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeFile } from './decode-file.ts'
import { ImportError } from './import-error.ts'

const inParts = async function* (bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const decode = async (bytes: Buffer, size = bytes.length || 1): Promise<string> => {
  let text = ''
  for await (const part of decodeFile(inParts(bytes, size))) text += part
  return text
}

const reported = (message: RegExp, advice: RegExp) => (error: unknown) =>
  error instanceof ImportError && message.test(error.message) && advice.test(error.advice)

test('decodes UTF-8 in parts of any size, without the byte order mark', async () => {
  const text = 'key,name\n1,Café ☕ 🌍\n'
  for (const size of [1, 2, 3, 5, 100]) {
    assert.equal(await decode(Buffer.from(text), size), text)
    assert.equal(await decode(Buffer.from(`\ufeff${text}`), size), text)
  }
  assert.equal(await decode(Buffer.from('')), '')
  assert.equal(await decode(Buffer.from('a')), 'a')
})

test('names other formats of spreadsheets and shops, with what to do', async () => {
  const kinds: readonly (readonly [Buffer, RegExp, RegExp])[] = [
    [Buffer.from('\ufeffkey,name', 'utf16le'), /UTF-16/, /iconv -f UTF-16/],
    [Buffer.from('\ufeffkey,name', 'utf16le').swap16(), /UTF-16/, /CSV UTF-8/],
    [Buffer.from('key,name', 'utf16le'), /zero bytes/, /CSV UTF-8/],
    [Buffer.from('PK\u0003\u0004\u0014\u0000'), /Excel workbook or a ZIP/, /CSV UTF-8/],
    [Buffer.from([0x1f, 0x8b, 8, 0, 0]), /gzip/, /gunzip/],
    [Buffer.from('%PDF-1.4'), /PDF/, /CSV/],
  ]
  for (const [bytes, message, advice] of kinds) {
    for (const size of [1, 100]) await assert.rejects(decode(bytes, size), reported(message, advice))
  }
})

test('reports the line of bytes that are not UTF-8', async () => {
  const bytes = Buffer.concat([Buffer.from('key,name\n1,a\n2,Caf'), Buffer.from([0xe9]), Buffer.from('\n3,b\n')])
  for (const size of [1, 4, 100]) await assert.rejects(decode(bytes, size), reported(/line 3 /, /WINDOWS-1252/))
  await assert.rejects(decode(Buffer.from([0x61, 0x62, 0x63, 0x64, 0xe2, 0x98])), reported(/not UTF-8/, /iconv/))
})
