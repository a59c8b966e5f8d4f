'use strict'

/** Returns the number that a property name stands for as an index of an array; undefined if it is no index. */
function indexOf(key) {
  if (typeof key !== 'string') return undefined
  const i = Number(key)
  return i >>> 0 === i && String(i) === key ? i : undefined
}

/**
 * Prototype that answers indices. A lookup reaches it only if neither an object nor its class has the property, so all
 * other properties stay as fast as those of any object.
 */
const INDEXED = new Proxy(Object.create(Object.prototype), {
  get(target, key, records) {
    const i = indexOf(key)
    if (i === undefined) return Reflect.get(target, key, records)
    return i < records.length ? records.record(i) : undefined
  },
  set(target, key, value, records) {
    return indexOf(key) === undefined && Reflect.set(target, key, value, records)
  },
  // The methods of arrays skip indices that are absent. A prototype does not know whose index it is asked for.
  has: (target, key) => indexOf(key) !== undefined || Reflect.has(target, key),
})

/**
 * Array-like object over the records of a result stored in typed arrays. A record becomes an object only when it is
 * read, so millions of records put no load on the garbage collector. A subclass has `length` and `record`, which
 * returns the record at an index below `length`.
 */
class Records {
  at(index) {
    const i = Math.trunc(index) || 0
    const at = i < 0 ? i + this.length : i
    return at >= 0 && at < this.length ? this.record(at) : undefined
  }

  *[Symbol.iterator]() {
    for (let i = 0; i < this.length; i++) yield this.record(i)
  }

  toJSON() {
    return Array.from(this)
  }
}

Object.setPrototypeOf(Records.prototype, INDEXED)

module.exports = { Records }
