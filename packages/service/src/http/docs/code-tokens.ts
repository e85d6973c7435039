// Splits code into tokens for syntax highlighting. The documentation colors them on the server, the console in the browser.

const STRING = String.raw`(?<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|${'`'}(?:[^${'`'}\\]|\\.)*${'`'})`

/** The tokens of each language. The names of the groups are the names of the colors. */
const TOKENS: Readonly<Record<string, RegExp>> = {
  json: /(?<key>"(?:[^"\\]|\\.)*"(?=:))|(?<string>"(?:[^"\\]|\\.)*")|(?<word>\b(?:true|false|null)\b|-?\d[\d.eE+-]*)/g,
  sh: /(?<string>'[^']*'|"[^"]*")|(?<comment>(?:^|\s)#.*)|(?<word>^\s*(?:curl|npm|npx|docker|kubectl|helm|export)\b|\s-{1,2}[A-Za-z][\w-]*)|(?<key>\$\w+|^\s*[A-Z_]+(?==))/gm,
  js: new RegExp(
    String.raw`${STRING}|(?<comment>\/\/.*)|(?<word>\b(?:const|let|await|async|new|return|import|export|from|for|of|if|else|throw|try|catch|type|true|false|null|undefined)\b)|(?<key>\b\w+(?=:\s))`,
    'g',
  ),
  php: new RegExp(
    String.raw`${STRING}|(?<comment>\/\/.*)|(?<word>\b(?:function|fn|new|return|require|use|foreach|as|if|else|throw|try|catch|true|false|null|echo|static)\b|[A-Z]+_[A-Z]+)|(?<key>\$\w+)`,
    'g',
  ),
  yaml: /(?<comment>(?:^|\s)#.*)|(?<string>'[^'\n]*'|"[^"\n]*")|(?<key>^[\s-]*[\w./-]+(?=:))/gm,
}

/** Other names of languages. */
export const ALIASES: Readonly<Record<string, string>> = {
  javascript: 'js',
  mjs: 'js',
  ts: 'js',
  typescript: 'js',
  bash: 'sh',
  shell: 'sh',
}

/** `kind` is the name of the token's color, or empty for text without a color. */
export type Token = { readonly kind: string; readonly text: string }

/** The tokens of a code, which together are the whole code. Code in an unknown language is one token. */
export const tokensOf = (code: string, language: string): readonly Token[] => {
  const tokens = Object.hasOwn(TOKENS, ALIASES[language] ?? language)
    ? TOKENS[ALIASES[language] ?? language]
    : undefined
  if (tokens === undefined) return [{ kind: '', text: code }]
  const parts: Token[] = []
  let at = 0
  for (const match of code.matchAll(tokens)) {
    const [kind = ''] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    parts.push({ kind: '', text: code.slice(at, match.index) }, { kind, text: match[0] })
    at = match.index + match[0].length
  }
  return [...parts, { kind: '', text: code.slice(at) }].filter(({ text }) => text !== '')
}
