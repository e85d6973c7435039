import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createTestCliOnStore } from '@central-api/testing/cli/fixture.ts'

/** A command line that may connect to one server on this machine. */
const startCli = async (context: TestContext, respond: RequestListener) => {
  const server = createServer(respond)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  context.after(() => new Promise((done) => server.close(done)))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const cli = await createTestCliOnStore(context)
  cli.environment.EGRESS_ALLOW = host
  return { cli, origin: `http://${host}` }
}

const PAGE = '<title>The story</title><meta name="description" content="What \u001b[31mhappened\u202e">'

test('the output shows the response, the final URL and the preview', async (context) => {
  const { cli, origin } = await startCli(context, (request, response) => {
    if (request.url === '/old') response.writeHead(301, { location: '/new' }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
  })
  const { status, out, err } = await cli.run('validate', `${origin}/old`)
  assert.deepEqual([status, err], [0, ''])
  assert.equal((await cli.run('validate', `\u2068<${origin}/old>\u2069 `)).out, out)
  assert.equal(
    out,
    `✓ A valid link
  requested  ${origin}/old
  final URL  ${origin}/new
  response   200, text/html, ${PAGE.length + 2} bytes

Preview
  title      The story
  text       What [31mhappened
`,
  )
})

test('a post URL is validated through the API of its platform', async (context) => {
  const { cli } = await startCli(context, (_, response) => response.end())
  const { status, out } = await cli.run('validate', 'https://sandbox.example/@demo/1067')
  assert.equal(status, 0)
  assert.match(
    out,
    /^✓ A valid post of sandbox\n {2}requested {2}https:\/\/sandbox\.example\/@demo\/1067\n {2}post {7}http:\/\/127\.0\.0\.1:8080\/sandbox\/@demo\/1067\n {2}response {3}200, /,
  )
  assert.match(out, /\n {2}source {5}platform API\n\nPreview\n {2}text {7}A film with sound\n/)
  assert.match(out, /\n\nPost\n2025-12-02 06:52 {2}video\n/)
  const asLink = await cli.run('validate', '--link', 'https://sandbox.example/@demo/1067')
  assert.equal(asLink.status, 0)
  assert.match(asLink.out, /text\/html/)
})

test('a post without an API is validated through oEmbed, with its embed', async (context) => {
  const oembed = {
    type: 'video',
    version: '1.0',
    title: 'A film',
    width: 200,
    height: 113,
    html: '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ">',
  }
  const { cli, origin } = await startCli(context, (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(oembed)),
  )
  cli.environment.YOUTUBE_BASE_URL = origin
  const { out } = await cli.run('validate', 'https://youtu.be/dQw4w9WgXcQ')
  assert.match(out, /^✓ A valid post of youtube\n/)
  assert.match(out, /\n {2}post {7}https:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ\n/)
  assert.match(out, /\n {2}source {5}oEmbed\n {2}embed {6}video, 200 × 113 pixels, \d+ characters of HTML\n/)
})

test('--json prints the data of the response', async (context) => {
  const { cli, origin } = await startCli(context, (_, response) => response.end('hello'))
  const data = await cli.json('validate', origin)
  assert.deepEqual(
    { ...data, preview: null },
    {
      valid: true,
      body: 'hello',
      bodyEncoding: 'text',
      url: `${origin}/`,
      status: 200,
      contentType: null,
      bytes: 5,
      preview: null,
    },
  )
})

test('an invalid URL fails with a message and status 1', async (context) => {
  const { cli, origin } = await startCli(context, (_, response) => response.writeHead(404).end())
  const cases = [
    [`${origin}/gone`, /^central-api: link_status: The URL returned status 404\./],
    ['news.example', /^central-api: link_malformed: /],
    ['https://10.0.0.1/', /^central-api: link_blocked: /],
    ['https://sandbox.example/@demo/7', /^central-api: post_not_found: /],
  ] as const
  for (const [url, message] of cases) {
    const { status, out, err } = await cli.run('validate', url)
    assert.deepEqual([status, out], [1, ''])
    assert.match(err, message)
  }
})
