// Why a page of posts did not come, whatever was thrown.

export type LoadFailure = {
  /** Of the service, of its clients, or of this package: `page_offline`, `page_unexpected`. */
  readonly code: string
  /** What to say instead of the sentence of the code, for people and in their language. */
  readonly sentence?: string | undefined
  /** To be put into a report to the operator. */
  readonly requestId?: string | undefined
}

/** What a source may throw; any error with these fields will do, such as that of the typed client. */
export class LoadError extends Error {
  readonly code: string
  readonly sentence: string | undefined
  readonly requestId: string | undefined

  constructor({ code, sentence, requestId }: LoadFailure, options?: ErrorOptions) {
    super(sentence ?? code, options)
    this.name = 'LoadError'
    this.code = code
    this.sentence = sentence
    this.requestId = requestId
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** `other` where nothing is told. */
export const readFailure = (thrown: unknown): LoadFailure => {
  const { code, sentence, requestId } = Object(thrown) as Readonly<Record<string, unknown>>
  return { code: textOf(code) ?? 'other', sentence: textOf(sentence), requestId: textOf(requestId) }
}
