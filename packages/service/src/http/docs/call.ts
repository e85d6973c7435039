// An example request for an operation, built from the examples in the OpenAPI document.

import type { MediaType, OperationEntry, Parameter } from '../openapi/document.ts'

export type Call = {
  /** In upper case. */
  readonly method: string
  readonly url: string
  /** Without `Content-Type` and `Authorization`. */
  readonly headers: Readonly<Record<string, string>>
  /** The JSON body; undefined if there is none. */
  readonly body: unknown
  readonly needsToken: boolean
}

export const jsonOf = (content: Readonly<Record<string, MediaType>> | undefined): MediaType | undefined =>
  content?.['application/json']

/** A required parameter without an example is written as `{name}`. An optional one is omitted. */
const exampleValue = (
  { required, example, name }: Parameter,
  encode: (value: string) => string,
): string | undefined => {
  if (example !== undefined) return encode(String(example))
  return required ? `{${name}}` : undefined
}

/** Builds the request with the first example of the body. */
export const callOf = ({ path, method, operation }: OperationEntry, baseUrl: string): Call => {
  const { parameters = [], requestBody, security } = operation
  const valuesIn = (place: Parameter['in'], encode = encodeURIComponent as (value: string) => string) =>
    parameters.flatMap((parameter) => {
      const value = parameter.in === place ? exampleValue(parameter, encode) : undefined
      return value === undefined ? [] : [[parameter.name, value] as const]
    })
  const filled = valuesIn('path').reduce((text, [name, value]) => text.replace(`{${name}}`, () => value), path)
  const query = valuesIn('query').map(([name, value]) => `${name}=${value}`)
  const [example] = Object.values(jsonOf(requestBody?.content)?.examples ?? {})
  return {
    method: method.toUpperCase(),
    url: `${baseUrl}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: Object.fromEntries(valuesIn('header', String)),
    body: example?.value,
    needsToken: security.length > 0,
  }
}
