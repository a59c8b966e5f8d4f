//! Queries that abbreviate or misspell real paths by rules.

use ransack::{CancelToken, FileType, GlobOptions, glob};

use crate::corpus::Corpus;

/// Query with its intended path.
pub(super) struct Query {
    pub(super) style: Style,
    pub(super) text: String,
    /// Index of the intended path.
    pub(super) wanted: usize,
}

/// Rule that derives a query from a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Directory and name without extension, joined.
    DirName,
    /// Directory, `/`, and the first half of the name.
    DirSlashName,
    /// First three letters of each word of directory and name.
    WordStarts,
    /// Initials of the directories, then the name.
    Initials,
    /// `DirName` without the vowels of the name after its first letter.
    Consonants,
    /// Name, space, directory.
    Swapped,
    /// `DirName` with two adjacent letters of the name swapped.
    Exchanged,
    /// `DirName` with a letter of the name replaced.
    Replaced,
}

impl Style {
    pub(super) const ALL: [Style; 8] = [
        Style::DirName,
        Style::DirSlashName,
        Style::WordStarts,
        Style::Initials,
        Style::Consonants,
        Style::Swapped,
        Style::Exchanged,
        Style::Replaced,
    ];

    pub(super) fn title(self) -> &'static str {
        match self {
            Style::DirName => "ext4inode",
            Style::DirSlashName => "ext4/ino",
            Style::WordStarts => "ext4ino",
            Style::Initials => "feinode",
            Style::Consonants => "ext4ind",
            Style::Swapped => "inode ext4",
            Style::Exchanged => "ext4indoe",
            Style::Replaced => "ext4inxde",
        }
    }

    /// Makes a query; `None` if the path is not suitable for the rule.
    fn abbreviate(self, path: &str, dice: &mut Dice) -> Option<String> {
        let (dirs, name) = path.rsplit_once('/')?;
        let dir = dirs.rsplit('/').next()?;
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        if stem.len() < 5 || !stem.is_ascii() || !dirs.is_ascii() {
            return None;
        }
        let letters: Vec<char> = stem.chars().collect();
        let misspelt = |letters: &[char]| format!("{dir}{}", String::from_iter(letters));
        let inner = 1 + dice.below(letters.len() - 2);
        // A typo is tolerated only within a word.
        let word = stem.split(|c: char| !c.is_ascii_alphabetic());
        let is_one_word = word.clone().count() == 1;
        Some(match self {
            Style::DirName => format!("{dir}{stem}"),
            Style::DirSlashName => format!("{dir}/{}", &stem[..stem.len().div_ceil(2)]),
            Style::WordStarts => [dir, stem].iter().flat_map(|part| words(part)).collect(),
            Style::Initials => {
                let initials = dirs.split('/').filter_map(|dir| dir.chars().next());
                initials.chain(letters).collect()
            }
            Style::Consonants => {
                let (first, rest) = stem.split_at(1);
                format!(
                    "{dir}{first}{}",
                    rest.replace(['a', 'e', 'i', 'o', 'u'], "")
                )
            }
            Style::Swapped => format!("{stem} {dir}"),
            Style::Exchanged if is_one_word && letters[inner] != letters[inner + 1] => {
                let mut letters = letters;
                letters.swap(inner, inner + 1);
                misspelt(&letters)
            }
            Style::Replaced if is_one_word => {
                let mut letters = letters;
                letters[inner] = if letters[inner] == 'x' { 'q' } else { 'x' };
                misspelt(&letters)
            }
            Style::Exchanged | Style::Replaced => return None,
        })
    }
}

/// Returns the first three letters of each word.
fn words(part: &str) -> impl Iterator<Item = &str> {
    part.split(['_', '-', '.'])
        .map(|word| word.get(..3).unwrap_or(word))
}

/// Returns the files of the corpus in path order.
pub(super) fn files(corpus: &Corpus) -> Result<Vec<String>, ransack::Error> {
    let mut options = GlobOptions::new("**", corpus.path());
    options.file_type = Some(FileType::File);
    let found = glob(&options, &CancelToken::new())?.items;
    Ok(found.iter().map(|file| file.path.to_string()).collect())
}

/// Makes up to `per_style` queries of each style, deterministically for given paths.
pub(super) fn make(paths: &[String], per_style: usize) -> Vec<Query> {
    let mut dice = Dice(1);
    let mut queries = Vec::new();
    for style in Style::ALL {
        let mut made = 0;
        // Bounded, because a small corpus may have no suitable path.
        for _ in 0..per_style * 50 {
            if made == per_style || paths.is_empty() {
                break;
            }
            let wanted = dice.below(paths.len());
            if let Some(text) = style.abbreviate(&paths[wanted], &mut dice) {
                queries.push(Query {
                    style,
                    text,
                    wanted,
                });
                made += 1;
            }
        }
    }
    queries
}

/// Pseudo-random numbers, identical in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }
}
