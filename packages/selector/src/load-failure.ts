// Errors while loading a page of posts.

export type LoadFailure = {
  /** A code of the service, of its clients, or of this package: `page_offline`, `page_unexpected`. */
  readonly code: string
  /** A translated message that replaces the message of the code. */
  readonly sentence?: string | undefined
  /** ID of the request, for reports to the operator. */
  readonly requestId?: string | undefined
}

/** An error for sources to throw. Any error with these fields works, such as an error of the typed client. */
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

/** Reads the failure from a thrown value. The code is `other` if it has none. */
export const readFailure = (thrown: unknown): LoadFailure => {
  const { code, sentence, requestId } = Object(thrown) as Readonly<Record<string, unknown>>
  return { code: textOf(code) ?? 'other', sentence: textOf(sentence), requestId: textOf(requestId) }
}
