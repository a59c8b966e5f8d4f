# Prints the tokens of Ruby files, as Ripper reads them, for classes.mjs: reads paths from standard
# input, prints one line of JSON per file. Offsets are in UTF-16 units.
require 'json'
require 'ripper'

KINDS = {
  on_comment: 'comment', on_embdoc: 'comment', on_embdoc_beg: 'comment', on_embdoc_end: 'comment',
  on_kw: 'keyword', on_int: 'number', on_float: 'number', on_rational: 'number', on_imaginary: 'number',
  on_tstring_content: 'string', on_tstring_beg: 'string', on_tstring_end: 'string', on_CHAR: 'string',
  on_ident: 'name', on_const: 'name', on_ivar: 'name', on_gvar: 'name', on_cvar: 'name', on_op: 'operator'
}.freeze

def units(text)
  text.encode('UTF-16LE').bytesize / 2
end

STDIN.each_line(chomp: true) do |path|
  text = File.read(path, encoding: 'UTF-8')
  raise ArgumentError, 'invalid' if !text.valid_encoding? || Ripper.sexp(text).nil?

  at = 0
  lexed = Ripper.lex(text)
  tokens = lexed.each_with_index.filter_map do |((_, _), type, value), index|
    start = at
    at += units(value)
    kind = KINDS[type]
    after = lexed[index + 1]&.at(2)
    kind = 'call' if type == :on_ident && index.positive? && lexed[index - 1][2] == '.' && after == '('
    [start, at, kind] if kind
  end

  puts({ path: path, tokens: tokens }.to_json)
rescue ArgumentError => e
  puts({ path: path, error: e.message }.to_json)
end
