//! The operations on the files of a workspace, as its methods.
//!
//! Each calls the `start` of its operation with a request that
//! [`Workspace::request`] has completed. Nothing in here knows about the file table.

use std::ops::ControlFlow;
#[cfg(feature = "ast")]
use std::path::PathBuf;
#[cfg(feature = "ast")]
use std::sync::Arc;

use ransack_base::{CancelToken, Outcome, Report, Result};

use super::Workspace;
#[cfg(feature = "ast")]
use crate::ast::{self, AstEditOptions, AstEditOutcome, AstGrepOptions, AstGrepStream, AstMatch};
use crate::fuzzy::{self, FuzzyFindOptions, FuzzyFindStream, FuzzyMatch};
use crate::glob::{self, GlobMatch, GlobOptions, GlobStream};
use crate::grep::{self, GrepMatch, GrepOptions, GrepStream};
#[cfg(feature = "outline")]
use crate::outline::{
    self, Definition, DefinitionEditOptions, DefinitionPart, Exports, ExportsStream, Imports,
    ImportsStream, Outline, OutlineFilesOptions, OutlineStream, Skeleton, SkeletonOptions,
    SkeletonStream,
};
#[cfg(feature = "outline")]
use crate::pipeline::Request;
#[cfg(feature = "ast")]
use crate::scan::FileSource;

impl Workspace {
    /// Searches the content of files; see [`grep`](crate::grep()).
    ///
    /// # Errors
    ///
    /// The errors of [`grep`](crate::grep()); [`Closed`](crate::ErrorKind::Closed) if
    /// the workspace is closed.
    pub fn grep(&self, options: &GrepOptions, token: &CancelToken) -> Result<Outcome<GrepMatch>> {
        self.grep_stream(options, token).collect_outcome()
    }

    /// Searches the content of files and passes each result to `each`; see
    /// [`grep_each`](crate::grep_each).
    ///
    /// # Errors
    ///
    /// The errors of [`grep_each`](crate::grep_each); [`Closed`](crate::ErrorKind::Closed) if
    /// the workspace is closed.
    pub fn grep_each(
        &self,
        options: &GrepOptions,
        token: &CancelToken,
        each: impl FnMut(GrepMatch) -> ControlFlow<()>,
    ) -> Result<Report> {
        self.grep_stream(options, token).for_each(each)
    }

    /// Searches the content of files as a stream; see
    /// [`grep_stream`](crate::grep_stream).
    pub fn grep_stream(&self, options: &GrepOptions, token: &CancelToken) -> GrepStream {
        grep::start(self.request(options.run()), options, token)
    }

    /// Finds paths by glob; see [`glob`](crate::glob()).
    ///
    /// # Errors
    ///
    /// The errors of [`glob`](crate::glob()); [`Closed`](crate::ErrorKind::Closed) if
    /// the workspace is closed.
    pub fn glob(&self, options: &GlobOptions, token: &CancelToken) -> Result<Outcome<GlobMatch>> {
        self.glob_stream(options, token).collect_outcome()
    }

    /// Finds paths by glob and passes each to `each`; see
    /// [`glob_each`](crate::glob_each).
    ///
    /// # Errors
    ///
    /// The errors of [`glob_each`](crate::glob_each); [`Closed`](crate::ErrorKind::Closed) if
    /// the workspace is closed.
    pub fn glob_each(
        &self,
        options: &GlobOptions,
        token: &CancelToken,
        each: impl FnMut(GlobMatch) -> ControlFlow<()>,
    ) -> Result<Report> {
        self.glob_stream(options, token).for_each(each)
    }

    /// Finds paths by glob as a stream; see
    /// [`glob_stream`](crate::glob_stream).
    pub fn glob_stream(&self, options: &GlobOptions, token: &CancelToken) -> GlobStream {
        glob::start(self.request(options.run()), options, token)
    }

    /// Finds paths by fuzzy search; see [`fuzzy_find`](crate::fuzzy_find).
    ///
    /// # Errors
    ///
    /// The errors of [`fuzzy_find`](crate::fuzzy_find); [`Closed`](crate::ErrorKind::Closed) if
    /// the workspace is closed.
    pub fn fuzzy_find(
        &self,
        options: &FuzzyFindOptions,
        token: &CancelToken,
    ) -> Result<Outcome<FuzzyMatch>> {
        self.fuzzy_find_stream(options, token).collect_outcome()
    }

    /// Finds paths by fuzzy search and passes each to `each`; see
    /// [`fuzzy_find_each`](crate::fuzzy_find_each).
    ///
    /// # Errors
    ///
    /// The errors of [`fuzzy_find_each`](crate::fuzzy_find_each); [`Closed`](crate::ErrorKind::Closed) if
    /// the workspace is closed.
    pub fn fuzzy_find_each(
        &self,
        options: &FuzzyFindOptions,
        token: &CancelToken,
        each: impl FnMut(FuzzyMatch) -> ControlFlow<()>,
    ) -> Result<Report> {
        self.fuzzy_find_stream(options, token).for_each(each)
    }

    /// Finds paths by fuzzy search as a stream; see
    /// [`fuzzy_find_stream`](crate::fuzzy_find_stream).
    pub fn fuzzy_find_stream(
        &self,
        options: &FuzzyFindOptions,
        token: &CancelToken,
    ) -> FuzzyFindStream {
        fuzzy::start(
            self.request(options.run()),
            Some(self.owner.candidates.clone()),
            options,
            token,
        )
    }

    /// Searches the syntax trees of files; see [`ast_grep`](crate::ast_grep()).
    ///
    /// # Errors
    ///
    /// The errors of [`ast_grep`](crate::ast_grep()); [`Closed`](crate::ErrorKind::Closed) if
    /// the workspace is closed.
    #[cfg(feature = "ast")]
    pub fn ast_grep(
        &self,
        options: &AstGrepOptions,
        token: &CancelToken,
    ) -> Result<Outcome<AstMatch>> {
        self.ast_grep_stream(options, token).collect_outcome()
    }

    /// Searches the syntax trees of files and passes each match to `each`; see
    /// [`ast_grep_each`](crate::ast_grep_each).
    ///
    /// # Errors
    ///
    /// The errors of [`ast_grep_each`](crate::ast_grep_each); [`Closed`](crate::ErrorKind::Closed) if
    /// the workspace is closed.
    #[cfg(feature = "ast")]
    pub fn ast_grep_each(
        &self,
        options: &AstGrepOptions,
        token: &CancelToken,
        each: impl FnMut(AstMatch) -> ControlFlow<()>,
    ) -> Result<Report> {
        self.ast_grep_stream(options, token).for_each(each)
    }

    /// Searches the syntax trees of files as a stream; see
    /// [`ast_grep_stream`](crate::ast_grep_stream).
    #[cfg(feature = "ast")]
    pub fn ast_grep_stream(&self, options: &AstGrepOptions, token: &CancelToken) -> AstGrepStream {
        ast::start(self.request(options.request()), options, token)
    }

    /// Outlines one file; see [`outline_file`](crate::outline_file).
    ///
    /// # Errors
    ///
    /// The errors of [`outline_file`](crate::outline_file); [`Closed`](crate::ErrorKind::Closed)
    /// if the workspace is closed.
    #[cfg(feature = "outline")]
    pub fn outline_file(
        &self,
        options: &OutlineFilesOptions,
        token: &CancelToken,
    ) -> Result<Outcome<Outline>> {
        self.in_file(options, |request, options| {
            outline::one_file(options, outline::start_file(request, options, token))
        })
    }

    /// Outlines files and passes each outline to `each`; see
    /// [`outline_each`](crate::outline_each).
    ///
    /// # Errors
    ///
    /// The errors of [`outline_each`](crate::outline_each); [`Closed`](crate::ErrorKind::Closed)
    /// if the workspace is closed.
    #[cfg(feature = "outline")]
    pub fn outline_each(
        &self,
        options: &OutlineFilesOptions,
        token: &CancelToken,
        each: impl FnMut(Outline) -> ControlFlow<()>,
    ) -> Result<Report> {
        self.outline_stream(options, token).for_each(each)
    }

    /// Outlines files as a stream; see [`outline_stream`](crate::outline_stream).
    #[cfg(feature = "outline")]
    pub fn outline_stream(
        &self,
        options: &OutlineFilesOptions,
        token: &CancelToken,
    ) -> OutlineStream {
        outline::start(self.request(options.request()), options, token)
    }

    /// Returns the source of a definition in one file; see
    /// [`definition_in_file`](crate::definition_in_file).
    ///
    /// # Errors
    ///
    /// The errors of [`definition_in_file`](crate::definition_in_file);
    /// [`Closed`](crate::ErrorKind::Closed) if the workspace is closed.
    #[cfg(feature = "outline")]
    pub fn definition_in_file(
        &self,
        options: &OutlineFilesOptions,
        name: &str,
        parts: &[DefinitionPart],
        token: &CancelToken,
    ) -> Result<Outcome<Definition>> {
        self.in_file(options, |request, options| {
            let stream = outline::start_definition(request, options, name, parts, token);
            outline::collect_definition(options, stream)
        })
    }

    /// Returns one file with the bodies of its functions elided; see
    /// [`skeleton_file`](crate::skeleton_file).
    ///
    /// # Errors
    ///
    /// The errors of [`skeleton_file`](crate::skeleton_file);
    /// [`Closed`](crate::ErrorKind::Closed) if the workspace is closed.
    #[cfg(feature = "outline")]
    pub fn skeleton_file(
        &self,
        file: &OutlineFilesOptions,
        options: &SkeletonOptions,
        token: &CancelToken,
    ) -> Result<Outcome<Skeleton>> {
        self.in_file(file, |request, file| {
            let stream = outline::start_skeleton_file(request, file, options, token);
            outline::collect_skeleton(file, stream)
        })
    }

    /// Makes skeletons of files and passes each result to `each`; see
    /// [`skeleton_each`](crate::skeleton_each).
    ///
    /// # Errors
    ///
    /// The errors of [`skeleton_each`](crate::skeleton_each); [`Closed`](crate::ErrorKind::Closed)
    /// if the workspace is closed.
    #[cfg(feature = "outline")]
    pub fn skeleton_each(
        &self,
        files: &OutlineFilesOptions,
        options: &SkeletonOptions,
        token: &CancelToken,
        each: impl FnMut(Skeleton) -> ControlFlow<()>,
    ) -> Result<Report> {
        self.skeleton_stream(files, options, token).for_each(each)
    }

    /// Makes skeletons of files as a stream; see [`skeleton_stream`](crate::skeleton_stream).
    #[cfg(feature = "outline")]
    pub fn skeleton_stream(
        &self,
        files: &OutlineFilesOptions,
        options: &SkeletonOptions,
        token: &CancelToken,
    ) -> SkeletonStream {
        outline::start_skeleton(self.request(files.request()), files, options, token)
    }

    /// Returns the imports of one file; see [`imports_file`](crate::imports_file).
    ///
    /// # Errors
    ///
    /// The errors of [`imports_file`](crate::imports_file); [`Closed`](crate::ErrorKind::Closed) if
    /// the workspace is closed.
    #[cfg(feature = "outline")]
    pub fn imports_file(
        &self,
        options: &OutlineFilesOptions,
        token: &CancelToken,
    ) -> Result<Outcome<Imports>> {
        self.in_file(options, |request, options| {
            let stream = outline::start_imports_file(request, options, token);
            outline::collect_imports(options, stream)
        })
    }

    /// Reads the imports of files and passes each result to `each`; see
    /// [`imports_each`](crate::imports_each).
    ///
    /// # Errors
    ///
    /// The errors of [`imports_each`](crate::imports_each); [`Closed`](crate::ErrorKind::Closed)
    /// if the workspace is closed.
    #[cfg(feature = "outline")]
    pub fn imports_each(
        &self,
        files: &OutlineFilesOptions,
        token: &CancelToken,
        each: impl FnMut(Imports) -> ControlFlow<()>,
    ) -> Result<Report> {
        self.imports_stream(files, token).for_each(each)
    }

    /// Reads the imports of files as a stream; see [`imports_stream`](crate::imports_stream).
    #[cfg(feature = "outline")]
    pub fn imports_stream(
        &self,
        files: &OutlineFilesOptions,
        token: &CancelToken,
    ) -> ImportsStream {
        outline::start_imports(self.request(files.request()), files, token)
    }

    /// Returns the names that one file exports; see [`exports_file`](crate::exports_file).
    ///
    /// # Errors
    ///
    /// The errors of [`exports_file`](crate::exports_file); [`Closed`](crate::ErrorKind::Closed) if
    /// the workspace is closed.
    #[cfg(feature = "outline")]
    pub fn exports_file(
        &self,
        options: &OutlineFilesOptions,
        token: &CancelToken,
    ) -> Result<Outcome<Exports>> {
        self.in_file(options, |request, options| {
            let stream = outline::start_exports_file(request, options, token);
            outline::collect_exports(options, stream)
        })
    }

    /// Reads the exports of files and passes each result to `each`; see
    /// [`exports_each`](crate::exports_each).
    ///
    /// # Errors
    ///
    /// The errors of [`exports_each`](crate::exports_each); [`Closed`](crate::ErrorKind::Closed)
    /// if the workspace is closed.
    #[cfg(feature = "outline")]
    pub fn exports_each(
        &self,
        files: &OutlineFilesOptions,
        token: &CancelToken,
        each: impl FnMut(Exports) -> ControlFlow<()>,
    ) -> Result<Report> {
        self.exports_stream(files, token).for_each(each)
    }

    /// Reads the exports of files as a stream; see [`exports_stream`](crate::exports_stream).
    #[cfg(feature = "outline")]
    pub fn exports_stream(
        &self,
        files: &OutlineFilesOptions,
        token: &CancelToken,
    ) -> ExportsStream {
        outline::start_exports(self.request(files.request()), files, token)
    }

    /// Changes definitions of files by name, and imports; see
    /// [`edit_definition`](crate::edit_definition).
    ///
    /// # Errors
    ///
    /// The errors of [`edit_definition`](crate::edit_definition);
    /// [`Closed`](crate::ErrorKind::Closed) if the workspace is closed;
    /// [`OpenBuffer`](crate::ErrorKind::OpenBuffer) without
    /// [`dry_run`](DefinitionEditOptions::dry_run) if a file that would be changed has an open
    /// buffer.
    #[cfg(feature = "outline")]
    pub fn edit_definition(
        &self,
        options: &DefinitionEditOptions,
        token: &CancelToken,
    ) -> Result<AstEditOutcome> {
        let paths = options.edits.iter().map(|edit| &edit.path);
        let source = self.admit_edit(paths)?;
        let mut options = options.clone();
        options.pool = options.pool.or_else(|| self.owner.sync.pool().cloned());
        outline::edit_definitions(&options, self.root(), Some(&source), token)
            .map_err(|error| source.name_paths(error))
    }

    /// Calls `call` for the only file of `options`, with its request and with the options of an
    /// absolute root.
    #[cfg(feature = "outline")]
    fn in_file<T, U>(
        &self,
        options: &OutlineFilesOptions,
        call: impl FnOnce(Request<T>, &OutlineFilesOptions) -> Result<U>,
    ) -> Result<U> {
        let request = self.request(options.request());
        let names = self.admit_with(&options.scope.roots);
        let mut options = options.clone();
        self.make_absolute(&mut options.scope.roots);
        call(request, &options).map_err(|error| names.name_paths(error))
    }

    /// Rewrites code in files; see [`ast_edit`](crate::ast_edit()).
    ///
    /// # Errors
    ///
    /// The errors of [`ast_edit`](crate::ast_edit()); [`Closed`](crate::ErrorKind::Closed) if
    /// the workspace is closed; [`OpenBuffer`](crate::ErrorKind::OpenBuffer) without
    /// [`dry_run`](AstEditOptions::dry_run) if a file that would be changed has an open buffer.
    #[cfg(feature = "ast")]
    pub fn ast_edit(
        &self,
        options: &AstEditOptions,
        token: &CancelToken,
    ) -> Result<AstEditOutcome> {
        let source = self.admit_edit(&options.scope.roots)?;
        let mut options = options.clone();
        self.make_absolute(&mut options.scope.roots);
        options.pool = options.pool.or_else(|| self.owner.sync.pool().cloned());
        ast::rewrite(&options, Some(&source), token).map_err(|error| source.name_paths(error))
    }

    /// Returns the source of the files of an edit whose caller gave these paths.
    ///
    /// # Errors
    ///
    /// `Closed`: the workspace is closed.
    #[cfg(feature = "ast")]
    fn admit_edit<'a>(
        &self,
        paths: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<Arc<dyn FileSource>> {
        let call = self.admit_with(paths);
        if !call.is_admitted {
            call.owner.sync.check_open()?;
        }
        Ok(Arc::new(call))
    }
}
