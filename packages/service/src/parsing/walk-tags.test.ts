import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { walkTags } from './walk-tags.ts'

const tagsOf = (html: string): string[] => {
  const tags: string[] = []
  walkTags(html, ({ name, isEnd, attributes }) => {
    const written = Object.entries(attributes()).map(([key, value]) => ` ${key}=${value}`)
    tags.push(`${isEnd ? '/' : ''}${name}${written.join('')}`)
    return false
  })
  return tags
}

describe('walkTags', () => {
  const cases: readonly [string, string, readonly string[]][] = [
    ['reads names and attributes', '<A HREF="/x?a&amp;b" data-x>y</a>', ['a href=/x?a&amp;b data-x=', '/a']],
    ['passes over comments', '<!-- <b> --><i><!--><u><!-- <s> --!><em>', ['i', 'u', 'em']],
    ['skips an unclosed comment', '<i><!-- <b>', ['i']],
    ['passes over declarations', '<!doctype html><?xml version="1.0"?><i>', ['i']],
    ['passes over scripts', '<script>"<b></i>"</script><i>', ['script', '/script', 'i']],
    ['skips an unclosed script', '<script><b>', ['script']],
    [
      'passes over styles, titles and texts',
      '<title><b></TITLE ><textarea><b></textarea>',
      ['title', '/title', 'textarea', '/textarea'],
    ],
    [
      'takes signs in values for none of its own',
      '<a title="1 > 0"><b title=\'<i>\'>',
      ['a title=1 > 0', 'b title=<i>'],
    ],
    ['takes a tag that is cut off for none', '<i><a href="x', ['i']],
    ['takes a sign that begins no tag for text', 'a < b <1> </ <i>', ['i']],
  ]
  for (const [title, html, tags] of cases) it(title, () => assert.deepEqual(tagsOf(html), tags))

  it('ends a tag where its attributes end', () => {
    const odd = [
      '<a>',
      '<a/>',
      '<a =x>',
      '<a b= c>',
      '<a b = "c>" d>',
      "<a b='>'/ c>",
      '<a b=c"d>',
      '<a "b>',
      '<a b=>',
      '<a b c=d/>',
      '<a\nb\t=\fc>',
    ]
    for (const html of odd) {
      let end = 0
      walkTags(`${html}x`, (tag) => {
        end = tag.end
        return true
      })
      assert.equal(end, html.length, html)
    }
  })

  it('ends when there were very many, and reads no attributes of a tag that is very long', () => {
    let count = 0
    for (const html of ['<a>', '<!-->', '<?>', '</a>'])
      walkTags(html.repeat(50_000), () => {
        count += 1
        return false
      })
    assert.equal(count, 20_000)
    assert.deepEqual(tagsOf(`<a ${'b '.repeat(50_000)}><i>`), ['a', 'i'])
  })

  it('ends when the visitor says so', () => {
    const seen: string[] = []
    walkTags('<a><b><i>', ({ name }) => {
      seen.push(name)
      return name === 'b'
    })
    assert.deepEqual(seen, ['a', 'b'])
  })
})
