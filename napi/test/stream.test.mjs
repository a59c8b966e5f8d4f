import assert from 'node:assert/strict'
import test from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { grep, grepStream } from '../index.mjs'
import { collect, collectUntil } from '../testing/garbage.mjs'
import { LARGE_TREE_LINES, largeTree, tree } from '../testing/tree.mjs'
import { ofStream, untimed } from '../testing/untimed.mjs'

const large = largeTree()

test('batches contain the matches of grep, and the report follows', async () => {
  const small = tree({ 'a.txt': 'needle\nneedle\n', 'b.txt': 'needle\n' })
  const stream = grepStream({ pattern: 'needle', path: small })
  const matches = []
  for await (const batch of stream) {
    assert.ok(Array.isArray(batch) && batch.length > 0)
    matches.push(...batch)
  }
  const whole = await grep({ pattern: 'needle', path: small })
  assert.deepEqual(matches, whole.matches)
  assert.deepEqual(untimed(await stream.report), ofStream(whole))
  assert.deepEqual(await stream.next(), { value: undefined, done: true })
})

test('every match arrives in order, and other events are processed', async () => {
  let turns = 0
  let running = true
  const turn = () => {
    turns++
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  let count = 0
  let last = ''
  for await (const batch of grepStream({ pattern: 'needle', path: large })) {
    count += batch.length
    assert.ok(batch[0].path >= last)
    last = batch.at(-1).path
  }
  running = false
  assert.equal(count, LARGE_TREE_LINES)
  assert.ok(turns > 3, `${turns} turns`)
})

test('work pauses while nothing is fetched', async () => {
  const stream = grepStream({ pattern: 'needle', path: large })
  const { value } = await stream.next()
  // Other calls can use the pool in the meantime.
  const whole = await grep({ pattern: 'needle', path: large, mode: 'count' })
  assert.equal(whole.matches.length, 60)
  await stream.return()
  const report = await stream.report
  assert.equal(report.stoppedBy, 'callback')
  assert.equal(report.nextOffset, value.length)
  // The number of prefetched results is bounded.
  assert.ok(report.filesSearched < 60, `${report.filesSearched}`)
})

test('leaving the loop ends the search', async () => {
  const stream = grepStream({ pattern: 'needle', path: large })
  let count = 0
  for await (const batch of stream) {
    count += batch.length
    break
  }
  const report = await stream.report
  assert.equal(report.complete, false)
  assert.equal(report.nextOffset, count)
  assert.deepEqual(await stream.next(), { value: undefined, done: true })
})

test('calls of next may overlap', async () => {
  const stream = grepStream({ pattern: 'needle', path: large, maxCount: 600 })
  const answers = await Promise.all(Array.from({ length: 700 }, () => stream.next()))
  const lines = answers.flatMap(({ value }) => value ?? [])
  assert.equal(lines.length, 600)
  assert.equal(answers.at(-1).done, true)
  assert.equal((await stream.report).nextOffset, 600)
})

test('errors reject next and the report', async () => {
  for (const options of [{ pattern: '(', path: large }, { pattern: 1 }, undefined]) {
    const stream = grepStream(options)
    const fault = await stream.next().catch((error) => error)
    assert.match(fault.code, /^ERR_RANSACK_INVALID/)
    await assert.rejects(stream.report, (error) => error === fault)
    assert.deepEqual(await stream.next(), { value: undefined, done: true })
  }
})

test('an abort ends a stream in use', async () => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const stream = grepStream({ pattern: 'needle', path: large, signal: controller.signal })
  const loop = async () => {
    for await (const _ of stream) controller.abort(reason)
  }
  const fault = await loop().catch((error) => error)
  assert.equal(fault.name, 'AbortError')
  assert.equal(fault.code, 'ABORT_ERR')
  assert.equal(fault.cause, reason)
  await assert.rejects(stream.report, (error) => error === fault)
})

test('an abort rejects the first pending next and ends the others', async () => {
  const controller = new AbortController()
  const stream = grepStream({ pattern: 'needle', path: large, signal: controller.signal })
  // More results than one turn of the event loop handles.
  const calls = Array.from({ length: 400 }, () => stream.next())
  controller.abort()
  const answers = await Promise.allSettled(calls)
  const first = answers.findIndex(({ status }) => status === 'rejected')
  assert.equal(answers[first].reason.name, 'AbortError')
  assert.ok(answers.slice(0, first).every(({ value }) => value.done === false))
  assert.ok(answers.slice(first + 1).every(({ value }) => value.done === true))
})

test('throw ends the search', async () => {
  const stream = grepStream({ pattern: 'needle', path: large })
  await stream.next()
  const fault = new Error('the fault')
  await assert.rejects(stream.throw(fault), (error) => error === fault)
  assert.equal((await stream.report).stoppedBy, 'callback')
})

test('a stream that was never read can be closed', async () => {
  const stream = grepStream({ pattern: 'needle', path: large })
  assert.deepEqual(await stream.return('x'), { value: 'x', done: true })
  assert.equal((await stream.report).complete, false)
})

test('return before the first next starts nothing', async () => {
  // An invalid pattern would be reported if the search started.
  const stream = grepStream({ pattern: '(', path: 'none' })
  assert.deepEqual(await stream.return(), { value: undefined, done: true })
  const { complete, stoppedBy, filesSearched, nextOffset } = await stream.report
  assert.deepEqual({ complete, stoppedBy, filesSearched, nextOffset }, {
    complete: false, stoppedBy: 'callback', filesSearched: 0, nextOffset: 0,
  })
  assert.deepEqual(await stream.next(), { value: undefined, done: true })
})

test('a stream that is dropped releases its search', async () => {
  const reports = []
  let ended = 0
  const drop = async () => {
    const stream = grepStream({ pattern: 'needle', path: large })
    reports.push(stream.report.then(() => ended++))
    assert.equal((await stream.next()).done, false)
  }
  for (let i = 0; i < 20; i++) await drop()
  assert.ok(await collectUntil(() => ended === reports.length), `${ended} of ${reports.length}`)
})

test('streams that are dropped are collected without being asked', { skip: globalThis.Bun !== undefined }, async () => {
  let ended = 0
  for (let i = 0; i < 300 && ended === 0; i++) {
    const stream = grepStream({ pattern: 'needle', path: large, batchSize: 1 })
    stream.report.then(() => ended++)
    await stream.next()
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.ok(ended > 0)
})

test('a pending next keeps its stream', async () => {
  const next = () => grepStream({ pattern: 'needle', path: large }).next()
  const pending = Array.from({ length: 20 }, next)
  collect()
  for (const { done } of await Promise.all(pending)) assert.equal(done, false)
})

test('streams are disposed of', async () => {
  const stream = grepStream({ pattern: 'needle', path: large })
  await stream.next()
  await stream[Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]()
  assert.equal((await stream.report).stoppedBy, 'callback')
})

test('large batches arrive whole, and the report knows the results that were delivered', async () => {
  const options = { pattern: 'needle', path: large, maxCount: 30_000 }
  const all = []
  const stream = grepStream({ ...options, batchSize: 20_000 })
  for await (const batch of stream) all.push(...batch)
  assert.deepEqual(all, (await grep(options)).matches)
  assert.equal((await stream.report).nextOffset, 30_000)
  const left = grepStream({ ...options, batchSize: 700 })
  let count = 0
  for await (const batch of left) {
    count += batch.length
    if (count > 2000) break
  }
  assert.equal((await left.report).nextOffset, count)
})

test('a batch has at most as many results as the caller wants', async () => {
  const stream = grepStream({ pattern: 'needle', path: large, batchSize: 10 })
  for (let i = 0; i < 5; i++) assert.ok((await stream.next()).value.length <= 10)
  await stream.return()
  for (const batchSize of [0, 1.5, 65_537, '10']) {
    await assert.rejects(grepStream({ pattern: 'needle', path: large, batchSize }).next(), { message: /`batchSize`/ })
  }
})

test('the cursor continues after the matches of a stream that ends during a call to next', async () => {
  const files = Array.from({ length: 10 }, (_, i) => [`${i}.txt`, 'needle\n'.repeat(500)])
  const options = { pattern: 'needle', path: tree(Object.fromEntries(files)) }
  const whole = await grep(options)
  for (const turns of [0, 1, 2, 3, 4, 5, 6, 8, 12, 16]) {
    const stream = grepStream({ ...options, batchSize: 65536 })
    const pending = stream.next()
    for (let i = 0; i < turns; i++) await nextTurn()
    await stream.return()
    const { value: first = [] } = await pending
    const { complete, next } = await stream.report
    const rest = complete ? [] : (await grep({ ...options, after: next })).matches
    const places = (matches) => matches.map(({ path, lineNumber }) => `${path}:${lineNumber}`)
    assert.deepEqual(places([...first, ...rest]), places(whole.matches), `${turns}`)
  }
})
