// The repository's own files: workflows run the steps of .ci/run with minimal permissions, one Node version is used everywhere,
// and packages contain their license.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { pathOf, readText, readYaml } from './deployed.ts'

const run = promisify(execFile)

type Step = { readonly uses?: string; readonly run?: string; readonly with?: Readonly<Record<string, unknown>> }
type Job = {
  readonly uses?: string
  readonly needs?: string | readonly string[]
  readonly permissions?: Readonly<Record<string, string>>
  readonly strategy?: { readonly matrix: { readonly include: readonly { readonly command: string }[] } }
  readonly steps?: readonly Step[]
}
type Workflow = { readonly permissions: unknown; readonly jobs: Readonly<Record<string, Job>> }

const WORKFLOWS = readdirSync(pathOf('.github/workflows')).map((name) => `.github/workflows/${name}`)
const readWorkflow = (name: string): Workflow => readYaml<Workflow>(`.github/workflows/${name}.yml`)

/** The commands of a job. A step with a matrix is replaced by its commands. */
const commandsOf = ({ steps = [], strategy }: Job): readonly string[] =>
  steps.flatMap(({ run: command }) => {
    if (command === undefined) return []
    return command.includes('matrix.command')
      ? (strategy?.matrix.include.map((each) => each.command) ?? [])
      : command.trim().split('\n')
  })

test('the workflow runs exactly the steps of .ci/run, each job after a fresh install', () => {
  const expected = [...readText('.ci/run').matchAll(/^ *(?:(?:[A-Z]+=\S+ )?suite '[^']+' )?(npm .+)$/gm)].map(
    ([, command]) => command,
  )
  assert.ok(expected.length >= 10)
  const jobs = Object.values(readWorkflow('ci').jobs)
  const found = jobs.flatMap(commandsOf).filter((command) => command.startsWith('npm '))
  assert.deepEqual([...new Set(found)].toSorted(), expected.toSorted())
  for (const job of jobs) assert.equal(commandsOf(job)[0], 'npm ci')
})

test('actions are pinned, and workflows have read permission only, except two jobs', () => {
  assert.equal(WORKFLOWS.length, 2)
  const rights: Record<string, unknown> = {}
  for (const path of WORKFLOWS) {
    const { permissions, jobs } = readYaml<Workflow>(path)
    assert.deepEqual(permissions, { contents: 'read' }, path)
    for (const [name, job] of Object.entries(jobs)) {
      if (job.permissions !== undefined) rights[name] = job.permissions
      for (const { uses = '', with: given } of [job, ...(job.steps ?? [])] as readonly Step[]) {
        assert.match(uses, /^(?:|\.\/\.github\/workflows\/[\w-]+\.yml|actions\/[\w-]+@(?:v\d+|[0-9a-f]{40}))$/)
        if (uses.startsWith('actions/checkout')) assert.equal(given?.['persist-credentials'], false, `${path}, ${name}`)
        if (uses.startsWith('actions/setup-node'))
          assert.equal(given?.['node-version-file'], '.nvmrc', `${path}, ${name}`)
      }
    }
  }
  assert.deepEqual(rights, { npm: { contents: 'read', 'id-token': 'write' }, github: { contents: 'write' } })
})

test('publishing requires a matching tag, passing suites and packed artifacts', () => {
  const { jobs } = readWorkflow('release')
  const before = (name: string): readonly string[] => {
    const needs = [jobs[name]?.needs ?? []].flat()
    return [...needs, ...needs.flatMap(before)]
  }
  for (const name of ['version', 'checks', 'pack']) assert.ok(before('npm').includes(name), name)
  assert.ok(before('github').includes('npm'))
  assert.equal(jobs.checks?.uses, './.github/workflows/ci.yml')
  assert.match(
    commandsOf(jobs.version ?? {}).join('\n'),
    /^node scripts\/set-version\.ts "\$\{GITHUB_REF_NAME#v\}" --check$/,
  )
  assert.match(commandsOf(jobs.npm ?? {}).join('\n'), /npm publish "\$tarball" --provenance --access public/)
  assert.match(commandsOf(jobs.pack ?? {}).join('\n'), /npm sbom --sbom-format cyclonedx/)
})

test('one Node version is used everywhere', () => {
  const { devDependencies } = JSON.parse(readText('package.json')) as { devDependencies: { node: string } }
  const { features } = JSON.parse(readText('.devcontainer/devcontainer.json')) as {
    features: Readonly<Record<string, { readonly version: string }>>
  }
  assert.match(devDependencies.node, /^\d+\.\d+\.\d+$/)
  assert.match(readText('README.md'), new RegExp(`badge/node-${devDependencies.node.split('.')[0]}-`))
  assert.deepEqual(
    [readText('.nvmrc'), ...Object.entries(features).map(([name, { version }]) => `${name} ${version}`)],
    [`${devDependencies.node}\n`, `ghcr.io/devcontainers/features/node:1 ${devDependencies.node}`],
  )
})

type Manifest = {
  readonly name: string
  readonly private?: boolean
  readonly keywords?: readonly string[]
  readonly publishConfig?: object
}

const FOLDERS = readdirSync(pathOf('packages'))
const readManifest = (folder: string): Manifest | undefined => {
  const path = `packages/${folder}`
  return readdirSync(pathOf(path)).includes('package.json')
    ? (JSON.parse(readText(`${path}/package.json`)) as Manifest)
    : undefined
}

test('every published package contains its license and readme, and has a publish configuration', async () => {
  const published = FOLDERS.filter(
    (folder) => readManifest(folder)?.private === false || readManifest(folder)?.publishConfig,
  )
  const open = FOLDERS.filter((folder) => readManifest(folder) !== undefined && readManifest(folder)?.private !== true)
  assert.deepEqual(
    [published, open],
    [
      ['client', 'feed', 'selector'],
      ['client', 'feed', 'selector'],
    ],
  )
  for (const folder of open) {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--workspace', `packages/${folder}`]
    const { stdout } = await run('npm', args, { cwd: pathOf('.') })
    const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }]
    const paths = files.map(({ path }) => path)
    for (const path of ['LICENSE', 'README.md']) assert.ok(paths.includes(path), `${folder}: ${path}`)
    const { keywords = [], publishConfig } = readManifest(folder) ?? {}
    assert.ok(keywords.length > 0, folder)
    assert.deepEqual(publishConfig, { access: 'public', provenance: true }, folder)
  }
})

test('files that are copied alone contain their license: the clients, the feed and the selector that of this repository, the kit the GPL', () => {
  for (const folder of ['client', 'feed', 'php', 'selector'])
    assert.equal(readText(`packages/${folder}/LICENSE`), readText('LICENSE'), folder)
  assert.match(
    readText('packages/wordpress/plugin/LICENSE'),
    /^\s+GNU GENERAL PUBLIC LICENSE\n\s+Version 2, June 1991\n/,
  )
})

test('the editor configuration matches the indentation of the code', () => {
  const biome = JSON.parse(readText('biome.json')) as { formatter: Readonly<Record<string, unknown>> }
  const sections = new Map(
    readText('.editorconfig')
      .split(/^\[(?=.*\]$)/m)
      .map((section) => [section.slice(0, section.indexOf(']\n')), section] as const),
  )
  const says = (section: string, line: string) => assert.ok(sections.get(section)?.includes(`\n${line}\n`), line)
  says('*', `indent_style = ${biome.formatter.indentStyle}`)
  says('*', `indent_size = ${biome.formatter.indentWidth}`)
  says('*.{ts,js,mjs,cjs,json,css}', `max_line_length = ${biome.formatter.lineWidth}`)
  says('*.php', 'indent_size = 4')
  says('packages/{wordpress,service/test/real/wordpress}/**.php', 'indent_style = tab')
  const php = ['docs', 'packages'].flatMap((folder) =>
    readdirSync(pathOf(folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path}`)
      .filter((path) => path.endsWith('.php') && !/(?:^|\/)(?:node_modules|dist)\//.test(path)),
  )
  assert.ok(php.length > 40)
  for (const path of php) {
    const isTabbed = /^packages\/(?:wordpress|service\/test\/real\/wordpress)\//.test(path)
    assert.doesNotMatch(readText(path), isTabbed ? /^ {4,}[a-z$][\w$]*\(?.*;$/m : /^\t/m, path)
  }
})

test('each issue form is valid for GitHub, and none accepts vulnerabilities', () => {
  type Form = {
    readonly name: string
    readonly description: string
    readonly body: readonly {
      readonly type: string
      readonly id?: string
      readonly attributes: { readonly label?: string }
    }[]
  }
  const folder = '.github/ISSUE_TEMPLATE'
  const forms = readdirSync(pathOf(folder)).filter((name) => name !== 'config.yml')
  assert.deepEqual(forms, ['bug.yml', 'feature.yml', 'platform.yml'])
  for (const name of forms) {
    const form = readYaml<Form>(`${folder}/${name}`)
    for (const text of [form.name, form.description]) assert.ok(text.length > 3, name)
    const fields = form.body.filter(({ type }) => type !== 'markdown')
    assert.equal(new Set(fields.map(({ id }) => id)).size, fields.length, name)
    for (const { type, id, attributes } of fields) {
      assert.match(type, /^(?:input|textarea|dropdown|checkboxes)$/)
      assert.ok(id !== undefined && attributes.label !== undefined, name)
    }
  }
  const { contact_links: links } = readYaml<{ contact_links: readonly { readonly about: string }[] }>(
    `${folder}/config.yml`,
  )
  assert.match(links[0]?.about ?? '', /Report a vulnerability/)
  assert.match(readText('SECURITY.md'), /\*\*Report a vulnerability\*\*/)
})
