// The public registry of oEmbed providers (npm `oembed-providers`), compiled when first used, so that it does not delay
// the start. It only provides endpoints; other modules decide whether and how a response may be shown.

import { createRequire } from 'node:module'
import { compileScheme, domainOf, type Scheme } from './compile-scheme.ts'

export type OembedProvider = {
  readonly name: string
  /** The URL that returns the JSON of an embed. */
  readonly endpoint: (url: URL) => URL
}

/** A provider as in the package; the package's version is fixed, and a test reads all of its rows. */
type ListedProvider = {
  readonly provider_name: string
  readonly endpoints: readonly {
    readonly url: string
    readonly schemes?: readonly string[]
    readonly formats?: readonly string[]
  }[]
}

const require = createRequire(import.meta.url)
const manifest: { readonly version: string } = require('oembed-providers/package.json')

/** The registry's version, which is its date. */
export const OEMBED_REGISTRY_VERSION: string = manifest.version

type Row = { readonly provider: OembedProvider; readonly scheme: Scheme }

const providerOf = (name: string, template: string): OembedProvider | undefined => {
  const endpointUrl = URL.parse(template.replaceAll('{format}', 'json'))
  if (!endpointUrl || !/^https?:$/.test(endpointUrl.protocol)) return undefined
  return {
    name,
    endpoint: (url) => {
      const endpoint = new URL(endpointUrl)
      endpoint.searchParams.set('url', url.href)
      endpoint.searchParams.set('format', 'json')
      return endpoint
    },
  }
}

const compileRegistry = (): ReadonlyMap<string, readonly Row[]> => {
  const registry: readonly ListedProvider[] = require('oembed-providers')
  const rows = new Map<string, Row[]>()
  for (const { provider_name: name, endpoints } of registry) {
    for (const { url, schemes = [], formats } of endpoints) {
      const provider = formats && !formats.includes('json') ? undefined : providerOf(name, url)
      if (!provider) continue
      for (const scheme of schemes.map(compileScheme)) {
        if (!scheme) continue
        const sameDomain = rows.get(scheme.domain) ?? []
        rows.set(scheme.domain, sameDomain)
        sameDomain.push({ provider, scheme })
      }
    }
  }
  return rows
}

let compiled: ReadonlyMap<string, readonly Row[]> | undefined

/** The providers with URLs in a domain. */
const rowsOf = (domain: string): readonly Row[] => {
  compiled ??= compileRegistry()
  return compiled.get(domain) ?? []
}

/** Compiles the registry in advance, so that no request waits for it. */
export const prepareProviders = (): void => void rowsOf('')

/** The provider of a URL: the first row of the registry that matches. */
export const findProvider = (url: URL): OembedProvider | undefined =>
  rowsOf(domainOf(url.hostname)).find(({ scheme }) => scheme.matches(url))?.provider

/** The providers with URLs at a host. */
export const providersAt = (hostname: string): readonly OembedProvider[] =>
  rowsOf(domainOf(hostname))
    .filter(({ scheme }) => scheme.matchesHost(hostname))
    .map(({ provider }) => provider)

/** Whether any provider has URLs at a host. */
export const isProviderHost = (hostname: string): boolean => providersAt(hostname).length > 0
