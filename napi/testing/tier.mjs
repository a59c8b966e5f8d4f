// The tier of tests, as `core/testing/src/tier.rs` reads it.

const WANTED = (process.env.RANSACK_TESTS ?? '').split(',')

/** Whether this run includes a group of `.ci/groups`. */
export const runs = (group) => WANTED.includes('full') || WANTED.includes(group)
