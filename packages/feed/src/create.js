// Creates the elements that scripts add.

/** An element with a class and other properties. */
export const create = (tag, className, more) => Object.assign(document.createElement(tag), { className, ...more })

/** A button that submits no form. */
export const createButton = (className, more) => create('button', className, { type: 'button', ...more })
