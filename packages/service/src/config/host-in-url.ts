// The address of HOST as the host of a URL: an IPv6 address in brackets, and without its zone, which no URL has
// (https://url.spec.whatwg.org/#concept-ipv6-parser).

export const hostInUrl = (host: string): string => {
  if (!host.includes(':')) return host
  const [address = ''] = host.split('%', 1)
  return `[${address}]`
}
