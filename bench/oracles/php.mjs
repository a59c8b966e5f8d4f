// Prints the definitions of PHP files as php-parser parses them: reads paths from standard input,
// prints one line of JSON per file.
import { readFileSync } from "node:fs";
import php from "php-parser";

const parser = new php.Engine({
  parser: { extractDoc: false, version: "8.4" },
  ast: { withPositions: true },
  lexer: { short_tags: false },
});

const TYPES = { class: "class", interface: "interface", trait: "trait", enum: "enum", enumcase: "variant" };

function outline(path) {
  let tree;
  try {
    tree = parser.parseCode(readFileSync(path, "utf8"), path);
  } catch (error) {
    return { path, error: String(error.message) };
  }
  const items = [];
  // Anonymous classes have no name.
  const add = (kind, name) => name?.name && items.push([kind, name.name, name.loc.start.line]);

  function visit(node) {
    switch (node.kind) {
      case "namespace":
        // A file without namespace, and the block `namespace {}`, have none.
        if (typeof node.name === "string" && node.name) items.push(["namespace", node.name, node.loc.start.line]);
        break;
      case "function":
        add("function", node.name);
        break;
      case "method":
        add(node.name.name.toLowerCase() === "__construct" ? "constructor" : "method", node.name);
        break;
      case "property":
        add("property", node.name);
        break;
      case "parameter":
        // Promoted by a visibility or by `readonly`.
        if (node.flags || node.readonly) add("property", node.name);
        break;
      case "constant":
        add("constant", node.name);
        break;
      case "call": {
        const [name] = node.arguments;
        if (node.what.kind === "name" && /^\\?define$/i.test(node.what.name) && name?.kind === "string") {
          items.push(["constant", name.raw.slice(1, -1), name.loc.start.line]);
        }
        break;
      }
      default:
        if (node.kind in TYPES) add(TYPES[node.kind], node.name);
    }
    for (const [key, child] of Object.entries(node)) {
      if (key === "loc" || typeof child !== "object") continue;
      for (const part of Array.isArray(child) ? child : [child]) if (part?.kind) visit(part);
    }
  }

  visit(tree);
  return { path, items };
}

for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  process.stdout.write(`${JSON.stringify(outline(path))}\n`);
}
