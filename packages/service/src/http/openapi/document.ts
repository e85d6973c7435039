// The parts of an OpenAPI 3.1 document that this service uses (https://spec.openapis.org/oas/v3.1.1).

export type Schema = Readonly<Record<string, unknown>>
export type Reference = { readonly $ref: string }

export type Header = { readonly description: string; readonly schema: Schema; readonly example: string | number }
export type Example = { readonly summary?: string; readonly value: unknown }
export type MediaType = { readonly schema: Schema; readonly examples?: Readonly<Record<string, Example>> }

export type Response = {
  readonly description: string
  readonly headers: Readonly<Record<string, Reference>>
  /** Empty if there is no body. */
  readonly content: Readonly<Record<string, MediaType>>
}

export type Parameter = {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  readonly description: string
  readonly required: boolean
  readonly schema: Schema
  /** Sent by samples. An optional parameter is in samples only if it has one. */
  readonly example?: string | number | boolean
}

export type Operation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  /** Empty if no token is needed. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: true; readonly content: Readonly<Record<string, MediaType>> }
  readonly responses: Readonly<Record<string, Response>>
}

/** In the order in which they are shown. */
export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof METHODS)[number]

export type PathItem = { readonly [M in Method]?: Operation }
export type Tag = { readonly name: string; readonly description: string }

export type Openapi = {
  readonly openapi: '3.1.1'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    readonly description: string
  }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly Tag[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly headers: Readonly<Record<string, Header>>
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
}

export type OperationEntry = { readonly path: string; readonly method: Method; readonly operation: Operation }

/** Every operation, in the order of the document. */
export const operationsOf = ({ paths }: Pick<Openapi, 'paths'>): readonly OperationEntry[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )
