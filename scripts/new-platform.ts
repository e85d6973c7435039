// npm run new:platform NAME: creates the folder of a new platform, whose suite passes at once, and adds the platform to each list.
// The files come from platform-template/, a whole platform with a fictional API. Never overwrites a file.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TEMPLATE = fileURLToPath(new URL('platform-template/', import.meta.url))
/** The folders of the platforms, and of their simulators and fixtures. */
const PLATFORMS = 'packages/service/src/platforms'
const TESTING = 'packages/testing/src/platforms'

/** Folder of the template → where its files go, and the prefix of their imports from the service. */
const PLACES = {
  platform: { folder: PLATFORMS, service: '../../' },
  testing: { folder: TESTING, service: '@central-api/service/' },
} as const
const USAGE = 'Usage: npm run new:platform NAME, where NAME is the id of the platform, such as “peertube”.'

/** Reserved words. ECMA-262, section 12.7.2 */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
)

const templateFiles = (): readonly (readonly [string, string])[] =>
  readdirSync(TEMPLATE, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|json)$/.test(file))
    .map((file) => [file, readFileSync(join(TEMPLATE, file), 'utf8')])

/** Comments, strings and regular expressions, in which a name is no identifier. */
const LITERAL =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|(?<=[=(,:] )\/(?:\[(?:[^\]\\\n]|\\.)*\]|[^/\\[\n]|\\.)+\/\w*/g

const withoutLiterals = (text: string): string => text.replace(LITERAL, '')

/** The reason why a platform cannot have this name, as a message for the command line; undefined when it can. */
export const refuseName = (root: string, name: string | undefined): string | undefined => {
  if (name === undefined || name === '' || name.startsWith('-')) return USAGE
  if (!/^[a-z][a-z0-9]{0,30}$/.test(name))
    return `“${name}” cannot be the id of a platform: 1 to 31 lower-case letters and digits, a letter first.`
  const taken = [name, `${name}.ts`].find((entry) => existsSync(join(root, PLATFORMS, entry)))
  if (taken !== undefined) return `${PLATFORMS}/${taken} already exists; nothing was changed.`
  const word = new RegExp(`\\b${name}\\b`)
  const code = templateFiles().filter(([file]) => file.endsWith('.ts'))
  if (RESERVED.has(name) || (name !== 'acme' && code.some(([, text]) => word.test(withoutLiterals(text)))))
    return `“${name}” already has a meaning in the code of a platform. Choose a longer name.`
  return undefined
}

/** The template's text under the new name, with imports for its new folder. */
const rename = (text: string, name: string, service: string): string =>
  text
    .replaceAll("'../testing/", "'@central-api/testing/platforms/acme/")
    .replaceAll("'../platform/", "'@central-api/service/platforms/acme/")
    .replaceAll("'@central-api/service/", `'${service}`)
    .replaceAll('acme', name)
    .replaceAll('Acme', capitalized(name))
    .replaceAll('ACME', name.toUpperCase())

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

type Line = {
  /** Matches the lines of one list; the group is the sort key. */
  readonly kind: RegExp
  readonly key: (name: string) => string
  readonly line: (name: string) => string
}

/** File → the lines that each platform has in it. */
const LISTS: Readonly<Record<string, readonly Line[]>> = {
  [`${PLATFORMS}/all.ts`]: [
    {
      kind: /^import .* from '(\.\/.*)'$/,
      key: (name) => `./${name}/`,
      line: (name) => `import { ${name} } from './${name}/${name}.ts'`,
    },
    { kind: /^ {2}([a-z0-9]+),$/, key: (name) => name, line: (name) => `  ${name},` },
  ],
  [`${TESTING}/suite/all-fixtures.cases.ts`]: [
    {
      kind: /^import .* from '(\.\.\/.*)'$/,
      key: (name) => `../${name}/`,
      line: (name) => `import { fixtures as ${name} } from '../${name}/fixtures.cases.ts'`,
    },
    { kind: /^ {2}([a-z0-9]+),$/, key: (name) => name, line: (name) => `  ${name},` },
  ],
  [`${TESTING}/suite/simulated-platforms.ts`]: [
    {
      kind: /^import .* from '(\.\.\/.*)'$/,
      key: (name) => `../${name}/`,
      line: (name) =>
        `import { KEYS as ${name.toUpperCase()}_KEYS, start${capitalized(name)} } from '../${name}/simulator.ts'`,
    },
    {
      kind: /^ {2,4}(?:\{ )?id: '([a-z0-9]+)',/,
      key: (name) => name,
      line: (name) =>
        `  { id: '${name}', start: start${capitalized(name)}, environment: { ${name.toUpperCase()}_API_KEYS: ${name.toUpperCase()}_KEYS[0] }, hosts: ['${name}.example'] },`,
    },
  ],
  'packages/service/test/single-posts.test.ts': [
    {
      kind: /^ {2}([a-z0-9]+): \{/,
      key: (name) => name,
      line: (name) =>
        `  ${name}: { there: ['official_api', 'page'], others: { 'https://${name}.example/@garden/1': GONE } },`,
    },
  ],
}

/** Adds a platform to a list. Throws an Error when the file contains no such list. */
export const addToList = (source: string, list: string, name: string): string => {
  const lines = source.split('\n')
  for (const { kind, key, line } of LISTS[list] ?? []) insertSorted(lines, kind, key(name), line(name), list)
  return lines.join('\n')
}

/** Inserts the line before the first of its kind with a greater key. */
const insertSorted = (lines: string[], kind: RegExp, key: string, line: string, list: string) => {
  const keys = lines.map((each) => kind.exec(each)?.[1])
  const later = keys.findIndex((each) => each !== undefined && each > key)
  const last = keys.findLastIndex((each) => each !== undefined)
  if (last === -1) throw new Error(`${list} has no line like ${kind}`)
  if (later === -1) lines.splice(last + 1, 0, line)
  else lines.splice(beginOfEntry(lines, later), 0, line)
}

/** An entry of several lines may begin with a bare bracket, and with comments about it. */
const beginOfEntry = (lines: readonly string[], at: number): number => {
  const before = lines[at - 1] ?? ''
  return before === '  {' || before.startsWith('  //') ? beginOfEntry(lines, at - 1) : at
}

/** Creates the platform below `root`. Returns the paths written. Check the name with `refuseName` first. */
export const makePlatform = (root: string, name: string): readonly string[] => {
  const lists = Object.keys(LISTS).map((list) => {
    const path = join(root, list)
    return { path, text: addToList(readFileSync(path, 'utf8'), list, name) }
  })
  mkdirSync(join(root, PLATFORMS, name))
  mkdirSync(join(root, TESTING, name, 'fixtures'), { recursive: true })
  const made = templateFiles().map(([file, text]) => {
    const place = file.startsWith('platform/') ? 'platform' : 'testing'
    const { folder, service } = PLACES[place]
    const path = join(root, folder, name, file.slice(place.length + 1).replace('acme', name))
    writeFileSync(path, rename(text, name, service), { flag: 'wx' })
    return path
  })
  for (const { path, text } of lists) writeFileSync(path, text)
  return [...made, ...lists.map(({ path }) => path)]
}

const nextSteps = (name: string): string => `Created ${PLATFORMS}/${name}/ and ${TESTING}/${name}/, and added the
platform to the lists of platforms, fixtures, simulators and single posts. Its suite passes already, against a
fictional API:

  npx --no-install node --test ${PLATFORMS}/${name}/

Next, in ${TESTING}/${name}/:
  1. simulator.ts        respond like the real API, with its quirks and errors

In ${PLATFORMS}/${name}/:
  2. key.ts              the operator’s credential: how to get it, how it signs. See the guide when there is none
  3. ${`${name}.ts`.padEnd(20)}name, handles, variants and settings
  4. urls.ts             the API’s origin and the URLs of posts
  5. map-*.ts            from its JSON to the normalized form
  6. ${`read-${name}.ts`.padEnd(20)}the calls: an account, a page of posts, one post
  7. refusals.ts         what its errors mean
  8. ${`${name}.test.ts`.padEnd(20)}spellings, invalid handles, and a test for each quirk

Then:
  9. ${TESTING}/${name}/fixtures/  made-up responses; fixtures.cases.ts says which mapping reads them
 10. npm run docs        adds it to docs/reference/platforms.md, docs/reference/normalization.md and docs/reference/settings.md

docs/contribute/platform.md explains each step.
`

const main = (name: string | undefined): void => {
  const refusal = refuseName(ROOT, name)
  if (refusal !== undefined || name === undefined) {
    process.stderr.write(`${refusal}\n`)
    process.exitCode = 2
    return
  }
  const made = makePlatform(ROOT, name)
  spawnSync(join(ROOT, 'node_modules/.bin/biome'), ['check', '--write', ...made], { cwd: ROOT })
  process.stdout.write(nextSteps(name))
}

if (import.meta.main) main(process.argv[2])
