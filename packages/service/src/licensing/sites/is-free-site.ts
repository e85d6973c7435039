// Which sites are never counted against a plan: developers' machines, and the copies of a site that nobody visits. A table, and
// whole labels of a name only: `devon.example` and `stagingdesigns.com` are sites like any other.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Of a copy below the site's own domain. Some hosters number them, such as `staging2`. */
const OF_COPY =
  /^(?:dev|development|local|preprod|pre-prod|preproduction|preview|qa|stage|staging|stg|test|testing|uat)-?\d{0,4}$/
/** These stand for copies before a name of one label, too. */
const ALWAYS_OF_COPY: ReadonlySet<string> = new Set(['dev', 'local', 'stage', 'staging'])
/** Below a country these are no site's own domain: `test.co.uk` is a domain, not a copy of `co.uk`. */
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
/** RFC 2606, RFC 6761 and RFC 9476, and what routers and tools for developers use beside them. */
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
/** What hosters, and tools for developers, name copies and sites without a domain yet: all names below these. */
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
  // sites to try something
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
  // developers' machines, and tunnels to them
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

/** Whether the labels end in one of the domains, with something before it. */
const isOfDomain = (labels: readonly string[]): boolean =>
  labels.some((_, at) => at > 0 && FREE_DOMAINS.has(labels.slice(at).join('.')))

/** How many labels a domain of its own has. */
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
