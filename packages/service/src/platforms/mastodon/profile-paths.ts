// Paths at which servers of the fediverse, and the apps in front of them, show a profile or serve something of it. Without
// slashes at their ends, decoded.

/** What is shown of a profile: Mastodon, Soapbox, Pixelfed, and the Misskey family behind Mastodon's API. */
const VIEWS = [
  ...['with_replies', 'replies', 'posts', 'media', 'featured', 'followers', 'following', 'about', 'timeline'],
  ...['favorites', 'pins', 'collections', 'statuses', 'notes', 'activity', 'reactions', 'clips', 'lists', 'pages'],
  ...['gallery', 'files', 'flashs', 'achievements', 'profile', 'photos', 'outbox', 'inbox', 'collections/featured'],
]
const VIEW = `(?:/(?:${VIEWS.join('|')}))?`
/** The same in a form for programs. */
const FILE = '\\.(?:rss|atom|json)'
/** The parts of a page by which an app shows a profile. */
const APP = '(?:/(?:web|deck))?'

const NUMBER = '\\d{1,24}'
const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
/** Ids of Pleroma and Akkoma, of 2018 and the decades after it; names are hardly ever written so. */
const FLAKE = '(?=\\w*\\d)(?=\\w*[a-z])(?=\\w+[A-Z])[9A-D][0-9A-Za-z]{17}'
const HOST = '[^/@.]+(?:\\.[^/@.]+)+\\.?'

const patterns = (paths: readonly string[]): readonly RegExp[] => paths.map((path) => new RegExp(`^${path}$`))

/** Another server's account as an app shows it, whatever the app's own host is. `remote` is the server. */
export const VIEWER_PATHS = patterns([
  // What servers show of others, Elk, and Trunks.
  `${APP}/@(?<user>[^/@]+)@(?<remote>[^/@]+)${VIEW}`,
  `/${HOST}/@(?<user>[^/@]+)@(?<remote>[^/@]+)${VIEW}`,
  `/(?<remote>${HOST})/@(?<user>[^/@]+)${VIEW}`,
  `/(?:profile/|users/|user_profile/)?(?<user>[^/@]+)@(?<remote>${HOST})${VIEW}`,
  // Phanpy.
  `/(?<remote>${HOST})/a/(?<id>${NUMBER}|${FLAKE}|${UUID})`,
])

/** A server's own account, by its name or by what the API calls it. */
export const PROFILE_PATHS = patterns([
  `${APP}/@(?<user>[^/@]+?)(?:${FILE}|${VIEW}|/feed\\.rss|/atom\\.xml)`,
  `/ap/users/(?<id>${NUMBER})${VIEW}`,
  // Mastodon before 4.0, Pixelfed.
  `(?:/web/accounts|/i/web/profile)/(?<id>${NUMBER})${VIEW}`,
  `/users/(?<id>${FLAKE})${VIEW}`,
  // Mitra.
  `/profile/(?<id>${UUID})${VIEW}`,
  `/users/(?<user>[^/@]+?)(?:${FILE}|${VIEW}|/feed(?:\\.rss|\\.atom)?)`,
  // Friendica, Hubzilla and those that come from it, blogs.
  `/(?:profile|u|channel|author)/(?<user>[^/@]+)${VIEW}`,
])

/** Pixelfed, Pleroma and Akkoma. */
export const NAME_PATH = new RegExp(`^/(?<user>[^/@]+)${VIEW}$`)

/** First segments that are pages of a server. */
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

/** Whether the one segment of a path may be an account's name. */
export const isAccountName = (segment: string): boolean => {
  const name = segment.toLowerCase()
  return !PAGES.has(name) && !FILE_NAME.test(name)
}
