// All platforms with their simulators and settings, one per line, sorted by id. Used by `npm run simulate`, benchmarks
// and tests of all platforms.

import type { ProfileKind } from '@central-api/service/post/post.ts'
import type { Consents } from '../../connect/consents/start-consents.ts'
import { startBluesky } from '../bluesky/simulator.ts'
import { startDailymotion } from '../dailymotion/simulator.ts'
import { startDevto } from '../devto/simulator.ts'
import { startDiscourse } from '../discourse/simulator.ts'
import { TOKENS as FACEBOOK_TOKENS, startFacebook } from '../facebook/simulator.ts'
import { KEYS as FLICKR_KEYS, startFlickr } from '../flickr/simulator.ts'
import { CONTENT_KEYS, startGhost } from '../ghost/simulator.ts'
import { startGithub } from '../github/simulator.ts'
import { startHackernews } from '../hackernews/simulator.ts'
import { TOKENS as INSTAGRAM_TOKENS, OWN_ID, startInstagram } from '../instagram/simulator.ts'
import { startLemmy } from '../lemmy/simulator.ts'
import { TOKENS as LINKEDIN_TOKENS, startLinkedin } from '../linkedin/simulator.ts'
import { startMastodon } from '../mastodon/simulator.ts'
import { startMedium } from '../medium/simulator.ts'
import { startMisskey } from '../misskey/simulator.ts'
import { startPeertube } from '../peertube/simulator.ts'
import { TOKENS as PINTEREST_TOKENS, startPinterest } from '../pinterest/simulator.ts'
import { APPLICATIONS as REDDIT_APPLICATIONS, startReddit } from '../reddit/simulator.ts'
import { startRssSimulator } from '../rss/simulator.ts'
import { startStackexchange } from '../stackexchange/simulator.ts'
import { startSubstack } from '../substack/simulator.ts'
import { startTelegram } from '../telegram/simulator.ts'
import { startThreads, TOKENS as THREADS_TOKENS } from '../threads/simulator.ts'
import { startTiktok, TOKENS as TIKTOK_TOKENS } from '../tiktok/simulator.ts'
import { startTumblr, KEYS as TUMBLR_KEYS } from '../tumblr/simulator.ts'
import { startTwitch, APPLICATIONS as TWITCH_APPLICATIONS } from '../twitch/simulator.ts'
import { startVimeo, TOKENS as VIMEO_TOKENS } from '../vimeo/simulator.ts'
import { startWordPressSimulator } from '../wordpress/simulator.ts'
import { startX, TOKENS as X_TOKENS } from '../x/simulator.ts'
import { startYoutube, KEYS as YOUTUBE_KEYS } from '../youtube/simulator.ts'
import { type LocalFiles, startLocalFiles } from './local-files.ts'
import { allowedNames, simulatedNetwork } from './simulated-network.ts'
import type { Simulator } from './simulator.ts'

export type SimulatedPlatform = {
  readonly id: string
  readonly start: () => Promise<Simulator>
  /** Environment variables with credentials that the simulator accepts. */
  readonly environment: Readonly<Record<string, string>>
  /** Hosts whose web pages it serves as well. API calls reach it through `<ID>_BASE_URL`. */
  readonly hosts?: readonly string[]
}

/** Platform → what its simulator has besides accounts: an example of each kind. */
export const SIMULATED_KINDS: Readonly<Record<string, Readonly<Partial<Record<ProfileKind, string>>>>> = {
  bluesky: { feed: 'garden.bsky.social/feed/whats-hot', list: 'garden.bsky.social/pack/3kpack' },
  dailymotion: { collection: 'playlist/x5abcd', hashtag: '#port' },
  devto: { hashtag: '#ruby' },
  flickr: { hashtag: '#rain' },
  ghost: { section: 'site.example/tag/winter' },
  github: { section: 'hollow-oak/acorn-0/commits' },
  instagram: { hashtag: '#bread' },
  lemmy: { community: '!maps@l.example', list: 'new.example/multi/wells' },
  mastodon: {
    hashtag: '#bread@social.example',
    community: 'social.example/local',
    feed: 'social.example/trends',
    section: 'garden@social.example/tagged/bread',
  },
  medium: { hashtag: 'medium.com/tag/maps' },
  misskey: { hashtag: '#bread@notes.example' },
  peertube: { hashtag: '#clay@tube.example', community: 'tube.example/local' },
  pinterest: { collection: 'acme/bread' },
  reddit: { community: 'r/breadit', list: 'u/acme/m/bread', search: 'search/rye bread' },
  threads: { hashtag: '#bread', search: 'search/rye bread' },
  tumblr: { section: 'ferns/tagged/after the rain', hashtag: '#after the rain' },
  vimeo: { collection: 'showcase/4321', community: 'groups/water', hashtag: '#water' },
  wordpress: { section: 'blog.example/author/second-hand', search: 'blog.example/search/old%20bread' },
  x: { hashtag: '#bread', search: 'search/rye' },
  youtube: { collection: 'playlist/PLsimulated00000001', hashtag: '#bread', search: 'search/live' },
}

export const SIMULATED_PLATFORMS: readonly SimulatedPlatform[] = [
  { id: 'bluesky', start: startBluesky, environment: {} },
  { id: 'dailymotion', start: startDailymotion, environment: {} },
  { id: 'devto', start: startDevto, environment: {} },
  { id: 'discourse', start: startDiscourse, environment: {}, hosts: ['forum.example'] },
  { id: 'facebook', start: startFacebook, environment: { FACEBOOK_ACCESS_TOKEN: FACEBOOK_TOKENS[0] } },
  { id: 'flickr', start: startFlickr, environment: { FLICKR_API_KEY: FLICKR_KEYS[0] } },
  {
    id: 'ghost',
    start: startGhost,
    environment: { GHOST_CONTENT_KEYS: `site.example=${CONTENT_KEYS[0]}` },
    hosts: ['site.example'],
  },
  { id: 'github', start: startGithub, environment: {}, hosts: ['github.com'] },
  { id: 'hackernews', start: startHackernews, environment: {}, hosts: ['news.ycombinator.com'] },
  {
    id: 'instagram',
    start: startInstagram,
    environment: { INSTAGRAM_ACCESS_TOKEN: INSTAGRAM_TOKENS[0], INSTAGRAM_USER_ID: OWN_ID },
  },
  { id: 'lemmy', start: startLemmy, environment: {}, hosts: ['l.example', 'new.example'] },
  {
    id: 'linkedin',
    start: startLinkedin,
    environment: { LINKEDIN_ACCESS_TOKEN: `acme=${LINKEDIN_TOKENS[0]}` },
    hosts: ['www.linkedin.com'],
  },
  { id: 'mastodon', start: startMastodon, environment: {}, hosts: ['social.example'] },
  { id: 'medium', start: startMedium, environment: {}, hosts: ['medium.com'] },
  { id: 'misskey', start: startMisskey, environment: {}, hosts: ['notes.example'] },
  { id: 'peertube', start: startPeertube, environment: {}, hosts: ['tube.example'] },
  { id: 'pinterest', start: startPinterest, environment: { PINTEREST_ACCESS_TOKEN: `acme=${PINTEREST_TOKENS[0]}` } },
  {
    id: 'reddit',
    start: startReddit,
    environment: {
      REDDIT_CLIENT_ID: REDDIT_APPLICATIONS.ids[0],
      REDDIT_CLIENT_SECRET: REDDIT_APPLICATIONS.secrets[0],
      REDDIT_USER_AGENT: REDDIT_APPLICATIONS.agent,
    },
  },
  { id: 'rss', start: startRssSimulator, environment: {}, hosts: ['journal.example'] },
  {
    id: 'stackexchange',
    start: startStackexchange,
    environment: {},
    hosts: ['cooking.stackexchange.com'],
  },
  { id: 'substack', start: startSubstack, environment: {}, hosts: ['tides.substack.com'] },
  { id: 'telegram', start: startTelegram, environment: {} },
  {
    id: 'threads',
    start: startThreads,
    environment: { THREADS_ACCESS_TOKEN: THREADS_TOKENS[0], THREADS_USERNAME: 'acme.bakery' },
  },
  { id: 'tiktok', start: startTiktok, environment: { TIKTOK_ACCESS_TOKEN: `acme=${TIKTOK_TOKENS[0]}` } },
  { id: 'tumblr', start: startTumblr, environment: { TUMBLR_API_KEY: TUMBLR_KEYS[0] } },
  {
    id: 'twitch',
    start: startTwitch,
    environment: { TWITCH_CLIENT_ID: TWITCH_APPLICATIONS.ids[0], TWITCH_CLIENT_SECRET: TWITCH_APPLICATIONS.secrets[0] },
    hosts: ['www.twitch.tv', 'clips.twitch.tv'],
  },
  { id: 'vimeo', start: startVimeo, environment: { VIMEO_ACCESS_TOKEN: VIMEO_TOKENS[0] } },
  { id: 'wordpress', start: startWordPressSimulator, environment: {}, hosts: ['blog.example'] },
  { id: 'x', start: startX, environment: { X_BEARER_TOKEN: X_TOKENS[0] } },
  { id: 'youtube', start: startYoutube, environment: { YOUTUBE_API_KEY: YOUTUBE_KEYS[0] } },
]

export type Simulation = {
  /** Settings that connect every platform to its simulator and allow the connection. */
  readonly environment: Readonly<Record<string, string>>
  /** Connects sockets to the simulators only. */
  readonly network: ReturnType<typeof simulatedNetwork>
  /** The URL at which a browser finds a provider's page. */
  readonly pageAt: (url: string) => string
  /** Platforms whose accounts can be connected. */
  readonly connectable: readonly string[]
  /** Platform id → a handle that its simulator has. */
  readonly handles: ReadonlyMap<string, string>
  /** The images, videos and sounds of posts. */
  readonly files: LocalFiles
  close(): Promise<void>
}

/** Starts the simulators of all platforms. `consentsFor`: starts what stands before a simulator, by the id of its
 * platform and its origin, so that accounts can be connected. */
export const startSimulation = async (
  consentsFor: (id: string, origin: string) => Promise<Consents | undefined> = async () => undefined,
): Promise<Simulation> => {
  const started = await Promise.all(
    SIMULATED_PLATFORMS.map(async ({ start, ...each }) => {
      const simulator = await start()
      const consents = await consentsFor(each.id, simulator.origin)
      const { origin } = consents ?? simulator
      const hosts = [...(each.hosts ?? []), ...(consents?.hosts ?? [])]
      return {
        ...each,
        hosts,
        simulator,
        consents,
        origin,
        environment: { ...each.environment, ...consents?.environment },
      }
    }),
  )
  const files = await startLocalFiles()
  const ports = new Map(
    started.flatMap(({ hosts, origin }) => hosts.map((host) => [host, Number(new URL(origin).port)])),
  )
  const consents = started.flatMap((each) => each.consents ?? [])
  return {
    environment: {
      ...Object.assign({}, ...started.map(({ environment }) => environment)),
      ...Object.fromEntries(started.map(({ id, origin }) => [`${id.toUpperCase()}_BASE_URL`, origin])),
      EGRESS_ALLOW: [
        ...[...started.map(({ origin }) => origin), files.video].map((url) => new URL(url).host),
        ...allowedNames(ports),
      ].join(),
    },
    network: simulatedNetwork(ports),
    connectable: started.flatMap(({ id, consents }) => (consents === undefined ? [] : [id])),
    pageAt(url) {
      for (const { pageAt } of consents) {
        const page = pageAt(url)
        if (page !== undefined) return page
      }
      return url
    },
    handles: new Map(started.map(({ id, simulator }) => [id, simulator.handle])),
    files,
    close: async () =>
      void (await Promise.all(
        [files, ...consents, ...started.map(({ simulator }) => simulator)].map((each) => each.close()),
      )),
  }
}
