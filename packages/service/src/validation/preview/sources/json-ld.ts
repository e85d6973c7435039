// schema.org in JSON-LD: the text of `application/ld+json` scripts. Careless JSON is repaired; broken, oversized or too
// deep JSON is skipped.

import { createReferenceDecoder } from '../../../parsing/decode-references.ts'
import { parseJson } from '../../../parsing/parse-json.ts'
import { readJsonLd } from './json-ld-nodes.ts'
import { mendJson } from './mend-json.ts'
import type { OpenSource } from './source.ts'

/** Characters of one script, and of all scripts: parsing 512 KiB takes a few milliseconds. */
const MAX_SCRIPT = 256 * 1024
const MAX_TOTAL = 512 * 1024

// Some programs wrap the script in CDATA for very old browsers, or end it like a statement.
const unwrap = (script: string): string => {
  const bare = script.replaceAll('<![CDATA[', '').replaceAll(']]>', '')
  return bare.slice(Math.max(0, bare.search(/[[{]/)), Math.max(bare.lastIndexOf('}'), bare.lastIndexOf(']')) + 1)
}

/** Some programs escape a script like text, including its quotes. */
const ESCAPED_QUOTE = /&(?:quot|#34|#x22);/i

/** First as valid JSON, then repaired, which costs more. */
const ATTEMPTS: readonly ((script: string) => string | undefined)[] = [
  unwrap,
  mendJson,
  (script) => (ESCAPED_QUOTE.test(script) ? mendJson(createReferenceDecoder()(script)) : undefined),
]

const parseScript = (script: string): unknown => {
  for (const attempt of ATTEMPTS) {
    try {
      const text = attempt(script)
      if (text !== undefined) return parseJson(text)
    } catch {
      // The next way may succeed.
    }
  }
  return undefined
}

const isJsonLd = (type: string | undefined): boolean =>
  type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/ld+json'

export const jsonLd: OpenSource = (report) => {
  let roots: unknown[] = []
  let script: string | undefined
  let total = 0
  const finish = () => {
    if (script !== undefined && script.length <= MAX_SCRIPT) roots.push(parseScript(script))
    script = undefined
  }
  return {
    open: ({ name, attributes }) => {
      if (name === 'script' && isJsonLd(attributes.type) && total <= MAX_TOTAL) script = ''
    },
    text: (chunk) => {
      if (script === undefined || script.length > MAX_SCRIPT) return
      const piece = chunk.slice(0, MAX_SCRIPT + 1)
      total += piece.length
      script += piece
    },
    close: (name) => {
      if (name === 'script') finish()
    },
    // An unclosed script extends to the end of the page, and is not read.
    flush: () => {
      readJsonLd(roots, report)
      roots = []
    },
  }
}
