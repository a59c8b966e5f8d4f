// Source texts of the compared calls.

/** Code by language. */
export const CODE = {
  ts: '// c\n@dec\nclass A {\n  m(x) {\n    if (x) {\n      return 1;\n    }\n  }\n}\n\nconst y = {\n  a: 1,\n};\n',
  python: '@a\nclass B:\n    """doc"""\n    def f(self):\n        x = 1\n        return x\n\n\ny = [\n    1,\n]\n',
  rust: '#[a]\nfn f() {\n    g();\n}\n\nimpl S {\n    fn h(&self) -> u8 {\n        1\n    }\n}\n',
  c: 'int f(void)\n{\n  return 1;\n}\n\nstruct s {\n  int a;\n};\n',
  go: 'package a\n\nfunc f() {\n\tif x {\n\t\tg()\n\t}\n}\n',
  json: '{\n  "a": [\n    1\n  ]\n}\n',
  markdown: '# A\n\ntext\n\n## B\n\n- one\n- two\n',
}

const body = (lines) => 'x;\n'.repeat(lines)
const CLASS = `import a from 'a';\n\nexport class A {\n  x = 1;\n  m() {\n    ${body(6)}  }\n  n() { return 1 }\n}\n\nfunction f() {\n${body(6)}}\n`

/** Calls of `summarizeCode`. */
export const SUMMARIES = {
  'class and function': { code: CLASS, lang: 'js' },
  'unfolded to a few lines': { code: CLASS, lang: 'js', unfoldUntilLines: 14 },
  'unfolded to a few lines, bounded': { code: CLASS, lang: 'js', unfoldUntilLines: 14, unfoldLimitLines: 15 },
  'unfolded completely': { code: CLASS, lang: 'js', unfoldUntilLines: 100 },
  ...Object.fromEntries([1, 2, 3].map((n) => [`body of ${n} lines`, { code: `function f() {\n${body(n)}}\n`, lang: 'js' }])),
  'no minimum': { code: `function f() {\n${body(1)}}\n`, lang: 'js', minBodyLines: 0 },
  'larger minimum': { code: CLASS, lang: 'js', minBodyLines: 100 },
  object: { code: 'const y = {\n  a: 1,\n  b: 2,\n  c: 3,\n};\n', lang: 'js' },
  'block comment': { code: `/*\n${'a\n'.repeat(6)}*/\nlet a;\n`, lang: 'js' },
  'line comments': { code: `${'// a\n'.repeat(10)}let a;\n`, lang: 'js' },
  imports: { code: ['a', 'b', 'c', 'd', 'e'].map((name) => `import ${name} from '${name}';\n`).join(''), lang: 'js' },
  statement: { code: `if (a) {\n${body(4)}}\n`, lang: 'js' },
  'no line end': { code: `function f() {\n${body(3)}}`, lang: 'js' },
  'CR LF': { code: 'function f() {\r\na;\r\nb;\r\nc;\r\n}\r\n', lang: 'js' },
  python: { code: 'import a\n\nclass A:\n    def f(self):\n        x = 1\n        y = 2\n        z = 3\n        return x\n\ndef g():\n    a\n    b\n    c\n    d\n', lang: 'python' },
  rust: { code: 'struct S {\n    a: u8,\n    b: u8,\n}\n\nimpl S {\n    fn f(&self) -> u8 {\n        let a = 1;\n        let b = 2;\n        a + b\n    }\n}\n', lang: 'rust' },
  json: { code: '{\n  "a": [\n    1,\n    2,\n    3\n  ],\n  "b": 1\n}\n', lang: 'json' },
  c: { code: '#include <a.h>\n\nint f(void)\n{\n  int a = 1;\n  a++;\n  return a;\n}\n\nstruct s {\n  int a;\n  int b;\n};\n', lang: 'c' },
  go: { code: 'package a\n\nfunc f() {\n\ta()\n\tb()\n\tc()\n}\n\ntype T struct {\n\ta int\n\tb int\n}\n', lang: 'go' },
  markdown: { code: '# a\n\nb\n\n## c\n\nd\n', lang: 'md' },
  'language by path': { code: `function f() {\n${body(3)}}\n`, path: 'a.ts' },
  'extension as language': { code: `function f() {\n${body(3)}}\n`, lang: 'mjs' },
  'no language': { code: 'a\nb\n' },
  'unknown language': { code: 'a\nb\n', lang: 'nosuch' },
  'unknown language by path': { code: 'a\n', path: 'a.nosuch' },
  'syntax error': { code: 'function f( {\n1\n2\n3\n', lang: 'js' },
  'empty text': { code: '', lang: 'js' },
  'number as code': { code: 5, lang: 'js' },
}
