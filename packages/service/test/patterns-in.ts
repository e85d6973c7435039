// Finds the regular expressions of a source file without loading it.

export type Pattern = { readonly source: string; readonly flags: string }

/** After these, a slash is a division. */
const ENDS_VALUE = /[\w$)\]}"'`]$/
/** Keywords after which a value begins. */
const BEGINS_VALUE = /(?:^|[^\w$.])(?:return|typeof|case|in|of|void|throw|new|await|yield|else|do)$/

/** Not code: comments, strings, templates up to `${`. The brace that closes such an expression continues the template. */
const SKIPPED = /\/\/.*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y
const TEMPLATE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y
const LITERAL = /\/(?<source>(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/(?<flags>[a-z]*)/y

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

export const patternsIn = (text: string): readonly Pattern[] => {
  const found: Pattern[] = []
  /** For each open brace, whether it belongs to a template. */
  const braces: boolean[] = []
  let before = ''
  let at = 0
  const pass = (match: RegExpExecArray | null, as: string) => {
    at += match?.[0].length ?? 1
    before = (before + as).slice(-20)
  }
  const template = () => {
    const match = matchAt(TEMPLATE, text, at)
    const goesOn = match?.[0].endsWith('{') === true
    if (goesOn) braces.push(true)
    pass(match, goesOn ? '(' : '`')
  }
  while (at < text.length) {
    const sign = text[at] ?? ''
    const skipped = matchAt(SKIPPED, text, at)
    const isValue = !ENDS_VALUE.test(before.trimEnd()) || BEGINS_VALUE.test(before.trimEnd())
    const literal = sign === '/' && isValue ? matchAt(LITERAL, text, at) : null
    if (skipped) pass(skipped, skipped[0].startsWith('/') ? '' : '"')
    else if (literal) {
      found.push({ source: literal.groups?.source ?? '', flags: literal.groups?.flags ?? '' })
      pass(literal, '"')
    } else if (sign === '`') {
      at += 1
      template()
    } else if (sign === '}' && braces.pop() === true) {
      at += 1
      template()
    } else {
      if (sign === '{') braces.push(false)
      pass(null, sign)
    }
  }
  return found
}
