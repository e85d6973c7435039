// Addresses as people paste them: what is a post, whose, and under which address of its own; and what only looks like one.

/** Address → platform and the post's own address. */
export const POSTS: Readonly<Record<string, readonly (readonly [address: string, own: string])[]>> = {
  youtube: [
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['http://youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=42s', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://music.youtube.com/watch?v=dQw4w9WgXcQ&list=RD', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ/', 'https://www.youtube.com/shorts/dQw4w9WgXcQ'],
    ['https://youtube.com/live/dQw4w9WgXcQ?feature=share', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://www.youtube.com/v/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ],
  x: [
    ['https://x.com/desk/status/1234567890123456789', 'https://x.com/desk/status/1234567890123456789'],
    ['https://twitter.com/desk/status/123?s=20', 'https://x.com/desk/status/123'],
    ['https://mobile.twitter.com/desk/status/123', 'https://x.com/desk/status/123'],
    ['https://www.x.com/desk/statuses/123', 'https://x.com/desk/status/123'],
    ['https://x.com/i/web/status/123', 'https://x.com/i/status/123'],
    ['https://x.com/i/status/123', 'https://x.com/i/status/123'],
    ['https://x.com/desk/status/123/photo/1', 'https://x.com/desk/status/123'],
    ['https://x.com/desk/status/123/video/1#x', 'https://x.com/desk/status/123'],
  ],
  instagram: [
    ['https://www.instagram.com/p/CuE2WNYs6Q1/', 'https://www.instagram.com/p/CuE2WNYs6Q1/'],
    ['https://instagram.com/desk.one/p/CuE2WNYs6Q1/?img_index=2', 'https://www.instagram.com/p/CuE2WNYs6Q1/'],
    ['https://m.instagram.com/reel/CuE2WNYs6Q1', 'https://www.instagram.com/reel/CuE2WNYs6Q1/'],
    ['https://www.instagram.com/reels/CuE2WNYs6Q1/', 'https://www.instagram.com/reel/CuE2WNYs6Q1/'],
    ['https://www.instagram.com/tv/CuE2WNYs6Q1/', 'https://www.instagram.com/tv/CuE2WNYs6Q1/'],
    ['http://instagr.am/p/CuE2WNYs6Q1', 'https://www.instagram.com/p/CuE2WNYs6Q1/'],
    ['https://www.instagram.com/p/CuE2WNYs6Q1/embed/captioned/', 'https://www.instagram.com/p/CuE2WNYs6Q1/'],
  ],
  threads: [
    ['https://www.threads.com/@desk.one/post/DAbc_12-xyz', 'https://www.threads.com/@desk.one/post/DAbc_12-xyz'],
    ['https://www.threads.net/@desk/post/DAbc12', 'https://www.threads.com/@desk/post/DAbc12'],
    ['https://threads.net/t/DAbc12/?igshid=1', 'https://www.threads.com/t/DAbc12'],
  ],
  facebook: [
    ['https://www.facebook.com/desk/posts/123456789', 'https://www.facebook.com/desk/posts/123456789'],
    [
      'https://m.facebook.com/desk/posts/pfbid02abcDEFghi123',
      'https://www.facebook.com/desk/posts/pfbid02abcDEFghi123',
    ],
    ['https://de-de.facebook.com/desk/posts/a-title/123456789', 'https://www.facebook.com/desk/posts/123456789'],
    [
      'https://www.facebook.com/groups/desk/permalink/123456789/',
      'https://www.facebook.com/groups/desk/posts/123456789',
    ],
    ['https://www.facebook.com/groups/desk/posts/123456789/', 'https://www.facebook.com/groups/desk/posts/123456789'],
    [
      'https://www.facebook.com/permalink.php?story_fbid=123456&id=654321',
      'https://www.facebook.com/permalink.php?story_fbid=123456&id=654321',
    ],
    [
      'https://mbasic.facebook.com/story.php?story_fbid=123456&id=654321&refid=1',
      'https://www.facebook.com/permalink.php?story_fbid=123456&id=654321',
    ],
    ['https://www.facebook.com/photo.php?fbid=123456&set=a.1', 'https://www.facebook.com/photo.php?fbid=123456'],
    ['https://www.facebook.com/photo/?fbid=123456', 'https://www.facebook.com/photo.php?fbid=123456'],
    ['https://www.facebook.com/desk/photos/a.1.2/123456/', 'https://www.facebook.com/desk/photos/a.1.2/123456'],
    ['https://www.facebook.com/desk/videos/123456/', 'https://www.facebook.com/desk/videos/123456'],
    ['https://www.facebook.com/desk/videos/a-title/123456/', 'https://www.facebook.com/desk/videos/123456'],
    ['https://www.facebook.com/watch/?v=123456', 'https://www.facebook.com/video.php?v=123456'],
    ['https://fb.com/video.php?v=123456', 'https://www.facebook.com/video.php?v=123456'],
    ['https://www.facebook.com/reel/123456', 'https://www.facebook.com/reel/123456'],
  ],
  tiktok: [
    [
      'https://www.tiktok.com/@desk.one/video/7123456789012345678',
      'https://www.tiktok.com/@desk.one/video/7123456789012345678',
    ],
    [
      'https://m.tiktok.com/@desk/photo/7123456789012345678?lang=en',
      'https://www.tiktok.com/@desk/photo/7123456789012345678',
    ],
    ['https://m.tiktok.com/v/7123456789012345678.html', 'https://m.tiktok.com/v/7123456789012345678.html'],
    ['https://www.tiktok.com/embed/v2/7123456789012345678', 'https://m.tiktok.com/v/7123456789012345678.html'],
  ],
  reddit: [
    [
      'https://www.reddit.com/r/desk/comments/1abc23/a_title/',
      'https://www.reddit.com/r/desk/comments/1abc23/a_title/',
    ],
    ['https://old.reddit.com/r/desk/comments/1abc23', 'https://www.reddit.com/r/desk/comments/1abc23/_/'],
    [
      'https://np.reddit.com/r/desk/comments/1abc23/a_title/kx1y2z3/?context=3',
      'https://www.reddit.com/r/desk/comments/1abc23/a_title/kx1y2z3/',
    ],
    [
      'https://reddit.com/user/desk/comments/1abc23/a_title',
      'https://www.reddit.com/user/desk/comments/1abc23/a_title/',
    ],
    ['https://amp.reddit.com/u/desk/comments/1abc23/t/', 'https://www.reddit.com/u/desk/comments/1abc23/t/'],
  ],
  tumblr: [
    ['https://desk.tumblr.com/post/712345678901/a-title', 'https://desk.tumblr.com/post/712345678901'],
    ['https://www.tumblr.com/desk/712345678901/a-title?source=share', 'https://desk.tumblr.com/post/712345678901'],
    ['https://www.tumblr.com/blog/view/desk/712345678901', 'https://desk.tumblr.com/post/712345678901'],
    ['https://old.tumblr.com/post/712345678901', 'https://old.tumblr.com/post/712345678901'],
  ],
  pinterest: [
    ['https://www.pinterest.com/pin/123456789012345678/', 'https://www.pinterest.com/pin/123456789012345678/'],
    ['https://de.pinterest.com/pin/a-title--123456789/', 'https://www.pinterest.com/pin/123456789/'],
    ['https://www.pinterest.co.uk/pin/123456789/sent/?x=1', 'https://www.pinterest.com/pin/123456789/'],
    ['https://pinterest.de/pin/123456789', 'https://www.pinterest.com/pin/123456789/'],
  ],
  linkedin: [
    [
      'https://www.linkedin.com/posts/desk_a-title-activity-7123456789012345678-AbCd?utm_source=share',
      'https://www.linkedin.com/posts/desk_a-title-activity-7123456789012345678-AbCd',
    ],
    [
      'https://www.linkedin.com/feed/update/urn:li:activity:7123456789012345678/',
      'https://www.linkedin.com/feed/update/urn:li:activity:7123456789012345678/',
    ],
    [
      'https://de.linkedin.com/feed/update/urn%3Ali%3AugcPost%3A7123456789012345678',
      'https://www.linkedin.com/feed/update/urn:li:ugcPost:7123456789012345678/',
    ],
    [
      'https://www.linkedin.com/embed/feed/update/urn:li:share:7123456789012345678?compact=1',
      'https://www.linkedin.com/feed/update/urn:li:share:7123456789012345678/',
    ],
    ['https://www.linkedin.com/pulse/a-title-desk-abc1f', 'https://www.linkedin.com/pulse/a-title-desk-abc1f'],
  ],
  telegram: [
    ['https://t.me/desk_news/123', 'https://t.me/desk_news/123'],
    ['https://t.me/s/desk_news/123?single', 'https://t.me/desk_news/123'],
    ['https://telegram.me/desk_news/45/123', 'https://t.me/desk_news/45/123'],
    ['https://t.me/c/1234567890/123', 'https://t.me/c/1234567890/123'],
  ],
  vimeo: [
    ['https://vimeo.com/123456789', 'https://vimeo.com/123456789'],
    ['https://vimeo.com/123456789/0a1b2c3d4e', 'https://vimeo.com/123456789/0a1b2c3d4e'],
    ['https://www.vimeo.com/channels/staffpicks/123456789', 'https://vimeo.com/channels/staffpicks/123456789'],
    ['https://vimeo.com/groups/shorts/videos/123456', 'https://vimeo.com/groups/shorts/videos/123456'],
    ['https://vimeo.com/showcase/12/video/123456', 'https://vimeo.com/album/12/video/123456'],
    ['https://vimeo.com/ondemand/film/123456', 'https://vimeo.com/ondemand/film/123456'],
    ['https://player.vimeo.com/video/123456?h=0a1b2c3d', 'https://vimeo.com/123456'],
    ['https://vimeo.com/event/12345', 'https://vimeo.com/event/12345'],
  ],
  flickr: [
    [
      'https://www.flickr.com/photos/12345678@N00/12345678901/',
      'https://www.flickr.com/photos/12345678@N00/12345678901/',
    ],
    ['https://m.flickr.com/photos/desk/12345678901/in/album-1', 'https://www.flickr.com/photos/desk/12345678901/'],
    ['https://flic.kr/p/2abcDEf', 'https://flic.kr/p/2abcDEf'],
  ],
  twitch: [
    ['https://www.twitch.tv/videos/1234567890', 'https://www.twitch.tv/videos/1234567890'],
    ['https://m.twitch.tv/videos/1234567890?t=1h', 'https://www.twitch.tv/videos/1234567890'],
    ['https://www.twitch.tv/desk/v/1234567890', 'https://www.twitch.tv/videos/1234567890'],
    ['https://www.twitch.tv/desk/clip/FunnyClip-abc_123', 'https://clips.twitch.tv/FunnyClip-abc_123'],
    ['https://clips.twitch.tv/FunnyClip-abc_123', 'https://clips.twitch.tv/FunnyClip-abc_123'],
  ],
  dailymotion: [
    ['https://www.dailymotion.com/video/x8abc12', 'https://www.dailymotion.com/video/x8abc12'],
    ['https://dai.ly/x8abc12', 'https://www.dailymotion.com/video/x8abc12'],
    ['https://geo.dailymotion.com/player.html?video=x8abc12', 'https://www.dailymotion.com/video/x8abc12'],
    ['https://geo.dailymotion.com/player/xabc1.html?video=x8abc12', 'https://www.dailymotion.com/video/x8abc12'],
    ['https://www.dailymotion.com/embed/video/x8abc12', 'https://www.dailymotion.com/video/x8abc12'],
  ],
  spotify: [
    [
      'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC?si=1',
      'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
    ],
    [
      'https://open.spotify.com/intl-de/album/4uLU6hMCjMI75M1A2tKUQC',
      'https://open.spotify.com/album/4uLU6hMCjMI75M1A2tKUQC',
    ],
    [
      'https://open.spotify.com/embed/episode/4uLU6hMCjMI75M1A2tKUQC',
      'https://open.spotify.com/episode/4uLU6hMCjMI75M1A2tKUQC',
    ],
  ],
  soundcloud: [
    ['https://soundcloud.com/desk/a-track', 'https://soundcloud.com/desk/a-track'],
    ['https://m.soundcloud.com/desk/sets/a-set?x=1', 'https://soundcloud.com/desk/sets/a-set'],
    ['https://soundcloud.com/desk/a-track/s-AbCdEf', 'https://soundcloud.com/desk/a-track/s-AbCdEf'],
  ],
  mixcloud: [['https://www.mixcloud.com/desk/a-show/', 'https://www.mixcloud.com/desk/a-show/']],
  applepodcasts: [
    [
      'https://podcasts.apple.com/us/podcast/a-title/id1234567890?i=1000123456789',
      'https://podcasts.apple.com/us/podcast/a-title/id1234567890?i=1000123456789',
    ],
  ],
  rumble: [
    ['https://rumble.com/v2abcde-a-title.html', 'https://rumble.com/v2abcde-a-title.html'],
    ['https://rumble.com/embed/v2abcde/', 'https://rumble.com/embed/v2abcde/'],
  ],
  odysee: [
    ['https://odysee.com/@desk:1/a-film:2', 'https://odysee.com/@desk:1/a-film:2'],
    ['https://odysee.com/a-film:2f', 'https://odysee.com/a-film:2f'],
  ],
  github: [
    ['https://github.com/desk/tool/releases/tag/v1.2.3', 'https://github.com/desk/tool/releases/tag/v1.2.3'],
    ['https://github.com/desk/tool/issues/12#issuecomment-1', 'https://github.com/desk/tool/issues/12'],
    ['https://github.com/desk/tool/pull/12/files', 'https://github.com/desk/tool/pull/12'],
    ['https://github.com/desk/tool/discussions/12', 'https://github.com/desk/tool/discussions/12'],
    ['https://github.com/orgs/desk/discussions/12', 'https://github.com/orgs/desk/discussions/12'],
    ['https://gist.github.com/desk/0a1b2c3d4e5f60718293', 'https://gist.github.com/desk/0a1b2c3d4e5f60718293'],
  ],
  medium: [
    ['https://medium.com/@desk/a-title-0a1b2c3d4e5f', 'https://medium.com/@desk/a-title-0a1b2c3d4e5f'],
    ['https://medium.com/the-desk/a-title-0a1b2c3d4e5f?source=x', 'https://medium.com/the-desk/a-title-0a1b2c3d4e5f'],
    ['https://desk.medium.com/a-title-0a1b2c3d4e5f', 'https://desk.medium.com/a-title-0a1b2c3d4e5f'],
    ['https://medium.com/p/0a1b2c3d4e5f', 'https://medium.com/p/0a1b2c3d4e5f'],
  ],
  substack: [
    ['https://desk.substack.com/p/a-title?utm_source=x', 'https://desk.substack.com/p/a-title'],
    ['https://substack.com/home/post/p-123456789', 'https://substack.com/home/post/p-123456789'],
    ['https://substack.com/@desk/p-123456789', 'https://substack.com/home/post/p-123456789'],
  ],
  devto: [['https://dev.to/desk/a-title-1a2b', 'https://dev.to/desk/a-title-1a2b']],
  codepen: [['https://codepen.io/desk/full/abcDEF', 'https://codepen.io/desk/pen/abcDEF']],
  bluesky: [
    ['https://bsky.app/profile/desk.bsky.social/post/3kabc', 'https://bsky.app/profile/desk.bsky.social/post/3kabc'],
    ['https://www.bsky.app/profile/did:plc:abc/post/3kabc', 'https://www.bsky.app/profile/did:plc:abc/post/3kabc'],
    ['https://m.bsky.app/profile/desk.example/post/3kabc', 'https://bsky.app/profile/desk.example/post/3kabc'],
  ],
  mastodon: [
    ['https://mastodon.example/@desk/112233445566778899', 'https://mastodon.example/@desk/112233445566778899'],
    ['https://mastodon.example/@desk@other.example/1122', 'https://mastodon.example/@desk@other.example/1122'],
    ['https://mastodon.example/users/desk/statuses/1122', 'https://mastodon.example/users/desk/statuses/1122'],
    ['https://mastodon.example/web/statuses/1122', 'https://mastodon.example/web/statuses/1122'],
    [
      'https://gts.example/@desk/statuses/01HABCDEFGHJKMNPQRSTVWXYZ0',
      'https://gts.example/@desk/statuses/01HABCDEFGHJKMNPQRSTVWXYZ0',
    ],
    ['https://pleroma.example/notice/AbCdEfGhIjKlMnOpQr', 'https://pleroma.example/notice/AbCdEfGhIjKlMnOpQr'],
    ['https://pixels.example/p/desk/123456789', 'https://pixels.example/p/desk/123456789'],
    [
      'https://friends.example/display/0a1b2c3d-1234-5678-9abc-def012345678',
      'https://friends.example/display/0a1b2c3d-1234-5678-9abc-def012345678',
    ],
  ],
  wordpress: [
    ['https://desk.wordpress.com/2026/05/04/a-title/', 'https://desk.wordpress.com/2026/05/04/a-title/'],
    ['https://desk.wordpress.com/?p=123', 'https://desk.wordpress.com/?p=123'],
  ],
  sandbox: [['https://sandbox.example/@demo/1000000', 'https://sandbox.example/@demo/1000000']],
  // of the registry
  ted: [['https://www.ted.com/talks/a_talk', 'https://www.ted.com/talks/a_talk']],
  giphy: [['https://giphy.com/gifs/cat-abc', 'https://giphy.com/gifs/cat-abc']],
  figma: [['https://www.figma.com/file/abc/Design', 'https://www.figma.com/file/abc/Design']],
  behance: [['https://www.behance.net/gallery/123/Title', 'https://www.behance.net/gallery/123/Title']],
  slideshare: [['https://www.slideshare.net/desk/slides', 'https://www.slideshare.net/desk/slides']],
  speakerdeck: [['https://speakerdeck.com/desk/slides', 'https://speakerdeck.com/desk/slides']],
  issuu: [['https://issuu.com/desk/docs/paper', 'https://issuu.com/desk/docs/paper']],
  kickstarter: [['https://www.kickstarter.com/projects/desk/thing', 'https://www.kickstarter.com/projects/desk/thing']],
  deviantartcom: [['https://desk.deviantart.com/art/Thing-123', 'https://desk.deviantart.com/art/Thing-123']],
  loom: [['https://www.loom.com/share/0a1b', 'https://loom.com/share/0a1b']],
  canva: [['https://www.canva.com/design/abc/view', 'https://www.canva.com/design/abc/view']],
  audioboom: [['https://audioboom.com/posts/123-title', 'https://audioboom.com/posts/123-title']],
  streamable: [['https://streamable.com/abc12', 'https://streamable.com/abc12']],
  sketchfab: [['https://sketchfab.com/3d-models/cat-abc', 'https://sketchfab.com/3d-models/cat-abc']],
  thenewyorktimes: [
    ['https://www.nytimes.com/2026/05/04/world/a-title.html', 'https://www.nytimes.com/2026/05/04/world/a-title.html'],
  ],
  coub: [['https://coub.com/view/abc', 'https://coub.com/view/abc']],
  replit: [['https://replit.com/@desk/123', 'https://replit.com/@desk/123']],
}

/** Addresses that lead to a post and say nothing of it. */
export const SHORT: readonly string[] = [
  ...['https://t.co/AbCd123', 'https://fb.watch/abc-1/', 'https://vm.tiktok.com/ZM123/', 'https://vt.tiktok.com/ZS1/'],
  ...['https://www.tiktok.com/t/ZT123/', 'https://redd.it/1abc23', 'https://www.reddit.com/r/desk/s/AbC123'],
  ...[
    'https://www.reddit.com/gallery/1abc23',
    'https://pin.it/abc123',
    'https://tmblr.co/Zabc',
    'https://wp.me/pabc-1',
  ],
  ...[
    'https://www.facebook.com/share/p/AbC123/',
    'https://www.instagram.com/share/reel/AbC',
    'https://spotify.link/AbC',
  ],
  ...['https://on.soundcloud.com/AbC', 'https://lnkd.in/eAbC', 'https://bit.ly/3AbC'],
]

/** What only looks like the address of a post. */
export const NO_POSTS: readonly string[] = [
  // profiles, lists and front pages of the sites
  ...[
    'https://www.youtube.com/',
    'https://www.youtube.com/@desk',
    'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv',
  ],
  ...[
    'https://www.youtube.com/playlist?list=PLabc',
    'https://www.youtube.com/watch',
    'https://www.youtube.com/watch?v=short',
  ],
  ...[
    'https://www.youtube.com/embed/videoseries?list=PL',
    'https://youtu.be/',
    'https://www.youtube.com/watch/dQw4w9WgXcQ',
  ],
  ...['https://www.youtube.com/@desk/123456789012'],
  ...[
    'https://x.com/desk',
    'https://x.com/desk/status/',
    'https://x.com/desk/status/abc',
    'https://x.com/i/spaces/1abc',
  ],
  ...['https://x.com/desk/lists/123', 'https://x.com/', 'https://twitter.com/search?q=status'],
  ...[
    'https://www.instagram.com/desk/',
    'https://www.instagram.com/stories/desk/123/',
    'https://www.instagram.com/explore/tags/a/',
  ],
  ...[
    'https://www.instagram.com/reels/audio/123/',
    'https://www.instagram.com/p/',
    'https://www.instagram.com/desk/reels/',
  ],
  ...[
    'https://www.threads.com/@desk',
    'https://www.threads.com/@desk/replies',
    'https://www.threads.net/@desk/123456789',
  ],
  ...[
    'https://www.facebook.com/desk',
    'https://www.facebook.com/groups/desk/',
    'https://www.facebook.com/events/123456/',
  ],
  ...['https://www.facebook.com/desk/videos', 'https://www.facebook.com/permalink.php?story_fbid=123456'],
  ...[
    'https://www.tiktok.com/@desk',
    'https://www.tiktok.com/tag/cat',
    'https://www.tiktok.com/@desk/live',
    'https://www.tiktok.com/',
  ],
  ...['https://www.reddit.com/r/desk/', 'https://www.reddit.com/user/desk/', 'https://www.reddit.com/r/desk/comments/'],
  ...[
    'https://desk.tumblr.com/',
    'https://desk.tumblr.com/archive',
    'https://www.tumblr.com/desk',
    'https://www.tumblr.com/tagged/12345',
  ],
  ...[
    'https://www.pinterest.com/desk/',
    'https://www.pinterest.com/desk/board/',
    'https://www.pinterest.com/pin/',
    'https://pin.it/',
  ],
  ...[
    'https://www.linkedin.com/in/desk',
    'https://www.linkedin.com/company/desk/posts/',
    'https://www.linkedin.com/feed/',
  ],
  ...[
    'https://t.me/desk_news',
    'https://t.me/joinchat/123',
    'https://t.me/addstickers/123',
    'https://t.me/s/desk_news',
  ],
  ...[
    'https://vimeo.com/desk',
    'https://vimeo.com/user123',
    'https://vimeo.com/channels/staffpicks',
    'https://vimeo.com/',
  ],
  ...[
    'https://www.flickr.com/photos/desk/',
    'https://www.flickr.com/people/desk/',
    'https://www.flickr.com/photos/tags/12345/',
  ],
  ...[
    'https://www.flickr.com/photos/desk/albums/7215',
    'https://www.twitch.tv/desk',
    'https://www.twitch.tv/desk/videos',
  ],
  ...[
    'https://www.twitch.tv/directory/all',
    'https://www.dailymotion.com/desk',
    'https://www.dailymotion.com/playlist/xabc12',
  ],
  ...[
    'https://open.spotify.com/artist/4uLU6hMCjMI75M1A2tKUQC',
    'https://open.spotify.com/user/desk',
    'https://open.spotify.com/track/x',
  ],
  ...[
    'https://soundcloud.com/desk',
    'https://soundcloud.com/desk/tracks',
    'https://soundcloud.com/discover/sets/x',
    'https://soundcloud.com/desk/likes',
  ],
  ...[
    'https://www.mixcloud.com/desk/',
    'https://www.mixcloud.com/desk/uploads/',
    'https://podcasts.apple.com/us/podcast/a/id1234567890',
  ],
  ...[
    'https://rumble.com/c/desk',
    'https://rumble.com/user/desk',
    'https://odysee.com/@desk:1',
    'https://odysee.com/$/latest',
  ],
  ...[
    'https://github.com/desk',
    'https://github.com/desk/tool',
    'https://github.com/desk/tool/issues',
    'https://github.com/desk/tool/releases',
  ],
  ...[
    'https://medium.com/@desk',
    'https://medium.com/tag/cats-0a1b2c3d4e5f',
    'https://medium.com/@desk/about',
    'https://medium.com/@desk/12345678901',
  ],
  ...['https://desk.substack.com/', 'https://substack.com/@desk/note/c-123456', 'https://desk.substack.com/archive'],
  ...['https://dev.to/desk', 'https://dev.to/t/javascript', 'https://dev.to/desk/series/1', 'https://codepen.io/desk'],
  ...[
    'https://desk.wordpress.com/',
    'https://desk.wordpress.com/about/',
    'https://bsky.app/profile/desk.bsky.social',
    'https://bsky.app/',
  ],
  ...[
    'https://mastodon.example/@desk',
    'https://mastodon.example/@desk/followers',
    'https://mastodon.example/tags/cat',
  ],
  // front pages of the registry, whose schemes are whole hosts
  ...[
    'https://streamable.com/',
    'https://gyazo.com/',
    'https://www.nytimes.com/',
    'https://giphy.com/',
    'https://www.ted.com/',
  ],
  // other hosts that carry the names
  ...[
    'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://notx.com/desk/status/123',
    'https://x.com.evil.example/desk/status/1',
  ],
  ...['https://evil.example/?u=https://x.com/desk/status/123', 'https://evil.example/https://youtu.be/dQw4w9WgXcQ'],
  ...[
    'https://x.com:8443/desk/status/123',
    'https://instagram.com.evil.example/p/CuE2WNYs6Q1/',
    'https://pinterest.com.evil.example/pin/123456',
  ],
  // anybody's pages
  ...[
    'https://news.example/2026/05/04/story',
    'https://blog.example/?p=12',
    'https://blog.example/a-title/',
    'https://t.co/',
    'https://bit.ly/',
  ],
]
