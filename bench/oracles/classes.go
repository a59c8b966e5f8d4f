// Prints the tokens of Go files, as go/scanner reads them, for classes.mjs: reads paths from standard
// input, prints one line of JSON per file. Offsets are in UTF-16 units.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"strings"
	"unicode/utf16"
)

type result struct {
	Path   string   `json:"path"`
	Tokens [][3]any `json:"tokens,omitempty"`
	Error  string   `json:"error,omitempty"`
}

type item struct {
	start, end int
	tok        token.Token
}

func kind(items []item, at int) string {
	before := func(n int) token.Token {
		if at < n {
			return token.ILLEGAL
		}
		return items[at-n].tok
	}
	isCalled := at+1 < len(items) && items[at+1].tok == token.LPAREN
	switch tok := items[at].tok; {
	case tok == token.COMMENT:
		return "comment"
	case tok == token.STRING || tok == token.CHAR:
		return "string"
	case tok == token.INT || tok == token.FLOAT || tok == token.IMAG:
		return "number"
	case tok.IsKeyword():
		return "keyword"
	case tok == token.IDENT && before(1) == token.FUNC:
		return "function"
	case tok == token.IDENT && before(1) == token.PERIOD && isCalled:
		return "call"
	case tok == token.IDENT:
		return "name"
	}
	return "operator"
}

func read(path string) result {
	text, err := os.ReadFile(path)
	if err != nil {
		return result{Path: path, Error: err.Error()}
	}
	set := token.NewFileSet()
	var s scanner.Scanner
	failed := ""
	onError := func(_ token.Position, message string) { failed = message }
	file := set.AddFile(path, -1, len(text))
	s.Init(file, text, onError, scanner.ScanComments)
	var items []item
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.SEMICOLON && literal == "\n" {
			continue
		}
		if !tok.IsLiteral() && tok != token.COMMENT {
			literal = tok.String()
		}
		start := file.Offset(pos)
		items = append(items, item{start, start + len(literal), tok})
	}
	if failed != "" || strings.Contains(string(text), "\r") {
		return result{Path: path, Error: "invalid " + failed}
	}
	units := make([]int, len(text)+1)
	count := 0
	for at, char := range string(text) {
		units[at] = count
		count += len(utf16.Encode([]rune{char}))
	}
	units[len(text)] = count
	found := result{Path: path, Tokens: [][3]any{}}
	for at, each := range items {
		found.Tokens = append(found.Tokens, [3]any{units[each.start], units[each.end], kind(items, at)})
	}
	return found
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		line, err := json.Marshal(read(lines.Text()))
		if err != nil {
			panic(err)
		}
		fmt.Println(string(line))
	}
}
