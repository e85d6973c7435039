// The files that the pages load: the style sheet, the scripts and the images of the guides.

import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { IMAGES } from './images.ts'
import { serveText } from './serve-text.ts'

/** In the order in which they apply. */
const SHEETS = [
  'base',
  'header',
  'footer',
  'sidebar',
  'contents',
  'prose',
  'samples',
  'search',
  'reference',
  'errors',
  'home',
] as const
const SCRIPTS = ['contents', 'samples', 'search'] as const

const HEADERS = { 'content-security-policy': "default-src 'none'" } as const

const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8')

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** Drawings have their own style sheet. */
const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/** The names of all images; none if the folder is missing. */
const imageNames = (): readonly string[] => {
  try {
    return readdirSync(IMAGES).filter((name) => Object.hasOwn(IMAGE_TYPES, extname(name)))
  } catch {
    return []
  }
}

/** Images are read at each request, so that they take no memory. They do not shrink in a content coding. */
const serveImage = (app: FastifyInstance, prefix: string, name: string): void => {
  app.get(`${prefix}/images/${name}`, async ({ headers }, reply) => {
    const bytes = await readFile(new URL(name, IMAGES))
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
    reply.headers({
      'content-security-policy': IMAGE_POLICY,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      etag,
    })
    if (headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type(IMAGE_TYPES[extname(name)] ?? '').send(bytes)
  })
}

export const registerFiles = (app: FastifyInstance, prefix: string): void => {
  serveText(app, {
    path: `${prefix}/assets/docs.css`,
    type: 'text/css; charset=utf-8',
    make: async () => (await Promise.all(SHEETS.map((sheet) => read(`style/${sheet}.css`)))).join('\n'),
    headers: HEADERS,
  })
  for (const name of SCRIPTS) {
    serveText(app, {
      path: `${prefix}/assets/${name}.js`,
      type: 'text/javascript; charset=utf-8',
      make: () => read(`script/${name}.js`),
      headers: HEADERS,
    })
  }
  for (const name of imageNames()) serveImage(app, prefix, name)
}
