import assert from 'node:assert/strict'
import { link, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { placeFile } from './place-file.ts'

const refuseWith = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

const DISKS: readonly (readonly [what: string, makeLink: typeof link])[] = [
  ['with hard links', link],
  ...['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].map(
    (code) => [`that refuses a link with ${code}`, refuseWith(code)] as const,
  ),
]

for (const [what, makeLink] of DISKS) {
  test(`on a disk ${what} a file is placed once, and never replaces another one`, async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'central-'))
    context.after(() => rm(folder, { recursive: true, force: true }))
    const [draft, target] = [join(folder, 'draft'), join(folder, 'target')]
    await writeFile(draft, 'first', { mode: 0o600 })
    await placeFile(draft, target, makeLink)
    await rm(draft)
    await writeFile(draft, 'second')
    await assert.rejects(placeFile(draft, target, makeLink), { code: 'EEXIST' })
    assert.equal(await readFile(target, 'utf8'), 'first')
  })
}

test('does not ignore errors other than missing support for links', async () => {
  await assert.rejects(placeFile('/nowhere/draft', '/nowhere/target', refuseWith('EIO')), { code: 'EIO' })
})
