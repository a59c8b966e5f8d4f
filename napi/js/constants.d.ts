// Enumerations: the values of options that take one of several names. Their types are unions of the names, so that
// programs may also write the names.

/** Alignments of padded text, for the option `align` of `padToWidth`. */
export declare const Align: {
  /** Spaces follow the text. */
  readonly Left: 'left'
  /** Spaces precede the text. */
  readonly Right: 'right'
  /** Spaces precede and follow the text; an odd space follows it. */
  readonly Center: 'center'
}

/** Alignment of text within a padded width. */
export type Align = 'left' | 'right' | 'center'

/** Policies for the width of grapheme clusters, for the option `clusterWidth`. */
export declare const ClusterWidth: {
  /** Sum of the widths of the characters, at most two cells. */
  readonly Capped: 'capped'
  /** Width of the first character. */
  readonly First: 'first'
  /** Sum of the widths of all characters. */
  readonly Sum: 'sum'
}

/** Policy for the width of a grapheme cluster of several characters. */
export type ClusterWidth = 'capped' | 'first' | 'sum'

/** Parts of a text to remove, for the options `cutAt` and `from`. */
export declare const CutAt: {
  /** End of the text. */
  readonly End: 'end'
  /** Start of the text. */
  readonly Start: 'start'
  /** Middle of the text. */
  readonly Middle: 'middle'
}

/** Part of a text to remove. */
export type CutAt = 'end' | 'start' | 'middle'

/** Parts of a definition, for the options `parts` and `part`. */
export declare const DefinitionPart: {
  /** Documentation, attributes, header and body. */
  readonly Whole: 'whole'
  /** Documentation, including its comment markers or quotes. */
  readonly Doc: 'doc'
  /** From the first attribute to the last. */
  readonly Attributes: 'attributes'
  /** Header without documentation, leading attributes and body. */
  readonly Signature: 'signature'
  /** Body, including its brackets. */
  readonly Body: 'body'
  /** Value of a variable, constant, macro, field, variant or key. */
  readonly Value: 'value'
  /** Whole definition with the bodies of its functions elided; cannot be replaced. */
  readonly Summary: 'summary'
}

/** Actions of `editDefinition`. */
export declare const EditAction: {
  /** Replaces a part of a definition. */
  readonly Replace: 'replace'
  /** Renames a declaration. */
  readonly Rename: 'rename'
  /** Inserts code next to or inside a definition. */
  readonly Insert: 'insert'
  /** Removes a definition. */
  readonly Remove: 'remove'
  /** Moves a definition. */
  readonly Move: 'move'
  /** Wraps definitions in region comments. */
  readonly Region: 'region'
  /** Adds imports. */
  readonly AddImports: 'addImports'
  /** Removes imports. */
  readonly RemoveImports: 'removeImports'
  /** Groups, sorts and merges imports. */
  readonly OrganiseImports: 'organiseImports'
}

/** Action of an edit to a definition or to the imports of a file. */
export type EditAction =
  | 'replace' | 'rename' | 'insert' | 'remove' | 'move' | 'region' | 'addImports' | 'removeImports' | 'organiseImports'

/** Kinds of directory entries by name, for the option `fileType` of `glob`; `FileType` has their numbers. */
export declare const FileTypeName: {
  /** Regular file. */
  readonly File: 'file'
  /** Directory. */
  readonly Dir: 'dir'
  /** Symbolic link. */
  readonly Symlink: 'symlink'
}

/** Kinds of results of `grep` and `search`, for the option `mode`. */
export declare const GrepMode: {
  /** Matching lines. */
  readonly Content: 'content'
  /** Files with matches, each with its number of matching lines. */
  readonly Count: 'count'
  /** Files with matches. */
  readonly FilesWithMatches: 'filesWithMatches'
}

/** Places of the paths of matches and definitions, for the option `group` of `render`. */
export declare const Grouping: {
  /** Each path is a heading above the lines of its file. */
  readonly File: 'file'
  /** Each line begins with its path. */
  readonly Flat: 'flat'
}

/** Highlighting engines, for the option `engine`. */
export declare const HighlightEngine: {
  /** Runs a grammar's queries on the syntax tree and, where a syntax error leaves words without a class, syntect. */
  readonly TreeSitter: 'treeSitter'
  /** Runs a TextMate grammar line by line. */
  readonly Syntect: 'syntect'
  /** Leaves text plain. */
  readonly Plain: 'plain'
}

/** Forms of highlighted text, for the option `output`. */
export declare const HighlightOutput: {
  /** Text with escape sequences for a terminal. */
  readonly Ansi: 'ansi'
  /** Escaped HTML with `<span>` elements. */
  readonly Html: 'html'
  /** List of classified ranges without the text. */
  readonly Spans: 'spans'
}

/** Kinds of imports, for the option `kind` of an import to add. */
export declare const ImportKind: {
  /** Module or names from a module. */
  readonly Static: 'static'
  /** All names from a module. */
  readonly Wildcard: 'wildcard'
  /** Import without names. */
  readonly SideEffect: 'sideEffect'
  /** Call such as `import("m")` or `require("m")`. */
  readonly Dynamic: 'dynamic'
  /** Included file. */
  readonly Include: 'include'
  /** System header, as in `#include <f>`. */
  readonly SystemInclude: 'systemInclude'
  /** Static member, as in Java. */
  readonly Member: 'member'
  /** Names that are re-exported. */
  readonly ReExport: 'reExport'
  /** Types. */
  readonly TypeOnly: 'typeOnly'
  /** Function, as in PHP's `use function`. */
  readonly Function: 'function'
  /** Constant, as in PHP's `use const`. */
  readonly Constant: 'constant'
}

/** Kinds of content indexes, for the option `index` of `Workspace`. */
export declare const IndexMode: {
  /** No index. */
  readonly None: 'none'
  /** Index in memory. */
  readonly Memory: 'memory'
  /** Index on disk, which workspaces and processes share. */
  readonly Disk: 'disk'
}

/** Places relative to a definition, for the option `place` of an edit. */
export declare const InsertPlace: {
  /** Above the definition. */
  readonly Before: 'before'
  /** Below the definition. */
  readonly After: 'after'
  /** Before the first definition inside it, or at the start of its body; in a list or object, before the first element. */
  readonly FirstMember: 'firstMember'
  /** After the last definition inside it, or at the end of its body; in a list or object, after the last element. */
  readonly LastMember: 'lastMember'
}

/** Code that replacements keep, for the option `keeps` of `astEdit`. */
export declare const Keeps: {
  /** A match with code that the pattern does not name is not replaced. */
  readonly Everything: 'everything'
  /** Every match is replaced. */
  readonly Nothing: 'nothing'
}

/** Behaviours when `timeoutMs` has passed, for the option `onTimeout`. */
export declare const OnTimeout: {
  /** The call fails with `ERR_RANSACK_TIMEOUT`. */
  readonly Fail: 'fail'
  /** The call returns the results found so far. */
  readonly Partial: 'partial'
}

/** Sets of default limits of searches in a workspace, for the option `preset` of `Workspace`. */
export declare const Preset: {
  /** No limits. */
  readonly None: 'none'
  /** 100 results, 500 bytes per line of `grep`, and 10 seconds. */
  readonly Agent: 'agent'
}

/** Methods of keeping a workspace's file list up to date, for the option `refresh`. */
export declare const RefreshMode: {
  /** Keeps no list and walks the tree in every call. */
  readonly Walk: 'walk'
  /** Processes change notifications from the operating system. */
  readonly Watch: 'watch'
  /** Compares change times before each call. */
  readonly Stat: 'stat'
  /** Updates the list only after a call to `refresh` or `invalidate`. */
  readonly Manual: 'manual'
}

/** Bases of the paths in results, for the option `pathsFrom`. */
export declare const PathsFrom: {
  /** Each result's root. */
  readonly Root: 'root'
  /** The root of the workspace. */
  readonly Workspace: 'workspace'
  /** None: paths are absolute. */
  readonly Absolute: 'absolute'
}

/** Notations of a pack, for the option `format`. */
export declare const PackFormat: {
  /** A heading with the path, and the text in a fence that is longer than any in it. */
  readonly Markdown: 'markdown'
  /** One element for each file, with the text in CDATA sections. */
  readonly Xml: 'xml'
  /** An object with an array `files` of objects with `path`, `level` and `text`. */
  readonly Json: 'json'
  /** A line with the path, then the text. */
  readonly Plain: 'plain'
  /** The notation of jinni: fences with `path=` and the path. */
  readonly Jinni: 'jinni'
}

/** Amounts of a file that a pack shows, in order of increasing detail. */
export declare const PackLevel: {
  /** Nothing. */
  readonly Omitted: 'omitted'
  /** The path alone. */
  readonly Path: 'path'
  /** One line for each definition, with its kind and name. */
  readonly Outline: 'outline'
  /** The text without documentation and bodies, except the bodies of relevant definitions. */
  readonly Skeleton: 'skeleton'
  /** The text without comments. */
  readonly Uncommented: 'uncommented'
  /** The whole text. */
  readonly Whole: 'whole'
}

/** Reasons for the treatment of a file in a pack. */
export declare const PackReason: {
  /** Everything is shown. */
  readonly Complete: 'complete'
  /** A level of the call limits the file. */
  readonly Level: 'level'
  /** The maximum leaves no room for more. */
  readonly Budget: 'budget'
  /** The file seems to contain a secret. */
  readonly Secret: 'secret'
}

/** Combinations of rules, for `mode` of the option `rules` of `pack`. */
export declare const RuleMode: {
  /** Relative to the directory of their file; nearer rules take precedence. */
  readonly Nearest: 'nearest'
  /** Rules of the program jinni 0.4.0. */
  readonly Jinni: 'jinni'
}

/** Levels of detail of a skeleton, for the option `level`. */
export declare const SkeletonLevel: {
  /** Names of the definitions. */
  readonly Names: 'names'
  /** Signatures, without documentation. */
  readonly Signatures: 'signatures'
  /** Signatures and documentation. */
  readonly Docs: 'docs'
  /** The whole text. */
  readonly Full: 'full'
}

/** Layouts of the source code of a definition, for the option `layout`. */
export declare const DefinitionLayout: {
  /** The code as it stands, from the first to the last character of the parts. */
  readonly Exact: 'exact'
  /** Whole lines, with their indentation. */
  readonly Lines: 'lines'
  /** Whole lines, without their common indentation. */
  readonly Dedented: 'dedented'
}

/** Differences between pattern and code that a match allows, for the option `strictness`. */
export declare const Strictness: {
  /** Allows no differences. */
  readonly Cst: 'cst'
  /** Ignores comments, punctuation and keywords that only the code has, and code after the last node of the pattern. */
  readonly Smart: 'smart'
  /** Ignores unnamed nodes in both pattern and code. */
  readonly Ast: 'ast'
  /** Ignores comments and unnamed nodes in both. */
  readonly Relaxed: 'relaxed'
  /** Also ignores the text of names and literals. */
  readonly Signature: 'signature'
  /** Ignores comments and node kinds. */
  readonly Template: 'template'
}

/** Numbers of colours of a terminal, for the option `depth`. */
export declare const TerminalColors: {
  /** 24 bits. */
  readonly TrueColor: 'trueColor'
  /** xterm's palette. */
  readonly Ansi256: 'ansi256'
  /** Palette configured by the user. */
  readonly Ansi16: 'ansi16'
}

/** Forms of the text of a directory tree, for the option `style` of `tree`. */
export declare const TreeStyle: {
  /** Two spaces per level, the form with the fewest tokens. */
  readonly Indent: 'indent'
  /** Lines of box-drawing characters. */
  readonly Lines: 'lines'
  /** Lines of ASCII characters. */
  readonly Ascii: 'ascii'
}

/** Formats of vocabulary files, for the option `format` of `Tokenizer.load`. */
export declare const VocabularyFormat: {
  /** Lines that each contain a base64 token and its rank. */
  readonly Tiktoken: 'tiktoken'
  /** Hugging Face `tokenizer.json`. */
  readonly Json: 'json'
}

/** Format of a vocabulary file. */
export type VocabularyFormat = 'tiktoken' | 'json'
