// The WebFinger URL that a site's host metadata (RFC 6415) names: a link template, in XML or in JSON.

import { Parser } from 'htmlparser2'
import { hostName } from '../parsing/host-name.ts'
import { jsonList, jsonObject } from '../parsing/json-value.ts'
import type { Response } from '../upstream/contract/call.ts'
import { isRefused } from '../upstream/contract/refusal.ts'

/** Such a document has only a few lines. */
const MOST_CHARACTERS = 64 * 1024
const MOST_LINKS = 100
const VARIABLE = '{uri}'

type Link = Readonly<Record<string, unknown>>

/** The URL that describes the resource; undefined when the document names none that may be requested. */
export const webFingerTemplate = (response: Response, resource: string): URL | undefined => {
  const text = response.text()
  const links = text.trimStart().startsWith('{') ? jsonLinks(response) : xmlLinks(text.slice(0, MOST_CHARACTERS))
  const templates = links
    .filter(({ rel }) => String(rel).toLowerCase() === 'lrdd')
    // JSON (JRD) before the older XML (XRD).
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  for (const { template } of templates) {
    const url = expand(String(template), resource)
    if (url) return url
  }
  return undefined
}

const rankOf = ({ type }: Link): number => (/\bjson\b/i.test(String(type)) ? 0 : 1)

const expand = (template: string, resource: string): URL | undefined => {
  if (!template.includes(VARIABLE)) return undefined
  const url = URL.parse(template.replace(VARIABLE, () => encodeURIComponent(resource)))
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return undefined
  return hostName(url.hostname) === undefined ? undefined : url
}

const jsonLinks = (response: Response): readonly Link[] => {
  try {
    return jsonList(jsonObject(response.json()).links).slice(0, MOST_LINKS).map(jsonObject)
  } catch (error) {
    if (!isRefused(error, 'broken')) throw error
    return []
  }
}

const xmlLinks = (xml: string): readonly Link[] => {
  const links: Link[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (/^(?:\w+:)?link$/i.test(name) && links.length < MOST_LINKS) links.push(attributes)
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return links
}
