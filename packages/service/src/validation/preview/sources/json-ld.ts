// schema.org in JSON-LD: the text of `application/ld+json` scripts. Broken, oversized or too deep JSON is passed over.

import { parseJson } from '../../../parsing/parse-json.ts'
import { readJsonLd } from './json-ld-nodes.ts'
import type { OpenSource } from './source.ts'

/** Characters of one script, and of all of them: parsing 512 KiB takes a few milliseconds. */
const MAX_SCRIPT = 256 * 1024
const MAX_TOTAL = 512 * 1024

// Some programs wrap the script in CDATA marks for browsers of the last century, or end it like a statement.
const unwrap = (script: string): string => {
  const bare = script.replaceAll('<![CDATA[', '').replaceAll(']]>', '')
  return bare.slice(Math.max(0, bare.search(/[[{]/)), Math.max(bare.lastIndexOf('}'), bare.lastIndexOf(']')) + 1)
}

const parseScript = (script: string): unknown => {
  try {
    return parseJson(unwrap(script))
  } catch {
    return undefined
  }
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
      total += chunk.length
      script += chunk
    },
    close: (name) => {
      if (name === 'script') finish()
    },
    // An unclosed script is a broken one: what it holds runs to the end of the page, and is not read.
    settle: () => {
      readJsonLd(roots, report)
      roots = []
    },
  }
}
