// URLs that open a post in a platform's app → the post's URL on the web.

const APP_URLS: readonly (readonly [pattern: RegExp, web: string])[] = [
  [/^spotify:(?:user:[^:]+:)?(track|album|episode|playlist):(\w{22})$/i, 'https://open.spotify.com/$1/$2'],
  [/^tg:(?:\/\/)?resolve\/?\?domain=(\w+)&post=(\d+)(?:&.*)?$/i, 'https://t.me/$1/$2'],
  [/^(?:twitter|x):\/\/status\/?\?(?:status_)?id=(\d+)(?:&.*)?$/i, 'https://x.com/i/status/$1'],
  [/^vnd\.youtube:(?:\/\/)?([\w-]{11})(?:\?.*)?$/i, 'https://www.youtube.com/watch?v=$1'],
  [/^(?:vnd\.)?youtube:\/\/((?:www\.|m\.)?youtube\.com\/.+)$/i, 'https://$1'],
  [/^lbry:\/\/(@[^/#:]+)[#:]([0-9a-f]+)\/([^/#:]+)[#:]([0-9a-f]+)$/i, 'https://odysee.com/$1:$2/$3:$4'],
]

/** undefined when the text is no app URL, or its target is not known to be a post. */
export const webUrlOf = (text: string): string | undefined => {
  const [pattern, web] = APP_URLS.find(([each]) => each.test(text)) ?? []
  return pattern && web && text.replace(pattern, web)
}
