// Sites that never count against a plan: developer machines, and staging copies. The tables match whole labels only:
// `devon.example` and `stagingdesigns.com` are ordinary sites.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Subdomains of copies. Some hosters number them, such as `staging2`. */
const OF_COPY =
  /^(?:dev|development|local|preprod|pre-prod|preproduction|preview|qa|stage|staging|stg|test|testing|uat)-?\d{0,4}$/
/** These mark a copy also before a name of one label. */
const ALWAYS_OF_COPY: ReadonlySet<string> = new Set(['dev', 'local', 'stage', 'staging'])
/** Second-level labels of country domains under which domains are registered: `test.co.uk` is a domain, not a copy of
 * `co.uk`. */
const ABOVE_DOMAINS: ReadonlySet<string> = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'go',
  'gob',
  'gov',
  'ltd',
  'ne',
  'net',
  'nom',
  'or',
  'org',
  'plc',
])
/** RFC 2606, RFC 6761 and RFC 9476, and what routers and developer tools use as well. */
const FREE_LAST_LABELS: ReadonlySet<string> = new Set([
  'corp',
  'ddev',
  'docker',
  'home',
  'internal',
  'invalid',
  'lan',
  'loc',
  'local',
  'localdomain',
  'localhost',
  'staging',
  'test',
])
/** Domains whose subdomains are copies, or sites that have no domain of their own yet. */
const FREE_DOMAINS: ReadonlySet<string> = new Set([
  // hosters
  '10web.cloud',
  '10web.site',
  'azurewebsites.net',
  'bigscoots-staging.com',
  'closte.com',
  'cloudwaysapps.com',
  'convesio.cloud',
  'dream.press',
  'dreamhosters.com',
  'flywheelsites.com',
  'flywheelstaging.com',
  'hostingersite.com',
  'kinsta.cloud',
  'kinsta.com',
  'kinsta.page',
  'live-website.com',
  'mybluehost.me',
  'myftpupload.com',
  'myraidbox.de',
  'mystagingwebsite.com',
  'nxcli.io',
  'nxcli.net',
  'onrocket.site',
  'pantheonsite.io',
  'platformsh.site',
  'plesk.page',
  'preview-domain.com',
  'runcloud.link',
  'servebolt.cloud',
  'sg-host.com',
  'singlestaging.com',
  'stackstaging.com',
  'stage.site',
  'temp-site.link',
  'tempurl.host',
  'wpcomstaging.com',
  'wpengine.com',
  'wpenginepowered.com',
  'wpmudev.host',
  'wpsc.site',
  'wpserveur.net',
  'wpstage.net',
  'wpstagecoach.com',
  // sandboxes
  'instawp.co',
  'instawp.link',
  'instawp.site',
  'instawp.xyz',
  's1-tastewp.com',
  's2-tastewp.com',
  'tastewp.com',
  'wpsandbox.net',
  'wpsandbox.pro',
  'zipwp.link',
  // developer machines, and tunnels to them
  'app.github.dev',
  'ddev.site',
  'dev.cc',
  'devtunnels.ms',
  'docksal.site',
  'gitpod.io',
  'home.arpa',
  'lndo.site',
  'loca.lt',
  'localsite.io',
  'localtest.me',
  'lvh.me',
  'ngrok-free.app',
  'ngrok-free.dev',
  'ngrok.app',
  'ngrok.dev',
  'ngrok.io',
  'nip.io',
  'sslip.io',
  'trycloudflare.com',
])
const FREE_HOSTS: ReadonlySet<string> = new Set(['localhost', 'playground.wordpress.net'])
const FREE_ADDRESSES: ReadonlySet<string> = new Set(['linkLocal', 'loopback', 'private', 'uniqueLocal', 'unspecified'])

const HOST_OF_SITE = /^(?:\[(?<v6>[^\]]+)\]|(?<name>[^/:[\]]+))(?::\d+)?(?:\/|$)/

/** Whether the name is a subdomain of one of the domains. */
const isOfDomain = (labels: readonly string[]): boolean =>
  labels.some((_, at) => at > 0 && FREE_DOMAINS.has(labels.slice(at).join('.')))

/** The number of labels of a registered domain. */
const domainLabels = (labels: readonly string[]): number =>
  labels.at(-1)?.length === 2 && ABOVE_DOMAINS.has(labels.at(-2) ?? '') ? 3 : 2

const isFreeName = (name: string): boolean => {
  const labels = name.split('.')
  if (FREE_HOSTS.has(name)) return true
  if (labels.length === 1) return false
  const isCopy =
    ALWAYS_OF_COPY.has(labels[0] ?? '') || labels.slice(0, -domainLabels(labels)).some((label) => OF_COPY.test(label))
  return isCopy || FREE_LAST_LABELS.has(labels.at(-1) ?? '') || isOfDomain(labels)
}

/** Whether a canonical site is never counted. */
export const isFreeSite = (site: string): boolean => {
  const { v6, name = '' } = HOST_OF_SITE.exec(site)?.groups ?? {}
  const address = v6 ?? name
  return isIP(address) === 0 ? isFreeName(name) : FREE_ADDRESSES.has(ipaddr.process(address).range())
}
