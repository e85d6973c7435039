// Serves the console: files from memory, under a policy that lets them load nothing from elsewhere and call only this
// service. They contain no secret. The stage, on which the playground shows posts, runs in a frame under its own
// policy.

import type { FastifyInstance } from 'fastify'
import { createModuleFiles } from '../assets/module-files.ts'
import { serveModules } from '../assets/serve-modules.ts'
import { readFolder, sendStaticFile } from '../assets/static-file.ts'

export const CONSOLE_PREFIX = '/console'

/** Content Security Policy Level 3 and Trusted Types: no code, style or markup except that of the files. */
export const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  // The stage, which may not navigate its frame elsewhere.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const STAGE_PREFIX = `${CONSOLE_PREFIX}/stage`

/** The stage shows untrusted posts. Images and videos may load from anywhere; only the stage's own code runs, it cannot
 * make requests, and its document has an opaque origin, so it reaches neither the token nor the console. Windows that
 * an operator opens from it are not restricted. */
export const STAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The console's typeface.
  "font-src 'self'",
  'img-src https: http:',
  'media-src https: http:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
].join('; ')

const COMMON = {
  // Revalidated each time, so that console and service have the same version. Unchanged files cost no bytes.
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

const HEADERS = {
  ...COMMON,
  'content-security-policy': CONSOLE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const

const STAGE_HEADERS = {
  ...COMMON,
  'content-security-policy': STAGE_POLICY,
  // A document with an opaque origin requests its own files cross-origin. They contain nothing private.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-frame-options': 'SAMEORIGIN',
} as const

/** Modules that the documentation has too: code samples of a request, and the advice for each error code. */
const SHARED = /^(?:call-samples|code-tokens|literal|error-guide\/[a-z-]+)\.ts$/

/** Single modules of other folders: the names of the endpoints in the request log, and other names of platforms. */
const SINGLE = { traffic: 'endpoint-names.ts', scanning: 'other-names.ts' }

/** The post selector for the stage. */
const SELECTOR = new URL('../../../../selector/src/', import.meta.url)

/** `folder`: the console's package, with a slash at its end. */
export const registerConsole = (app: FastifyInstance, folder: URL): void => {
  // Relative, so that it also works behind a proxy that serves the service under a path.
  app.get(CONSOLE_PREFIX, async (_request, reply) => reply.headers(HEADERS).redirect('console/', 308))
  for (const file of readFolder(new URL('pages/', folder))) {
    app.get(`${CONSOLE_PREFIX}/${file.path}`, async (request, reply) => sendStaticFile(file, HEADERS, request, reply))
  }
  for (const file of readFolder(new URL('stage/', folder))) {
    app.get(`${STAGE_PREFIX}/${file.path}`, async (request, reply) =>
      sendStaticFile(file, STAGE_HEADERS, request, reply),
    )
  }
  serveModules(app, `${STAGE_PREFIX}/selector`, createModuleFiles(SELECTOR), STAGE_HEADERS)
  const shared = createModuleFiles(new URL('../docs/', import.meta.url), (path) => SHARED.test(path))
  serveModules(app, `${CONSOLE_PREFIX}/shared`, shared, HEADERS)
  for (const [name, file] of Object.entries(SINGLE)) {
    const files = createModuleFiles(new URL(`../../${name}/`, import.meta.url), (path) => path === file)
    serveModules(app, `${CONSOLE_PREFIX}/shared/${name}`, files, HEADERS)
  }
}
