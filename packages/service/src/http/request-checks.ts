// How requests are validated against their schemas: nothing is changed or added, and all errors are reported.

import type { FastifyServerOptions } from 'fastify'

/** Options for Fastify. */
export const REQUEST_CHECKS = {
  ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true } },
} as const satisfies FastifyServerOptions
