//! Kinds and modifiers of definitions, shared by all languages.

/// Defines an enum with a stable list of all values and their names.
macro_rules! named_enum {
    ($(#[$meta:meta])* $owner:ident { $($(#[$doc:meta])* $value:ident = $name:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum $owner {
            $($(#[$doc])* $value,)*
        }

        impl $owner {
            /// All values, in declaration order.
            pub const ALL: &'static [$owner] = &[$($owner::$value),*];

            /// Returns the name in camel case.
            pub fn name(self) -> &'static str {
                match self {
                    $($owner::$value => $name,)*
                }
            }
        }
    };
}

pub(crate) use named_enum;

named_enum! {
    /// Kind of a definition in an `Outline`.
    ///
    /// All languages share one list of kinds; each construct has the kind that comes closest. The
    /// order is stable; new kinds are added at the end.
    ItemKind {
        /// Module, package clause or file-level unit.
        Module = "module",
        /// Namespace.
        Namespace = "namespace",
        /// Class, actor, record class or object declaration.
        Class = "class",
        /// Struct or record.
        Struct = "struct",
        /// Union.
        Union = "union",
        /// Interface, protocol or module type.
        Interface = "interface",
        /// Trait, type class, mixin or role.
        Trait = "trait",
        /// Implementation or extension of a type declared elsewhere.
        Impl = "impl",
        /// Enumeration.
        Enum = "enum",
        /// Value of an enumeration, or case of a sum type.
        Variant = "variant",
        /// Function that does not belong to a type.
        Function = "function",
        /// Function that belongs to a type.
        Method = "method",
        /// Constructor or initializer.
        Constructor = "constructor",
        /// Field of a type.
        Field = "field",
        /// Property: a member with accessors, or a member of an interface.
        Property = "property",
        /// Constant.
        Constant = "constant",
        /// Variable.
        Variable = "variable",
        /// Type alias or associated type.
        TypeAlias = "typeAlias",
        /// Macro.
        Macro = "macro",
        /// Test or test group identified by a title instead of a name.
        Test = "test",
        /// Event or signal.
        Event = "event",
        /// Section of a document, named by its heading.
        Section = "section",
        /// Key in a data file.
        Key = "key",
        /// Style rule or grammar rule.
        Rule = "rule",
        /// Database table.
        Table = "table",
        /// Database view.
        View = "view",
        /// Database index.
        Index = "index",
        /// Database trigger.
        Trigger = "trigger",
        /// Message in a protocol definition.
        Message = "message",
        /// Service in a protocol definition.
        Service = "service",
        /// Target in a build file.
        Target = "target",
        /// Stage of a build.
        Stage = "stage",
        /// Markup element.
        Element = "element",
        /// Configuration block, such as `resource` in Terraform.
        Block = "block",
        /// Change to one file, or a single hunk, in a patch.
        Change = "change",
    }
}

/// Returns whether definitions of this kind contain statements, in which variables are local.
pub fn has_locals(kind: ItemKind) -> bool {
    use ItemKind::{Constructor, Function, Macro, Method, Property, Test};
    matches!(
        kind,
        Function | Method | Constructor | Macro | Test | Property
    )
}

/// Returns whether functions directly inside definitions of this kind are methods.
pub fn is_type(kind: ItemKind) -> bool {
    use ItemKind::{Class, Enum, Impl, Interface, Struct, Trait, Union, Variant};
    matches!(
        kind,
        Class | Struct | Union | Interface | Trait | Impl | Enum | Variant
    )
}

named_enum! {
    /// Property of a definition, stated by its header or implied by a language convention.
    ///
    /// The order is stable; new modifiers are added at the end.
    Modifier {
        /// Visible outside its file, module or package: `export`, `pub`, `public`, or a capitalised
        /// name in Go.
        Exported = "exported",
        /// Visible only in its type or file: `private`, or a name with `#` in JavaScript.
        Private = "private",
        /// Visible in its type and subtypes: `protected`.
        Protected = "protected",
        /// Belongs to the type rather than its instances, or is local to the file: `static`.
        Static = "static",
        /// Asynchronous: `async`, `suspend`.
        Async = "async",
        /// Has no implementation: `abstract`, or a pure virtual function.
        Abstract = "abstract",
        /// Marked as deprecated by an annotation, an attribute or its documentation.
        Deprecated = "deprecated",
        /// Cannot be reassigned, or is evaluated at compile time: `const`, `final` on a variable.
        Const = "const",
        /// Cannot be written: `readonly`.
        Readonly = "readonly",
        /// Cannot be extended or overridden: `final`, and `sealed` in C#.
        Final = "final",
        /// Replaces an inherited definition: `override`.
        Override = "override",
        /// Can be overridden: `virtual`, `open`.
        Virtual = "virtual",
        /// Default export.
        Default = "default",
        /// Yields a sequence: `function*`.
        Generator = "generator",
        /// Unsafe: `unsafe`.
        Unsafe = "unsafe",
        /// Defined elsewhere: `extern`, `declare`, `external`, `native`.
        Extern = "extern",
        /// Inline: `inline`.
        Inline = "inline",
        /// Recognised as a test by the language's test runner, because of an attribute or its name.
        Test = "test",
        /// Returns the value of a property: `get`.
        Getter = "getter",
        /// Sets the value of a property: `set`.
        Setter = "setter",
        /// Declaration without a body whose definition is elsewhere, such as a C prototype.
        Declaration = "declaration",
        /// May be absent: `x?: T` in TypeScript.
        Optional = "optional",
    }
}

/// Set of [`Modifier`] values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modifiers(u32);

impl Modifiers {
    /// Returns the set as bits: bit `n` is set if the set contains the value at index `n` of
    /// [`Modifier::ALL`].
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Returns whether the set contains this modifier.
    pub fn contains(self, modifier: Modifier) -> bool {
        self.0 & (1 << modifier as u8) != 0
    }

    /// Iterates over the modifiers in the set, in the order of [`Modifier::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Modifier> {
        let all = Modifier::ALL.iter().copied();
        all.filter(move |modifier| self.contains(*modifier))
    }

    pub(crate) fn insert(&mut self, modifier: Modifier) {
        self.0 |= 1 << modifier as u8;
    }

    pub(crate) fn remove(&mut self, modifier: Modifier) {
        self.0 &= !(1 << modifier as u8);
    }
}

/// Adds a modifier.
pub fn add_modifier(modifiers: &mut Modifiers, modifier: Modifier) {
    modifiers.insert(modifier);
}

/// Adds all modifiers of `other`.
pub fn add_modifiers(modifiers: &mut Modifiers, other: Modifiers) {
    modifiers.0 |= other.0;
}
