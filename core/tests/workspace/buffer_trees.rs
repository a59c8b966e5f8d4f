//! Kept syntax trees of open buffers: after random edits, each call gives the same result as for the
//! same text in memory, unless the text has syntax errors, whose extent may depend on the edits.
//! Highlighted lines always have the spans of the whole text.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;
use ransack::ast::{Language, block_range_in_buffer, check_syntax_in_buffer, node_chain_in_buffer};
use ransack::highlight::{HighlightOptions, HighlightSpan, detect_language, highlight};
use ransack::highlight::{Highlighted, highlight_buffer};
use ransack::{
    CancelToken, Outline, OutlineFilesOptions, OutlineOptions, RelPath, Workspace,
    WorkspaceOptions, block_range_at, check_syntax, node_chain_at, outline, outline_file,
};
use ransack_testing::{Tree, samples, tier};

/// Texts to insert: code, code that grammars read masked, and brackets and quotes that change the structure of the text after them.
const TEXTS: [&str; 26] = [
    "",
    "",
    "x",
    " ",
    "\n",
    "{",
    "}",
    "(",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "#",
    "é",
    "int f(void) { return 1; }\n",
    "API ",
    "<b>",
    // Masked.
    "&",
    "e+2",
    "if(a: b)",
    "extension(A a) {",
    "<<E; ls\n",
    "${a%]}",
    "[a] ",
    "TOP 3 ",
];

/// Edit: where, how many bytes are removed, and the text inserted.
type Edit = (Index, usize, usize);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let removed = prop_oneof![3 => Just(0), 3 => Just(1), 2 => 0..9_usize, 1 => 0..200_usize];
    prop::collection::vec((any::<Index>(), removed, 0..TEXTS.len()), 1..8)
}

/// Applies an edit; the text stays UTF-8.
fn apply(text: &mut String, (at, removed, inserted): &Edit) {
    let mut start = at.index(text.len() + 1);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = text.len().min(start + removed);
    while !text.is_char_boundary(end) {
        end += 1;
    }
    text.replace_range(start..end, TEXTS[*inserted]);
}

/// Languages with embedded code, whose errors a syntax check does not report.
const EMBEDDING: [&str; 6] = ["astro", "html", "markdown", "php", "svelte", "vue"];

/// Open buffer, and its text.
struct Buffer<'w> {
    workspace: &'w Workspace,
    name: &'w str,
    text: &'w str,
    language: &'static str,
    token: CancelToken,
}

fn spans(found: &Highlighted<'_>) -> Vec<HighlightSpan> {
    found.spans().collect()
}

impl Buffer<'_> {
    fn highlighted(&self, options: &HighlightOptions) -> Vec<HighlightSpan> {
        spans(&highlight_buffer(self.workspace, self.name, options, &self.token).unwrap())
    }

    fn outline(&self) -> Option<Outline> {
        let file = OutlineFilesOptions::new(self.name).workspace(self.workspace);
        let found = outline_file(&file, &self.token).ok()?;
        let mut outline = found.items.into_iter().next()?;
        outline.path = RelPath::default();
        Some(outline)
    }

    /// Compares the spans of some lines with the spans of the whole buffer.
    fn check_lines(&self, first: usize, count: usize) {
        let mut starts = vec![0];
        starts.extend(self.text.match_indices('\n').map(|(feed, _)| feed + 1));
        let first = first % starts.len();
        let end = starts.get(first + count).copied();
        let (start, end) = (starts[first], end.unwrap_or(self.text.len()));
        let mut expected = self.highlighted(&HighlightOptions::new(""));
        expected.retain(|span| start <= span.start && span.end <= end);
        let lines = first as u64 + 1..=(first + count) as u64;
        let found = self.highlighted(&HighlightOptions::new("").lines(lines.clone()));
        assert_eq!(found, expected, "{} {lines:?}: {}", self.name, self.text);
    }

    /// Compares each call with the same call for the text in memory.
    fn check(&self) {
        let Buffer {
            workspace,
            name,
            language,
            token,
            ..
        } = self;
        let source = self.text.as_bytes();
        let errors = match check_syntax_in_buffer(workspace, name, None, token) {
            // The text decides the language of files such as `a.m`, and an edit may leave none.
            Err(error) if detect_language(name, source) != Some(language) => {
                return assert!(
                    error.to_string().contains("for the text of this file"),
                    "{error}"
                );
            }
            errors => errors.unwrap(),
        };
        let highlighted = self.highlighted(&HighlightOptions::new(""));
        let outlined = self.outline();
        if !check_syntax(source, language, token).unwrap().is_empty() {
            return;
        }
        assert_eq!(errors, [], "{name}: {}", self.text);
        let detected = detect_language(name, source).unwrap_or_default();
        let fresh = highlight(source, &HighlightOptions::new(detected), token).unwrap();
        assert_eq!(highlighted, spans(&fresh), "{name}: {}", self.text);
        if let Some(outlined) = outlined {
            let fresh = outline(source, language, &OutlineOptions::default(), token).unwrap();
            assert_eq!(outlined, fresh, "{name}: {}", self.text);
        }
        for line in 1..=self.text.lines().count() as u64 {
            let chain = node_chain_in_buffer(workspace, name, None, line, token).unwrap();
            assert_eq!(chain, node_chain_at(source, language, line, token).unwrap());
            let block = block_range_in_buffer(workspace, name, Some(language), line, token);
            let fresh = block_range_at(source, language, line, token);
            assert_eq!(block.unwrap(), fresh.unwrap());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: tier::cases(600), ..ProptestConfig::default() })]
    #[test]
    fn a_kept_tree_gives_the_results_of_a_new_one(
        file in any::<Index>(),
        edits in edits(),
        first in 0..40_usize,
        count in 1..9_usize,
    ) {
        let files = samples::files();
        let path = file.get(&files);
        let name = path.file_name().unwrap().to_str().unwrap();
        let original = fs::read_to_string(path).unwrap();
        let tree = Tree::of(&[]);
        let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
        let language = Language::from_path(Path::new(name)).unwrap().name;
        let check = |text: &str| {
            workspace.set_buffer(name, text).unwrap();
            let workspace = &workspace;
            let token = CancelToken::new();
            let buffer = Buffer { workspace, name, text, language, token };
            buffer.check();
            // In code that the parser cannot read, classes may depend on the lines.
            let is_known_valid = match EMBEDDING.contains(&language) {
                true => text == original,
                false => check_syntax(text.as_bytes(), language, &buffer.token).unwrap().is_empty(),
            };
            if is_known_valid {
                buffer.check_lines(first, count);
            }
        };
        check(&original);
        let mut text = original.clone();
        for edit in &edits {
            apply(&mut text, edit);
            check(&text);
        }
        check(&original);
    }
}
