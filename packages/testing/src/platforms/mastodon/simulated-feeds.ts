// Feeds of the simulated servers that require a login, each in the format of its software, including generated titles.

import type { SimulatedResponse } from '../suite/simulator.ts'

const FILES = 'https://files.social.example'

/** Mastodon writes a content warning into the text and marks the media as sensitive; it has no author. */
const MASTODON = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/">
  <channel>
    <title>Garden 🌱</title><description>Public posts from @garden@members.example</description><link>https://members.example/@garden</link>
    <image><url>${FILES}/avatars/garden.png</url><title>Garden 🌱</title><link>https://members.example/@garden</link></image>
    <item>
      <guid isPermaLink="true">https://members.example/@garden/3</guid><link>https://members.example/@garden/3</link>
      <pubDate>Wed, 03 Jun 2026 10:00:00 +0000</pubDate>
      <description>&lt;p&gt;&lt;strong&gt;Content warning:&lt;/strong&gt; Spiders &amp;lt;3&lt;/p&gt;&lt;hr /&gt;&lt;p&gt;Eight legs&lt;/p&gt;</description>
      <media:content url="${FILES}/spider.jpg" type="image/jpeg" medium="image"><media:rating scheme="urn:simple">adult</media:rating></media:content>
    </item>
    <item>
      <guid isPermaLink="true">https://members.example/@garden/2</guid><link>https://members.example/@garden/2</link>
      <pubDate>Tue, 02 Jun 2026 10:00:00 +0000</pubDate>
      <description>&lt;p&gt;A bee &amp;amp; a flower&lt;/p&gt;</description>
      <media:content url="${FILES}/bee.jpg" type="image/jpeg" fileSize="100" medium="image">
        <media:rating scheme="urn:simple">nonadult</media:rating><media:description type="plain">A bee</media:description>
      </media:content>
    </item>
    <item>
      <guid isPermaLink="true">https://members.example/@garden/1</guid><link>https://members.example/@garden/1</link>
      <pubDate>Mon, 01 Jun 2026 10:00:00 +0000</pubDate><description>&lt;p&gt;Rain&lt;/p&gt;</description>
    </item>
  </channel>
</rss>`

/** GoToSocial's titles are a content warning or the typed text; its descriptions are generated. */
const GOTOSOCIAL = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel>
    <title>Posts from @garden@gotosocial.example</title><link>https://gotosocial.example/@garden</link>
    <description>Posts from @garden@gotosocial.example</description>
    <pubDate>Tue, 02 Jun 2026 10:00:00 +0000</pubDate>
    <image><url>${FILES}/avatars/garden.png</url><title>Avatar for @garden@gotosocial.example</title><link>https://gotosocial.example/@garden</link></image>
    <item>
      <title>Spiders</title><link>https://gotosocial.example/@garden/statuses/2</link>
      <description>@garden@gotosocial.example posted 1 attachment: &#34;Eight *legs*&#34;</description>
      <content:encoded><![CDATA[<p>Eight <em>legs</em></p>]]></content:encoded>
      <author>@garden@gotosocial.example</author>
      <enclosure url="${FILES}/spider.jpg" length="100" type="image/jpeg"></enclosure>
      <guid isPermaLink="true">https://gotosocial.example/@garden/statuses/2</guid>
      <pubDate>Tue, 02 Jun 2026 10:00:00 +0000</pubDate><source>https://gotosocial.example/@garden/feed.rss</source>
    </item>
    <item>
      <title>A **bee** &amp; a flower</title><link>https://gotosocial.example/@garden/statuses/1</link>
      <description>@garden@gotosocial.example made a new post: &#34;A **bee** &amp; a flower&#34;</description>
      <content:encoded><![CDATA[<p>A <strong>bee</strong> &amp; a flower</p>]]></content:encoded>
      <author>@garden@gotosocial.example</author><guid isPermaLink="true">https://gotosocial.example/@garden/statuses/1</guid>
      <pubDate>Mon, 01 Jun 2026 10:00:00 +0000</pubDate><source>https://gotosocial.example/@garden/feed.rss</source>
    </item>
  </channel>
</rss>`

/** Pixelfed escapes the text twice and never closes its media elements. */
const pixelfedEntry = (id: number, title: string, text: string) => `<entry>
    <id>https://pixelfed.example/p/garden/${id}</id><title>${title}</title><updated>2026-06-0${id}T10:00:00.000Z</updated>
    <author><name>garden</name><uri>https://pixelfed.example/garden</uri></author>
    <content type="html">
    <![CDATA[
      <img id="rss_item_1" src="${FILES}/rose${id}.jpg" alt="A rose">
      <p style="padding:10px;">${text}</p>
    ]]>
    </content>
    <link rel="alternate" href="https://pixelfed.example/p/garden/${id}"/>
    <summary>${text}</summary>
    <media:content url="${FILES}/rose${id}.jpg" type="image/png" medium="image">
  </entry>`
const PIXELFED = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
  <id>https://pixelfed.example/users/garden.atom</id><title>garden on Pixelfed</title><subtitle type="html">Plants</subtitle>
  <updated>2026-06-02T10:00:00.000Z</updated>
  <author><name>garden</name><uri>https://pixelfed.example/garden</uri></author>
  <link rel="alternate" type="text/html" href="https://pixelfed.example/garden"/>
  <link rel="self" type="application/atom+xml" href="https://pixelfed.example/users/garden.atom"/>
  ${pixelfedEntry(2, 'A rose', '&lt;p&gt;A rose&lt;/p&gt;')}
  ${pixelfedEntry(1, 'No caption', '')}
</feed>`

/** Hollo's titles are the first line of the text. */
const HOLLO = `<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:uuid:01920f9b-0000-7e4f-8a5b-6c7d8e9f0a1b</id><title>Garden 🌱</title>
  <link rel="self" type="application/atom+xml" href="https://hollo.example/@garden/atom.xml"/>
  <link rel="alternate" type="text/html" href="https://hollo.example/@garden"/>
  <author><name>Garden 🌱</name><uri>https://hollo.example/@garden</uri></author><updated>2026-06-02T10:00:00.000Z</updated>
  <entry><id>urn:uuid:01920f9b-2c3d-7e4f-8a5b-6c7d8e9f0a1b</id><title>A bee &amp; a flower</title>
    <link rel="alternate" type="text/html" href="https://hollo.example/@garden/01920f9b-2c3d-7e4f-8a5b-6c7d8e9f0a1b"/>
    <link rel="alternate" type="application/activity+json" href="https://hollo.example/@garden/01920f9b-2c3d-7e4f-8a5b-6c7d8e9f0a1b"/>
    <author><name>Garden 🌱</name><uri>https://hollo.example/@garden</uri></author>
    <content type="html">&lt;p&gt;A bee &amp;amp; a flower&lt;/p&gt;&lt;p&gt;More&lt;/p&gt;</content>
    <published>2026-06-02T10:00:00.000Z</published><updated>2026-06-02T10:00:00.000Z</updated></entry>
</feed>`

/** Akkoma and Pleroma write a content warning into summary and title; older versions have the same title for all
 * posts. */
const AKKOMA = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:activity="http://activitystrea.ms/spec/1.0/">
  <id>https://akkoma.example/users/garden/feed.atom</id><title>garden's timeline</title><subtitle>Plants</subtitle>
  <updated>2026-06-03T10:00:00.000Z</updated><logo>${FILES}/avatars/garden.png</logo>
  <link rel="self" href="https://akkoma.example/users/garden/feed.atom" type="application/atom+xml"/>
  <author><id>https://akkoma.example/users/garden</id><activity:object>http://activitystrea.ms/schema/1.0/person</activity:object>
    <uri>https://akkoma.example/users/garden</uri><name>garden</name></author>
  <entry><id>https://akkoma.example/objects/3</id><title>Spiders</title><content type="html">&lt;p&gt;Eight legs&lt;/p&gt;</content>
    <summary>Spiders</summary><published>2026-06-03T10:00:00.000Z</published><updated>2026-06-03T10:00:00.000Z</updated>
    <link type="text/html" href="https://akkoma.example/objects/3" rel="alternate"/></entry>
  <entry><id>https://akkoma.example/objects/2</id><title>a post</title><content type="html"></content>
    <published>2026-06-02T10:00:00.000Z</published><updated>2026-06-02T10:00:00.000Z</updated>
    <link type="text/html" href="https://akkoma.example/objects/2" rel="alternate"/>
    <link rel="enclosure" href="${FILES}/bee.jpg" type="image/jpeg"/></entry>
  <entry><id>https://akkoma.example/objects/1</id><title>New note by garden</title><content type="html">&lt;p&gt;Rain&lt;/p&gt;</content>
    <published>2026-06-01T10:00:00.000Z</published><updated>2026-06-01T10:00:00.000Z</updated>
    <link type="text/html" href="https://akkoma.example/objects/1" rel="alternate"/></entry>
</feed>`

/** A feed at an unusual path, with real titles. */
const WRITTEN = `<feed xmlns="http://www.w3.org/2005/Atom"><id>https://named.example/feed</id><title>Garden (@garden@named.example)</title>
  <link rel="alternate" type="text/html" href="https://named.example/@garden"/><updated>2026-06-01T10:00:00.000Z</updated>
  <entry><id>https://named.example/1</id><title>On bees</title><link rel="alternate" href="https://named.example/1"/>
    <content type="html">&lt;p&gt;They fly.&lt;/p&gt;</content><published>2026-06-01T10:00:00.000Z</published></entry>
</feed>`

const xml = (type: string, body: string): SimulatedResponse => ({
  headers: { 'content-type': `${type}; charset=utf-8` },
  body,
})
/** Path → feed. */
export const SIMULATED_FEEDS: Readonly<Record<string, SimulatedResponse>> = {
  '/@garden.rss': xml('application/rss+xml', MASTODON),
  '/@garden/feed.rss': xml('application/rss+xml', GOTOSOCIAL),
  '/users/garden.atom': xml('application/atom+xml', PIXELFED),
  '/@garden/atom.xml': xml('application/atom+xml', HOLLO),
  '/users/garden/feed.atom': xml('application/atom+xml', AKKOMA),
  '/blog/of/garden': xml('application/atom+xml', WRITTEN),
}

/** A profile page that links its feed. */
export const profilePage = (feedPath: string): SimulatedResponse => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html><head><title>Garden</title><link rel="alternate" type="application/atom+xml" href="${feedPath}"><link rel="alternate" type="application/activity+json" href="/@garden"></head><body></body></html>`,
})
