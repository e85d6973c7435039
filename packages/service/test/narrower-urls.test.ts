import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ALL_PLATFORMS } from '../src/platforms/all.ts'
import { findHandle } from '../src/scanning/find-handle.ts'
import { readerOf } from '../src/scanning/known-handles.ts'
import { noHandle } from '../src/scanning/no-handle.ts'
import { variantShown } from '../src/scanning/variant-shown.ts'
import { kindFor, kindOf, kindsOf } from '../src/upstream/contract/kinds.ts'

/** URLs of something within a profile, or beside it → what they are read as: a kind of its own, or the reason why it is
 * refused. Never the profile around it. */
const NARROWER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bluesky: {
    'https://bsky.app/profile/garden.bsky.social/feed/whats-hot': 'feed garden.bsky.social/feed/whats-hot',
    'https://bsky.app/profile/garden.bsky.social/lists/3kabc': 'list garden.bsky.social/list/3kabc',
    'https://bsky.app/starter-pack/garden.bsky.social/3kabc': 'list garden.bsky.social/pack/3kabc',
    'https://bsky.app/profile/garden.bsky.social/search?q=rake': 'unsupported search',
    'https://bsky.app/profile/garden.bsky.social/followers': 'handle_malformed',
    'https://bsky.app/profile/garden.bsky.social/follows': 'handle_malformed',
    'https://bsky.app/hashtag/garden?author=garden.bsky.social': 'unsupported hashtag',
  },
  dailymotion: {
    'https://www.dailymotion.com/playlist/x1abcd': 'collection playlist/x1abcd',
    'https://www.dailymotion.com/channel/news': 'search channel/news',
    'https://www.dailymotion.com/topic/x1abc': 'unsupported topic',
    'https://www.dailymotion.com/acme/likes': 'unsupported likes',
  },
  devto: {
    'https://dev.to/acme/series/12': 'section series/12',
    'https://dev.to/ana/my-post-1abc': 'handle_malformed',
    'https://dev.to/t/bread': 'hashtag #bread',
    'https://dev.to/t/bread/top/week': 'unsupported hashtag',
  },
  discourse: {
    'https://forum.example/c/bread/5': 'section forum.example/c/5',
    'https://forum.example/c/bread/5/none': 'unsupported section',
    'https://forum.example/c/bread/5?status=solved': 'handle_malformed',
    'https://forum.example/tag/rye': 'hashtag forum.example/tag/rye',
    'https://forum.example/latest': 'community forum.example/latest',
    'https://forum.example/u/nia/activity/likes-given': 'unsupported likes',
    'https://forum.example/g/bakers': 'unsupported group',
  },
  facebook: {
    'https://www.facebook.com/groups/breadlovers/': 'unsupported group',
    'https://www.facebook.com/acme.bakery/reviews': 'unsupported reviews',
    'https://www.facebook.com/acme.bakery/events': 'unsupported events',
    'https://www.facebook.com/media/set/?set=a.1234567890&type=3': 'collection album/1234567890',
    'https://www.facebook.com/media/set/?set=pcb.1234567890': 'unsupported album',
    'https://www.facebook.com/acme.bakery/photos_albums': 'unsupported albums',
    'https://www.facebook.com/acme.bakery/photos_of': 'unsupported tagged',
    'https://www.facebook.com/hashtag/bread': 'unsupported hashtag',
  },
  flickr: {
    'https://www.flickr.com/photos/acme/albums/7200': 'collection acme/album/7200',
    'https://www.flickr.com/photos/acme/galleries': 'unsupported albums',
    'https://www.flickr.com/photos/acme/tags/bread/': 'section acme/tagged/bread',
    'https://www.flickr.com/photos/acme/favorites': 'unsupported likes',
    'https://www.flickr.com/groups/bread/discuss': 'handle_malformed',
    'https://www.flickr.com/groups/bread/members/': 'handle_malformed',
    'https://www.flickr.com/groups/bread/pool/': 'community groups/bread',
  },
  ghost: {
    'https://site.example/tag/winter/': 'section site.example/tag/winter',
    'https://site.example/tag/winter+bread/': 'section site.example/tag/bread+winter',
    'https://site.example/tag/': 'handle_malformed',
    'https://site.example/tag/..': 'handle_malformed',
    'https://site.example/tag/%2E%2e/': 'handle_malformed',
    'https://site.example/2026/05/02/winter-notes/': 'handle_malformed',
    'https://site.example/author/rosa/': 'section site.example/author/rosa',
  },
  github: {
    'https://github.com/acme/oven/issues?q=label%3Abug': 'section acme/oven/issues/bug',
    'https://github.com/acme/oven/issues?q=author%3Ania': 'unsupported issues',
    'https://github.com/acme/oven/pulls': 'section acme/oven/pulls',
    'https://github.com/acme/oven/discussions': 'community acme/oven/discussions',
    'https://github.com/acme/oven/discussions/categories/ideas': 'unsupported discussions',
    'https://github.com/acme/oven/commits/main': 'section acme/oven/commits/main',
    'https://github.com/acme/oven/commits/main/src': 'unsupported commits',
    'https://github.com/acme/oven/commits/main/?author=foo': 'unsupported commits',
    'https://github.com/orgs/hollow-oak/projects/1': 'unsupported project',
    'https://github.com/acme?tab=repositories&q=foo': 'unsupported section',
    'https://github.com/acme?tab=repositories': 'account acme',
    'https://github.com/acme/oven/wiki': 'unsupported section',
    'https://github.com/acme/oven/actions': 'unsupported section',
    'https://github.com/acme/oven/stargazers': 'unsupported section',
    'https://github.com/acme?tab=stars': 'unsupported likes',
    'https://github.com/topics/bread': 'search topics/bread',
    'https://github.com/acme/oven': 'section acme/oven',
  },
  hackernews: {
    'https://news.ycombinator.com/newest': 'community stories/new',
    'https://news.ycombinator.com/best': 'feed stories/best',
    'https://news.ycombinator.com/from?site=bread.example': 'search site/bread.example',
    'https://news.ycombinator.com/from?site=github.com/acme': 'unsupported section',
    'https://news.ycombinator.com/newest?points=100': 'handle_malformed',
    'https://news.ycombinator.com/favorites?id=acme': 'unsupported likes',
    'https://news.ycombinator.com/front?day=2026-05-01': 'unsupported archive',
    'https://hn.algolia.com/?q=bread': 'search search/bread',
    'https://hn.algolia.com/?q=bread&type=comment': 'unsupported search',
  },
  instagram: {
    'https://www.instagram.com/explore/tags/bread/': 'hashtag #bread',
    'https://www.instagram.com/explore/tags/bread/top/': 'unsupported hashtag',
    'https://www.instagram.com/explore/search/keyword/?q=%23bread': 'hashtag #bread',
    'https://www.instagram.com/explore/search/keyword/?q=bread': 'unsupported search',
    'https://www.instagram.com/acme/tagged/': 'account acme',
    'https://www.instagram.com/stories/acme/': 'unsupported story',
  },
  lemmy: {
    'https://shore.example/c/tides': 'community !tides@shore.example',
    'https://shore.example/?dataType=Post&listingType=Local': 'community shore.example/local',
    'https://shore.example/feeds/m/tides.xml': 'list shore.example/multi/tides',
    'https://shore.example/f/tides': 'list shore.example/f/tides',
    'https://shore.example/topic/tides': 'unsupported topic',
    'https://shore.example/m/tides': 'community !tides@shore.example',
    'https://shore.example/tag/tides': 'hashtag #tides@shore.example',
    'https://shore.example/tag/tides/top': 'handle_malformed',
    'https://shore.example/c/maps?dataType=Comment': 'unsupported feed',
    'https://shore.example/u/nia?view=Comments': 'unsupported feed',
    'https://shore.example/?dataType=Comment&listingType=All': 'unsupported feed',
    'https://shore.example/search?q=tides': 'unsupported search',
  },
  linkedin: {
    'https://www.linkedin.com/company/acme/jobs/': 'unsupported jobs',
    'https://www.linkedin.com/feed/hashtag/bread': 'unsupported hashtag',
  },
  mastodon: {
    'https://social.example/tags/bread': 'hashtag #bread@social.example',
    'https://social.example/tags/bread?any=rye': 'hashtag #bread,rye@social.example',
    'https://social.example/tags/bread?all[]=rye&none[]=ad': 'hashtag #bread+rye-ad@social.example',
    'https://social.example/@garden/tagged/bread': 'section garden@social.example/tagged/bread',
    'https://social.example/public/local': 'community social.example/local',
    'https://social.example/explore': 'feed social.example/trends',
    'https://social.example/explore/links': 'unsupported feed',
    'https://social.example/search?q=tides': 'unsupported search',
    'https://social.example/@garden/following': 'handle_malformed',
    'https://social.example/@garden/favorites': 'unsupported likes',
  },
  medium: {
    'https://medium.com/tag/maps': 'hashtag medium.com/tag/maps',
    'https://medium.com/cartolab/tagged/maps': 'section medium.com/cartolab/tagged/maps',
    'https://medium.com/@inespaz/list/reading-12': 'unsupported list',
  },
  misskey: {
    'https://notes.example/@nao/reactions': 'unsupported likes',
    'https://notes.example/@nao/clips': 'unsupported clips',
    'https://notes.example/tags/bread': 'hashtag #bread@notes.example',
    'https://notes.example/channels/9abcdefghi': 'community notes.example/channels/9abcdefghi',
    'https://notes.example/clips/9abcdefghi': 'collection notes.example/clips/9abcdefghi',
    'https://notes.example/explore': 'unsupported feed',
  },
  peertube: {
    'https://tube.example/w/p/kkGMgK9ZtnKfYAgnEtQxbv': 'collection tube.example/p/kkGMgK9ZtnKfYAgnEtQxbv',
    'https://tube.example/search?tagsOneOf=clay': 'hashtag #clay@tube.example',
    'https://tube.example/search?tagsOneOf=clay&durationMax=240&languageOneOf=de': 'handle_malformed',
    'https://tube.example/search?tagsOneOf=clay&sort=-publishedAt': 'hashtag #clay@tube.example',
    'https://tube.example/videos/local': 'community tube.example/local',
    'https://tube.example/c/acme/video-playlists': 'unsupported playlists',
  },
  pinterest: {
    'https://www.pinterest.com/acme/bread/': 'collection acme/bread',
    'https://www.pinterest.com/acme/bread/rye/': 'unsupported section',
    'https://www.pinterest.com/search/pins/?q=bread': 'unsupported search',
  },
  reddit: {
    'https://www.reddit.com/r/breadit/?f=flair_name%3A%22News%22': 'section r/breadit/flair/News',
    'https://www.reddit.com/r/breadit/new/?f=flair_name%3A%22News%22': 'section r/breadit/flair/News',
    'https://www.reddit.com/r/breadit/?f=flair_text%3ARye': 'unsupported section',
    'https://www.reddit.com/r/breadit/?f=flair_name%3A%22x%22%20OR%20y%22': 'unsupported section',
    'r/breadit/flair/x" OR subreddit:all OR "y': 'handle_malformed',
    'https://www.reddit.com/r/breadit/wiki/index': 'unsupported section',
    'https://www.reddit.com/r/breadit/about/moderators': 'unsupported section',
    'https://www.reddit.com/r/breadit/about': 'community r/breadit',
    'https://www.reddit.com/r/breadit/search/?q=rye&restrict_sr=1': 'search r/breadit/search/rye',
    'https://www.reddit.com/r/breadit/search/?q=rye&restrict_sr=1&sort=top&t=week': 'search r/breadit/search/rye',
    'https://www.reddit.com/r/breadit/search/?q=rye&restrict_sr=1&t=week': 'unsupported search',
    'https://www.reddit.com/search/?q=rye+bread&type=communities': 'unsupported search',
    'https://www.reddit.com/search/?q=rye+bread&type=link': 'search search/rye bread',
    'https://www.reddit.com/search/?q=rye&sort=top&t=hour': 'unsupported search',
    'https://www.reddit.com/r/breadit+baking/top/?t=week': 'community r/baking+breadit',
    'https://www.reddit.com/user/acme/m/bread/': 'list u/acme/m/bread',
    'https://www.reddit.com/domain/bread.example/': 'search domain/bread.example',
    'https://www.reddit.com/r/all/': 'unsupported feed',
    'https://www.reddit.com/r/breadit/': 'community r/breadit',
  },
  sandbox: {
    'https://sandbox.example/tags/demo': 'hashtag #demo',
    'https://sandbox.example/groups/demo': 'unsupported group',
  },
  stackexchange: {
    'https://stackoverflow.com/users/22656/acme?tab=bookmarks': 'unsupported likes',
    'https://stackoverflow.com/questions/tagged/bread': 'hashtag stackoverflow.com/tagged/bread',
    'https://stackoverflow.com/questions/tagged/bread?tab=unanswered': 'unsupported section',
    'https://stackoverflow.com/questions/tagged/bread?filters=NoAnswers': 'unsupported section',
    'https://stackoverflow.com/questions/tagged/java/info': 'unsupported section',
    'https://stackoverflow.com/questions/tagged/bread?tab=Votes': 'hashtag stackoverflow.com/tagged/bread',
    'https://stackoverflow.com/questions/tagged/bread+or+rye': 'unsupported hashtag',
    'https://stackoverflow.com/search?q=bread': 'search stackoverflow.com/search/bread',
    'https://stackoverflow.com/search?q=user%3A22656+bread': 'unsupported search',
    'https://stackoverflow.com/unanswered': 'unsupported feed',
    'https://stackoverflow.com/questions?tab=Bounties': 'unsupported feed',
    'https://stackoverflow.com/collectives/bread': 'unsupported community',
  },
  substack: {
    'https://acme.substack.com/podcast': 'unsupported podcast',
    'https://acme.substack.com/notes': 'unsupported notes',
    'https://acme.substack.com/archive?sort=search&search=rye': 'unsupported search',
    'https://letters.example/archive?sort=search&search=rye': 'handle_malformed',
    'https://acme.substack.com/s/bread': 'section acme.substack.com/s/bread',
  },
  telegram: {
    'https://t.me/s/acme?q=%23bread': 'section acme/tagged/bread',
    'https://t.me/acme/123': 'handle_malformed',
    'https://t.me/s/acme/123': 'handle_malformed',
    'https://t.me/s/acme?q=bread': 'unsupported search',
    'https://t.me/addlist/abc': 'unsupported list',
  },
  threads: {
    'https://www.threads.com/search?q=bread': 'search search/bread',
    'https://www.threads.com/search?q=bread&serp_type=profiles': 'unsupported search',
    'https://www.threads.com/tag/bread': 'hashtag #bread',
  },
  tiktok: {
    'https://www.tiktok.com/@acme/playlist/bread-7200': 'unsupported playlist',
    'https://www.tiktok.com/tag/bread': 'unsupported hashtag',
  },
  tumblr: {
    'acme/tagged/..': 'handle_malformed',
    'https://acme.tumblr.com/tagged/%2e%2e': 'handle_malformed',
    '#..': 'handle_malformed',
    'https://acme.tumblr.com/tagged/bread': 'section acme/tagged/bread',
    'https://www.tumblr.com/acme/tagged/bread': 'section acme/tagged/bread',
    'https://www.tumblr.com/tagged/bread': 'hashtag #bread',
    'https://www.tumblr.com/liked/by/acme': 'unsupported likes',
    'https://acme.tumblr.com/search/bread': 'unsupported search',
  },
  twitch: {
    'https://www.twitch.tv/acme/schedule': 'unsupported schedule',
    'https://www.twitch.tv/team/acme': 'unsupported team',
    'https://www.twitch.tv/directory/category/chess': 'search category/chess',
    'https://www.twitch.tv/directory/category/chess?tl=abc': 'unsupported category',
    'https://www.twitch.tv/directory/gaming': 'unsupported category',
  },
  vimeo: {
    'https://vimeo.com/acme/likes': 'unsupported likes',
    'https://vimeo.com/showcase/1234': 'collection showcase/1234',
    'https://vimeo.com/groups/tides': 'community groups/tides',
    'https://vimeo.com/groups/tides/members': 'handle_malformed',
    'https://vimeo.com/tag:tides': 'hashtag #tides',
    'https://vimeo.com/acme/showcases': 'unsupported albums',
    'https://vimeo.com/channels/tides': 'collection channels/tides',
  },
  wordpress: {
    'https://blog.example/tag/bread/': 'section blog.example/tag/bread',
    'https://blog.example/?s=bread': 'search blog.example/search/bread',
    'https://blog.example/?s=bread&cat=3': 'unsupported search',
    'https://blog.example/?post_type=product': 'section blog.example/type/product',
    'https://blog.example/2026/03/': 'unsupported archive',
    'https://blog.example/2026/03/07/post-name/': 'handle_malformed',
    'https://blog.example/?p=12': 'handle_malformed',
    'https://blog.example/?tag_id=4': 'handle_malformed',
    'https://blog.example/?feed=comments-rss2': 'handle_malformed',
    'https://blog.example/comments/feed/': 'handle_malformed',
    'https://blog.example/?cat=7&tag=rye': 'handle_malformed',
    'https://blog.example/category/news/?tag=rye': 'handle_malformed',
    'https://blog.example/?cat=7': 'section blog.example/?cat=7',
    'https://blog.example/walks/following': 'account blog.example/walks/following',
    'https://blog.example/?feed=rss2': 'account blog.example',
    'https://blog.example/tag/..': 'handle_malformed',
    'https://blog.example/category/%2e%2e': 'handle_malformed',
    'https://blog.example/tag/../../wp-admin': 'handle_malformed',
    'https://blog.example/?s=..': 'handle_malformed',
  },
  x: {
    'https://x.com/acme/likes': 'unsupported likes',
    'https://x.com/acme/lists/bread': 'unsupported list',
    'https://x.com/acme/verified_followers': 'handle_malformed',
    'https://x.com/hashtag/bread': 'hashtag #bread',
    'https://x.com/i/lists/1234': 'list list/1234',
    'https://x.com/i/lists/1234/members': 'handle_malformed',
    'https://x.com/i/lists/1234/followers': 'handle_malformed',
    'https://x.com/search?q=from%3Aacme+bread': 'search search/from:acme bread',
    'https://x.com/search?q=bread&f=user': 'unsupported search',
  },
  youtube: {
    'https://www.youtube.com/watch?v=abcdefghijk&list=PLname0123456789': 'collection playlist/PLname0123456789',
    'https://www.youtube.com/watch?v=abcdefghijk': 'handle_malformed',
    'https://www.youtube.com/watch?v=abcdefghijk&list=RDabcdefghijk': 'handle_malformed',
    'https://www.youtube.com/watch?v=abcdefghijk&list=WL': 'handle_malformed',
    'https://youtu.be/abcdefghijk': 'handle_malformed',
    'video/abcdefghijk': 'account video/abcdefghijk',
    'https://www.youtube.com/playlist?list=RDname0123456789': 'unsupported playlist',
    'https://www.youtube.com/@acme/search?query=bread': 'unsupported search',
    'https://www.youtube.com/@acme/playlists': 'unsupported playlists',
    'https://www.youtube.com/@acme/community': 'unsupported community_posts',
    'https://www.youtube.com/hashtag/bread': 'hashtag #bread',
    'https://www.youtube.com/hashtag/bread/shorts': 'unsupported hashtag',
    'https://www.youtube.com/results?search_query=bread': 'search search/bread',
    'https://www.youtube.com/results?search_query=bread&sp=EgIQAg%253D%253D': 'unsupported search',
  },
}

/** URLs of a tab of a profile → the variant that they show. */
const TABS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  facebook: {
    'https://www.facebook.com/acmebakery/videos': 'uploaded_videos',
    'https://www.facebook.com/acmebakery/reels': 'reels',
  },
  github: {
    'https://github.com/acme/oven/releases': 'releases',
    'https://github.com/acme/oven/activity': 'events',
    'https://gist.github.com/acme': 'gists',
    'https://github.com/acme/oven': 'posts',
  },
  mastodon: {
    'https://social.example/@garden/media': 'media',
    'https://social.example/@garden/with_replies': 'replies',
    'https://other.example/@garden@social.example/media': 'media',
    'https://social.example/tags/media': 'posts',
    'https://social.example/@garden': 'posts',
  },
  misskey: { 'https://notes.example/@nao/files': 'media', 'https://notes.example/@nao': 'posts' },
  pinterest: {
    'https://www.pinterest.com/acme/_created/': 'created',
    'https://www.pinterest.com/acme/_saved/': 'saved',
  },
  threads: { 'https://www.threads.com/@acme/reposts': 'reposts' },
  twitch: {
    'https://www.twitch.tv/acme/clips': 'clips',
    'https://www.twitch.tv/acme/videos?filter=archives': 'broadcasts',
    'https://www.twitch.tv/acme/videos?filter=highlights&sort=time': 'highlights',
    'https://www.twitch.tv/acme/videos?filter=all': 'posts',
    'https://www.twitch.tv/directory/category/chess/videos/highlight': 'highlights',
  },
  x: {
    'https://x.com/acme/media': 'media',
    'https://x.com/acme/with_replies': 'replies',
    'https://x.com/hashtag/media': 'posts',
  },
  youtube: {
    'https://www.youtube.com/@acme/videos': 'videos',
    'https://www.youtube.com/@acme/shorts': 'shorts',
    'https://m.youtube.com/channel/UCabcdefghijklmnopqrstuv/streams': 'live',
    'https://www.youtube.com/c/acme/live': 'live',
    'https://www.youtube.com/playlist?list=UUSHabcdefghijklmnopqrstuv': 'shorts',
    'https://www.youtube.com/@acme': 'posts',
    'https://www.youtube.com/@acme/about': 'posts',
  },
}

/** A feed is what its URL says. */
const WITHOUT_NARROWER = ['rss']

test('every platform is in the table', () => {
  const ids = ALL_PLATFORMS.map(({ id }) => id).filter((id) => !WITHOUT_NARROWER.includes(id))
  assert.deepEqual(Object.keys(NARROWER).toSorted(), ids.toSorted())
})

for (const platform of ALL_PLATFORMS) {
  describe(`narrower URLs of ${platform.id}`, () => {
    for (const [url, expected] of Object.entries(NARROWER[platform.id] ?? {})) {
      test(`${url} is ${expected}`, () => {
        const handle = findHandle(readerOf(platform), url)
        const { code, details } = noHandle(platform, url)
        const refused = code === 'profile_unsupported' ? `unsupported ${(details as { kind: string }).kind}` : code
        assert.equal(handle === undefined ? refused : `${kindOf(platform, handle)} ${handle}`, expected)
      })
    }

    for (const [url, variant] of Object.entries(TABS[platform.id] ?? {})) {
      test(`${url} shows ${variant}`, () => {
        const handle = findHandle(readerOf(platform), url)
        assert.ok(handle !== undefined)
        assert.equal(variantShown(platform, url, handle, kindFor(platform, handle)), variant)
      })
    }

    test('none is a handle of two kinds, and every canonical handle stays one', () => {
      for (const { id, handles } of kindsOf(platform).values()) {
        for (const written of handles) {
          const handle = findHandle(readerOf(platform), written)
          assert.ok(handle !== undefined && kindOf(platform, handle) === id, written)
          assert.equal(findHandle(readerOf(platform), handle), handle)
        }
      }
    })
  })
}
