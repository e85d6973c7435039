// Validates values against an OpenAPI document: JSON Schema 2020-12 with references into the document.

import { Ajv2020 } from 'ajv/dist/2020.js'

/** `document`: as a client reads it. */
export const createAjv = (document: object) => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true })
  ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/)
  ajv.addVocabulary(['components', 'info', 'openapi', 'paths', 'servers', 'tags'])
  ajv.addSchema({ $id: 'doc', ...document })
  return ajv
}

/** A schema of the document, with its references. */
export const compile = (ajv: Ajv2020, schema: unknown) =>
  ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"doc#/components/')))
