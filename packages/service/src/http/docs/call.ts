// One call of an operation, put together from the examples in the document: what the samples of all languages send.

import type { MediaType, OperationEntry, Parameter } from '../openapi/document.ts'

export type Call = {
  /** In capitals. */
  readonly method: string
  readonly url: string
  /** Without `Content-Type` and `Authorization`. */
  readonly headers: Readonly<Record<string, string>>
  /** What is sent as JSON; undefined where there is no body. */
  readonly body: unknown
  readonly needsToken: boolean
}

export const jsonOf = (content: Readonly<Record<string, MediaType>> | undefined): MediaType | undefined =>
  content?.['application/json']

/** A parameter without an example stands as `{name}` where it is required, and is left out where it is not. */
const sentFor = ({ required, example, name }: Parameter, encode: (value: string) => string): string | undefined => {
  if (example !== undefined) return encode(String(example))
  return required ? `{${name}}` : undefined
}

/** The first example of the body, where there is a body. */
export const callOf = ({ path, method, operation }: OperationEntry, baseUrl: string): Call => {
  const { parameters = [], requestBody, security } = operation
  const sent = (place: Parameter['in'], encode = encodeURIComponent as (value: string) => string) =>
    parameters.flatMap((parameter) => {
      const value = parameter.in === place ? sentFor(parameter, encode) : undefined
      return value === undefined ? [] : [[parameter.name, value] as const]
    })
  const filled = sent('path').reduce((text, [name, value]) => text.replace(`{${name}}`, () => value), path)
  const query = sent('query').map(([name, value]) => `${name}=${value}`)
  const [example] = Object.values(jsonOf(requestBody?.content)?.examples ?? {})
  return {
    method: method.toUpperCase(),
    url: `${baseUrl}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: Object.fromEntries(sent('header', String)),
    body: example?.value,
    needsToken: security.length > 0,
  }
}
