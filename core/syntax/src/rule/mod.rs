//! Rules in ast-grep syntax, matched by ast-grep's crates.
//!
//! Adapts this module's trees and patterns to `ast_grep_core`: patterns in rules are compiled like
//! query patterns, so fragments also work in rules. ast-grep matches recursively and does not check
//! a cancellation token: `rule_limits` rejects rules that could not be stopped, and `rule_nodes`
//! stops all others.

mod cycles;
mod limits;
mod nodes;

use std::borrow::Cow;
use std::ops::Range;

use ast_grep_config::{DeserializeEnv, RuleCore, SerializableRuleCore, from_str};
use ast_grep_core::AstGrep as Root;
use ast_grep_core::matcher::{
    MatcherExt, NodeMatch, PatternBuilder, PatternError, PatternNode as AstGrepNode,
};
use ast_grep_core::meta_var::MetaVariable;
use ast_grep_core::source::{Content, Doc, Edit};
use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, ErrorKind, Result};
use ransack_grammars::Language;
use ransack_grammars::internal::{
    Interrupt, WorkLimits, grammar_of, language_named, parse_unbounded, parser,
};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use tree_sitter::{Node, Tree};

use crate::pattern::metavar::HitVar;
use crate::pattern::metavar::{MetaVar, VarSlot};
use crate::pattern::{Pattern, PatternNode};
use crate::rule::nodes::{RuleGuard, RuleNode};
use crate::strictness::Strictness;

/// Rule that is parsed but not yet compiled for a language.
pub(crate) struct ParsedRule {
    text: String,
    rule: SerializableRuleCore,
    /// Patterns in the rule.
    pub(crate) patterns: Vec<String>,
    /// Language that the rule names, if any.
    pub(crate) language: Option<&'static Language>,
}

/// Fields that distinguish a whole rule from the content of `rule` alone.
#[derive(Deserialize)]
struct RuleHeader {
    rule: Option<IgnoredAny>,
    language: Option<String>,
}

impl ParsedRule {
    /// Parses a whole rule or the content of `rule`, in YAML or JSON.
    ///
    /// # Errors
    ///
    /// `InvalidPattern` if the text is not a rule; `InvalidOption` if the rule names an unknown
    /// language.
    pub(crate) fn parse(text: &str) -> Result<ParsedRule> {
        let fault = |error: &dyn std::error::Error| rule_error("cannot parse rule", text, error);
        let header: RuleHeader = from_str(text).map_err(|e| fault(&e))?;
        let rule = if header.rule.is_some() {
            from_str(text).map_err(|e| fault(&e))?
        } else {
            SerializableRuleCore {
                rule: from_str(text).map_err(|e| fault(&e))?,
                constraints: None,
                utils: None,
                transform: None,
            }
        };
        let parts = serde_json::to_value(&rule).map_err(|e| fault(&e))?;
        limits::check(&parts)
            .map_err(|reason| Error::new(ErrorKind::InvalidPattern, reason).with_pattern(text))?;
        let language = header.language.as_deref().map(language_named);
        let mut patterns = Vec::new();
        patterns_of(&parts, &mut patterns);
        Ok(ParsedRule {
            text: text.to_owned(),
            rule,
            patterns,
            language: language.transpose()?,
        })
    }

    /// Compiles the rule for a language.
    ///
    /// # Errors
    ///
    /// `InvalidPattern` if the rule is for another language, or contains an invalid node kind,
    /// pattern, regular expression or reference.
    pub(crate) fn compile(
        &self,
        language: &'static Language,
        token: &CancelToken,
    ) -> Result<CompiledRule> {
        if let Some(own) = self.language.filter(|own| *own != language) {
            let message = format!("rule is for {}, not for {}", own.name, language.name);
            return Err(Error::new(ErrorKind::InvalidPattern, message).with_pattern(&self.text));
        }
        let language = RuleLanguage {
            language,
            token: token.clone(),
        };
        let env = DeserializeEnv::new(language.clone());
        let compile = |rule: &SerializableRuleCore| {
            rule.get_matcher(env.clone()).map_err(|error| {
                let what = format!("cannot compile rule for {}", language.language.name);
                rule_error(&what, &self.text, &error)
            })
        };
        let mut rule = compile(&self.rule)?;
        let mut names: Vec<String> = rule.defined_vars().into_iter().map(str::to_owned).collect();
        names.sort_unstable();
        if self.rule.transform.is_some() {
            // Transformed texts are not part of a match and may grow without bound.
            rule = compile(&SerializableRuleCore {
                transform: None,
                ..self.rule.clone()
            })?;
        }
        Ok(CompiledRule {
            rule,
            names,
            language,
        })
    }
}

/// Collects the patterns of a rule with limited depth.
fn patterns_of(part: &Value, found: &mut Vec<String>) {
    match part {
        Value::Object(fields) => {
            for (key, value) in fields {
                match (key.as_str(), value) {
                    ("pattern", Value::String(pattern)) => found.push(pattern.clone()),
                    ("context", Value::String(context)) => found.push(context.clone()),
                    _ => patterns_of(value, found),
                }
            }
        }
        Value::Array(parts) => parts.iter().for_each(|part| patterns_of(part, found)),
        _ => {}
    }
}

/// Returns the error for an invalid rule; its message includes all causes of `error`.
fn rule_error(what: &str, rule: &str, error: &dyn std::error::Error) -> Error {
    let mut message = format!("{what}: {error}");
    let mut cause = error.source();
    while let Some(inner) = cause {
        message += &format!(": {inner}");
        cause = inner.source();
    }
    Error::new(ErrorKind::InvalidPattern, message).with_pattern(rule)
}

/// Rule compiled for one language.
pub(crate) struct CompiledRule {
    rule: RuleCore,
    /// Names of the metavariables, sorted and indexed by slot.
    names: Vec<String>,
    language: RuleLanguage,
}

impl CompiledRule {
    /// Returns the names of the metavariables, sorted.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Prepares the rule for matching the nodes of one tree within limits. Copies the text.
    pub(crate) fn apply_to(&self, tree: &Tree, source: &[u8], limits: WorkLimits) -> RuleTree<'_> {
        RuleTree {
            rule: self,
            root: Root::doc(RuleDoc {
                source: RuleText(source.to_vec()),
                tree: tree.clone(),
                language: self.language.clone(),
                guard: RuleGuard::new(limits),
            }),
        }
    }
}

/// Rule with the tree whose nodes it matches.
pub(crate) struct RuleTree<'r> {
    rule: &'r CompiledRule,
    root: Root<RuleDoc>,
}

impl RuleTree<'_> {
    /// Returns the tree whose nodes [`RuleTree::matches`] accepts.
    pub(crate) fn tree(&self) -> &Tree {
        &self.root.root().get_doc().tree
    }

    /// Returns the captures if `node`, a node of [`RuleTree::tree`], matches.
    ///
    /// # Errors
    ///
    /// Fails if the token fired, the time for the file ran out, or the code and the rule are nested
    /// too deeply for the stack. After an error, all further calls return an error.
    pub(crate) fn matches<'t>(&'t self, node: Node<'t>) -> Result<Option<Vec<HitVar>>, Interrupt> {
        let guard = &self.root.root().get_doc().guard;
        let node = self.root.adopt(RuleNode { node, guard });
        let found = guard.watch(|| self.rule.rule.match_node(node))?;
        Ok(found.map(|found| self.captures(&found)))
    }

    fn captures(&self, found: &NodeMatch<'_, RuleDoc>) -> Vec<HitVar> {
        let env = found.get_env();
        let var = |(slot, name): (VarSlot, &String)| {
            if let Some(node) = env.get_match(name) {
                return Some(HitVar {
                    slot,
                    is_list: false,
                    range: Some(node.range()),
                });
            }
            let nodes = env.get_multiple_matches(name);
            let range = |first: Range<usize>, last: Range<usize>| first.start..last.end;
            Some(HitVar {
                slot,
                is_list: true,
                range: Some(range(nodes.first()?.range(), nodes.last()?.range())),
            })
        };
        (0..).zip(&self.rule.names).filter_map(var).collect()
    }
}

/// Language in the form required by ast-grep.
#[derive(Clone)]
struct RuleLanguage {
    language: &'static Language,
    token: CancelToken,
}

impl ast_grep_core::Language for RuleLanguage {
    fn kind_to_id(&self, kind: &str) -> u16 {
        grammar_of(self.language).id_for_node_kind(kind, true)
    }

    fn field_to_id(&self, field: &str) -> Option<u16> {
        let id = grammar_of(self.language).field_id_for_name(field);
        id.map(std::num::NonZero::get)
    }

    /// Compiles a pattern in the same way as a query pattern. Uses the first variant, since
    /// ast-grep patterns have only one.
    fn build_pattern(
        &self,
        builder: &PatternBuilder<'_>,
    ) -> Result<ast_grep_core::Pattern, PatternError> {
        let fault = |error: Error| PatternError::Parse(error.to_string());
        let mut parser = parser(self.language).map_err(fault)?;
        let empty_tree = parse_unbounded(&mut parser, b"", &self.token).map_err(fault)?;
        let doc = RuleDoc {
            source: RuleText(Vec::new()),
            tree: empty_tree,
            language: self.clone(),
            guard: RuleGuard::new(WorkLimits::of(&self.token)),
        };
        // The builder exposes its text only to the parse function, and its selector only in the
        // error that no node of that kind was found.
        let mut text = String::new();
        let attempt = builder.build(|source| {
            text = source.to_owned();
            Ok(doc.clone())
        });
        let selector = match attempt {
            Err(PatternError::NoSelectorInContext { selector, .. }) => Some(selector),
            Err(error @ PatternError::InvalidKind(_)) => return Err(error),
            _ => None,
        };
        let compiled = Pattern::compile(
            &text,
            selector.as_deref(),
            Strictness::Smart,
            self.language,
            &self.token,
        );
        let compiled = compiled.map_err(fault)?;
        let mut variants = compiled.variants.iter();
        let Some(variant) = variants.find(|v| v.following.is_empty() && !v.root.has_extension())
        else {
            return Err(PatternError::MultipleNode(text));
        };
        let root = Root::doc(doc);
        let mut pattern = ast_grep_core::Pattern::from(root.root());
        pattern.node = ast_grep_node(&variant.root, &compiled.names);
        Ok(pattern)
    }
}

/// Converts a pattern node to ast-grep's type.
fn ast_grep_node(node: &PatternNode, names: &[String]) -> AstGrepNode {
    let name = |slot: VarSlot| names[usize::from(slot)].clone();
    match node {
        PatternNode::MetaVar(var) => AstGrepNode::MetaVar {
            meta_var: match *var {
                MetaVar::One { slot: None, named } => MetaVariable::Dropped(named),
                MetaVar::One {
                    slot: Some(slot),
                    named,
                } => MetaVariable::Capture(name(slot), named),
                MetaVar::Many { slot: None } => MetaVariable::Multiple,
                MetaVar::Many { slot: Some(slot) } => MetaVariable::MultiCapture(name(slot)),
            },
        },
        PatternNode::Leaf { kind, named, text } => AstGrepNode::Terminal {
            text: String::from_utf8_lossy(text).into_owned(),
            is_named: *named,
            kind_id: *kind,
        },
        // Patterns with a sigil have been rejected.
        PatternNode::Sigil { kind, .. } | PatternNode::Kind(kind) => AstGrepNode::Internal {
            kind_id: *kind,
            children: vec![AstGrepNode::MetaVar {
                meta_var: MetaVariable::Multiple,
            }],
        },
        PatternNode::Chain(node)
        | PatternNode::Statement {
            expression: node, ..
        } => ast_grep_node(node, names),
        PatternNode::Inner { kind, children, .. } => AstGrepNode::Internal {
            kind_id: *kind,
            children: children
                .iter()
                .map(|child| ast_grep_node(child, names))
                .collect(),
        },
    }
}

/// Text and its tree, as an ast-grep document.
#[derive(Clone)]
struct RuleDoc {
    source: RuleText,
    tree: Tree,
    language: RuleLanguage,
    guard: RuleGuard,
}

impl Doc for RuleDoc {
    type Source = RuleText;
    type Lang = RuleLanguage;
    type Node<'r> = RuleNode<'r>;

    fn get_lang(&self) -> &RuleLanguage {
        &self.language
    }

    fn get_source(&self) -> &RuleText {
        &self.source
    }

    fn do_edit(&mut self, _: &Edit<RuleText>) -> Result<(), String> {
        Err("documents of rules are read-only".into())
    }

    fn root_node(&self) -> RuleNode<'_> {
        RuleNode {
            node: self.tree.root_node(),
            guard: &self.guard,
        }
    }

    fn get_node_text<'a>(&'a self, node: &RuleNode<'a>) -> Cow<'a, str> {
        let text = self.source.get_range(node.node.byte_range());
        match self.guard.read(text.len()) {
            true => String::from_utf8_lossy(text),
            false => Cow::Borrowed(""),
        }
    }
}

/// Source text that may be invalid UTF-8.
#[derive(Clone)]
struct RuleText(Vec<u8>);

impl Content for RuleText {
    type Underlying = u8;

    fn get_range(&self, range: Range<usize>) -> &[u8] {
        self.0.get(range).unwrap_or_default()
    }

    fn decode_str(text: &str) -> Cow<'_, [u8]> {
        Cow::Borrowed(text.as_bytes())
    }

    fn encode_bytes(bytes: &[u8]) -> Cow<'_, str> {
        String::from_utf8_lossy(bytes)
    }

    fn get_char_column(&self, column: usize, offset: usize) -> usize {
        let line = self.get_range(offset.saturating_sub(column)..offset);
        String::from_utf8_lossy(line).chars().count()
    }
}
