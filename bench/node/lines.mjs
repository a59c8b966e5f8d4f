// Input lines of the benchmark of terminal text, by their content.

export const LINES = {
  ASCII: [
    'a',
    'The quick brown fox jumps over the lazy dog, and then it runs away home agai',
    'const value = compute(input, { deep: true, limit: 100 }) // see the notes below',
    '  indented text that is long enough to be wrapped at forty cells, twice or more',
    'averylongwordwithoutanyspaceinitthatfitsonnolineoffortycellsandhastobebroken ok',
    'short',
    '',
  ],
  'SGR colours': [
    '\x1b[31mred text that is set\x1b[39m and plain text after it, up to the very end of it',
    '\x1b[1;4mbold and underlined\x1b[22;24m \x1b[38;5;120mgreen\x1b[39m \x1b[48;2;1;2;3mbackground\x1b[49m done',
    '\x1b[32mgreen without an end, over more than the forty cells of a line of the test',
    'plain \x1b[7minverse\x1b[0m plain \x1b[3mitalic words that go on for some time now\x1b[23m',
  ],
  'OSC 8 links': [
    'see \x1b]8;;https://example.com/a/b\x07the link\x1b]8;;\x07 for more, and then go on with the rest of it',
    '\x1b]8;;https://example.com\x07a link that is long and goes over the end of the line\x1b]8;;\x07',
  ],
  'OSC 8 links with parameters': [
    'see \x1b]8;id=1;https://example.com/a/b\x1b\\the link\x1b]8;;\x1b\\ for more, and then go on with the rest',
  ],
  'other escapes': [
    '\x1b(Bcharset \x1b7save\x1b8 restore \x1b=keypad\x1b> and on with plain words up to the end',
    '\x1bPdevice control\x1b\\text \x1b_application\x1b\\text \x1b^private\x1b\\text and on with words to the end',
  ],
  '8-bit escapes': ['\x9b31mred\x9b39m plain words that follow the short red one up to the end of it'],
  'SGR with colons': ['\x1b[38:2::255:100:0morange\x1b[39m \x1b[4:3mcurly\x1b[24m and plain text behind it to the end'],
  CJK: [
    '日本語のテキストは単語の間に空白がないので、どこでも改行できる文字が多い。',
    '中文字符 测试 文本，混合 English words 和 数字 123 456',
    '漢字',
  ],
  Hangul: ['한국어 텍스트는 단어 사이에 공백이 있어서 거기에서 줄을 바꿀 수 있다'],
  'conjoining jamo': ['\u1112\u1161\u11ab\u1100\u1173\u11af and \u1161 alone, with more words behind it, up to the end'],
  'half-width kana': ['ｶﾞｷﾞｸﾞ ﾊﾟﾋﾟﾌﾟ and words to fill up the line behind it, until the end'],
  'combining marks': ['e\u0301a\u0308o\u0302 n\u0303o and words that follow, to fill the line up to its end'],
  emoji: ['😀😃😄 🎉🎊 🚀 with words between 🔥 and 💧 to fill the line up to its end'],
  'ZWJ sequences': ['👩‍👩‍👧‍👦 👨‍💻 🏳️‍🌈 a family, a technician, a flag, and words up to the end'],
  'skin tones': ['👍🏽 👋🏿 ✊🏻 hands, with words behind them that fill the line up to its end'],
  flags: ['🇩🇪🇫🇷🇯🇵 flags, and words behind them that fill the line up to its very end'],
  'lone regional indicators': ['🇩 and 🇫 alone, with words behind them that fill the line to its end'],
  keycaps: ['1️⃣ 2️⃣ #️⃣ keys, and words behind them that fill the line up to its end'],
  'keycaps without selector': ['1⃣ 2⃣ #⃣ keys, and words behind them that fill the line up to its end'],
  'text symbols': ['☀ ☁ ✂ ✈ symbols, and words behind them that fill the line up to its end'],
  'emoji variation': ['☀️ ☁️ ✂️ ✈️ symbols, and words behind them that fill the line up to its end'],
  'text variation': ['😀︎ ☺︎ ⌚︎ ⚡︎ symbols, and words behind them that fill the line to its end'],
  ambiguous: ['§ ± × ÷ α β γ “quoted” … words behind them that fill the line up to its end'],
  Indic: ['क्षत्रिय नमस्ते हिन्दी words behind them that fill the line up to its very end'],
  'Thai and Lao': ['สวัสดีชาวโลก น้ำ ກຳ words behind them that fill the line up to its very end'],
  'zero width': ['a\u200bb\u200cc\u200dd\u2060e\ufefff soft\u00adhyphen and words that fill the line to its end'],
  'C0 controls': ['a\x00b\x07c\x08d and words behind them that fill the line up to its very end, and on'],
  tabs: ['a\tb\tc and words behind them that fill the line up to its very end, and then go on'],
  newlines: ['one\ntwo three four five six seven eight nine ten eleven twelve\r\n\nthirteen\n'],
  'lone surrogates': ['a\ud83d b\udc00 and words behind them that fill the line up to its very end'],
  'unfinished escapes': ['words that fill the line up to its very end, behind which stands one \x1b[31'],
}

// Lines that are timed.
export const SAMPLES = {
  ASCII: 'The quick brown fox jumps over the lazy dog, and then it runs away home agai',
  ANSI:
    '\x1b[1;31mred and bold\x1b[0m plain \x1b]8;;https://example.com/a/b\x07the link\x1b]8;;\x07 then ' +
    '\x1b[38;5;120mgreen words\x1b[39m',
  Unicode: '日本語のテキスト 한국어 👩‍👩‍👧‍👦 🇩🇪🇫🇷 中文字符测试 ☀️ 😀😀漢字',
}

const TRUNCATE = 'truncateToWidth 20'
const SLICE = 'sliceWithWidth 5, 20'
const WRAP = 'wrapTextWithAnsi 40'
const SEGMENTS = 'extractSegments 5, 15, 20'
const PAD = 'padToWidth 80'

// Known differences between results and their causes: by package (default: all), by call
// (default: all) and by kind of line.
export const DIFFERENCES = [
  { kinds: ['other escapes'], who: ['pi-natives'], why: 'ESC 7, ESC 8, ESC = and ESC > are sequences of two characters; it counts the second' },
  { kinds: ['other escapes'], who: ['cli-truncate', 'slice-ansi'], why: 'the final character of two-character escapes and charset selects is counted' },
  { kinds: ['other escapes'], who: ['wrap-ansi'], why: 'control strings and two-character escapes are counted as text' },
  { kinds: ['8-bit escapes'], who: ['pi-natives'], why: 'U+009B introduces a control sequence as ESC [ does' },
  { kinds: ['SGR with colons'], who: ['pi-natives'], calls: [WRAP, SEGMENTS], why: 'it reads the parts of 4:3 as one number and reopens 43, a background' },
  { kinds: ['unfinished escapes'], calls: ['visibleWidth', 'stripAnsi', 'sanitizeText'], why: 'a sequence that the end cuts off is not shown' },
  { kinds: ['unfinished escapes'], calls: [PAD], why: 'it would take in the spaces, and is cancelled before them' },
  { kinds: ['SGR colours', 'OSC 8 links', 'OSC 8 links with parameters', 'other escapes', '8-bit escapes', 'SGR with colons', 'unfinished escapes'], who: ['Intl.Segmenter'], why: 'it knows no escape sequences' },
  { kinds: ['other escapes'], who: ['node:util'], why: 'it takes the character behind ESC 7 as well' },
  { kinds: ['SGR with colons'], who: ['node:util'], why: 'it knows no colons in parameters' },
  { kinds: ['OSC 8 links'], who: ['pi-natives'], calls: [SEGMENTS], why: 'it closes no link before the box and opens none behind it' },
  { kinds: ['CJK', 'Hangul', 'emoji', 'flags', 'Thai and Lao'], who: ['pi-natives'], calls: [SEGMENTS], why: 'spaces stand for what is cut; it keeps what reaches under the box and drops what reaches out' },
  { kinds: ['SGR colours'], who: ['pi-natives'], calls: [TRUNCATE], why: 'our ellipsis has the style of the text that it follows' },
  { kinds: ['OSC 8 links'], who: ['cli-truncate'], calls: [TRUNCATE], why: 'our ellipsis belongs to the link that it cuts' },
  { kinds: ['conjoining jamo'], who: ['pi-natives'], why: 'a vowel alone has no syllable to stand in and takes a cell' },
  { kinds: ['conjoining jamo', 'combining marks'], who: ['wrap-ansi'], calls: [WRAP], why: 'it normalises the text (NFC); the cells are the same' },
  { kinds: ['half-width kana'], who: ['pi-natives', 'cli-truncate', 'slice-ansi'], why: 'half-width voicing marks have a cell in every terminal' },
  { kinds: ['CJK', 'Hangul'], who: ['cli-truncate'], calls: [TRUNCATE], why: 'a wide character across the limit is kept, one cell too many' },
  { kinds: ['lone regional indicators'], who: ['pi-natives', 'string-width'], why: 'two cells in kitty and ghostty (option loneRegionalWide)' },
  { kinds: ['keycaps without selector'], why: 'without U+FE0F the digit stays text (UTS #51)' },
  { kinds: ['text variation'], why: 'U+FE0E makes it text of one cell (option textVariation)' },
  { kinds: ['Indic'], who: ['pi-natives'], why: 'a cluster is one unit of at most two cells (option clusterWidth)' },
  { kinds: ['Indic', 'Thai and Lao'], who: ['string-width', 'cli-truncate', 'slice-ansi'], why: 'spacing marks advance the cursor (option clusterWidth)' },
  { kinds: ['zero width'], who: ['pi-natives', 'slice-ansi', 'cli-truncate'], calls: [TRUNCATE, SLICE, SEGMENTS], why: 'what takes no cell belongs to the cell before; soft hyphens take none' },
  { kinds: ['C0 controls', 'newlines'], who: ['cli-truncate', 'slice-ansi'], why: 'controls draw nothing and take no cell' },
  { kinds: ['tabs'], why: 'tabs go to the next stop; others count a fixed number of cells, none, or insert spaces' },
  { kinds: ['newlines'], who: ['pi-natives'], calls: [WRAP], why: 'CR LF is one line break; it leaves the CR' },
  { kinds: ['lone surrogates'], who: ['string-width', 'wrap-ansi'], calls: ['visibleWidth', PAD, WRAP], why: 'it is shown as U+FFFD, which has a cell' },
  { kinds: ['ASCII'], who: ['wrap-ansi'], calls: [WRAP], why: 'indentation at the start of a paragraph is kept' },
]
