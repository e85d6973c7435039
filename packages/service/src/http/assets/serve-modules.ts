// Serves TypeScript modules to browsers, without their types.

import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../errors.ts'
import type { ModuleFiles } from './module-files.ts'
import { sendStaticFile } from './static-file.ts'

/** Serves each file at its path below the prefix. */
export const serveModules = (
  app: FastifyInstance,
  prefix: string,
  files: ModuleFiles,
  headers: Readonly<Record<string, string>>,
): void => {
  app.get(`${prefix}/*`, async (request, reply) => {
    const { '*': path } = request.params as { readonly '*': string }
    const file = (await files()).get(path)
    if (file === undefined) throw new ApiError('not_found')
    return sendStaticFile(file, headers, request, reply)
  })
}
