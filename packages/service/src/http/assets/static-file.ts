// Files that are served unchanged, with an entity tag.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type StaticFile = { readonly path: string; readonly type: string; readonly bytes: Buffer; readonly etag: string }

/** Other kinds of files are not served. */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
} as const

export const toStaticFile = (path: string, extension: keyof typeof TYPES, bytes: Buffer): StaticFile => ({
  path,
  type: TYPES[extension],
  bytes,
  etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
})

const isServed = (extension: string): extension is keyof typeof TYPES => Object.hasOwn(TYPES, extension)

/** The files of a folder, read into memory once, so that no request reads from disk. Paths are relative to it, with `/`; `index.html` has the empty path. */
export const readFolder = (location: URL): readonly StaticFile[] => {
  const folder = fileURLToPath(location)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((each) => {
    const extension = extname(each)
    if (!isServed(extension)) return []
    const path = each.split(sep).join('/')
    return [toStaticFile(path === 'index.html' ? '' : path, extension, readFileSync(join(folder, each)))]
  })
}

/** Sends a file, or 304 if the browser has it already. */
export const sendStaticFile = (
  { type, bytes, etag }: StaticFile,
  headers: Readonly<Record<string, string>>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  reply.headers({ ...headers, etag })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(type).send(bytes)
}
