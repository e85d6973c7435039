// The text of programs that escape what they have put into CDATA already.

const [BEGINS, ENDS] = ['<![CDATA[', ']]>']

/** What stands between the marks, where they stand around the whole text; trimmed, as the text is. */
export const bareCdata = (text: string): string =>
  text.startsWith(BEGINS) && text.endsWith(ENDS) ? text.slice(BEGINS.length, -ENDS.length).trim() : text
