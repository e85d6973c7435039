// The files that all pages of the service share: colors, sizes and type (`theme.css`), the typeface and the icon. Each set of pages
// has them below its own path, so that a proxy which exposes only the documentation exposes its assets too.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { readFolder, type StaticFile, sendStaticFile, toStaticFile } from './static-file.ts'

/** Geist, a variable font with all weights, in the subset of Latin letters. Other letters use the system's typeface. */
const TYPEFACE = createRequire(import.meta.url).resolve(
  '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
)

const HEADERS = {
  // Revalidated each time, so that pages and assets have the same version. Unchanged files cost no bytes.
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'",
  // The playground's stage has an opaque origin. The files contain nothing private.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** Where browsers and feed readers look for an icon by themselves: `icon.svg` in 16, 32 and 48 pixels. */
const FAVICON = 'favicon.ico'

/** Serves the assets at `{prefix}/assets/…` for each prefix, and the icon at `/favicon.ico`. */
export const registerAssets = (app: FastifyInstance, prefixes: readonly string[]): void => {
  const files = [
    ...readFolder(new URL('files/', import.meta.url)),
    toStaticFile('geist.woff2', '.woff2', readFileSync(TYPEFACE)),
  ]
  const serve = (path: string, file: StaticFile) =>
    app.get(path, async (request, reply) => sendStaticFile(file, HEADERS, request, reply))
  for (const prefix of prefixes) {
    for (const file of files) if (file.path !== FAVICON) serve(`${prefix}/assets/${file.path}`, file)
  }
  for (const file of files) if (file.path === FAVICON) serve(`/${FAVICON}`, file)
}
