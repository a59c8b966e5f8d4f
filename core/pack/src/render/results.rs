//! Conversions of the results of calls.

use ransack_base::{Outcome, Report};
use ransack_search::{FileType, FuzzyMatch, GlobMatch, GrepMatch};

use super::{RenderMatch, RenderReport, Renderer};

/// Result that can be rendered.
pub trait Render {
    /// Adds the result to a renderer.
    fn render(&self, renderer: &mut Renderer);
}

impl<T: Render> Render for [T] {
    fn render(&self, renderer: &mut Renderer) {
        for item in self {
            item.render(renderer);
        }
    }
}

impl<T: Render> Render for Outcome<T> {
    fn render(&self, renderer: &mut Renderer) {
        self.items.as_slice().render(renderer);
        self.report.render(renderer);
    }
}

impl Render for Report {
    fn render(&self, renderer: &mut Renderer) {
        renderer.push_report(&RenderReport::from(self));
    }
}

impl Render for GrepMatch {
    fn render(&self, renderer: &mut Renderer) {
        let context = self.context_before.iter();
        let context_before = context.map(|line| (line.line_number, line.line.as_slice()));
        let context = self.context_after.iter();
        let context_after = context.map(|line| (line.line_number, line.line.as_slice()));
        let submatches = self.submatches.iter().map(|found| found.start..found.end);
        let clip = self.clip;
        renderer.push_match(&RenderMatch {
            path: self.path.as_bytes(),
            root: self.root,
            line_number: self.line_number,
            text: &self.line,
            submatches: submatches.collect(),
            context_before: context_before.collect(),
            context_after: context_after.collect(),
            is_cut_before: clip.is_some_and(|clip| clip.offset > 0),
            is_cut_after: clip.is_some_and(|clip| clip.offset + self.line.len() < clip.line_len),
            count: self.match_count,
        });
    }
}

impl Render for GlobMatch {
    fn render(&self, renderer: &mut Renderer) {
        renderer.push_path(self.path.as_bytes(), self.file_type == FileType::Dir);
    }
}

impl Render for FuzzyMatch {
    fn render(&self, renderer: &mut Renderer) {
        renderer.push_path(self.path.as_bytes(), self.file_type == FileType::Dir);
    }
}

#[cfg(feature = "ast")]
mod syntax {
    use ransack_languages::OutlineItem;
    use ransack_structure::{AstEditOutcome, FileChange, Outline};
    use ransack_syntax::AstMatch;

    use super::{Render, RenderMatch, Renderer};

    impl Render for AstMatch {
        fn render(&self, renderer: &mut Renderer) {
            let whole = 0..self.text.len();
            renderer.push_match(&RenderMatch {
                path: self.path.as_bytes(),
                root: self.root,
                line_number: self.span.start.line,
                text: &self.text,
                submatches: vec![whole],
                ..RenderMatch::default()
            });
        }
    }

    impl Render for Outline {
        fn render(&self, renderer: &mut Renderer) {
            let file = (self.root, self.path.as_bytes());
            for item in &self.items {
                add(item, file, 0, renderer);
            }
        }
    }

    /// Adds a definition and the definitions in it. The depth of outlines is bounded.
    fn add(item: &OutlineItem, file: (u32, &[u8]), depth: u32, renderer: &mut Renderer) {
        let line = item.name_span().start.line;
        let signature = match item.signature.as_str() {
            "" => &item.name,
            signature => signature,
        };
        renderer.push_definition(file, line, depth, signature.as_bytes());
        for child in &item.children {
            add(child, file, depth + 1, renderer);
        }
    }

    impl Render for FileChange {
        fn render(&self, renderer: &mut Renderer) {
            renderer.push_diff((self.root, self.path.as_bytes()), &self.diff);
        }
    }

    impl Render for AstEditOutcome {
        fn render(&self, renderer: &mut Renderer) {
            self.file_changes.as_slice().render(renderer);
            self.report.render(renderer);
        }
    }
}
