'use strict'

/**
 * Iterable of the records of a result that stays in typed arrays: a record becomes an object when it is read,
 * so that millions of them cost the garbage collector nothing. A subclass has `length` and `record`, which
 * returns the record at an index below it.
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
