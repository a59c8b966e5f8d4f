//! Closing keywords and brackets without an opening one, such as `end` and `fi`, which a grammar reads
//! as names.
//!
//! Only texts without a syntax error are checked, because the opening keyword may be in code that
//! the grammar did not parse. Embedded code, such as in a template, may be a part of a statement.

use ransack_grammars::internal::{Interrupt, WorkBudget, skip_subtree};
use tree_sitter::Node;

use super::kinds::kinds;
use super::{Code, EarlyError};

kinds! {
    Word = "word",
    CommandName = "command_name",
    Identifier = "identifier",
    Call = "call",
    Statements = "program" | "body_statement" | "block_body" | "then" | "else" | "ensure" | "do"
        | "begin" | "parenthesized_statements" | "if_modifier" | "unless_modifier"
        | "while_modifier" | "until_modifier" | "rescue_modifier",
}

/// Message of the errors.
const MESSAGE: &str = "closing keyword without an opening one";

/// Words of Bash that only continue or end a compound command.
const BASH: [&[u8]; 8] = [
    b"}", b"do", b"done", b"elif", b"else", b"esac", b"fi", b"then",
];

/// Words of Ruby that only continue or end a compound expression.
const RUBY: [&[u8]; 8] = [
    b"do", b"else", b"elsif", b"end", b"ensure", b"in", b"then", b"when",
];

/// Words of Bash that begin a compound command.
const BASH_OPENERS: [&[u8]; 7] = [
    b"case", b"for", b"if", b"repeat", b"select", b"until", b"while",
];

/// Finds the closing keywords that Bash's grammar reads as the names of commands.
///
/// Nothing is reported after a compound command that the grammar reads as the arguments of another
/// command: `@test "name" {` in Bats, `repeat 3 do` in Zsh, and commands after a line feed that the
/// grammar ignores.
pub(crate) fn check_commands(
    code: &Code<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<Vec<EarlyError>, Interrupt> {
    let mut is_lost = false;
    each_node(code, budget, |node, kind| {
        let word = code.slice(node);
        match kind {
            Kind::Word => {
                is_lost = is_lost
                    || matches!(word, b"{" | b"do")
                    || (BASH_OPENERS.contains(&word) && begins_line(code.text, node.start_byte()));
                false
            }
            // Words after assignments and redirections are names.
            Kind::CommandName => !is_lost && BASH.contains(&word) && node.prev_sibling().is_none(),
            _ => false,
        }
    })
}

/// Returns whether only blanks precede the offset in its line.
fn begins_line(text: &[u8], at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let line = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
    before[line..].iter().all(u8::is_ascii_whitespace)
}

/// Finds the closing keywords that Ruby's grammar reads as names.
pub(crate) fn check_names(
    code: &Code<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<Vec<EarlyError>, Interrupt> {
    let kinds = Kind::table(code.language);
    each_node(code, budget, |node, kind| {
        if kind != Kind::Identifier || !RUBY.contains(&code.slice(node)) {
            return false;
        }
        let Some(parent) = node.parent() else {
            return false;
        };
        match kinds.get(usize::from(parent.kind_id())) {
            Some(Kind::Statements) => true,
            // A method may have any name after a dot.
            Some(Kind::Call) => parent.child(0) == Some(node),
            _ => false,
        }
    })
}

/// Returns an error at each node for which `is_error` returns whether it is a stray keyword.
fn each_node<'t>(
    code: &Code<'t>,
    budget: &mut WorkBudget<'_>,
    mut is_error: impl FnMut(Node<'t>, Kind) -> bool,
) -> Result<Vec<EarlyError>, Interrupt> {
    let mut errors = Vec::new();
    if code.is_embedded || code.tree.root_node().has_error() {
        return Ok(errors);
    }
    let kinds = Kind::table(code.language);
    let mut cursor = code.tree.walk();
    loop {
        budget.step()?;
        let node = cursor.node();
        let kind = kinds.get(usize::from(node.kind_id())).copied();
        let is_stray = is_error(node, kind.unwrap_or_default());
        if is_stray {
            errors.push(EarlyError::at(node, MESSAGE));
        }
        // The word of a stray name is not an argument.
        if (is_stray || !cursor.goto_first_child()) && !skip_subtree(&mut cursor) {
            return Ok(errors);
        }
    }
}
