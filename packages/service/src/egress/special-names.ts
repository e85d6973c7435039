// Names with a meaning only inside a network or a machine. They are refused before any resolver sees them.

/** A name is refused if it is one of these or a subdomain of one. */
const SPECIAL_NAMES: ReadonlyMap<string, string> = new Map([
  ['localhost', 'RFC 6761 section 6.3'],
  ['invalid', 'RFC 6761 section 6.4'],
  ['test', 'RFC 6761 section 6.2'],
  ['example', 'RFC 6761 section 6.5'],
  ['local', 'RFC 6762'],
  ['onion', 'RFC 7686'],
  ['alt', 'RFC 9476'],
  // in-addr.arpa, ip6.arpa, home.arpa, ipv4only.arpa, resolver.arpa: none of them serves pages
  ['arpa', 'RFC 3172'],
  ['internal', 'ICANN board resolution 2024.07.29.06'],
  // private top-level domains in wide use
  ['intranet', 'RFC 6762 appendix G'],
  ['private', 'RFC 6762 appendix G'],
  ['corp', 'RFC 6762 appendix G'],
  ['home', 'RFC 6762 appendix G'],
  ['lan', 'RFC 6762 appendix G'],
  ['mail', 'ICANN board resolution 2018.02.04.12'],
  // names of container platforms, service meshes and search lists of resolvers
  ['localdomain', 'hosts file of most systems'],
  ['localdomain4', 'hosts file of Red Hat systems'],
  ['localdomain6', 'hosts file of Red Hat systems'],
  ['svc', 'Kubernetes service names'],
  ['consul', 'Consul DNS'],
  ['docker', 'Docker networks'],
  // the only metadata service with a name under a public top-level domain
  ['metadata.goog', 'Google Compute Engine metadata server'],
])

/** `hostname` in lower case, without a trailing dot. */
export const isSpecialName = (hostname: string): boolean => {
  for (let rest = hostname; ; rest = rest.slice(rest.indexOf('.') + 1)) {
    if (SPECIAL_NAMES.has(rest)) return true
    if (!rest.includes('.')) return false
  }
}
