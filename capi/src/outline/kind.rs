//! Kinds and modifiers of definitions, with their numbers and names.
//!
//! Invariant: the number of a kind is its index in `ItemKind::ALL`; the bit of a modifier is its
//! index in `Modifier::ALL`. The tests in `header` compare them with the core.

use std::ffi::c_char;

use ransack::{ItemKind, Modifier};

use crate::names::Names;

/// Kind of definition. All languages share this list: each construct gets the nearest common term.
/// More values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_item_kind {
    /// Module, package clause or file-level unit.
    Module = 0,
    /// Namespace.
    Namespace = 1,
    /// Class, actor, record class or object declaration.
    Class = 2,
    /// Struct or record.
    Struct = 3,
    /// Union.
    Union = 4,
    /// Interface, protocol or module type.
    Interface = 5,
    /// Trait, type class, mixin or role.
    Trait = 6,
    /// Implementation or extension of a type declared elsewhere.
    Impl = 7,
    /// Enumeration.
    Enum = 8,
    /// Value of an enumeration, or case of a sum type.
    Variant = 9,
    /// Function outside a type.
    Function = 10,
    /// Function that belongs to a type.
    Method = 11,
    /// Constructor or initializer.
    Constructor = 12,
    /// Field of a type.
    Field = 13,
    /// Property: a member with accessors, or a member of an interface.
    Property = 14,
    /// Constant.
    Constant = 15,
    /// Variable.
    Variable = 16,
    /// Type alias or associated type.
    TypeAlias = 17,
    /// Macro.
    Macro = 18,
    /// Test, or group of tests, with a title instead of a name.
    Test = 19,
    /// Event or signal.
    Event = 20,
    /// Section of a document; its name is the heading.
    Section = 21,
    /// Key in a data file.
    Key = 22,
    /// Style rule or grammar rule.
    Rule = 23,
    /// Database table.
    Table = 24,
    /// Database view.
    View = 25,
    /// Database index.
    Index = 26,
    /// Database trigger.
    Trigger = 27,
    /// Message type in a protocol definition.
    Message = 28,
    /// Service in a protocol definition.
    Service = 29,
    /// Target in a build file.
    Target = 30,
    /// Build stage.
    Stage = 31,
    /// Markup element.
    Element = 32,
    /// Block in a configuration file, such as `resource` in Terraform.
    Block = 33,
    /// Change to one file in a patch, or one hunk of a patch.
    Change = 34,
}

/// Property of a definition, stated in its header or implied by a convention of the language. Each
/// value is one bit of `modifiers` in ransack_outline_item. More values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_modifier {
    /// Visible outside its file, module or package: `export`, `pub`, `public`, or an upper-case
    /// name in Go.
    Exported = 0x1,
    /// Visible only in its type or file: `private`, or a name with `#` in JavaScript.
    Private = 0x2,
    /// Visible in its type and subtypes: `protected`.
    Protected = 0x4,
    /// Belongs to the type rather than to its instances, or is local to the file: `static`.
    Static = 0x8,
    /// Asynchronous: `async` or `suspend`.
    Async = 0x10,
    /// Without an implementation: `abstract`, or a pure virtual function.
    Abstract = 0x20,
    /// Marked as deprecated by an annotation, an attribute or its documentation.
    Deprecated = 0x40,
    /// Cannot be assigned to, or is evaluated at compile time: `const`, or `final` on a variable.
    Const = 0x80,
    /// Cannot be written: `readonly`.
    Readonly = 0x100,
    /// Cannot be extended or overridden: `final`, and `sealed` in C#.
    Final = 0x200,
    /// Replaces an inherited definition: `override`.
    Override = 0x400,
    /// Can be overridden: `virtual` or `open`.
    Virtual = 0x800,
    /// Default export.
    Default = 0x1000,
    /// Yields a sequence: `function*`.
    Generator = 0x2000,
    /// Unsafe: `unsafe`.
    Unsafe = 0x4000,
    /// Defined elsewhere: `extern`, `declare`, `external` or `native`.
    Extern = 0x8000,
    /// Inline: `inline`.
    Inline = 0x10000,
    /// Test, marked by an attribute or a name that the language's test runner recognises.
    Test = 0x20000,
    /// Returns the value of a property: `get`.
    Getter = 0x40000,
    /// Sets the value of a property: `set`.
    Setter = 0x80000,
    /// Declaration without a body, whose definition is elsewhere, such as a prototype in C.
    Declaration = 0x100000,
    /// May be absent: `x?: T` in TypeScript.
    Optional = 0x200000,
}

/// Returns the name of a ransack_item_kind, such as "typeAlias", or "" for an unknown number. The
/// string is static.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_item_kind_name(kind: u32) -> *const c_char {
    static NAMES: Names = Names::new(|| ItemKind::ALL.iter().map(|kind| kind.name()).collect());
    NAMES.at(usize::try_from(kind).ok())
}

/// Returns the name of a ransack_modifier, such as "static", or "" if the number is not exactly one
/// known modifier. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_modifier_name(modifier: u32) -> *const c_char {
    static NAMES: Names = Names::new(|| Modifier::ALL.iter().map(|one| one.name()).collect());
    let known = |one: &Modifier| 1 << *one as u32 == modifier;
    NAMES.at(Modifier::ALL.iter().position(known))
}
