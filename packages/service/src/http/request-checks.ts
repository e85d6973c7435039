// How requests are checked by the schemas of their endpoints: what is sent is neither changed nor added to, and all that is
// wrong with it is told.

import type { FastifyServerOptions } from 'fastify'

/** Of Fastify's options. */
export const REQUEST_CHECKS = {
  ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true } },
} as const satisfies FastifyServerOptions
