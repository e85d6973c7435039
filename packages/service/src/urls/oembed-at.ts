/** A platform's oEmbed endpoint (https://oembed.com, section 2.2). */
export const oembedAt =
  (endpoint: string, fields: Readonly<Record<string, string>> = {}) =>
  (post: URL): URL => {
    const url = new URL(endpoint)
    url.searchParams.set('url', post.href)
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
    return url
  }
