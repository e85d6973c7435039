/** Builds post URLs from ids: `shape` is the pattern of ids, `template` the URL with `{id}`. */
export const postOfId = (shape: string, template: string): ((id: string) => string | undefined) => {
  const test = new RegExp(`^(?:${shape})$`)
  return (id) => (test.test(id) ? template.replace('{id}', id) : undefined)
}
