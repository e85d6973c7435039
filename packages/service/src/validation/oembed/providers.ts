// The public registry of oEmbed providers (npm `oembed-providers`), compiled to matchers for the first address that is looked
// up: no start waits for it. It only says where to ask: whether and how the answer may be shown is decided elsewhere.

import { createRequire } from 'node:module'
import { compileScheme, domainOf, type Scheme } from './compile-scheme.ts'

export type OembedProvider = {
  readonly name: string
  /** The address that answers with the JSON of an embed. */
  readonly endpoint: (url: URL) => URL
}

/** A provider as the package lists it; the package's version is fixed, and a test reads all of its rows. */
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
  const address = URL.parse(template.replaceAll('{format}', 'json'))
  if (!address || !/^https?:$/.test(address.protocol)) return undefined
  return {
    name,
    endpoint: (url) => {
      const endpoint = new URL(address)
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

/** The providers that have addresses in a domain. */
const rowsOf = (domain: string): readonly Row[] => {
  compiled ??= compileRegistry()
  return compiled.get(domain) ?? []
}

/** Compiles the registry, so that no request waits for it. */
export const prepareProviders = (): void => void rowsOf('')

/** The provider that embeds an address: the first row of the registry that matches it. */
export const findProvider = (url: URL): OembedProvider | undefined =>
  rowsOf(domainOf(url.hostname)).find(({ scheme }) => scheme.matches(url))?.provider

/** The providers that have addresses at a host. */
export const providersAt = (hostname: string): readonly OembedProvider[] =>
  rowsOf(domainOf(hostname))
    .filter(({ scheme }) => scheme.matchesHost(hostname))
    .map(({ provider }) => provider)

/** Whether a provider has addresses of any kind at a host. */
export const isProviderHost = (hostname: string): boolean => providersAt(hostname).length > 0
