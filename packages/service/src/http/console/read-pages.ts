// The files of the operator's pages, read into memory once: what is served is what the repository holds, byte for byte, and
// no request ever touches the disk.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export type PageFile = { readonly path: string; readonly type: string; readonly bytes: Buffer; readonly etag: string }

const FOLDER = fileURLToPath(new URL('../../../../console/pages', import.meta.url))

/** Files of other kinds are not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Paths are relative to the folder, with `/`; `index.html` is the empty path. */
export const readPages = (folder = FOLDER): readonly PageFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const type = TYPES[extname(name)]
    if (type === undefined) return []
    const bytes = readFileSync(join(folder, name))
    const path = name.split(sep).join('/')
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
    return [{ path: path === 'index.html' ? '' : path, type, bytes, etag }]
  })
