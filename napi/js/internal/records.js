'use strict'

/**
 * Iterable over the records of a result stored in typed arrays. A record becomes an object only when it is read,
 * so millions of records put no load on the garbage collector. A subclass has `length` and `record`, which returns
 * the record at an index below `length`.
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
}

module.exports = { Records }
