//! Setters of options structs.
//!
//! `setters!` generates a method per field that takes the options by value and returns them, so
//! that options are built in one expression. The fields stay public. A setter validates nothing:
//! the call that takes the options does.

/// Generates setters for the fields of `Owner`.
///
/// `Owner { .. }` adds them to `Owner`, and `Options.field: Owner { .. }` to options that contain
/// an `Owner` in `field`. A field that is not listed is a compile error. Each entry is
/// `form(T) field`:
///
/// | form | type of the field | parameter |
/// | --- | --- | --- |
/// | `value` | `T` | `T` |
/// | `into` | `T` | `impl Into<T>` |
/// | `option` | `Option<T>` | `impl Into<Option<T>>`: a `T` or `None` |
/// | `some` | `Option<T>` | `impl Into<T>` |
/// | `list` | `Vec<T>` | `impl IntoIterator<Item = impl Into<T>>`, replaces the list |
macro_rules! setters {
    ($owner:ident { $($fields:tt)* }) => {
        setters!(@impl $owner [] $owner { $($fields)* });
    };
    ($options:ident.$path:ident: $owner:ident { $($fields:tt)* }) => {
        setters!(@impl $options [.$path] $owner { $($fields)* });
    };
    (@impl $options:ident $path:tt $owner:ident { $($form:ident($value:ty) $field:ident,)* }) => {
        #[doc = concat!("Setters of the fields of [`", stringify!($owner), "`].")]
        impl $options {
            $(setters! { @$form $path $field $value, concat!(
                "Sets [`", stringify!($owner), "::", stringify!($field), "`](field@",
                stringify!($owner), "::", stringify!($field), ")"
            ) })*
        }

        const _: fn($owner) = |$owner { $($field: _),* }| ();
    };
    (@value [$($path:tt)*] $field:ident $value:ty, $doc:expr) => {
        #[doc = concat!($doc, ".")]
        #[must_use]
        pub fn $field(mut self, $field: $value) -> Self {
            self $($path)* .$field = $field;
            self
        }
    };
    (@into [$($path:tt)*] $field:ident $value:ty, $doc:expr) => {
        #[doc = concat!($doc, ".")]
        #[must_use]
        pub fn $field(mut self, $field: impl Into<$value>) -> Self {
            self $($path)* .$field = $field.into();
            self
        }
    };
    (@option [$($path:tt)*] $field:ident $value:ty, $doc:expr) => {
        #[doc = concat!($doc, "; takes a value or `None`.")]
        #[must_use]
        pub fn $field(mut self, $field: impl Into<Option<$value>>) -> Self {
            self $($path)* .$field = $field.into();
            self
        }
    };
    (@some [$($path:tt)*] $field:ident $value:ty, $doc:expr) => {
        #[doc = concat!($doc, " to a value.")]
        #[must_use]
        pub fn $field(mut self, $field: impl Into<$value>) -> Self {
            self $($path)* .$field = Some($field.into());
            self
        }
    };
    (@list [$($path:tt)*] $field:ident $value:ty, $doc:expr) => {
        #[doc = concat!($doc, ", replacing all entries.")]
        #[must_use]
        pub fn $field(
            mut self,
            $field: impl IntoIterator<Item = impl Into<$value>>,
        ) -> Self {
            self $($path)* .$field = $field.into_iter().map(Into::into).collect();
            self
        }
    };
}

/// Adds the setters of [`Scope`](crate::Scope).
macro_rules! scope_setters {
    ($($options:tt)*) => {
        setters! { $($options)* Scope {
            list(std::path::PathBuf) roots,
            list(String) globs,
            list(String) types,
            list(String) types_not,
            value(bool) hidden,
            value(bool) gitignore,
            value(bool) tracked,
            value(bool) node_modules,
            value(bool) follow_symlinks,
        }}
    };
}

/// Adds the setters of [`Query`](crate::Query).
macro_rules! query_setters {
    ($($options:tt)*) => {
        setters! { $($options)* Query {
            list(String) patterns,
            value(bool) literal,
            value(bool) ignore_case,
            value(bool) smart_case,
            value(bool) word,
            value(bool) invert,
            value(bool) multiline,
            value(bool) dot_all,
            option(usize) size_limit,
        }}
    };
}

/// Adds the setters of [`Select`](crate::Select).
macro_rules! select_setters {
    ($($options:tt)*) => {
        setters! { $($options)* Select {
            value(GrepMode) mode,
            option(u64) limit,
            value(u64) offset,
            option(u64) max_count_per_file,
            value(usize) context_before,
            value(usize) context_after,
            option(usize) max_columns,
        }}
    };
}

/// Adds the setters of [`FuzzySignals`](crate::FuzzySignals).
macro_rules! signals_setters {
    ($($options:tt)*) => {
        setters! { $($options)* FuzzySignals {
            list(PathBuf) recent,
            some(PathBuf) current,
            list((PathBuf, f64)) frecency,
        }}
    };
}

/// Adds the setters of [`AstQuery`](crate::AstQuery).
#[cfg(feature = "ast")]
macro_rules! ast_query_setters {
    ($($options:tt)*) => {
        setters! { $($options)* AstQuery {
            list(String) patterns,
            some(String) rule,
            some(String) selector,
            value(Strictness) strictness,
        }}
    };
}

/// Adds the setters of [`AstSelect`](crate::AstSelect).
#[cfg(feature = "ast")]
macro_rules! ast_select_setters {
    ($($options:tt)*) => {
        setters! { $($options)* AstSelect {
            option(u64) limit,
            value(u64) offset,
            value(bool) include_meta,
        }}
    };
}

/// Adds the setters of [`TextOptions`](crate::TextOptions).
macro_rules! text_setters {
    ($($options:tt)*) => {
        setters! { $($options)* TextOptions {
            value(u8) tab_width,
            value(bool) ambiguous_wide,
            value(ClusterWidth) cluster_width,
            value(bool) emoji_variation,
            value(bool) text_variation,
            value(bool) lone_regional_wide,
        }}
    };
}
