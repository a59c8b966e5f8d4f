//! Search of lines in texts and trees.

mod backtracking;
mod hostile;
mod large;
mod lines;
mod multiline;
mod newest_first;
mod patterns;
mod reader;
mod returns;
mod searcher;
mod tree;
mod versions;
