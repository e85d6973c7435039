// Removes the secrets of a call from what came back: platforms repeat tokens in the URLs of next pages and in errors, as
// they are or percent-encoded.

const HIDDEN = '[hidden]'

export const hiderOf = (secrets: readonly string[]): ((text: string) => string) => {
  const spellings = [...new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]))]
  if (spellings.length === 0) return (text) => text
  return (text) => spellings.reduce((clean, secret) => clean.replaceAll(secret, HIDDEN), text)
}
