// Prints the definitions of Go files as go/parser parses them: reads paths from standard input,
// prints one line of JSON per file.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
)

type item [3]any

type result struct {
	Path  string  `json:"path"`
	Items *[]item `json:"items,omitempty"`
	Error string  `json:"error,omitempty"`
}

// definitions collects what is declared outside of functions.
type definitions struct {
	files *token.FileSet
	items []item
}

func (d *definitions) add(kind string, name *ast.Ident) {
	// Lines of the file, whatever its `//line` comments say.
	line := d.files.PositionFor(name.Pos(), false).Line
	d.items = append(d.items, item{kind, name.Name, line})
}

func (d *definitions) declaration(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv != nil {
			d.add("method", decl.Name)
		} else {
			d.add("function", decl.Name)
		}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				d.add(kindOf(spec), spec.Name)
				d.members(spec.Type)
			case *ast.ValueSpec:
				kind := "variable"
				if decl.Tok == token.CONST {
					kind = "constant"
				}
				for _, name := range spec.Names {
					d.add(kind, name)
				}
				d.members(spec.Type)
				for _, value := range spec.Values {
					d.members(value)
				}
			}
		}
	}
}

func kindOf(spec *ast.TypeSpec) string {
	if spec.Assign.IsValid() {
		return "typeAlias"
	}
	switch spec.Type.(type) {
	case *ast.StructType:
		return "struct"
	case *ast.InterfaceType:
		return "interface"
	}
	return "typeAlias"
}

// members adds the fields and methods of the struct and interface types in an expression, except
// those in signatures, in bodies and in values of composite literals.
func (d *definitions) members(node ast.Expr) {
	if node == nil {
		return
	}
	ast.Inspect(node, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncType, *ast.BlockStmt:
			return false
		case *ast.CompositeLit:
			d.members(node.Type)
			return false
		case *ast.StructType:
			for _, field := range node.Fields.List {
				for _, name := range field.Names {
					d.add("field", name)
				}
			}
		case *ast.InterfaceType:
			for _, method := range node.Methods.List {
				for _, name := range method.Names {
					d.add("method", name)
				}
			}
		}
		return true
	})
}

func outline(path string) result {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return result{Path: path, Error: err.Error()}
	}
	d := definitions{files: files, items: []item{}}
	d.add("module", file.Name)
	for _, decl := range file.Decls {
		d.declaration(decl)
	}
	return result{Path: path, Items: &d.items}
}

func main() {
	out := json.NewEncoder(os.Stdout)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		if err := out.Encode(outline(lines.Text())); err != nil {
			panic(err)
		}
	}
}
