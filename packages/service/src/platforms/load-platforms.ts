// The platforms of this repository, and the operator's own ones from the files that `PLATFORMS` names. An own platform
// is checked before it is used, and never replaces a platform of this repository.

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type JsonObject, jsonList, jsonObject } from '../parsing/json-value.ts'
import { CONTRACT, type Platform } from '../upstream/contract/platform.ts'
import { ALL_PLATFORMS } from './all.ts'
import { POSTS_ONLY } from './posts-only.ts'

/** `file` is written as in the setting. */
export type OwnPlatform = { readonly file: string; readonly platform: Platform }

export type LoadedPlatforms = {
  /** The platforms of this repository, then the operator's own. */
  readonly platforms: readonly Platform[]
  readonly own: readonly OwnPlatform[]
}

/** Files are relative to the working directory. Throws an Error that names the setting and the file. It throws when a
 * file cannot be loaded, exports no platform, is written for another contract, lacks a part, or uses an id that is
 * taken. */
export const loadPlatforms = async (files: readonly string[]): Promise<LoadedPlatforms> => {
  const own: OwnPlatform[] = []
  // Sequential, so that the error is about the first file that is wrong.
  for (const file of files)
    for (const value of await readFile(file)) own.push({ file, platform: accept(value, file, own) })
  return { platforms: [...ALL_PLATFORMS, ...own.map(({ platform }) => platform)], own }
}

const refuse = (file: string, why: string, cause?: unknown): Error =>
  new Error(`PLATFORMS names ${file}, which ${why}`, { cause })

const readFile = async (file: string): Promise<readonly unknown[]> => {
  const loaded = await import(pathToFileURL(resolve(file)).href).catch((cause: unknown) => {
    throw refuse(file, `cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, cause)
  })
  const { platform, platforms } = jsonObject(loaded)
  const found = [...(platform === undefined ? [] : [platform]), ...jsonList(platforms)]
  if (found.length === 0) throw refuse(file, 'exports neither platform nor platforms')
  return found
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isFunction = (value: unknown): boolean => typeof value === 'function'

/** What the engine relies on. An own platform may be JavaScript, so no compiler has checked it. */
const PARTS: readonly (readonly [part: string, is: (platform: JsonObject) => boolean])[] = [
  ['an id of lower-case letters and digits', ({ id }) => typeof id === 'string' && /^[a-z][a-z0-9]{0,30}$/.test(id)],
  ['a name', ({ name }) => isText(name)],
  ['handles, examples of every form', ({ handles }) => jsonList(handles).length > 0 && jsonList(handles).every(isText)],
  ['variants with posts', ({ variants }) => isText(jsonObject(variants).posts)],
  ['settings, a Type.Object of strings', ({ settings }) => isSchema(settings)],
  ['settings that begin with its id', ({ id, settings }) => namesOf(settings).every((name) => isOf(name, String(id)))],
  ['a function canonicalize', ({ canonicalize }) => isFunction(canonicalize)],
  ['sources, each with an id, account and posts', ({ sources }) => jsonList(sources).length > 0 && areSources(sources)],
]

const namesOf = (settings: unknown): readonly string[] => Object.keys(jsonObject(jsonObject(settings).properties))
const isSchema = (settings: unknown): boolean => {
  const { properties } = jsonObject(settings)
  return (
    properties !== undefined &&
    Object.values(jsonObject(properties)).every((each) => jsonObject(each).type === 'string')
  )
}
const isOf = (name: string, id: string): boolean => name.startsWith(`${id.toUpperCase()}_`)
const areSources = (sources: unknown): boolean =>
  jsonList(sources)
    .map(jsonObject)
    .every(({ id, account, posts }) => isText(id) && isFunction(account) && isFunction(posts))

const accept = (value: unknown, file: string, own: readonly OwnPlatform[]): Platform => {
  const declared = jsonObject(value)
  if (declared.contract !== CONTRACT) {
    const written =
      declared.contract === undefined ? 'declares no contract' : `declares contract ${String(declared.contract)}`
    throw refuse(file, `${written}: this is Central API with contract: ${CONTRACT}`)
  }
  const lacks = PARTS.find(([, is]) => !is(declared))?.[0]
  if (lacks !== undefined) throw refuse(file, `exports a platform without ${lacks}`)
  const platform = value as Platform
  const taken = [...ALL_PLATFORMS, ...POSTS_ONLY].some(({ id }) => id === platform.id)
  const other = own.find((each) => each.platform.id === platform.id)?.file
  if (taken || other !== undefined) {
    throw refuse(file, `exports a platform ${platform.id}, an id that ${other ?? 'Central API itself'} has taken`)
  }
  return platform
}
