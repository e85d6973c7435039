// The WebFinger URL that a site's host metadata (RFC 6415) names: a link template, in XML or in JSON.

import { createByteText } from '../parsing/byte-text.ts'
import { createReferenceDecoder } from '../parsing/decode-references.ts'
import { hostName } from '../parsing/host-name.ts'
import { jsonList, jsonObject } from '../parsing/json-value.ts'
import { attributesOf } from '../parsing/scan-tag.ts'
import { createXmlScanner } from '../parsing/scan-xml.ts'
import type { Response } from '../upstream/contract/call.ts'
import { isRefused } from '../upstream/contract/refusal.ts'

/** Such a document has only a few lines. */
const MAX_CHARACTERS = 64 * 1024
const MAX_LINKS = 100
const VARIABLE = '{uri}'

type Link = Readonly<Record<string, unknown>>

/** The URL that describes the resource; undefined when the document names none that may be requested. */
export const webFingerTemplate = (response: Response, resource: string): URL | undefined => {
  const text = response.text()
  const links = text.trimStart().startsWith('{') ? jsonLinks(response) : xmlLinks(text.slice(0, MAX_CHARACTERS))
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
    return jsonList(jsonObject(response.json()).links).slice(0, MAX_LINKS).map(jsonObject)
  } catch (error) {
    if (!isRefused(error, 'broken')) throw error
    return []
  }
}

const xmlLinks = (xml: string): readonly Link[] => {
  const links: Link[] = []
  const scanner = createXmlScanner(createByteText(Buffer.from(xml)))
  const decode = createReferenceDecoder()
  for (let piece = scanner.next(); piece !== undefined && links.length < MAX_LINKS; piece = scanner.next()) {
    if (piece.kind !== 'open' || !/^(?:\w+:)?link$/i.test(piece.tag.name)) continue
    const attributes = [...attributesOf(piece.tag)].map(([name, value]) => [name, decode(value)])
    links.push(Object.fromEntries(attributes))
  }
  return links
}
