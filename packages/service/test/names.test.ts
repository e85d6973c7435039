// Names and version numbers: one version everywhere, scoped packages, and no command in a document or message that could
// download an unrelated package with one of our names.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import { createOpenapi } from '../src/http/openapi/create-openapi.ts'
import { VERSION } from '../src/http/version.ts'
import { PROJECT_FILES, readText, readYaml } from './deployed.ts'

type About = {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}
const readAbout = (path: string) => JSON.parse(readText(path)) as About

const PACKAGES = PROJECT_FILES.filter((path) => /^(?:packages\/[\w-]+\/)?package\.json$/.test(path)).map(readAbout)

test('every package has the scope, a license, and the version', () => {
  assert.ok(PACKAGES.length >= 5)
  const licenses: Readonly<Record<string, string>> = { '@central-api/wordpress-kit': 'GPL-2.0-or-later' }
  for (const { name, version, license, dependencies, devDependencies } of PACKAGES) {
    assert.match(name, /^@central-api\/[a-z-]+$/)
    assert.equal(license, licenses[name] ?? 'MIT', name)
    assert.equal(version, VERSION, name)
    for (const [other, wanted] of Object.entries({ ...dependencies, ...devDependencies }))
      if (other.includes('central-api')) assert.deepEqual([other.split('/')[0], wanted], ['@central-api', VERSION])
  }
  assert.match(readText('LICENSE'), /^MIT License\n\nCopyright \(c\) \d{4} Central API contributors$/m)
})

test('chart, image, kit and documents have the version, and the changelog lists it', () => {
  const { paths: _, ...document } = createOpenapi({ baseUrl: 'https://api.example.com', prefix: '', endpoints: [] })
  const { version, appVersion } = readYaml<Record<string, string>>('deploy/helm/central-api/Chart.yaml')
  const { images } = parse(readText('deploy/kubernetes/kustomization.yaml')) as { images: { newTag: string }[] }
  const block = JSON.parse(readText('packages/wordpress/plugin/block/block.json')) as { version: string }
  const written = (path: string, pattern: RegExp) => pattern.exec(readText(path))?.[1]
  const plugin = 'packages/wordpress/plugin'
  const found = {
    document: document.info.version,
    chart: version,
    image: appVersion,
    kustomization: images[0]?.newTag,
    manifest: written('deploy/kubernetes/deployment.yaml', /image: central-api:(\S+)/),
    compose: written('compose.yaml', /image: central-api:(\S+)/),
    block: block.version,
    header: written(`${plugin}/central-posts.php`, /^ \* Version: +(\S+)$/m),
    constant: written(`${plugin}/central-posts.php`, /'CENTRAL_POSTS_VERSION', '([^']+)'/),
    stable: written(`${plugin}/readme.txt`, /^Stable tag: (\S+)$/m),
    translations: written(`${plugin}/languages/central-posts.pot`, /Project-Id-Version: Central Posts ([^\\]+)\\n/),
    lockfile: written('package-lock.json', /^ {2}"version": "([^"]+)"/m),
    changelog: written('CHANGELOG.md', /^## \[(\d[^\]]*)\]/m),
  }
  assert.match(VERSION, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/)
  assert.deepEqual(found, Object.fromEntries(Object.keys(found).map((place) => [place, VERSION])))
})

/** Commands that run packages of a registry. Only `--no-install` prevents downloads. */
const FETCHING =
  /\b(?:npx|bunx|pnpx)\s+(?!--no-install\s)\S+|\b(?:npm\s+(?:exec|x|init|create)|(?:pnpm|yarn)\s+dlx|bun\s+x|deno\s+run)\s+\S+/g
/** Commands that install packages: a file or an option must follow. */
const INSTALLING = /\b(?:npm\s+(?:install|i|add)|(?:pnpm|yarn|bun)\s+add)\s+(?!\.{0,2}\/|-)\w\S*/g

test('no command in a document or a message downloads from a registry', () => {
  const speaking = PROJECT_FILES.filter(
    (path) =>
      /\.(?:md|txt|html)$/.test(path) ||
      (/^(?:scripts|packages\/[\w-]+\/(?:src|bin|scripts|pages))\//.test(path) && /\.(?:ts|js|html)$/.test(path)),
  )
  assert.ok(speaking.length > 500)
  const found = speaking.flatMap((path) => {
    const text = readText(path)
    return [...text.matchAll(FETCHING), ...text.matchAll(INSTALLING)].map(([command]) => `${path}: ${command}`)
  })
  assert.deepEqual(found, [])
  // The patterns find such commands.
  for (const wrong of ['npx central-api doctor', 'npm exec central-api', 'yarn dlx central-api'])
    assert.deepEqual(wrong.match(FETCHING)?.length, 1, wrong)
  assert.deepEqual('npm install central-api-client'.match(INSTALLING)?.length, 1)
  assert.equal('npm install ./central-api-client-1.0.0.tgz'.match(INSTALLING), null)
})

test('the lockfile contains packages, not hosts', () => {
  assert.doesNotMatch(readText('package-lock.json'), /"resolved": "(?!packages\/)/)
})

test('git and the image ignore backups, dumps and secrets', () => {
  const ignored = readText('.gitignore').split('\n')
  for (const rule of ['backups/', '*.db', '*.dump', '*.sql.gz', 'data/']) assert.ok(ignored.includes(rule), rule)
  const outside = readText('.dockerignore').split('\n')
  for (const rule of ['**/*.db', '**/*.dump', '**/*.sql']) assert.ok(outside.includes(rule), rule)
  assert.ok(readText('deploy/.gitignore').split('\n').includes('central.env'))
})
