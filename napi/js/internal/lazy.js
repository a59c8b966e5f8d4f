'use strict'

/**
 * Returns a class that behaves like the class that `load` returns: `new`, `extends`, `instanceof`, static members and
 * the property `constructor` of its instances. Loads the class on first use.
 */
function lazyClass(name, load) {
  let loaded
  const real = () => {
    if (loaded === undefined) {
      loaded = load()
      Object.defineProperty(loaded.prototype, 'constructor', { value: proxy, configurable: true, writable: true })
    }
    return loaded
  }
  // Bound functions are constructors without a property `prototype`, so the proxy may have a different one.
  const target = function () {}.bind()
  Object.defineProperty(target, 'name', { value: name })
  const handler = {
    construct: (_, args, derived) => Reflect.construct(real(), args, derived === proxy ? real() : derived),
    // A proxy may not report a property as non-configurable if its target lacks it.
    getOwnPropertyDescriptor(_, key) {
      const found = Reflect.getOwnPropertyDescriptor(real(), key)
      return found && { ...found, configurable: true }
    },
  }
  for (const trap of ['apply', 'defineProperty', 'deleteProperty', 'get', 'getPrototypeOf', 'has', 'ownKeys', 'set']) {
    handler[trap] = (_, ...args) => Reflect[trap](real(), ...args)
  }
  const proxy = new Proxy(target, handler)
  return proxy
}

module.exports = { lazyClass }
