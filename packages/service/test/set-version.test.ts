// The changes of a release: the version in every file, and the changelog.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { moveUnreleased, notesOf } from '../../../scripts/release/changelog.ts'
import { withVersion } from '../../../scripts/release/version-places.ts'
import { otherVersions, setVersion } from '../../../scripts/set-version.ts'
import { VERSION } from '../src/http/version.ts'
import { pathOf, readText } from './deployed.ts'

const ROOT = pathOf('.')
const run = promisify(execFile)

/** A copy of the files with the version. */
const copyRepository = (context: TestContext): string => {
  const root = mkdtempSync(join(tmpdir(), 'central-api-'))
  context.after(() => rmSync(root, { recursive: true }))
  for (const { name } of readdirSync(pathOf('packages'), { withFileTypes: true }))
    mkdirSync(join(root, 'packages', name), { recursive: true })
  for (const path of [...withVersion(ROOT, VERSION).map((file) => file.path), 'CHANGELOG.md']) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    cpSync(join(ROOT, path), join(root, path))
  }
  return root
}

const CARRIERS: readonly string[] = [
  'CHANGELOG.md',
  'compose.yaml',
  'deploy/helm/central-api/Chart.yaml',
  'deploy/kubernetes/deployment.yaml',
  'deploy/kubernetes/kustomization.yaml',
  'docs/operate/deploy.md',
  'docs/operate/production.md',
  'package-lock.json',
  'package.json',
  'packages/client/package.json',
  'packages/feed/package.json',
  'packages/selector/package.json',
  'packages/service/package.json',
  'packages/service/src/http/version.ts',
  'packages/testing/package.json',
  'packages/wordpress/package.json',
  'packages/wordpress/plugin/block/block.json',
  'packages/wordpress/plugin/central-posts.php',
  'packages/wordpress/plugin/languages/central-posts.pot',
  'packages/wordpress/plugin/readme.txt',
]

const SHORT =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A [door](docs/door.md).\n\n## [1.0.0] - 2026-01-01\n\n- All.\n'

test('the version changes in every file that contains it, and nothing else changes', (context) => {
  const root = copyRepository(context)
  writeFileSync(join(root, 'CHANGELOG.md'), SHORT)
  const before = new Map(withVersion(root, VERSION).map(({ path, text }) => [path, text]))
  const written = setVersion(root, '9.8.7-rc.1', '2030-01-02')
  assert.deepEqual(written.toSorted(), CARRIERS)
  assert.deepEqual(otherVersions(root, '9.8.7-rc.1'), [])
  for (const [path, text] of before) {
    const now = readFileSync(join(root, path), 'utf8')
    assert.notEqual(now, text, path)
    assert.equal(now.replaceAll('9.8.7-rc.1', VERSION), text, path)
    // Third-party packages can have the same version.
    if (path !== 'package-lock.json') assert.ok(!now.includes(`"${VERSION}"`), path)
  }
})

test('this repository has one version, and the check names files with another one', () => {
  assert.deepEqual(otherVersions(ROOT, VERSION), [])
  const others = otherVersions(ROOT, '9.9.9')
  assert.equal(others.length, withVersion(ROOT, VERSION).length + 1)
  assert.ok(others.includes(`compose.yaml carries ${VERSION}, not 9.9.9.`))
  assert.ok(others.includes('CHANGELOG.md says nothing of 9.9.9.'))
})

test('a file without the expected version stops a release before anything is written', (context) => {
  const root = copyRepository(context)
  writeFileSync(join(root, 'compose.yaml'), 'services: {}\n')
  assert.throws(() => setVersion(root, '9.8.7', '2030-01-02'), /compose\.yaml has no version where one is expected/)
  for (const { path, text } of withVersion(ROOT, VERSION))
    if (path !== 'compose.yaml') assert.equal(readFileSync(join(root, path), 'utf8'), text, path)
  assert.equal(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), readText('CHANGELOG.md'))
})

test('the unreleased changes move below the version and its date, once', () => {
  const moved = moveUnreleased(SHORT, '1.1.0', '2026-02-03')
  assert.equal(moved, SHORT.replace('\n### Added', '\n## [1.1.0] - 2026-02-03\n\n### Added'))
  assert.throws(() => moveUnreleased(moved, '1.1.0', '2026-02-03'), /has 1\.1\.0 already/)
  assert.throws(() => moveUnreleased(moved, '1.2.0', '2026-02-03'), /nothing below Unreleased/)
  assert.throws(() => moveUnreleased('# Changelog\n', '1.1.0', '2026-02-03'), /no line/)
})

test('release notes are the version’s part of the changelog, with links into the repository', () => {
  const moved = moveUnreleased(SHORT, '1.1.0', '2026-02-03')
  assert.equal(notesOf(moved, '1.1.0'), '### Added\n\n- A [door](docs/door.md).')
  assert.match(
    notesOf(moved, '1.1.0', 'https://git.example/tree'),
    /\[door\]\(https:\/\/git\.example\/tree\/docs\/door\.md\)/,
  )
  assert.equal(
    notesOf('\n## [2.0.0] - x\n\n[a](https://a.example) [b](#b)', '2.0.0', 'https://git.example'),
    '[a](https://a.example) [b](#b)',
  )
  assert.equal(notesOf(moved, '1.0.0'), '- All.')
  assert.throws(() => notesOf(moved, '1.0'), /says nothing of 1\.0/)
})

test('the exit status of the commands reports success', async () => {
  const script = pathOf('scripts/set-version.ts')
  await run(process.execPath, [script, VERSION, '--check'])
  await assert.rejects(run(process.execPath, [script, '9.9.9', '--check']), {
    code: 1,
    stderr: /^compose\.yaml carries/,
  })
  for (const wrong of ['', 'v1.0.0', '1.0', '01.0.0', '1.0.0+build'])
    await assert.rejects(run(process.execPath, [script, wrong]), { code: 2, stderr: /^Usage: npm run set:version/ })
  const { stdout } = await run(process.execPath, [pathOf('scripts/release-notes.ts'), VERSION])
  assert.match(stdout, /^### Added\n/)
})
