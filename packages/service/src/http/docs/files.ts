// The files that the pages load: the style sheet, the scripts and the images of the guides.

import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createModuleFiles } from '../assets/module-files.ts'
import { serveModules } from '../assets/serve-modules.ts'
import { sendStaticFile, toStaticFile } from '../assets/static-file.ts'
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

/** The search's modules, which its script imports. */
const SEARCH = new URL('./search/', import.meta.url)

const MODULE_HEADERS = { ...HEADERS, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' } as const

const IMAGE_EXTENSIONS = ['.webp', '.png', '.svg'] as const

type ImageFile = { readonly name: string; readonly extension: (typeof IMAGE_EXTENSIONS)[number] }

const IMAGE_HEADERS = {
  // Drawings have their own style sheet.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
} as const

/** All images; none if the folder is missing. */
const listImages = (): readonly ImageFile[] => {
  try {
    return readdirSync(IMAGES).flatMap((name) => {
      const extension = IMAGE_EXTENSIONS.find((each) => each === extname(name))
      return extension === undefined ? [] : [{ name, extension }]
    })
  } catch {
    return []
  }
}

/** Images are read at each request, so that they take no memory. They do not shrink in a content coding. */
const serveImage = (app: FastifyInstance, prefix: string, { name, extension }: ImageFile): void => {
  app.get(`${prefix}/images/${name}`, async (request, reply) => {
    const bytes = await readFile(new URL(name, IMAGES))
    return sendStaticFile(toStaticFile(name, extension, bytes), IMAGE_HEADERS, request, reply)
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
  serveModules(app, `${prefix}/assets/search`, createModuleFiles(SEARCH), MODULE_HEADERS)
  for (const image of listImages()) serveImage(app, prefix, image)
}
