// One site under many host names: its mobile and old faces, its country domains, its earlier names.

/** Labels in front of a host that show the same posts in another way. */
const FACES: ReadonlySet<string> = new Set([
  ...['www', 'm', 'mobile', 'touch', 'mbasic', 'lite', 'web', 'amp', 'music', 'gaming', 'old', 'new', 'np', 'beta'],
])

/** Other names → the name that patterns are written in. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^twitter\.com$/, 'x.com'],
  [/^fb\.com$/, 'facebook.com'],
  [/^instagr\.am$/, 'instagram.com'],
  [/^threads\.net$/, 'threads.com'],
  [/^telegram\.(?:me|dog)$/, 't.me'],
  [/^youtube-nocookie\.com$/, 'youtube.com'],
  [/^(?:[a-z]{2,3}\.)?pinterest\.(?:com|info|[a-z]{2}|com?\.[a-z]{2})$/, 'pinterest.com'],
  [/^(?:[a-z]{2}|[a-z]{2}-[a-z]{2})\.(?<site>facebook|linkedin)\.com$/, '$<site>.com'],
]

const withoutFace = (hostname: string): string => {
  const [first = '', ...rest] = hostname.split('.')
  return rest.length >= 2 && FACES.has(first) ? rest.join('.') : hostname
}

/** The forms of a host to try, the likeliest first. A blog may well be called `old`, so the host as it is comes last. */
export const hostForms = (hostname: string): readonly string[] => {
  const bare = withoutFace(hostname)
  const name = NAMES.reduce((text, [pattern, to]) => text.replace(pattern, to), bare)
  return [...new Set([name, hostname])]
}
