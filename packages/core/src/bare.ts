/** The descriptor of a property, inheriting nothing: a `get` or `value` on Object.prototype would be a part of it. */
export function bare<T extends PropertyDescriptor>(property: T & ThisType<any>): T {
  return { __proto__: null, ...property }
}
