// A web page of about the given size, with the tags of a preview in its head.

export const page = (bytes: number): string => {
  const head = `<!doctype html><html><head><meta charset="utf-8"><title>A page</title>
<meta property="og:title" content="A page"><meta property="og:description" content="Words about it">
<meta property="og:image" content="/picture.png"><meta property="og:site_name" content="Site">
<meta name="author" content="Somebody"><meta property="article:published_time" content="2026-01-01T00:00:00Z">
<link rel="canonical" href="https://site.example/page"></head><body>`
  const paragraph = '<p class="text">Some <b>words</b> to read &amp; <a href="/next">a link</a> — naïve café.</p>\n'
  return `${head}${paragraph.repeat(Math.ceil((bytes - head.length) / Buffer.byteLength(paragraph)))}</body></html>`
}
