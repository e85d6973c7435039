// Finds the imports of source files and applies the tables of source-rules.ts. Reads only their text and loads nothing.

import { posix } from 'node:path'
import {
  FOR_TESTS,
  HARMLESS_NAMES,
  KNOWS_PLATFORMS,
  KNOWS_ROOT,
  MAY_IMPORT,
  ONLY_IN,
  ONLY_SAID_IN,
  SHARED_BY_PLATFORMS,
  TESTING_PACKAGE,
} from './source-rules.ts'

/** The path from the source folder, with `/`, and the text. */
export type SourceFile = { readonly path: string; readonly text: string }

export type Import = { readonly from: string; readonly isType: boolean; readonly names: readonly string[] }

/** `import … from`, `export … from`, and an import for its side effects. A clause contains names, never expressions. */
const STATIC = /^(?:import|export)\s+(?:(?<type>type\s+)?(?<clause>[\w$*{},\s]+?)\s+from\s+)?'(?<from>[^'\n]+)'/gm
const DYNAMIC = /\b(?:import|require)\(\s*'(?<from>[^'\n]+)'\s*[,)]/g

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;{}(),])\/\/.*$/gm, '$1')

/** Imports in code, without those in comments. */
const staticImports = (code: string): readonly Import[] =>
  [...code.matchAll(STATIC)].map(({ groups }) => {
    const { type, clause = '', from = '' } = groups ?? {}
    const parts = clause.split(/[{},]/).map((part) => part.trim())
    const names = parts.filter((part) => part !== '' && !part.startsWith('type '))
    const isType = type !== undefined || (clause !== '' && names.length === 0)
    return { from, isType, names }
  })

/** All imports of the text. */
export const findImports = (text: string): readonly Import[] => {
  const code = withoutComments(text)
  const dynamics = [...code.matchAll(DYNAMIC)].map(({ groups }) => ({
    from: groups?.from ?? '',
    isType: false,
    names: ['*'],
  }))
  return [...staticImports(code), ...dynamics]
}

/** Everything that loads with a file: our paths, and modules by name, without dynamic imports. `sources`: texts by path. */
export const loadedWith = (path: string, sources: ReadonlyMap<string, string>): ReadonlySet<string> => {
  const loaded = new Set([path])
  for (const each of loaded)
    for (const { from, isType } of staticImports(withoutComments(sources.get(each) ?? '')))
      if (!isType) loaded.add(from.startsWith('.') ? posix.join(posix.dirname(each), from) : from)
  return loaded
}

const isIn = (path: string, place: string): boolean => place === '.' || path === place || path.startsWith(`${place}/`)

/** The platform folder that contains the path. */
const platformOf = (path: string): string | undefined => /^platforms\/[^/]+(?=\/)/.exec(path)?.[0]
const isRoot = (path: string): boolean => !path.includes('/') && path !== 'errors.ts'

/** The part that applies: the innermost folder or file with a row in the table, or undefined. */
const partOf = (path: string): string | undefined => {
  const folders = path.split('/').map((_, index, parts) => parts.slice(0, parts.length - index).join('/'))
  const part = folders.find((place) => Object.hasOwn(MAY_IMPORT, place))
  return part === 'platforms' && platformOf(path) !== undefined ? 'platforms/*' : part
}

const isAllowed = (from: string, part: string, to: string): boolean => {
  const own = platformOf(from) ?? part
  if (isIn(to, own) && (own !== 'platforms' || platformOf(to) === undefined)) return true
  if (isRoot(to)) return KNOWS_ROOT.includes(part)
  const platform = platformOf(to)
  const isPlatform = platform !== undefined && !SHARED_BY_PLATFORMS.includes(platform)
  if (isPlatform) return isIn(to, KNOWS_PLATFORMS[from] ?? '-')
  return (MAY_IMPORT[part] ?? []).some((place) => isIn(to, place))
}

const judgeImport = (path: string, part: string, { from, isType, names }: Import): string | undefined => {
  if (from.startsWith('.')) {
    const to = posix.join(posix.dirname(path), from)
    if (FOR_TESTS.test(to)) return `imports ${to}, which is for tests`
    return isAllowed(path, part, to) ? undefined : `may not import ${to}`
  }
  if (from.startsWith(TESTING_PACKAGE)) return `imports ${from}, which is for tests`
  const places = ONLY_IN[from]
  if (places === undefined || isType || places.some((place) => isIn(path, place))) return undefined
  if (names.length > 0 && names.every((name) => HARMLESS_NAMES.includes(name))) return undefined
  return `may not import ${from}`
}

/** The violations of a file. */
export const judgeFile = ({ path, text }: SourceFile): readonly string[] => {
  if (FOR_TESTS.test(path)) return []
  const part = partOf(path)
  if (part === undefined) return [`${path} belongs to no part that the table knows`]
  const imports = findImports(text).map((each) => judgeImport(path, part, each))
  const code = withoutComments(text)
  const said = ONLY_SAID_IN.filter(([what, where]) => what.test(code) && !where.some((place) => isIn(path, place)))
  return [
    ...imports.filter((each) => each !== undefined),
    ...said.map(([what, , why]) => `says ${what.source}: ${why}`),
  ].map((problem) => `${path} ${problem}`)
}

/** Our files that a file imports, including types. */
export const ownImports = (path: string, text: string): readonly string[] =>
  findImports(text)
    .filter(({ from }) => from.startsWith('.'))
    .map(({ from }) => posix.join(posix.dirname(path), from))

/** The cycles of an import graph, found depth first, each as a list of files. `importsOf`: the imports of each file. */
export const findCircles = (importsOf: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] => {
  const circles: (readonly string[])[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path)
    if (start !== -1) circles.push(trail.slice(start))
    if (start !== -1 || done.has(path)) return
    for (const next of importsOf.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of importsOf.keys()) visit(path, [])
  return circles
}
