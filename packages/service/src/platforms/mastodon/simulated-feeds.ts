// The feeds of the simulated servers that show nothing else to strangers, as Mastodon and Pixelfed write them.

import type { SimulatedAnswer } from '../suite/simulator.ts'

const RSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/">
  <channel>
    <title>Garden 🌱</title><description>Public posts from @garden</description><link>https://members.example/@garden</link>
    <image><url>https://files.social.example/avatars/garden.png</url><title>Garden 🌱</title><link>https://members.example/@garden</link></image>
    <item>
      <guid isPermaLink="true">https://members.example/@garden/2</guid><link>https://members.example/@garden/2</link>
      <pubDate>Tue, 02 Jun 2026 10:00:00 +0000</pubDate>
      <description>&lt;p&gt;A bee &amp;amp; a flower&lt;/p&gt;</description>
      <media:content url="https://files.social.example/bee.jpg" type="image/jpeg" fileSize="100" medium="image">
        <media:rating scheme="urn:simple">nonadult</media:rating><media:description type="plain">A bee</media:description>
      </media:content>
    </item>
    <item>
      <guid isPermaLink="true">https://members.example/@garden/1</guid><link>https://members.example/@garden/1</link>
      <pubDate>Mon, 01 Jun 2026 10:00:00 +0000</pubDate><description>&lt;p&gt;Rain&lt;/p&gt;</description>
    </item>
  </channel>
</rss>`

const ATOM = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
  <id>https://pixelfed.example/users/garden.atom</id><title>Garden on Pixelfed</title><subtitle>Plants</subtitle>
  <updated>2026-06-02T10:00:00.000Z</updated>
  <link rel="self" type="application/atom+xml" href="https://pixelfed.example/users/garden.atom"/>
  <link rel="alternate" type="text/html" href="https://pixelfed.example/garden"/>
  <entry>
    <id>https://pixelfed.example/p/garden/9</id><title>Rose</title><updated>2026-06-02T10:00:00.000Z</updated>
    <author><name>garden</name><uri>https://pixelfed.example/garden</uri></author>
    <content type="html">&lt;p&gt;A rose&lt;/p&gt;</content>
    <link rel="alternate" href="https://pixelfed.example/p/garden/9"/>
    <media:content url="https://files.social.example/rose.jpg" type="image/jpeg" medium="image"/>
  </entry>
</feed>`

const xml = (type: string, body: string): SimulatedAnswer => ({
  headers: { 'content-type': `${type}; charset=utf-8` },
  body,
})
/** Path → feed. */
export const SIMULATED_FEEDS: Readonly<Record<string, SimulatedAnswer>> = {
  '/@garden.rss': xml('application/rss+xml', RSS),
  '/@garden/feed.rss': xml('application/rss+xml', RSS),
  '/users/garden.atom': xml('application/atom+xml', ATOM),
}
