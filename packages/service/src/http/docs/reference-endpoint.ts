// One endpoint of the reference: what it takes, what it gives, what it may say, and how to call it.

import type { MediaType, Openapi, Operation, Schema } from '../openapi/document.ts'
import { curl, jsonSample, shellSample } from './code-sample.ts'
import { fields, schemaAnchor, schemaName } from './fields.ts'
import { html, type Markup } from './markup.ts'
import { inline, paragraphs } from './prose.ts'

export const endpointAnchor = ({ operationId }: Pick<Operation, 'operationId'>): string =>
  operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const headerAnchor = (name: string): string => `header-${name.toLowerCase()}`

const JSON_TYPE = 'application/json'

const mediaOf = (content: Readonly<Record<string, MediaType>> | undefined): MediaType | undefined =>
  content?.[JSON_TYPE]

const errorsOf = ({ responses }: Operation): readonly (readonly [status: string, codes: readonly string[]])[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { content }]) => [status, Object.keys(mediaOf(content)?.examples ?? {})])

/** Every code that the operation may answer with. */
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

/** The schema of `data`, which is what differs from one endpoint to the next. */
const dataOf = (answer: MediaType | undefined): Schema | undefined =>
  (answer?.schema.properties as { readonly data?: Schema } | undefined)?.data

const answerFields = (data: Schema, document: Openapi): Markup => {
  const reference = typeof data.$ref === 'string' ? schemaName(data.$ref) : undefined
  if (reference !== undefined && !reference.endsWith('Data'))
    return html`<p class="points">A <a href="#${schemaAnchor(reference)}">${reference}</a>, the same for every platform.</p>`
  return fields(data, document.components.schemas)
}

export const endpointSection = (document: Openapi, path: string, operation: Operation): Markup => {
  const { summary, description, security, requestBody, responses } = operation
  const request = mediaOf(requestBody?.content)
  const answer = mediaOf(responses[200]?.content)
  const data = dataOf(answer)
  const [first] = Object.values(request?.examples ?? {})
  const [shown] = Object.values(answer?.examples ?? {})
  const url = `${document.servers[0]?.url ?? ''}${path}`
  const headers = Object.keys(responses[200]?.headers ?? {})
  return html`
<section id="${endpointAnchor(operation)}" class="pair endpoint">
  <div>
    <p class="route"><span class="method">POST</span> <code class="plain">${path}</code></p>
    <h3>${summary}</h3>
    ${paragraphs(description)}
    <p class="points">${security.length > 0 ? 'Needs a bearer token.' : 'Needs no token.'}</p>
    <h4>Request</h4>
    ${request && fields(request.schema, document.components.schemas, { marksNeed: true })}
    <h4>Answer, in <code>data</code></h4>
    ${data && answerFields(data, document)}
    <h4>Headers</h4>
    <p class="chips">${headers.map((name) => html`<a class="chip" href="#${headerAnchor(name)}">${name}</a> `)}</p>
    <h4>Errors</h4>
    ${errorTable(operation)}
  </div>
  <div class="aside">
    ${first && shellSample(first.summary ?? 'Request', curl(url, first.value, security.length > 0))}
    ${shown && jsonSample('Answer', shown.value)}
  </div>
</section>`
}

/** A path outside the API: a line is enough. */
export const servicePathRow = (path: string, { summary, description }: Operation): Markup => html`
<div>
  <dt><span class="method get">GET</span> <a href="${path}"><code class="name">${path}</code></a> <span class="type">${summary}</span></dt>
  <dd>${inline(description)}</dd>
</div>`
