// Text of programs that escape an already escaped CDATA section.

const [BEGINS, ENDS] = ['<![CDATA[', ']]>']

/** The content of the CDATA section, if the marks enclose the whole trimmed text. */
export const bareCdata = (text: string): string =>
  text.startsWith(BEGINS) && text.endsWith(ENDS) ? text.slice(BEGINS.length, -ENDS.length).trim() : text
