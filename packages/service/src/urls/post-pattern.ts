// Compiles one pattern of post URLs. `PostAddresses` in the contract documents the syntax.

import { fieldValue } from '../parsing/field-value.ts'
import type { ParsedUrl } from './parsed-url.ts'

export type Parts = Readonly<Record<string, string>>

export type PostPattern = {
  /** Whether the pattern matches any host. */
  readonly isAnyHost: boolean
  /** Whether the pattern's host is one of these names. */
  readonly knows: (hosts: readonly string[]) => boolean
  /** The named parts of the URL under one of these host names; undefined when it does not match. */
  readonly match: (hosts: readonly string[], url: ParsedUrl) => Parts | undefined
}

/** Part → the pattern of its values. A part without one matches any segment. */
export type PartShapes = Readonly<Record<string, string>>

/** One label of a host. */
const HOST_PART = '[a-z0-9][a-z0-9-]*'
/** `www` and `m` are no user names. */
const NOT_WWW = '(?!(?:www|m)\\.)'
const ANY_HOST = '[^.]+(?:\\.[^.]+)+'
/** A name or a title does not end in punctuation: that belongs to the text around the URL. */
const PATH_PART = "[^/]+(?<![.,;:!?*'\\]}]|%(?:22|3E|60|7D))"
const VALUE_PART = '[^/]+'
const OPEN_END = '/**'
const AT = 'at://'

const escapeLiteral = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')

const toSource = (pattern: string, shapes: PartShapes, anyPart: string): string =>
  pattern
    .split(/[{}]/)
    .map((piece, at) => {
      if (at % 2 === 0) return escapeLiteral(piece)
      const [name = '', shape = name] = piece.split(':')
      return `(?<${name}>${shapes[shape] ?? anyPart})`
    })
    .join('')

const splitOnce = (text: string, separator: string): readonly [string, string] => {
  const at = text.indexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)]
}

export const compileHost = (host: string, shapes: PartShapes): RegExp => {
  if (host === '{host}') return new RegExp(`^${toSource(host, shapes, ANY_HOST)}$`)
  return new RegExp(`^${host.startsWith('{') ? NOT_WWW : ''}${toSource(host, shapes, HOST_PART)}$`)
}

const compileAuthority = (authority: string, shapes: PartShapes): RegExp =>
  new RegExp(`^${toSource(authority, shapes, PATH_PART)}$`)

export const compilePattern = (pattern: string, shapes: PartShapes): PostPattern => {
  const scheme = pattern.startsWith(AT) ? 'at' : 'web'
  const [location, search] = splitOnce(pattern.slice(scheme === 'at' ? AT.length : 0), '?')
  const [host, path] = splitOnce(location, '/')
  const isOpen = path.endsWith(OPEN_END)
  const closed = isOpen ? path.slice(0, -OPEN_END.length) : path.replace(/\/$/, '')
  const hostTest = (scheme === 'at' ? compileAuthority : compileHost)(host, shapes)
  const pathTest = new RegExp(`^${toSource(closed, shapes, PATH_PART)}${isOpen ? '(?:/.*)?' : ''}$`)
  const fields = [...new URLSearchParams(search)].map(
    ([name, value]) => [name, new RegExp(`^${toSource(value, shapes, VALUE_PART)}$`)] as const,
  )
  /** A shape that mentions the sign of a hashtag distinguishes values by it. */
  const fieldOf = (query: URLSearchParams, name: string, { source }: RegExp) => {
    const value = fieldValue(query, name)
    return source.includes('#') && query.get(name)?.startsWith('#') === true ? `#${value}` : value
  }
  const isAnyHost = host === '{host}'
  return {
    isAnyHost,
    knows: (hosts) => scheme === 'web' && hosts.some((name) => hostTest.test(name)),
    match(hosts, url) {
      if (url.scheme !== scheme) return undefined
      const at = hosts.map((name) => hostTest.exec(name)).find((found) => found !== null)
      // At an unknown host, a fragment is a position within the page, no route.
      const paths = isAnyHost || url.route === undefined ? url.paths : [...url.paths, url.route]
      const found = at && paths.map((each) => pathTest.exec(each)).find((each) => each !== null)
      if (!found) return undefined
      const parts = { ...at.groups, ...found.groups }
      for (const [name, test] of fields) {
        const value = test.exec(fieldOf(url.query, name, test))
        if (!value) return undefined
        Object.assign(parts, value.groups)
      }
      return parts
    },
  }
}

/** The URL that the template and the parts produce. */
export const fillTemplate = (template: string, parts: Parts): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '')
