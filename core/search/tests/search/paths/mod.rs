//! File selection: globs, ignore rules and fuzzy path search.

mod cursors;
mod fuzzy;
mod fuzzy_location;
mod fuzzy_properties;
mod fuzzy_ranking;
mod fuzzy_typing;
mod glob;
mod glob_braces;
mod glob_hidden;
mod glob_roots;
mod ignore;
#[cfg(unix)]
mod ignore_config;
#[cfg(unix)]
mod ignore_faults;
mod ignore_places;
mod ignore_tracked;
mod roots_shown;
mod scope;
mod scope_random;
