/** For posts that an id alone leads to: what ids look like, and the template of an address. */
export const postOfId = (shape: string, template: string): ((id: string) => string | undefined) => {
  const test = new RegExp(`^(?:${shape})$`)
  return (id) => (test.test(id) ? template.replace('{id}', id) : undefined)
}
