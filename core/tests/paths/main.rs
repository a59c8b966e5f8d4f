//! Which files: globs, ignore rules and fuzzy path search.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod fuzzy;
mod fuzzy_properties;
mod fuzzy_ranking;
mod fuzzy_typing;
mod glob;
mod glob_hidden;
mod ignore;
#[cfg(unix)]
mod ignore_config;
mod ignore_places;
mod ignore_tracked;
