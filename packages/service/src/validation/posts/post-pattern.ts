// Addresses of posts, written as one reads them: `host/path/{part}?name={part}`, with `/**` at the end for anything
// behind. The scheme, further query fields, fragments and a slash at the end never matter.

export type PostPattern = {
  /** The named parts, when the address is one of this pattern. */
  readonly match: (address: PostAddress) => Readonly<Record<string, string>> | undefined
}

/** An address taken apart, its host in the form that patterns are written in. */
export type PostAddress = { readonly host: string; readonly path: string; readonly query: URLSearchParams }

/** What parts look like; one that is not named here is any one segment. */
export type PartShapes = Readonly<Record<string, string>>

const PART = /\{(\w+)\}/g
/** One label, and none that only shows the site itself. */
const HOST_PART = '(?!(?:www|m)\\.)[a-z0-9][a-z0-9-]*'
const PATH_PART = '[^/]+'
const OPEN_END = '/**'

const escapeLiteral = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')

const toSource = (pattern: string, shapes: PartShapes, anyPart: string): string =>
  pattern
    .split(PART)
    .map((piece, at) => (at % 2 === 0 ? escapeLiteral(piece) : `(?<${piece}>${shapes[piece] ?? anyPart})`))
    .join('')

const splitOnce = (text: string, separator: string): readonly [string, string] => {
  const at = text.indexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)]
}

export const compilePattern = (pattern: string, shapes: PartShapes): PostPattern => {
  const [address, search] = splitOnce(pattern, '?')
  const [host, path] = splitOnce(address, '/')
  const isOpen = path.endsWith(OPEN_END)
  const closed = isOpen ? path.slice(0, -OPEN_END.length) : path.replace(/\/$/, '')
  const hostTest = new RegExp(`^${toSource(host, shapes, HOST_PART)}$`)
  const pathTest = new RegExp(`^${toSource(closed, shapes, PATH_PART)}${isOpen ? '(?:/.*)?' : ''}$`)
  const fields = [...new URLSearchParams(search)].map(
    ([name, value]) => [name, new RegExp(`^${toSource(value, shapes, '.+')}$`)] as const,
  )
  return {
    match(asked) {
      const parts = { ...hostTest.exec(asked.host)?.groups }
      const found = hostTest.test(asked.host) ? pathTest.exec(asked.path) : null
      if (!found) return undefined
      Object.assign(parts, found.groups)
      for (const [name, test] of fields) {
        const value = test.exec(asked.query.get(name) ?? '')
        if (!value) return undefined
        Object.assign(parts, value.groups)
      }
      return parts
    },
  }
}

/** The address that a template makes of the parts. */
export const fillTemplate = (template: string, parts: Readonly<Record<string, string>>): URL =>
  new URL(template.replace(PART, (_, name: string) => parts[name] ?? ''))
