// The parts of an OpenAPI 3.1 document that this service uses (https://spec.openapis.org/oas/v3.1.1).

export type Schema = Readonly<Record<string, unknown>>
export type Reference = { readonly $ref: string }

export type Header = { readonly description: string; readonly schema: Schema; readonly example: string | number }
export type Example = { readonly summary?: string; readonly value: unknown }
export type MediaType = { readonly schema: Schema; readonly examples?: Readonly<Record<string, Example>> }

export type Response = {
  readonly description: string
  readonly headers: Readonly<Record<string, Reference>>
  readonly content: Readonly<Record<string, MediaType>>
}

export type Operation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  /** Empty where no token is needed. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly requestBody?: { readonly required: true; readonly content: Readonly<Record<string, MediaType>> }
  readonly responses: Readonly<Record<string, Response>>
}

export type PathItem = { readonly get?: Operation; readonly post?: Operation }
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
