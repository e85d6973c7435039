// Hosts of the sites of Stack Exchange.

/** Sites with a host of their own → their names. All others are below stackexchange.com. */
export const OWN_HOSTS: ReadonlyMap<string, string> = new Map([
  ['stackoverflow.com', 'Stack Overflow'],
  ['meta.stackoverflow.com', 'Meta Stack Overflow'],
  ['es.stackoverflow.com', 'Stack Overflow en español'],
  ['ja.stackoverflow.com', 'スタック・オーバーフロー'],
  ['pt.stackoverflow.com', 'Stack Overflow em Português'],
  ['ru.stackoverflow.com', 'Stack Overflow на русском'],
  ['serverfault.com', 'Server Fault'],
  ['meta.serverfault.com', 'Meta Server Fault'],
  ['superuser.com', 'Super User'],
  ['meta.superuser.com', 'Meta Super User'],
  ['askubuntu.com', 'Ask Ubuntu'],
  ['meta.askubuntu.com', 'Meta Ask Ubuntu'],
  ['mathoverflow.net', 'MathOverflow'],
  ['meta.mathoverflow.net', 'MathOverflow Meta'],
  ['stackapps.com', 'Stack Apps'],
])

/** `cooking`, `cooking.meta`; not the pages of the network itself. */
export const SITE_NAME = '(?!(?:www|api|data|chat|area51|elections|openid|cdn)\\.)[a-z][a-z0-9-]{1,30}(?:\\.meta)?'
const NETWORK = new RegExp(`^${SITE_NAME}\\.stackexchange\\.com$`)

/** In lower case; undefined for any other host. */
export const siteOf = (host: string): string | undefined => {
  const site = host.toLowerCase().replace(/^(?:www|m)\./, '')
  return OWN_HOSTS.has(site) || NETWORK.test(site) ? site : undefined
}
