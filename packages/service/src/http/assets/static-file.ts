// Reads the console's files into memory once: the service serves them as they are in the repository, and no request
// reads from disk.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export type PageFile = { readonly path: string; readonly type: string; readonly bytes: Buffer; readonly etag: string }

/** Other kinds of files are not served. */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
} as const

export const toPageFile = (path: string, extension: keyof typeof TYPES, bytes: Buffer): PageFile => ({
  path,
  type: TYPES[extension],
  bytes,
  etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
})

const isServed = (extension: string): extension is keyof typeof TYPES => Object.hasOwn(TYPES, extension)

/** The files of a folder. Paths are relative to it, with `/`; `index.html` has the empty path. */
export const readPages = (location: URL): readonly PageFile[] => {
  const folder = fileURLToPath(location)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((each) => {
    const extension = extname(each)
    if (!isServed(extension)) return []
    const path = each.split(sep).join('/')
    return [toPageFile(path === 'index.html' ? '' : path, extension, readFileSync(join(folder, each)))]
  })
}
