// Paths of profiles and their files on fediverse servers and web apps for them. Decoded, without trailing slashes.

/** Tabs of a profile in Mastodon, Soapbox, Pixelfed, and the Misskey family behind Mastodon's API. */
const VIEWS = [
  ...['with_replies', 'replies', 'posts', 'media', 'featured', 'followers', 'following', 'about', 'timeline'],
  ...['favorites', 'pins', 'collections', 'statuses', 'notes', 'activity', 'reactions', 'clips', 'lists', 'pages'],
  ...['gallery', 'files', 'flashs', 'achievements', 'profile', 'photos', 'outbox', 'inbox', 'collections/featured'],
]
const VIEW = `(?:/(?:${VIEWS.join('|')}))?`
/** Machine-readable forms of a profile. */
const FILE = '\\.(?:rss|atom|json)'
/** Path prefixes of web apps. */
const APP = '(?:/(?:web|deck))?'

const NUMBER = '\\d{1,24}'
const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
/** Ids of Pleroma and Akkoma since 2018. User names hardly ever look like this. */
const FLAKE = '(?=\\w*\\d)(?=\\w*[a-z])(?=\\w+[A-Z])[9A-D][0-9A-Za-z]{17}'
const HOST = '[^/@.]+(?:\\.[^/@.]+)+\\.?'

const patterns = (paths: readonly string[]): readonly RegExp[] => paths.map((path) => new RegExp(`^${path}$`))

/** A remote account, as a web app at any host shows it. `remote` is its server. */
export const VIEWER_PATHS = patterns([
  // Remote profiles on servers, Elk, and Trunks.
  `${APP}/@(?<user>[^/@]+)@(?<remote>[^/@]+)${VIEW}`,
  `/${HOST}/@(?<user>[^/@]+)@(?<remote>[^/@]+)${VIEW}`,
  `/(?<remote>${HOST})/@(?<user>[^/@]+)${VIEW}`,
  `/(?:profile/|users/|user_profile/)?(?<user>[^/@]+)@(?<remote>${HOST})${VIEW}`,
  // Phanpy.
  `/(?<remote>${HOST})/a/(?<id>${NUMBER}|${FLAKE}|${UUID})`,
])

/** A local account, by its name or its id in the API. */
export const PROFILE_PATHS = patterns([
  `${APP}/@(?<user>[^/@]+?)(?:${FILE}|${VIEW}|/feed\\.rss|/atom\\.xml)`,
  `/ap/users/(?<id>${NUMBER})${VIEW}`,
  // Mastodon before 4.0, Pixelfed.
  `(?:/web/accounts|/i/web/profile)/(?<id>${NUMBER})${VIEW}`,
  `/users/(?<id>${FLAKE})${VIEW}`,
  // Mitra.
  `/profile/(?<id>${UUID})${VIEW}`,
  `/users/(?<user>[^/@]+?)(?:${FILE}|${VIEW}|/feed(?:\\.rss|\\.atom)?)`,
  // Friendica, Hubzilla and its forks, blogs.
  `/(?:profile|u|channel|author)/(?<user>[^/@]+)${VIEW}`,
])

/** Pixelfed, Pleroma and Akkoma. */
export const NAME_PATH = new RegExp(`^/(?<user>[^/@]+)${VIEW}$`)

/** First path segments that are not accounts. */
const PAGES: ReadonlySet<string> = new Set([
  ...['about', 'abuse', 'account', 'accounts', 'activitypub_actor', 'activitypub_interactions', 'actor', 'admin'],
  ...['announcements', 'antennas', 'api', 'app', 'apps', 'assets', 'auth', 'author', 'authorize-follow'],
  ...['authorize_follow', 'authorize_interaction', 'avatars', 'blocks', 'blog', 'blogs', 'bookmarks', 'build', 'c'],
  ...['categories', 'category', 'channel', 'channels', 'chat', 'chats', 'circles', 'clips', 'collections'],
  ...['comments', 'communities', 'community', 'compose', 'contact', 'contacts', 'css', 'dashboard', 'deck'],
  ...['delegation', 'developers', 'direct', 'directory', 'discover', 'display', 'docs', 'domain_blocks', 'donate'],
  ...['drafts', 'drive', 'emoji', 'emojis', 'event', 'events', 'experiments', 'explore', 'faq', 'favicon'],
  ...['favorites', 'favourites', 'featured', 'federation', 'feed', 'feeds', 'filters', 'flash', 'follow'],
  ...['follow_requests', 'followed_tags', 'followers', 'following', 'forum', 'friend_requests', 'friendica'],
  ...['frontend', 'gallery', 'games', 'getting-started', 'group', 'groups', 'guide', 'guides', 'hashtag', 'health'],
  ...['help', 'home', 'host-meta', 'i', 'images', 'img', 'imprint', 'inbox', 'index', 'info', 'install', 'instance'],
  ...['instances', 'intent', 'interact', 'interactions', 'invite', 'invites', 'item', 'join', 'js'],
  ...['keyboard-shortcuts', 'landing', 'language', 'legal', 'links', 'list', 'lists', 'live', 'local', 'login'],
  ...['logout', 'lookup', 'lost_password', 'lostpass', 'magic', 'main', 'manage', 'manifest', 'media', 'media_proxy'],
  ...['mentions', 'messages', 'miauth', 'moderation', 'mutes', 'my', 'network', 'new', 'news', 'nodeinfo'],
  ...['noscrape', 'notes', 'notice', 'notices', 'notification', 'notifications', 'oauth', 'oauth-clients', 'oauth2'],
  ...['objects', 'oembed', 'oidc', 'openid', 'ostatus_subscribe', 'outbox', 'p', 'packs', 'page', 'pages'],
  ...['password', 'permissions', 'photo', 'photos', 'pinned', 'places', 'play', 'pleroma', 'poco', 'policies'],
  ...['portfolio', 'post', 'posts', 'preferences', 'press', 'privacy', 'privacy-policy', 'profile', 'profiles'],
  ...['proxy', 'public', 'pubsub', 'quotes', 'register', 'registration', 'registrations', 'relay', 'remote_follow'],
  ...['remote_interaction', 'report', 'reports', 'reset', 'reset-password', 'robots', 'roles', 'root', 'rules', 's'],
  ...['safety', 'salmon', 'scheduled_statuses', 'scratchpad', 'search', 'security', 'server', 'session', 'sessions'],
  ...['settings', 'setup', 'severed_relationships', 'share', 'shared', 'shout', 'sidekiq', 'signin', 'signup'],
  ...['site', 'sitemap', 'sounds', 'start', 'static', 'stats', 'status', 'statuses', 'storage', 'stories', 'submit'],
  ...['subscribe', 'suggestions', 'support', 'system', 'tag', 'tagged', 'tags', 'team', 'terms', 'terms-of-service'],
  ...['timeline', 'timelines', 'token', 'tokens', 'tos', 'trending', 'trends', 'u', 'unfollow', 'upload', 'uploads'],
  ...['url', 'user', 'users', 'vendor', 'verify', 'video', 'videos', 'web', 'webfinger', 'welcome', 'wiki'],
  ...['wp-admin', 'wp-content', 'wp-json', 'wp-login', 'xrd'],
])
const FILE_NAME = /\.(?:html?|php|aspx?|txt|xml|json|rss|atom|ico|png|jpe?g|gif|svg|webp|css|js|pdf|webmanifest)$/

/** Whether a path's only segment can be an account's name. */
export const isAccountName = (segment: string): boolean => {
  const name = segment.toLowerCase()
  return !PAGES.has(name) && !FILE_NAME.test(name)
}
