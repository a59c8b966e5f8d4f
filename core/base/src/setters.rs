//! Setters of options structs.
//!
//! `setters!` generates one method per field that takes the options by value and returns them:
//! options can be built in one expression. The fields stay public. A setter validates nothing; the
//! call that takes the options does.
//!
//! A group of options that several structs contain (`Scope`, `Query`, ...) comes with a macro, such
//! as `scope_setters!` for `Scope`, that adds its setters to each of those structs.

/// Generates setters for the fields of `Owner`.
///
/// `Owner { .. }` adds them to `Owner`, and `Options.field: Owner { .. }` to options that contain
/// an `Owner` in `field`. In the first form, a field that is not listed is a compile error. Each entry is
/// `form(T) field`:
///
/// | form | type of the field | parameter |
/// | --- | --- | --- |
/// | `value` | `T` | `T` |
/// | `into` | `T` | `impl Into<T>` |
/// | `option` | `Option<T>` | `impl Into<Option<T>>`: a `T` or `None` |
/// | `some` | `Option<T>` | `impl Into<T>` |
/// | `list` | `Vec<T>` | `impl IntoIterator<Item = impl Into<T>>`, replaces the list |
#[macro_export]
#[doc(hidden)]
macro_rules! setters {
    ($owner:ident { $($fields:tt)* }) => {
        $crate::setters!(@impl $owner [] $owner { $($fields)* });
        $crate::setters!(@check $owner { $($fields)* });
    };
    ($options:ident.$path:ident: $owner:ident { $($fields:tt)* }) => {
        $crate::setters!(@impl $options [.$path] $owner { $($fields)* });
    };
    (@impl $options:ident $path:tt $owner:ident { $($form:ident($value:ty) $field:ident,)* }) => {
        #[doc = concat!("Setters of the fields of [`", stringify!($owner), "`].")]
        impl $options {
            $($crate::setters! { @$form $path $field $value, concat!(
                "Sets [`", stringify!($owner), "::", stringify!($field), "`](field@",
                stringify!($owner), "::", stringify!($field), ")"
            ) })*
        }
    };
    (@check $owner:ident { $($form:ident($value:ty) $field:ident,)* }) => {
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
