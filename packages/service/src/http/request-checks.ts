// How requests are checked by the schemas of their endpoints: what is sent is neither changed nor added to, and all that is
// wrong with it is told. A schema is compiled for the first request that it checks: most endpoints of a process are asked
// late or never, and compiling them all is a tenth of a start.

import { createRequire } from 'node:module'
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify'

type Compile = FastifySchemaCompiler<unknown>
type SchemaController = NonNullable<FastifyServerOptions['schemaController']>

const CUSTOM_OPTIONS = { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true } as const

let loaded: Compile | undefined

/** Fastify's own, as Fastify finds it. One for all schemas of the process, which have no names. */
const compiler = (): Compile => {
  loaded ??= createRequire(import.meta.resolve('fastify'))('@fastify/ajv-compiler')()(
    {},
    { customOptions: CUSTOM_OPTIONS },
  ) as Compile
  return loaded
}

const compileLate: Compile = (route) => {
  let validate: ReturnType<Compile> | undefined
  const check: ReturnType<Compile> = (value) => {
    validate ??= compiler()(route)
    const result = validate(value)
    check.errors = validate.errors ?? null
    return result
  }
  return check
}

/** Of Fastify's options. Answers are written without schemas, so nothing that writes by them is needed. */
export const REQUEST_CHECKS: { readonly schemaController: SchemaController } = {
  schemaController: {
    compilersFactory: {
      // Declared as what Fastify makes by itself, which can do more than is asked of it.
      buildValidator: (() => compileLate) as unknown as NonNullable<
        NonNullable<SchemaController['compilersFactory']>['buildValidator']
      >,
      buildSerializer: () => () => JSON.stringify,
    },
  },
}

/** Loads what compiles, which costs ten times what a schema does, so that no request waits for it. */
export const prepareRequestChecks = (): void => {
  compiler()({ schema: { type: 'object' }, method: 'POST', url: '/' })
}
