// The section of an operation in a reference: parameters, request, response, errors and examples.

import type { Openapi, Operation, OperationEntry, Parameter, Response, Schema } from '../openapi/document.ts'
import { callOf, jsonOf } from './call.ts'
import { callSample, jsonSample } from './code-sample.ts'
import { fields, schemaAnchor, schemaName } from './fields.ts'
import { anchorLink } from './heading-anchors.ts'
import { html, type Markup } from './markup.ts'
import { inline, paragraphs } from './prose.ts'

export const endpointAnchor = ({ operationId }: Pick<Operation, 'operationId'>): string =>
  operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const headerAnchor = (name: string): string => `header-${name.toLowerCase()}`

const errorsOf = ({ responses }: Operation): readonly (readonly [status: string, codes: readonly string[]])[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { content }]) => [status, Object.keys(jsonOf(content)?.examples ?? {})])

/** All error codes of an operation. */
export const codesOfOperation = (operation: Operation): readonly string[] =>
  errorsOf(operation).flatMap(([, codes]) => codes)

const errorTable = (operation: Operation): Markup => html`
<table class="errors">
  <tbody>${errorsOf(operation).map(
    ([status, codes]) => html`
    <tr><th scope="row">${status}</th><td>${codes.map((code) => html`<a class="chip" href="/docs/errors#${code}">${code}</a> `)}</td></tr>`,
  )}
  </tbody>
</table>`

export const methodChip = (method: string): Markup =>
  html`<span class="method ${method}">${method.toUpperCase()}</span>`

/** The parameters as fields of a schema. */
const parameterFields = (parameters: readonly Parameter[], schemas: Openapi['components']['schemas']): Markup =>
  fields(
    {
      properties: Object.fromEntries(
        parameters.map(({ name, description, schema }) => [name, { ...schema, description }]),
      ),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
    },
    schemas,
    { showsRequired: true },
  )

const PLACES = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' } as const

const parameterLists = ({ parameters = [] }: Operation, { components }: Openapi): readonly Markup[] =>
  (Object.keys(PLACES) as (keyof typeof PLACES)[]).flatMap((place) => {
    const found = parameters.filter((parameter) => parameter.in === place)
    return found.length === 0 ? [] : [html`<h4>${PLACES[place]}</h4>${parameterFields(found, components.schemas)}`]
  })

/** The successful response. */
const successOf = ({ responses }: Operation): Response | undefined =>
  Object.entries(responses).find(([status]) => Number(status) < 300)?.[1]

const responseFields = (data: Schema, document: Openapi): Markup => {
  const reference = typeof data.$ref === 'string' ? schemaName(data.$ref) : undefined
  if (reference !== undefined && !reference.endsWith('Data'))
    return html`<p class="points">A <a href="#${schemaAnchor(reference)}">${reference}</a>.</p>`
  return fields(data, document.components.schemas)
}

const responsePart = (success: Response, document: Openapi): Markup => {
  const [type] = Object.keys(success.content)
  if (type === undefined) return html`<h4>Response</h4><p class="points">${inline(success.description)}</p>`
  const schema = jsonOf(success.content)?.schema
  if (schema === undefined)
    return html`<h4>Response, as <code>${type}</code></h4><p class="points">${inline(success.description)}</p>`
  // The envelope is the same for all operations, so only `data` is shown.
  const { data } = (schema.properties ?? {}) as { readonly data?: Schema }
  return html`<h4>Response, in <code>data</code></h4>${responseFields(data ?? schema, document)}`
}

export const endpointSection = (document: Openapi, entry: OperationEntry): Markup => {
  const { path, method, operation } = entry
  const { summary, description, security, requestBody } = operation
  const request = jsonOf(requestBody?.content)
  const success = successOf(operation)
  const [first] = Object.values(request?.examples ?? {})
  const [example] = Object.values(jsonOf(success?.content)?.examples ?? {})
  const headers = Object.keys(success?.headers ?? {})
  const anchor = endpointAnchor(operation)
  return html`
<section id="${anchor}" class="pair endpoint">
  <div>
    <p class="route">${methodChip(method)} <code class="plain">${path}</code></p>
    <h3>${summary}${anchorLink({ anchor, text: summary })}</h3>
    ${paragraphs(description)}
    <p class="points">${security.length > 0 ? 'Requires a bearer token.' : 'Requires no token.'}</p>
    ${parameterLists(operation, document)}
    ${request && html`<h4>Request</h4>${fields(request.schema, document.components.schemas, { showsRequired: true })}`}
    ${success && responsePart(success, document)}
    ${
      headers.length > 0 &&
      html`<h4>Response headers</h4>
    <p class="chips">${headers.map((name) => html`<a class="chip" href="#${headerAnchor(name)}">${name}</a> `)}</p>`
    }
    <h4>Errors</h4>
    ${errorTable(operation)}
  </div>
  <div class="aside">
    ${callSample(first?.summary ?? 'Request', callOf(entry, document.servers[0]?.url ?? ''), anchor)}
    ${example && jsonSample('Response', example.value)}
  </div>
</section>`
}

/** A short entry, for endpoints outside the API. */
export const briefRow = ({ path, method, operation: { summary, description } }: OperationEntry): Markup => html`
<div>
  <dt>${methodChip(method)} <a href="${path}"><code class="name">${path}</code></a> <span class="type">${summary}</span></dt>
  <dd>${inline(description)}</dd>
</div>`
