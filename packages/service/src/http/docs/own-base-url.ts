// The guides show the URL of a service on the reader's machine. A service shows its own instead, so that its samples work as they are.

/** Without another digit after the port. */
const EXAMPLE = /http:\/\/127\.0\.0\.1:8080(?!\d)/g

export const withOwnBaseUrl = (text: string, baseUrl: string): string => text.replace(EXAMPLE, () => baseUrl)
